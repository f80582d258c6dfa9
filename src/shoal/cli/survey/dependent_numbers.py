"""The numbers of a survey design whose members do not answer independently, or whose share is not known for certain."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.guarantee import KAnonymity
from shoal.guarantee.effective import effective_anonymity
from shoal.guarantee.parameters import check_failure
from shoal.guarantee.safety import LOWER_BY
from shoal.survey.participation.answering import Answering, fewest_members
from shoal.survey.participation.shares import Share, as_share
from shoal.survey.specification.participation import described


@dataclass(frozen=True)
class DependentNumbers:
    """What is printed for one share for all."""

    answering: Answering
    k: int
    failure: float
    records: int | None
    n_min: int
    n_min_if_independent: int
    lowered_by: float
    n_min_if_lowered: int
    warnings: tuple[str, ...] = ()

    @property
    def promise(self) -> DependentNumbers:
        """What `describe` is asked of."""
        return self

    def describe(self) -> str:
        """The promise in a sentence."""
        return (
            f"In every cell nobody answers or at least {self.k} do, except with probability {self.failure:g} a cell. "
            f"{described([self.answering.share], 0.0, self.answering.overdispersion)}"
        )

    def to_dict(self) -> dict[str, object]:
        """For --json."""
        cell = self.answering.cell(np.array([self.n_min]), self.k)
        return {
            "k": self.k,
            "participation": self.answering.share.plain(),
            "overdispersion": self.answering.overdispersion,
            "failure": self.failure,
            "records": self.records,
            "n_min": self.n_min,
            "n_min_if_independent": self.n_min_if_independent,
            "cells": None if self.records is None else self.records // self.n_min,
            "cell_failure": cell.failure,
            "participant_failure": cell.own_chance,
            "lowered_by": self.lowered_by,
            "n_min_if_lowered": self.n_min_if_lowered,
            "warnings": list(self.warnings),
        }

    def rows(self) -> list[tuple[str, str]]:
        """For the screen."""
        facts = self.to_dict()
        rows = [
            ("records a cell needs (n_min)", f"{self.n_min:,}"),
            (
                f"if members answered independently, with {self.answering.share.expected:.3g}",
                f"n_min would be {self.n_min_if_independent:,}",
            ),
            ("probability that a cell fails", f"{facts['cell_failure']:.3g} (acceptable: {self.failure:g})"),
            ("chance of a failed cell, for a member who answers", f"{facts['participant_failure']:.3g}"),
            (f"if you design for {self.lowered_by:.0%} less participation", f"n_min = {self.n_min_if_lowered:,}"),
        ]
        return rows if self.records is None else [*rows, ("cells", f"{facts['cells']:,}")]


def dependent_numbers(
    k: int, share: float | Share, failure: float, overdispersion: float, records: int | None, lowered_by: float | None
) -> DependentNumbers:
    """Compute them; wrong parameters are refused here."""
    by = LOWER_BY if lowered_by is None else lowered_by
    k, failure, answering = KAnonymity(k).k, check_failure(failure), Answering(as_share(share), 0.0, overdispersion)
    return DependentNumbers(
        answering,
        k,
        failure,
        records,
        fewest_members(answering, k, failure),
        effective_anonymity(k, answering.share.expected, failure).n_min,
        by,
        fewest_members(answering.lowered(1.0 - by), k, failure),
    )
