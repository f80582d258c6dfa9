"""The machinery behind docs/reproduction.md: marks, fits, and the papers' set-ups."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.growth import fitted_exponent
from benchmarks.published_figures import (
    PCL_ADULT,
    PCL_CENSUS,
    PCL_CLUSTERS,
    PCL_GAUSSIAN_16_CELLS,
    PCL_LOCATIONS,
    PCL_SMALL_CELLS,
)
from benchmarks.reproduce import OTHERS
from benchmarks.reproduction.experiments import EXPERIMENTS, gaussian, uniform
from benchmarks.reproduction.page import PAGE, write_section

CASES = {experiment.name: experiment.cases for experiment in EXPERIMENTS}
MARKED = """before
<!-- begin a: written by make reproduce -->
old
<!-- end a -->
between
<!-- begin b: written by make reproduce -->
<!-- end b -->
after
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(MARKED, encoding="utf-8")
    return path


def test_a_section_is_replaced_and_nothing_else(page: Path) -> None:
    write_section(page, "a", ["| new |"])
    write_section(page, "b", ["filled"], " --quick")
    text = page.read_text("utf-8")
    assert "old" not in text
    assert text.startswith(
        "before\n<!-- begin a: written by make reproduce -->\n\nMade by `python -m benchmarks.reproduce`"
    )
    assert "\n\n| new |\n\n<!-- end a -->\nbetween\n" in text
    assert "--quick`" in text.split("between")[1]
    assert text.endswith("filled\n\n<!-- end b -->\nafter\n")


def test_writing_a_section_twice_leaves_one(page: Path) -> None:
    write_section(page, "a", ["same"])
    once = page.read_text("utf-8")
    write_section(page, "a", ["same"])
    assert page.read_text("utf-8") == once


def test_a_page_without_the_marks_is_left_alone(page: Path) -> None:
    with pytest.raises(SystemExit, match="needs these two lines"):
        write_section(page, "c", ["lost"])
    assert page.read_text("utf-8") == MARKED


def test_the_page_of_the_documentation_has_a_place_for_every_experiment() -> None:
    text = PAGE.read_text("utf-8")
    for name in [*(experiment.name for experiment in EXPERIMENTS), "convergence", *OTHERS]:
        assert text.count(f"<!-- begin {name}: written by make reproduce -->") == 1
        assert text.count(f"<!-- end {name} -->") == 1


def test_the_exponent_of_a_power_law_is_found() -> None:
    sizes = [10_000, 30_000, 100_000]
    exponent, factor = fitted_exponent(sizes, [3e-6 * n**1.25 for n in sizes])
    assert (exponent, factor) == (pytest.approx(1.25), pytest.approx(3e-6))


def test_gaussian_points_have_the_asked_correlation() -> None:
    points = gaussian(65_536, 3, 0.5)
    wanted = np.full((3, 3), 0.5) + 0.5 * np.eye(3)
    np.testing.assert_allclose(np.cov(points.T), wanted, atol=0.02)
    assert uniform(1000).min() >= 0
    assert uniform(1000).max() <= 1


def test_every_published_figure_of_pcl_has_a_case() -> None:
    """These experiments compare MDAV, V-MDAV and PCL; the others have tables of their own."""
    printed = {name: [case.printed for case in each if case.printed] for name, each in CASES.items()}
    assert printed == {
        "gaussian": [f"{ratio:.2f}" for ratio in PCL_GAUSSIAN_16_CELLS.values()],
        "clusters": [f"{ratio:.2f}" for ratio in PCL_CLUSTERS.values()],
        "small-cells": [f"{ratio:.2f}" for ratio in PCL_SMALL_CELLS.values()],
        "adult": [f"{ratio:.2f}" for ratio in PCL_ADULT.values()],
        "locations": [f"D {d:g}, smallest {smallest}" for d, smallest in PCL_LOCATIONS.values()],
        "census": [f"{pcl / mdav:.3f} (D {pcl:g}, {seconds} s)" for mdav, pcl, seconds in PCL_CENSUS.values()],
    }


def test_cell_sizes_are_those_of_the_plots_in_the_papers() -> None:
    ks = {name: [case.k for case in each] for name, each in CASES.items()}
    assert ks["gaussian"] == [65_536 // cells for _ in range(6) for cells in (2, 4, 8, 16, 32, 64)]  # 3 d, 2 ρ
    assert ks["clusters"] == [5000, 3333, 2500, 2000, 1666, 1428, 1250, 1111, 1000] * 2  # uniform, Gaussian
    assert ks["small-cells"] == [*range(2, 11)] * 2
    assert ks["adult"] == [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000]
    assert ks["locations"] == [1024, 1024]
    assert ks["census"] == [5, 10, 25, 50, 75, 100]


def test_the_cells_that_the_papers_draw_are_drawn() -> None:
    assert sorted(case.picture for each in CASES.values() for case in each if case.picture) == [
        *(f"figure {number} of the microaggregation paper" for number in (12, 14, 16, 18)),
        "figure 3 of the quantization paper",
        "figure 3 of the quantization paper",
        "figure 6 of the location paper",
        "figure 7 of the location paper",
    ]
