"""Verification: what can be checked about the design of a paper form, from its file and, for its owner, the frame."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from shoal.errors import WrongUse
from shoal.quantizer.findings import Check, Findings
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.boxes.file import OTHER_FILE, is_design
from shoal.survey.boxes.scheme import scheme_of_boxes
from shoal.survey.shared.promise_checks import promise_checks, scheme_facts
from shoal.table.frames.table import Table
from shoal.table.parts import in_parts
from shoal.table.wording import found


def verify_boxes(design: BoxDesign | str | Path, table: Any = None, **reading: Any) -> Findings:
    """Check the design of a paper form, or the file of one. A file that is damaged is a finding, not an error.

    With a table (the frame, for its owner) everybody in it is sent through the form and counted.
    """
    if isinstance(design, BoxDesign):
        given = design
    else:
        path = Path(design)
        if not path.is_file() or not is_design(path):
            raise WrongUse(f"There is no design of boxes {path}. {OTHER_FILE}")
        try:
            given = BoxDesign.load(path)
        except WrongUse as error:
            return Findings((Check("file", False, str(error)),), {})
    scheme = scheme_of_boxes(given)
    checks = [
        Check("structure", True, "The file is complete, and every combination of answers leads to exactly one box."),
        Check(
            "digest",
            True,
            f"The content has the digest that the file states: {given.digest}. The form shows {given.short_digest}.",
        ),
        *promise_checks(scheme),
    ]
    if table is not None:
        with in_parts(table, **reading) as source:
            checks.append(_people(given, source.tables()))
    return Findings(tuple(checks), scheme_facts(scheme))


def _people(design: BoxDesign, parts: Iterable[Table]) -> Check:
    """Whether these people fill the boxes as the design says."""
    counts, n_records = np.zeros(design.n_boxes, dtype=np.int64), 0
    for table in parts:
        counts += np.bincount(design.assign(table), minlength=design.n_boxes)
        n_records += table.n_records
    unlike = int((counts != design.counts).sum())
    small = int(((counts > 0) & (counts < design.k)).sum())
    words = f"{found(n_records, 'record', 'records')}, the smallest box that is not empty has "
    words += f"{counts[counts > 0].min()}." if n_records else "none."
    if small:
        words += f" {found(small, 'box has', 'boxes have')} fewer than k = {design.k}."
    if unlike:
        words += f" {found(unlike, 'box has', 'boxes have')} other counts than the frame had."
    return Check("population", small == 0, words)
