"""Moving people: what somebody learns who follows a pseudonym through a day: python -m benchmarks.location.moving

Each invented person has a home, a workplace and somewhere to go in the evening. A day has slots, in each of which a
person is at one of the three. Two ways to hide among k:

* a place for each slot: the people of each slot are divided into cells of k by where they are then;
* a place for each day: cells of k people whose whole days are alike, one place for each slot of the cell's day.

Whoever follows a pseudonym through the first way keeps those who were in all its cells. Through the second way k are
left, however long it goes on. The price is the distance from where people are to the place that they show. Writes
benchmarks/results/location_moving.md.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from benchmarks.location.seen import SEED
from benchmarks.location.town import Town, invented
from benchmarks.results import write_result
from shoal.arrays import FloatArray, IntArray
from shoal.partition.microaggregate import microaggregate
from shoal.service.design.attacker import followed_sizes
from shoal.service.geometry.sphere import metres_between, unit_vectors

HOMES = 3000
N_WORKPLACES = 40
NEAR_DEG = 0.01  # about 1 km: how far from home people go in the evening
AT_HOME, AT_WORK, OUT = 0, 1, 2
DAY = (AT_HOME, AT_WORK, OUT, AT_HOME)  # slots of a weekday
OFTEN_OUT = 0.5  # of the evenings


@dataclass(frozen=True)
class Days:
    """Where everybody is in each slot: (slots, people, 3) points of the unit sphere."""

    points: FloatArray

    @classmethod
    def of(cls, town: Town, n_days: int) -> Days:
        """Workplaces are few, and people take one of the nearest; evenings differ from day to day."""
        rng = np.random.default_rng(SEED)
        workplaces = town.degrees[rng.choice(town.n_people, N_WORKPLACES, replace=False)]
        apart = np.linalg.norm(town.degrees[:, None, :] - workplaces[None, :, :], axis=2)
        likely = np.exp(-apart / apart.mean())
        likely /= likely.sum(axis=1, keepdims=True)
        work = workplaces[[rng.choice(N_WORKPLACES, p=row) for row in likely]]
        slots = []
        for _ in range(n_days):
            for where in DAY:
                here = {AT_HOME: town.degrees, AT_WORK: work, OUT: town.degrees}[where].copy()
                if where == OUT:
                    goes = rng.random(town.n_people) < OFTEN_OUT
                    here[goes] += rng.normal(0.0, NEAR_DEG, size=(int(goes.sum()), 2))
                slots.append(unit_vectors(here[:, 0], here[:, 1]))
        return cls(np.array(slots))

    def by_slot(self, k: int) -> IntArray:
        """The cell of each person in each slot, each slot by itself: (people, slots)."""
        return np.column_stack([microaggregate(here, k, method="mdav").cell_of for here in self.points])

    def by_day(self, k: int) -> IntArray:
        """One cell for the whole time: people whose positions are alike in all slots."""
        together = np.concatenate(list(self.points), axis=1)
        return microaggregate(together, k, method="mdav").cell_of

    def metres(self, cell_of: IntArray) -> float:
        """From where people are to the centre of their cell, in the mean over slots; one column may do for all."""
        columns = cell_of if cell_of.ndim == 2 else np.repeat(cell_of[:, None], len(self.points), axis=1)
        return float(np.mean([_to_centres(here, own) for here, own in zip(self.points, columns.T, strict=True)]))


def _to_centres(here: FloatArray, cell_of: IntArray) -> float:
    sizes = np.bincount(cell_of)
    centres = np.column_stack([np.bincount(cell_of, weights=axis) for axis in here.T]) / sizes[:, None]
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    return float(metres_between(here, centres[cell_of]).mean())


def main() -> None:
    """One town, several k."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--k", type=int, nargs="+", default=[5, 20, 100])
    arguments = parser.parse_args()
    town = invented(HOMES)
    lines = [
        "| k | slots followed | by slot: fewest left | people below k | named by one guess | metres | by day: metres |"
    ]
    lines.append("|---|---|---|---|---|---|---|")
    for k in arguments.k:
        for n_days, n_slots in ((1, 1), (1, 2), (1, 4), (5, 20)):
            days = Days(Days.of(town, n_days).points[:n_slots])
            cells = days.by_slot(k)
            left = followed_sizes(cells)
            row = [k, n_slots, left.min(), f"{100 * np.mean(left < k):.1f} %", f"{100 * np.mean(1 / left):.1f} %"]
            row += [f"{days.metres(cells):.0f}", f"{days.metres(days.by_day(k)):.0f}"]
            lines.append(f"| {' | '.join(map(str, row))} |")
            print(lines[-1], flush=True)
    write_result("location_moving", "Moving people", "python -m benchmarks.location.moving", lines)


if __name__ == "__main__":
    main()
