"""Verification: what a respondent can check about a specification, without the frame and without trusting its author.

What cannot be checked from the file is whether the frame was counted truly. A signature says who answers for that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from shoal.errors import WrongUse
from shoal.guarantee import ProbabilisticAnonymity, effective_anonymity
from shoal.guarantee.parameters import largest_acceptable
from shoal.partition.partition import FloatArray, IntArray
from shoal.quantizer.findings import Check, Findings, verify
from shoal.survey.boxes import BoxDesign
from shoal.survey.boxes_file import OTHER_FILE as OTHER_FORM
from shoal.survey.boxes_file import is_design
from shoal.survey.boxes_file import load as load_boxes
from shoal.survey.document import OTHER_FILE, is_specification, load
from shoal.survey.scheme import Scheme, scheme_of
from shoal.survey.signing import as_in_file, can_check
from shoal.survey.signing import public_key as key_in
from shoal.survey.specification import Specification
from shoal.survey.telling import share_step
from shoal.table.frames import Table
from shoal.table.wording import found

COUNTED = ("population", "drift", "promise")  # the checks of a quantizer that are about a table
SAME_FAILURE = 1e-8  # two computations of one failure agree to this share


def verify_specification(
    specification: Specification | str | Path,
    table: Any = None,
    *,
    public_key: str | Path | None = None,
    **reading: Any,
) -> Findings:
    """Check a specification, or the file of one. A file that is damaged is a finding, not an error.

    With a table (the frame, for its owner) its records are counted by cell too; ``reading``: how a text file is read.
    """
    if isinstance(specification, Specification):
        given = specification
    else:
        path = Path(specification)
        if not path.is_file() or not is_specification(path):
            raise WrongUse(f"There is no specification {path}. {OTHER_FILE}")
        try:
            given = load(path)
        except WrongUse as error:
            return Findings((Check("file", False, str(error)),), {})
    scheme = scheme_of(given)
    checks = [
        Check(
            "structure",
            True,
            "The file is complete, and its parts fit together. Cells are published with the values of their centroids.",
        ),
        Check("digest", True, f"The content has the digest that the file states: {given.digest}."),
        _signature(given, public_key),
        _rule(given),
        *_promise(scheme),
    ]
    facts = {
        **_facts(scheme),
        "signed_by": None if given.signature is None else as_in_file(given.signature.public_key),
    }
    if table is not None:
        counted = verify(given.quantizer, table, **reading)
        checks += [check for check in counted.checks if check.name in COUNTED]
        facts = counted.facts | facts
    return Findings(tuple(checks), facts)


def verify_boxes(design: BoxDesign | str | Path, table: Any = None, **reading: Any) -> Findings:
    """Check the design of a paper form, or the file of one. A file that is damaged is a finding, not an error.

    With a table (the frame, for its owner) everybody in it is sent through the form and counted.
    """
    if isinstance(design, BoxDesign):
        given = design
    else:
        path = Path(design)
        if not path.is_file() or not is_design(path):
            raise WrongUse(f"There is no design of boxes {path}. {OTHER_FORM}")
        try:
            given = load_boxes(path)
        except WrongUse as error:
            return Findings((Check("file", False, str(error)),), {})
    scheme = scheme_of(given)
    checks = [
        Check("structure", True, "The file is complete, and every combination of answers leads to exactly one box."),
        Check(
            "digest",
            True,
            f"The content has the digest that the file states: {given.digest}. The form shows {given.short_digest}.",
        ),
        *_promise(scheme),
    ]
    if table is not None:
        checks.append(_people(given, Table.of(table, **reading)))
    return Findings(tuple(checks), _facts(scheme))


def _people(design: BoxDesign, table: Table) -> Check:
    """Whether these people fill the boxes as the design says."""
    counts = np.bincount(design.assign(table), minlength=design.n_boxes)
    unlike = int((counts != design.counts).sum())
    small = int(((counts > 0) & (counts < design.k)).sum())
    words = f"{found(table.n_records, 'record', 'records')}, the smallest box that is not empty has "
    words += f"{counts[counts > 0].min()}." if table.n_records else "none."
    if small:
        words += f" {found(small, 'box has', 'boxes have')} fewer than k = {design.k}."
    if unlike:
        words += f" {found(unlike, 'box has', 'boxes have')} other counts than the frame had."
    return Check("population", small == 0, words)


def _facts(scheme: Scheme) -> dict[str, Any]:
    return {
        "k": scheme.k,
        "failure": scheme.failure,
        "n_min": [] if scheme.n_min is None else list(dict.fromkeys(scheme.n_min.tolist())),
        "n_cells": scheme.n_cells,
        "frame_records": int(scheme.frame_counts.sum()),
        "smallest_cell": int(scheme.frame_counts.min()),
        "largest_failure": float(scheme.failures.max()),
        "digest": scheme.digest,
    }


def _signature(given: Specification, public_key: str | Path | None) -> Check:
    name, signature = "signature", given.signature
    if signature is None:
        if public_key is not None:
            return Check(name, False, "The file is not signed, so it cannot be checked with the given public key.")
        return Check(name, True, "The file is not signed. So this check cannot say who wrote it.", open=True)
    if not can_check():
        words = "The file is signed, but signatures cannot be checked without the package cryptography."
        return Check(name, public_key is None, words, open=public_key is None)
    if public_key is not None and key_in(public_key) != signature.public_key:
        return Check(name, False, "The file is signed with a key other than the given one.")
    if not signature.fits(given.digest):
        return Check(name, False, "The signature does not fit the content.")
    shown = as_in_file(signature.public_key)
    whose = (
        "a key that was not checked. Compare it with the key that the survey published"
        if public_key is None
        else "the given key"
    )
    return Check(name, True, f"The file is signed with {whose} ({shown}).", open=public_key is None)


def _rule(given: Specification) -> Check:
    shown = given.quantizer.discloses
    kinds = {block.rule.kind for block in given.quantizer.blocks}
    if shown or kinds != {"power"}:
        return Check(
            "rule",
            False,
            f"The file should not have been published, or its cells depend on more than its columns. {' '.join(shown)}",
        )
    return Check(
        "rule",
        True,
        "The file holds means of cells and no member of the frame. A cell is computed from a respondent's details "
        "and these means alone.",
    )


def _promise(scheme: Scheme) -> list[Check]:
    """n_min, the counts and the failures, computed again as far as the file allows."""
    if scheme.n_min is None:
        return _uneven(scheme)
    if scheme.failure == 0.0:
        return [_everybody(scheme)]
    return _even(scheme, scheme.n_min)


def _everybody(scheme: Scheme) -> Check:
    """Where everybody is supposed to answer, a count is all there is to check."""
    kept = bool((scheme.frame_counts >= scheme.k).all() and (scheme.shares == 1.0).all() and not scheme.failures.any())
    words = f"The smallest has {scheme.frame_counts.min()} people of the frame, and k = {scheme.k}."
    return Check("frame", kept, f"There are {scheme.n_cells} boxes. {words}")


def _even(scheme: Scheme, stated_of: IntArray) -> list[Check]:
    shares, counts = scheme.shares, scheme.frame_counts
    told = dict.fromkeys(shares.tolist())  # in the order of the cells
    needed = {share: effective_anonymity(scheme.k, share, scheme.failure).n_min for share in told}
    needed_of = np.array([needed[share] for share in shares])
    same = np.array_equal(needed_of, stated_of)
    all_needed = ", ".join(str(size) for size in dict.fromkeys(needed.values()))
    n_min = Check(
        "n_min",
        same,
        f"A cell needs {all_needed} members of the frame. This was computed again from k = {scheme.k}, the failure "
        f"{scheme.failure:g} and the participation."
        if same
        else f"The file states a wrong n_min. Its promise needs {all_needed}.",
    )
    failures = _failures(scheme)
    kept = (counts >= needed_of) & (failures <= largest_acceptable(scheme.failure))
    n_small = int((~kept).sum())
    frame = Check(
        "frame",
        bool(kept.all()),
        f"Each of the {scheme.n_cells} cells has enough members of the frame. The smallest has {counts.min()}."
        if kept.all()
        else f"{found(n_small, 'cell has', 'cells have')} too few members of the frame for the promise. The "
        f"smallest has {counts.min()}.",
    )
    as_stated = bool(np.allclose(failures, scheme.failures, rtol=SAME_FAILURE, atol=0.0))
    words = f"The failure of each cell was computed again. The largest is {failures.max():.3g}."
    failure = Check(
        "failure",
        as_stated and bool(kept.all()),
        words if as_stated else "The file states wrong failures of its cells.",
    )
    return [n_min, frame, failure]


def _failures(scheme: Scheme) -> FloatArray:
    """The failure of each cell, from its count and the one share of its members."""
    failures = np.empty(scheme.n_cells)
    for share in np.unique(scheme.shares):
        cells = np.flatnonzero(scheme.shares == share)
        promise = ProbabilisticAnonymity(scheme.k, scheme.failure, float(share))
        failures[cells] = promise.cell_failures(np.repeat(np.arange(len(cells)), scheme.frame_counts[cells]))
    return failures


def _uneven(scheme: Scheme) -> list[Check]:
    """Members' own shares are not in the file; what it states can be held against what is possible."""
    counts = scheme.frame_counts
    kept = (counts >= scheme.k) & (scheme.failures <= largest_acceptable(scheme.failure))
    possible = all(
        _is_possible(float(stated), int(count), float(mean), scheme.k)
        for stated, count, mean in zip(scheme.failures, counts, scheme.shares, strict=True)
    )
    return [
        Check(
            "frame",
            bool(kept.all()),
            f"Each of the {scheme.n_cells} cells states a failure of at most {scheme.failure:g}, and has at least "
            f"k = {scheme.k} members."
            if kept.all()
            else f"{found(int((~kept).sum()), 'cell states', 'cells state')} a larger failure than promised, or have "
            "fewer than k members of the frame.",
        ),
        Check(
            "failure",
            possible,
            "The stated failures are possible for the counts and the mean participation of the cells. Both are rounded."
            if possible
            else "Some stated failures are impossible for cells of that size and mean participation.",
        ),
    ]


def _is_possible(stated: float, count: int, share: float, k: int) -> bool:
    """Whether any members with a mean share from this one to the next that can be told can have this failure.

    W. Hoeffding (On the distribution of the number of successes in independent trials, 1956): of all cells with this
    count and mean, the one with equal shares has the most probable shortfall, P(answers < k), if k answers are expected
    at all; and the least probable one if no more than k − 1 are. Nobody answers with at most the probability that
    equal shares give. So in the second case equal shares also have the least failure, which rises and falls once with
    the share. A stated failure is rounded up to one digit: to less than twice what it is.
    """
    from shoal.kernels.participation.poisson_binomial import active_counts

    below_k = active_counts(np.full(count, share), k)
    if count * share >= k:
        return stated / 2.0 <= float(below_k.sum()) * (1.0 + SAME_FAILURE)
    most = min(1.0, share + share_step(share))
    if count * most > k - 1:
        return True
    least = min(float(below_k[1:].sum()), float(active_counts(np.full(count, most), k)[1:].sum()))
    return stated >= least * (1.0 - SAME_FAILURE)
