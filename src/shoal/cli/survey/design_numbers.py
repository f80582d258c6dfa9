"""The numbers of a survey design: how large cells have to be, how they fail, and how wrong the participation may be."""

from __future__ import annotations

from dataclasses import dataclass

from shoal.errors import ParameterError, Setting
from shoal.guarantee.binomial import failing_terms, more_only_helps
from shoal.guarantee.cell_sizes import first_lasting_size
from shoal.guarantee.effective import EffectiveAnonymity, effective_anonymity
from shoal.guarantee.probabilistic import ProbabilisticAnonymity
from shoal.guarantee.safety import LOWER_BY, SafetyMargin, safety_margin

LARGEST_K = 1_000_000  # the failure of a cell is a sum of k terms that are held at once; so many take seconds


@dataclass(frozen=True)
class Numbers:
    """What is printed for one participation for all.

    ``lasting_size``: from there on every cell keeps the promise; None when no table is that large. ``warnings``: what
    the designer should know before anything is built on n_min.
    """

    promise: ProbabilisticAnonymity
    effective: EffectiveAnonymity
    margin: SafetyMargin
    records: int | None
    lasting_size: int | None
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """For --json."""
        effective, margin = self.effective, self.margin
        return {
            "k": self.promise.k,
            "participation": self.promise.constant,
            "failure": self.promise.failure,
            "records": self.records,
            "n_min": effective.n_min,
            "lasting_size": self.lasting_size,
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
            "warnings": list(self.warnings),
        }

    def rows(self) -> list[tuple[str, str]]:
        """For the screen."""
        effective, margin = self.effective, self.margin
        rows = [
            ("records a cell needs (n_min)", f"{effective.n_min:,}"),
            ("probability that a cell fails", f"{effective.cell_failure:.3g} (acceptable: {self.promise.failure:g})"),
            ("answers in a failed cell", f"{effective.unprotected:.3g} on average"),
            ("probability that a member answers in a failed cell", f"{effective.record_failure:.3g}"),
            ("the same for a member who answers", f"{effective.participant_failure:.3g}"),
        ]
        if self.lasting_size != effective.n_min:
            lasting = "no table is that large" if self.lasting_size is None else f"{self.lasting_size:,}"
            rows.insert(1, ("from this size on every cell is acceptable", lasting))
        if self.records is not None:
            n_cells = self.records // effective.n_min
            rows.append(
                (f"probability that any cell of {self.records:,} records fails", f"{effective.table_failure:.3g}")
            )
            rows.append(("cells", f"{n_cells:,}"))
        rows.append(("the promise breaks when participation falls below", self._falls_below()))
        rows.append(
            (
                f"if you design for {margin.lowered_by:.0%} less participation",
                f"n_min = {margin.size_if_lowered:,}; the promise holds {_holds(margin.breaks_at_if_lowered)}",
            )
        )
        return rows

    def _falls_below(self) -> str:
        breaks_at, assumed = self.margin.breaks_at, self.promise.constant
        if breaks_at is None:
            return "never, however low it falls"
        told = f"{breaks_at:.3g}"
        no_margin = assumed is not None and told == f"{assumed:.3g}"
        return f"{told}: there is no margin, this is what was assumed" if no_margin else told


def numbers(k: int, participation: float, failure: float, records: int | None, lowered_by: float | None) -> Numbers:
    """Compute them; wrong parameters are refused here."""
    promise = ProbabilisticAnonymity(k, failure, participation)
    if k > LARGEST_K:
        raise ParameterError(
            Setting("k"), f" is {k:,}, and these numbers are computed for k up to {LARGEST_K:,} only.", hint="Lower k."
        )
    effective = effective_anonymity(k, participation, failure, records)
    lasting = first_lasting_size(k, participation, failure)
    return Numbers(
        promise,
        effective,
        safety_margin(k, participation, failure, LOWER_BY if lowered_by is None else lowered_by),
        records,
        lasting,
        _warnings(promise, effective, records, lasting),
    )


def _warnings(
    promise: ProbabilisticAnonymity, effective: EffectiveAnonymity, records: int | None, lasting: int | None
) -> tuple[str, ...]:
    k, share, n_min = promise.k, promise.participation, effective.n_min
    if not isinstance(share, float) or more_only_helps(n_min, k, share):
        return ()
    said = (
        f"n_min = {n_min:,} is so small only because hardly anybody takes part. Most of these cells stay empty, but "
        f"somebody who takes part is unprotected with probability {effective.participant_failure:.3g}. A larger cell, "
        "or a higher participation, fails more often."
    )
    if lasting is None:
        return (f"{said} No table is large enough for cells in which k are expected to take part.",)
    if lasting == n_min:
        return (f"{said} Every cell is acceptable nevertheless, because the acceptable failure is so high.",)
    said += f" Every cell is acceptable only from {lasting:,} records on"
    if records is None or records >= lasting:
        return (f"{said}. Use that as n_min; a design from a frame does so too.",)
    if failing_terms(records, k, share).failure > promise.largest_failure:
        return (f"{said}. A frame of {records:,} records is too small for that and would be refused.",)
    return (f"{said}. {records:,} records are too few for that.",)


def _holds(down_to: float | None) -> str:
    return "however low participation falls" if down_to is None else f"down to a participation of {down_to:.3g}"
