"""Attacks on what a location provider sees: python -m benchmarks.location [--new-york] [--homes N] [--k K …] [--write]

Without --new-york the town is an invented one. With --write the tables and pictures of docs/location-attack.md are made
anew. Several generations are tried on at most 12,000 homes, because they take twenty designs for each k.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

from benchmarks.location import answers, identification, over_time, pictures, seen, sybils
from benchmarks.location.town import Town, invented, new_york
from benchmarks.results import write_result
from shoal.service.design.design import DesignRequest

HEXAGONS = (7, 8, 9)
DECIMALS = (3, 2)
WINDOWS = (10, 1000)  # others of the town who ask within the minute of an observation
TARGETS = 5000
GENERATIONS = 5
MOST_OVER_TIME = 12_000  # homes; twenty designs of more take an hour
CHURN = 0.1  # of the devices leave between two generations, and as many come
CANCELLED = (0.05, 0.2)
RESERVE = 0.25  # the default of SHOAL_RESERVE
VICTIMS = 200


@dataclass
class Tables:
    """What is printed, and written if asked for."""

    town: Town
    ks: list[int]
    command: str
    lines: list[str] = field(default_factory=list)

    def table(self, name: str, title: str, head: list[str], rows: list[list[str]]) -> None:
        """One more table. Its name is that by which a page of the documentation shows it."""
        made = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
        made += [f"| {' | '.join(row)} |" for row in rows]
        start, end = (f"<!-- --8<-- [{edge}:{name}] -->" for edge in ("start", "end"))
        self.lines += [f"## {title}", "", start, "", *made, "", end, ""]
        print("\n".join([f"## {title}", "", *made]), end="\n\n", flush=True)

    def make(self) -> None:
        """All attacks, and what protection costs."""
        kinds = [seen.exact(self.town), *(seen.rounded(self.town, decimals) for decimals in DECIMALS)]
        kinds += [seen.hexagons(self.town, resolution) for resolution in HEXAGONS]
        self.shared = [seen.places(self.town, k) for k in self.ks]
        self.kinds = [*kinds, *self.shared]
        self._named()
        self._over_time()
        self._cancelled()
        self._sybils()
        self._answers()

    def _named(self) -> None:
        self.named, rows = [], []
        for kind in self.kinds:
            metres = float(kind.metres(self.town).mean())
            named = identification.from_directory(kind)
            self.named.append((kind.name, metres, named))
            observed = [identification.by_observation(kind, others, TARGETS).worded() for others in WINDOWS]
            rows.append([kind.name, f"{metres:.0f}", str(named.fewest), f"{100 * named.certain:.2f} %", named.worded()])
            rows[-1] += observed
        head = [
            "the provider sees",
            "metres from home",
            "fewest who share it",
            "named for certain",
            "named by one guess",
        ]
        head += [f"seen asking, {others:,} others ask: one guess" for others in WINDOWS]
        self.table("named", "Who is named from one entry of the log", head, rows)

    def _over_time(self) -> None:
        self.courses, rows = [], []
        for k in self.ks:
            for sticky, reserve in ((False, 0.0), (True, 0.0), (False, RESERVE), (True, RESERVE)):
                terms = DesignRequest(k, reserve, seen.DECIMALS, seen.SEED)
                steps = over_time.Course(self.town.part(MOST_OVER_TIME), terms, sticky, CHURN).run(GENERATIONS)
                name = f"k = {k}, {'sticky' if sticky else 'independent'}, reserve {reserve}"
                self.courses.append((name, steps))
                for step in (steps[0], steps[1], steps[-1]):
                    rows.append([name, str(step.generations), str(step.fewest), f"{100 * step.below_k:.2f} %"])
                    rows[-1] += [f"{100 * step.right:.2f} %", f"{step.mean_m:.0f}"]
        head = [
            "generations",
            "followed through",
            "fewest left",
            "people below k",
            "named by one guess",
            "metres from home",
        ]
        self.table("followed", f"Who follows a pseudonym, if {CHURN:.0%} leave and come each time", head, rows)

    def _cancelled(self) -> None:
        rows = []
        for k in self.ks:
            for reserve in (0.0, RESERVE):
                spots = seen.places(self.town, k, reserve)
                metres = f"{spots.metres(self.town).mean():.0f}"
                left = [over_time.after_cancellations(spots.spot_of, k, share) for share in CANCELLED]
                found = [word for fewest, below in left for word in (str(fewest), f"{100 * below:.1f} %")]
                rows.append([str(k), str(reserve), metres, *found])
        head = ["k", "reserve", "metres from home"]
        for share in CANCELLED:
            head += [f"{share:.0%} cancelled: fewest left", "people below k"]
        self.table("cancelled", "It is known who cancelled", head, rows)

    def _sybils(self) -> None:
        rows = []
        for k in self.ks:
            for decimals, counted in ((None, True), (seen.DECIMALS, True), (seen.DECIMALS, False)):
                found = sybils.attacked(self.town, k, decimals, counted=counted, n_victims=VICTIMS)
                place, guess = (f"{sybils.median(metres):.1f}" for metres in (found.place_m, found.guess_m))
                rows.append([str(k), found.name, place, guess, f"{100 * found.within(10):.0f} %"])
                rows[-1].append(f"{found.true_in_cell.mean():.1f}")
        head = ["k", "service", "metres from home to place before (median)", "metres to the reconstruction (median)"]
        head += ["homes found to 10 m", "true devices of the cell afterwards"]
        self.table("sybils", "k − 1 invented devices around a victim, all other homes known", head, rows)

    def _answers(self) -> None:
        rows = []
        self.quality: dict[str, list[tuple[int, answers.Quality]]] = {}
        for kind in answers.KINDS:
            offered = answers.offered_in(self.town, kind)
            for mechanism in self.kinds[1:]:
                found = answers.quality(self.town, mechanism, offered)
                rows.append([kind, found.name, f"{100 * found.still_right:.1f} %", f"{found.extra_m:.0f}"])
                rows[-1] += [f"{found.answers:.1f}", f"{found.answers_p95:.0f}"]
                if mechanism in self.shared:
                    k = self.ks[self.shared.index(mechanism)]
                    self.quality.setdefault(kind, []).append((k, found))
        head = ["nearest of", "asked with", "first answer is the nearest to the home", "metres walked more"]
        head += ["answers needed (mean)", "answers needed (95 % of people)"]
        self.table("answers", "What the answers of a provider lose", head, rows)

    def write(self) -> None:
        """The result file and the pictures of the documentation."""
        write_result("location_attack", "Attacks on a provider's log", self.command, self.lines)
        pictures.named_picture(self.named, pictures.FOLDER / "location-named.png")
        k = self.ks[len(self.ks) // 2]
        chosen = [(name, course) for name, course in self.courses if name.startswith(f"k = {k},")]
        pictures.followed_picture(chosen, pictures.FOLDER / "location-followed.png")
        pictures.answers_picture(self.quality["restaurants"], pictures.FOLDER / "location-answers.png")


def main() -> None:
    """One town."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--new-york", action="store_true")
    parser.add_argument("--homes", type=int, default=3000, help="of the invented town")
    parser.add_argument("--k", type=int, nargs="+", default=[5, 20, 100])
    parser.add_argument("--write", action="store_true", help="the tables and pictures of the documentation")
    arguments = parser.parse_args()
    town = new_york() if arguments.new_york else invented(arguments.homes)
    print(f"{town.name}: {town.n_people:,} homes.\n", flush=True)
    options = "--new-york --write" if arguments.new_york else f"--homes {arguments.homes} --write"
    tables = Tables(town, sorted(arguments.k), f"python -m benchmarks.location {options}")
    tables.lines += [f"{town.n_people:,} homes of {town.name}.", ""]
    tables.make()
    if arguments.write:
        tables.write()


if __name__ == "__main__":
    main()
