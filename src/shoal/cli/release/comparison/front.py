"""The front of risk and loss over all runs of shoal compare, and the run that is recommended, by a stated rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shoal.cli.release.comparison.runs import Comparison

KNEE = (
    "Recommended is the knee of the front: with risk and loss scaled to 0..1 over the front, the run that is furthest "
    "below the straight line between its ends; of equals, the one with less risk."
)
LEAST_LOSS = "Recommended is the run of the front with the least loss among those with a risk of at most {limit:g} %."
FEW = 2  # runs or fewer: a choice among these says little
NONE_SAFE = "No run has a risk of at most {limit:g} %, so none is recommended. Try a larger k."


@dataclass(frozen=True)
class Recommendation:
    """The runs with the front marked, the recommended run, and the rule in words."""

    runs: list[Comparison]
    run: Comparison | None
    rule: str


def recommended(runs: Sequence[Comparison], most_risk: float | None) -> Recommendation:
    """Mark the front of risk and loss, and choose from it. An interrupted run is no part of it."""
    places = front_of(runs)
    chosen, rule = _chosen(runs, places, most_risk)
    n_whole = sum(not run.is_interrupted for run in runs)
    if chosen is not None and n_whole <= FEW:
        rule += f" There {'was only 1 run' if n_whole == 1 else f'were only {n_whole} runs'} to choose from."
    marked = [
        replace(run, on_risk_front=place in places, is_recommended=place == chosen) for place, run in enumerate(runs)
    ]
    return Recommendation(marked, None if chosen is None else marked[chosen], rule)


def front_of(runs: Sequence[Comparison]) -> list[int]:
    """The runs that no other run beats in risk without losing more, by rising risk; of equals the first."""
    places = [place for place, run in enumerate(runs) if not run.is_interrupted]
    places.sort(key=lambda place: (runs[place].risk, runs[place].loss))
    front: list[int] = []
    for place in places:
        if not front or runs[place].loss < runs[front[-1]].loss:
            front.append(place)
    return front


def _chosen(runs: Sequence[Comparison], front: Sequence[int], most_risk: float | None) -> tuple[int | None, str]:
    if most_risk is not None:
        safe = [place for place in front if runs[place].risk <= most_risk]
        rule = LEAST_LOSS if safe else NONE_SAFE
        return (safe[-1] if safe else None), rule.format(limit=100 * most_risk)
    if not front:
        return None, KNEE
    risks, losses = [runs[place].risk for place in front], [runs[place].loss for place in front]
    # The front falls, so the line between its ends is risk + loss = 1, and what is missing to 1 is the distance.
    below = [1 - _scaled(risk, risks) - _scaled(loss, losses) for risk, loss in zip(risks, losses, strict=True)]
    return front[max(range(len(front)), key=lambda position: (round(below[position], 12), -position))], KNEE


def _scaled(value: float, values: Sequence[float]) -> float:
    spread = max(values) - min(values)
    return (value - min(values)) / spread if spread else 0.0
