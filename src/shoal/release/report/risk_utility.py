"""Risk and utility of a release in one table, and a verdict in a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shoal.release.measure import Absent, Measure, Unit, rounded
from shoal.release.report.compared import Compared
from shoal.release.report.risk_measures import INFERENCE, risk_measures
from shoal.release.report.utility_measures import MODEL, utility_measures
from shoal.release.wording import percent
from shoal.table.wording import listed

NOT_MEASURED = (
    "These figures are about the attackers and uses that they name. They do not cover background knowledge beyond the "
    "quasi-identifiers, other releases of the same people, or uses that nobody tried."
)


@dataclass(frozen=True)
class RiskUtility:
    """What a release risks and what it is still good for; `absent` says what could not be measured, and why."""

    risk: tuple[Measure, ...]
    utility: tuple[Measure, ...]
    absent: tuple[Absent, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain facts, rounded as they may be published."""
        return {
            "risk": [measure.to_dict() for measure in self.risk],
            "utility": [measure.to_dict() for measure in self.utility],
            "absent": [{"name": one.name, "column": one.column, "why": one.why} for one in self.absent],
            "warnings": self.warnings(),
            "verdict": self.verdict(),
        }

    def verdict(self) -> list[str]:
        """The same in a few sentences, by fixed rules."""
        largest, mean = self.risk[0], self.risk[1]
        said = [
            f"Risk: somebody who knows all quasi-identifiers of a person in the table picks the right record with "
            f"{percent(largest.value)} at most and {percent(mean.value)} on average."
        ]
        attacks = [measure for measure in self.risk if measure.name == INFERENCE]
        exposed = self.warnings()
        said += exposed
        if attacks and not exposed:
            said.append("Guessing confidential values works no better for people in the release than for others.")
        if not attacks:
            said += [
                f"It was not measured how well confidential values can be guessed: {one.why}."
                for one in self.absent
                if one.name == INFERENCE and one.column is None
            ]
        models = [measure for measure in self.utility if measure.name == MODEL]
        if models:
            said += _of_models(models)
        return [*said, NOT_MEASURED]

    def warnings(self) -> list[str]:
        """That people are exposed, if an attack leaves no doubt; part of the verdict too."""
        exposed = [str(measure.column) for measure in self.risk if measure.name == INFERENCE and measure.is_alarming]
        if not exposed:
            return []
        return [
            f"People are exposed by being in the release: an attacker guesses {listed(exposed)} right more often "
            "for them than for others."
        ]


def risk_utility(given: Compared) -> RiskUtility:
    """Measure both sides."""
    risk, untold_risk = risk_measures(given)
    utility, untold_utility = utility_measures(given)
    return RiskUtility(tuple(risk), tuple(utility), (*untold_risk, *untold_utility))


def _of_models(models: Sequence[Measure]) -> list[str]:
    """Each model beside the one that was trained on originals, and the columns that no model predicts."""
    idle = [str(model.column) for model in models if model.says_nothing]
    said = []
    compared = [
        f"'{model.column}' {_as_text(model.value, model.unit)} (originals: {_as_text(model.baseline, model.unit)})"
        for model in models
        if not model.says_nothing
    ]
    if compared:
        said.append(f"Utility: a model trained on the release predicts {'; '.join(compared)}.")
    if idle:
        said.append(
            f"Utility: even a model trained on originals predicts {listed(idle)} no better than one guess for "
            "everybody (as far as its interval shows), so there is nothing that the release could keep."
        )
    return said


def _as_text(value: float | None, unit: Unit) -> str:
    shown = rounded(value, unit)
    if shown is None:
        return "–"
    return percent(shown) if unit is Unit.SHARE else f"R² {shown:.2f}"
