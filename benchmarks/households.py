"""What it costs that k counts households: people who live together, with and without the role.

python -m benchmarks.households
"""

from __future__ import annotations

import warnings

import numpy as np
import polars as pl

import shoal
from benchmarks.results import write_result
from shoal.errors import ShoalWarning

N_HOUSEHOLDS = 1_000
LARGEST = 6
SHARE_ALONE = 0.45  # of a geometric distribution: 2.2 members on average, as in benchmarks for masses


def people() -> pl.DataFrame:
    """Rent and region belong to the household; ages are those of two generations."""
    rng = np.random.default_rng(0)
    home = np.repeat(np.arange(N_HOUSEHOLDS), np.minimum(rng.geometric(SHARE_ALONE, N_HOUSEHOLDS), LARGEST))
    n_records = len(home)
    generation = rng.integers(25, 80, N_HOUSEHOLDS)[home]
    is_child = (np.arange(n_records) - np.searchsorted(home, home) >= 2) & (generation > 28)
    age = np.clip(generation - 28 * is_child + rng.integers(-3, 4, n_records), 0, 99)
    return pl.DataFrame({"home": home, "age": age, "rent": rng.integers(300, 2_000, N_HOUSEHOLDS)[home]})


def below(table: pl.DataFrame, cell_of: np.ndarray, k: int) -> float:
    """The share of classes in which a household has more than 1/k of the records."""
    counts = table.with_columns(cell=pl.Series(cell_of)).group_by("cell", "home").len()
    classes = counts.group_by("cell").agg(pl.col("len").sum().alias("all"), pl.col("len").max().alias("most"))
    return float((classes["all"] < k * classes["most"]).mean())


def main() -> None:
    """The table."""
    warnings.simplefilter("ignore", ShoalWarning)
    table = people()
    lines = [
        "| quasi-identifiers | k | loss, k records, % | classes with more than 1/k of one household, % | "
        "loss, k households together, % | smallest class | mean risk of a household, % | "
        "loss, k households counted, % | mean risk of a household, % |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for columns in (["rent"], ["age", "rent"]):
        for k in (3, 5, 10):
            rest = [name for name in table.columns if name not in columns]
            asked = {"k": k, "quasi_identifiers": columns, "method": "pcl", "seed": 0}
            plain = shoal.anonymize(table, identifiers=rest, **asked)
            named = {"household": "home", "identifiers": [name for name in rest if name != "home"], **asked}
            homes = shoal.anonymize(table, **named)
            counted = shoal.anonymize(table, household_members="counted", **named)
            promise, other = homes.report.facts["promise"], counted.report.facts["promise"]
            lines.append(
                f"| {', '.join(columns)} | {k} | {100 * plain.partition.loss:.2f} | "
                f"{100 * below(table, plain.partition.cell_of, k):.0f} | {100 * homes.partition.loss:.2f} | "
                f"{promise['smallest_class']} | {100 * promise['households']['mean_risk']:.1f} | "
                f"{100 * counted.partition.loss:.2f} | {100 * other['households']['mean_risk']:.1f} |"
            )
    write_result(
        "households",
        f"{len(table):,} people in {N_HOUSEHOLDS:,} households of at most {LARGEST}",
        "python -m benchmarks.households",
        lines,
    )


if __name__ == "__main__":
    main()
