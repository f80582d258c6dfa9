"""Report: explains a release to the person who is responsible for it, as HTML, text or JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from shoal.release.pages.pictures import CellDesign, design_of
from shoal.release.report.evidence import Evidence
from shoal.release.report.facts import gather_facts


@dataclass(frozen=True)
class Report:
    """``facts`` is plain data with a ``schema_version``; every form below writes the same facts.

    ``design`` is for two more pictures of the HTML page, when an iterative method made the cells.
    """

    facts: dict[str, Any]
    design: CellDesign | None = field(default=None, repr=False)

    def to_json(self) -> str:
        """The facts as JSON."""
        return json.dumps(self.facts, indent=2, ensure_ascii=False, allow_nan=False)

    def to_text(self) -> str:
        """The facts as plain text."""
        from shoal.release.pages.text import report_text

        return report_text(self.facts)

    def to_html(self) -> str:
        """The facts as one self-contained HTML page: no script, nothing to fetch."""
        from shoal.release.pages.html import report_html

        return report_html(self.facts, self.design)


def build_report(evidence: Evidence) -> Report:
    """Measure a release and explain it."""
    facts = gather_facts(evidence)
    drawn = evidence.released_points if evidence.drawn_points is None else evidence.drawn_points
    design = design_of(
        evidence.partition,
        drawn,
        evidence.slices,
        evidence.original,
        evidence.roles,
        weighted=evidence.weights is not None,
        detail=not facts["loss"]["rough"],  # a loss after each iteration is as exact as the loss itself
    )
    return Report(facts, design)
