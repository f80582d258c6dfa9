"""The numbers of a survey design: how large cells have to be, how they fail, and how wrong the participation may be."""

from __future__ import annotations

from dataclasses import dataclass

from shoal.guarantee.effective import EffectiveAnonymity, effective_anonymity
from shoal.guarantee.probabilistic import ProbabilisticAnonymity
from shoal.guarantee.safety import SafetyMargin, safety_margin


@dataclass(frozen=True)
class Numbers:
    """What is printed for one participation for all."""

    promise: ProbabilisticAnonymity
    effective: EffectiveAnonymity
    margin: SafetyMargin
    records: int | None

    def to_dict(self) -> dict[str, object]:
        """For --json."""
        effective, margin = self.effective, self.margin
        return {
            "k": self.promise.k,
            "participation": self.promise.constant,
            "failure": self.promise.failure,
            "records": self.records,
            "n_min": effective.n_min,
            "cells": None if self.records is None else self.records // effective.n_min,
            "cell_failure": effective.cell_failure,
            "unprotected": effective.unprotected,
            "record_failure": effective.record_failure,
            "participant_failure": effective.participant_failure,
            "table_failure": effective.table_failure,
            "breaks_at_participation": margin.breaks_at,
            "lowered_by": margin.lowered_by,
            "n_min_if_lowered": margin.size_if_lowered,
            "breaks_at_participation_if_lowered": margin.breaks_at_if_lowered,
        }

    def rows(self) -> list[tuple[str, str]]:
        """For the screen."""
        effective, margin = self.effective, self.margin
        rows = [
            ("records a cell needs (n_min)", f"{effective.n_min:,}"),
            ("a cell fails", f"{effective.cell_failure:.3g} (at most {self.promise.failure:g} is acceptable)"),
            ("unprotected in a failed cell", f"{effective.unprotected:.3g} on average"),
            ("a record takes part unprotected", f"{effective.record_failure:.3g}"),
            ("the same, if it takes part", f"{effective.participant_failure:.3g}"),
        ]
        if self.records is not None:
            n_cells = self.records // effective.n_min
            rows.append((f"any cell of {self.records:,} records fails", f"{effective.table_failure:.3g}"))
            rows.append(("cells", f"{n_cells:,}"))
        rows.append(("breaks when participation falls to", _share(margin.breaks_at)))
        rows.append(
            (
                f"for participation lower by {margin.lowered_by:.0%}",
                f"n_min = {margin.size_if_lowered:,}, which holds down to {_share(margin.breaks_at_if_lowered)}",
            )
        )
        return rows


def numbers(k: int, participation: float, failure: float, records: int | None, lowered_by: float) -> Numbers:
    """Compute them; wrong parameters are refused here."""
    promise = ProbabilisticAnonymity(k, failure, participation)
    return Numbers(
        promise,
        effective_anonymity(k, participation, failure, records),
        safety_margin(k, participation, failure, lowered_by),
        records,
    )


def _share(share: float | None) -> str:
    return "never" if share is None else f"{share:.3g}"
