"""Cells with few answers, joined or withheld: what is lost, and what a rule that looks at answers would show.

python -m benchmarks.survey.joining [--surveys 20]

A frame that does not exist: age, income, and an opinion that depends on age and on the cell. Cells are designed for a
participation of 70 %. Surveys are then simulated in which fewer answer, the young least of all.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl

import shoal
from benchmarks.results import write_result
from shoal.arrays import BoolArray, IntArray
from shoal.survey.design.frame import design_frame

N_MEMBERS, K, FAILURE, DESIGNED = 6000, 5, 1e-3, 0.7
PARTICIPATION = (0.7, 0.5, 0.35, 0.25)
SURVEYS = 20
RARE = 0.1  # share of an answer such as an illness
AGES = (18, 30, 45, 60, 90)  # borders of the groups whose opinions are compared
QI = ["age", "income"]


def people(draw: np.random.Generator) -> pl.DataFrame:
    """Everybody who may be asked, and what they would answer."""
    age = draw.integers(AGES[0], AGES[-1], N_MEMBERS)
    income = np.exp(draw.normal(7.8, 0.4, N_MEMBERS) + 0.005 * age).round()
    return pl.DataFrame({"age": age, "income": income, "agrees": (draw.random(N_MEMBERS) < age / 100.0).astype(int)})


@dataclass(frozen=True)
class Utility:
    """Of one survey and policy."""

    released: float  # share of the answers
    loss: float  # of the released answers: squared error over the variance of all that answered, mean over columns
    error: float  # of the share that agrees by group of age, in percentage points, root of the mean square


def simulated(specification: shoal.Specification, members: pl.DataFrame, answered: BoolArray, few: str) -> Utility:
    """One survey, released by the code that releases surveys. A column 'row' tells whose answer it is."""
    cell_of = specification.assign(members)
    own = members.with_row_index("row").filter(pl.Series(answered))
    table = pl.DataFrame({"cell": cell_of[answered], "agrees": own["agrees"], "row": own["row"]})
    roles: dict[str, Any] = {"confidential": ["agrees"], "insensitive": ["row"], "trust_answers": True}
    released = shoal.collect(specification, table, few=few, **roles).table
    truth = members[released["row"].to_list()]
    losses = [((released[name] - truth[name]) ** 2).mean() / own[name].var() for name in QI]
    error = [_share(released, low, high) - _share(own, low, high) for low, high in pairwise(AGES)]
    known = np.array([100.0 * each for each in error])
    return Utility(len(released) / len(own), float(np.mean(losses)), float(np.sqrt(np.nanmean(known**2))))


def _share(table: pl.DataFrame, low: int, high: int) -> float:
    """Who agrees, of those that the table says are in a group of age."""
    own = table.filter(pl.col("age").is_between(low, high, closed="left"))
    return float(own["agrees"].mean()) if len(own) else float("nan")  # type: ignore[arg-type]


def rows(surveys: int) -> list[str]:
    """One for each participation and policy, means over surveys."""
    draw = np.random.default_rng(1)
    members = people(draw)
    wishes: dict[str, Any] = {
        "k": K,
        "failure": FAILURE,
        "participation": DESIGNED,
        "seed": 1,
        "method": "pcl(rounds=20)",
    }
    specification = design_frame(members.drop("agrees"), quasi_identifiers=QI, **wishes).specification
    lines = []
    for participation in PARTICIPATION:
        tilt = members["age"].to_numpy() / members["age"].mean()  # the young answer less than assumed
        chance = np.minimum(1.0, participation * (tilt if participation < DESIGNED else 1.0))
        taking_part = [draw.random(N_MEMBERS) < chance for _ in range(surveys)]
        cell_of = specification.assign(members)
        counts = [np.bincount(cell_of[each], minlength=specification.n_cells) for each in taking_part]
        few = float(np.mean([(each < K).mean() for each in counts]))
        for policy in ("withhold", "join"):
            found = [simulated(specification, members, each, policy) for each in taking_part]
            means = [float(np.mean([getattr(one, name) for one in found])) for name in ("released", "loss", "error")]
            lines.append(
                f"| {participation:.0%} | {few:.1%} | {policy} | {means[0]:.2%} | {means[1]:.4f} | {means[2]:.2f} |"
            )
        print(lines[-2:], flush=True)
    return [*lines, "", _undone(specification, specification.assign(members), surveys)]


def _undone(specification: shoal.Specification, cell_of: IntArray, surveys: int) -> str:
    """If cells whose answers are all alike were joined with the nearest other one: how many would show which answer.

    The observer knows the rule and sees the class. An answer that fewer than k people of the class gave is not the one
    that all of a joined cell gave.
    """
    draw = np.random.default_rng(2)
    n_joined, n_shown = 0, 0
    for _ in range(surveys):
        joined, shown = _shown(specification, cell_of[draw.random(N_MEMBERS) < DESIGNED], draw)
        n_joined, n_shown = n_joined + joined, n_shown + shown
    return (
        f"If cells in which all give the same answer were joined with the nearest other cell (one answer in "
        f"{1 / RARE:.0f} is yes; {n_joined:,} such cells), the class would prove of {n_shown / n_joined:.0%} of them "
        "which answer it was."
    )


def _shown(specification: shoal.Specification, cell_of: IntArray, draw: np.random.Generator) -> tuple[int, int]:
    """Cells that would be joined, and those of them whose answer is then known."""
    yes = np.bincount(cell_of, weights=draw.random(len(cell_of)) < RARE, minlength=specification.n_cells)
    counts = np.bincount(cell_of, minlength=specification.n_cells)
    alike = (counts >= K) & ((yes == 0) | (yes == counts))
    mixed = np.flatnonzero((counts >= K) & ~alike)
    shown = 0
    for cell in np.flatnonzero(alike):
        centroids = specification.quantizer.centroids
        host = mixed[np.argmin(((centroids[mixed] - centroids[cell]) ** 2).sum(axis=1))]
        total = yes[cell] + yes[host]
        shown += int(total < K or counts[cell] + counts[host] - total < K)
    return int(alike.sum()), shown


def main() -> None:
    """Run it, and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--surveys", type=int, default=SURVEYS)
    surveys = parser.parse_args().surveys
    write_result(
        "survey_joining",
        f"Cells with few answers, joined or withheld: k = {K}, {N_MEMBERS:,} members, designed for {DESIGNED:.0%}",
        f"python -m benchmarks.survey.joining --surveys {surveys}",
        [
            "| participation | cells with few answers | they are | answers released | loss of these | "
            "error of shares by age, % points |",
            "|---|---|---|---|---|---|",
            *rows(surveys),
        ],
    )


if __name__ == "__main__":
    main()
