"""Seconds against n at k = 1000: figure 6, two dimensions, and section 7.1's remark on ten.

In ten dimensions the seconds are those of the processor, of all threads together: other work on the machine bends the
exponents of seconds by the clock on the wall.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.growth import fitted_exponent
from benchmarks.published_figures import GROWTH_EXPONENTS, GROWTH_EXPONENTS_10D
from benchmarks.reproduction.experiments import SEED, gaussian
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import growth_picture, save
from shoal import PCL, microaggregate

GROWTH_K = 1000
PRINTED_SIZES = tuple(range(30_000, 100_001, 5_000))
LARGER_SIZES = (200_000, 500_000, 1_000_000)  # the paper ends at 100,000
QUICK_SIZES = (30_000, 50_000, 100_000)
WARM_RECORDS = 4_000
METHODS: Mapping[str, str | PCL] = {"MDAV": "mdav", "PCL": PCL()}
HEAD = ("| n | MDAV s | PCL s | MDAV loss, % | PCL loss, % | smallest cell |", "|---|---|---|---|---|---|")


@dataclass(frozen=True)
class Growth:
    """One experiment: dimensions, sizes, and the printed exponents."""

    name: str
    n_dims: int
    sizes: Sequence[int]
    printed: Mapping[str, float]
    caption: str
    seconds: Callable[[], float]  # of the clock on the wall, or of the processor


PLANE_GROWTH = Growth(
    "growth",
    2,
    (*PRINTED_SIZES, *LARGER_SIZES),
    GROWTH_EXPONENTS,
    "Seconds against n, k = 1000, plane Gaussian points",
    perf_counter,
)
TEN_DIMENSIONS = Growth(
    "growth-10d",
    10,
    PRINTED_SIZES,
    GROWTH_EXPONENTS_10D,
    "Seconds against n, k = 1000, Gaussian points in ten dimensions",
    process_time,
)


def repeat_growth(page: Path, quick: bool, options: str) -> None:
    """Two dimensions."""
    _repeat(PLANE_GROWTH, page, quick, options)


def repeat_ten_dimensions(page: Path, quick: bool, options: str) -> None:
    """Ten dimensions."""
    _repeat(TEN_DIMENSIONS, page, quick, options)


def _repeat(growth: Growth, page: Path, quick: bool, options: str) -> None:
    """MDAV and PCL, one start of its own, at every size; the exponents fitted to all of them."""
    seconds: dict[str, dict[int, float]] = {name: {} for name in METHODS}
    lines = list(HEAD)
    for method in METHODS.values():
        microaggregate(gaussian(WARM_RECORDS, growth.n_dims), GROWTH_K, method=method, seed=SEED)  # compiles, once
    for n_records in QUICK_SIZES if quick else growth.sizes:
        points = gaussian(n_records, growth.n_dims)
        partitions = {}
        for name, method in METHODS.items():
            began = growth.seconds()
            partitions[name] = microaggregate(points, GROWTH_K, method=method, seed=SEED)
            seconds[name][n_records] = growth.seconds() - began
        losses = " | ".join(f"{100 * partition.loss:.4f}" for partition in partitions.values())
        times = " | ".join(f"{seconds[name][n_records]:.2f}" for name in METHODS)
        lines.append(f"| {n_records:,} | {times} | {losses} | {partitions['PCL'].sizes.min():,} |")
        print(lines[-1], flush=True)
    fits = {name: fitted_exponent(list(by_size), list(by_size.values()))[0] for name, by_size in seconds.items()}
    words = [f"{name} n^{fit:.2f} (printed {growth.printed[name.lower()]:.2f})" for name, fit in fits.items()]
    picture = save(growth_picture(seconds), page.parent / "images" / "reproduction", growth.name, growth.caption)
    write_section(page, growth.name, [*lines, "", f"Fitted: {', '.join(words)}.", "", picture], options)
