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
        exposed = [str(measure.column) for measure in attacks if measure.is_alarming]
        if exposed:
            said.append(
                f"People are exposed by being in the release: an attacker guesses {listed(exposed)} right more often "
                "for them than for others."
            )
        elif attacks:
            said.append("Guessing confidential values works no better for people in the release than for others.")
        models = [measure for measure in self.utility if measure.name == MODEL]
        if models:
            said.append(f"Utility: {_of_models(models)}")
        return [*said, NOT_MEASURED]


def risk_utility(given: Compared) -> RiskUtility:
    """Measure both sides."""
    risk, untold_risk = risk_measures(given)
    utility, untold_utility = utility_measures(given)
    return RiskUtility(tuple(risk), tuple(utility), (*untold_risk, *untold_utility))


def _of_models(models: Sequence[Measure]) -> str:
    """Each model beside the one that was trained on originals."""
    compared = [
        f"'{model.column}' {_as_text(model.value, model.unit)} (originals: {_as_text(model.baseline, model.unit)})"
        for model in models
    ]
    return f"a model trained on the release predicts {'; '.join(compared)}."


def _as_text(value: float | None, unit: Unit) -> str:
    shown = rounded(value, unit)
    if shown is None:
        return "–"
    return percent(shown) if unit is Unit.SHARE else f"R² {shown:.2f}"
