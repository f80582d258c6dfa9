"""The experiments of the PCL papers: the helpers by hand-computed examples, and the ledger beside the page."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks.data import REPOSITORY
from benchmarks.published_figures import CENSUS_TABLE_2, PCL_CENSUS, WAYS_TO_PAIR_100
from benchmarks.reproduction.ledger import LOCATION, MICROAGGREGATION, QUANTIZATION, LedgerRow
from benchmarks.reproduction.ledger_page import PAPERS, ledger_lines
from benchmarks.reproduction.microaggregation.census_parts import inside_parts
from benchmarks.reproduction.microaggregation.cost_objective import examples, noisy, objective
from benchmarks.reproduction.microaggregation.ten_points import groupings, least_sse
from benchmarks.reproduction.microaggregation.typical import is_within, printed_numbers, ways
from benchmarks.reproduction.page import PAGE
from benchmarks.reproduction.quantization.scalar import are_same_cells, runs
from benchmarks.reproduction.quantization.workloads import (
    Application,
    applications,
    design_by_two,
    first_come,
    least_cost,
    nearest,
    two_frequencies,
)
from benchmarks.reproduction.start_dots import StartsRow, as_printed, measured_starts, starts_summary
from shoal import allocate, microaggregate

LINE = np.array([[0.0], [1.0], [10.0], [11.0], [20.0], [21.0]])
ALL_ROWS = [*MICROAGGREGATION, *QUANTIZATION, *LOCATION]
FIGURES = {"microaggregation": (28, 2), "quantization": (8, 1), "location": (7, 0)}  # figures, tables of each paper


def test_every_grouping_is_made_once() -> None:
    assert [sorted(cells) for cells in groupings((0, 1, 2, 3), (2, 2))] == [
        [(0, 1), (2, 3)],
        [(0, 2), (1, 3)],
        [(0, 3), (1, 2)],
    ]
    of_four = {frozenset(cells) for cells in groupings(tuple(range(10)), (4, 3, 3))}
    assert len(of_four) == len(list(groupings(tuple(range(10)), (4, 3, 3)))) == 2100  # 10! / (4! 3! 3!) / 2
    assert len(list(groupings(tuple(range(10)), (2,) * 5))) == 945  # 9 · 7 · 5 · 3


def test_the_least_distortion_of_three_pairs() -> None:
    assert least_sse(LINE, (2, 2, 2)) == pytest.approx(3 * 0.5)
    # 0, 1, 10 about 11/3, and 11, 20, 21 about 52/3
    assert least_sse(LINE, (3, 3)) == pytest.approx((101 - 121 / 3) + (962 - 52**2 / 3))


def test_ways_are_counted_as_in_the_paper() -> None:
    assert ways(4, 2) == 6
    mantissa, power = WAYS_TO_PAIR_100
    assert f"{ways(100, 2):.1e}" == f"{mantissa}e+{power}"


def test_the_objective_is_the_gap_of_the_smallest_cell() -> None:
    points, sites = np.array([[0.1], [0.2], [0.3], [0.9]]), np.array([[0.0], [1.0]])
    costs = np.array([[0.0, 0.0], [0.0, -0.5], [0.0, 9.0]])  # one record nearest to the second; two; none
    np.testing.assert_allclose(objective(points, sites, costs), [0.25, 0.0, 0.5])


def test_the_costs_of_allocate_are_in_the_well() -> None:
    for example in examples():
        found = allocate(example.points, example.sites).costs
        assert objective(example.points, example.sites, found[None, :])[0] == 0.0


def test_noisy_copies_begin_with_the_record_itself() -> None:
    samples = noisy(LINE, 0.5, 1_000)
    np.testing.assert_array_equal(samples[::1_000], LINE)
    assert np.std(samples[1:1_000] - LINE[0]) == pytest.approx(0.5, rel=0.1)


def test_a_printed_number_is_within_two_deviations_and_half_a_unit() -> None:
    values = [0.8, 0.9, 1.0]  # mean 0.9, standard deviation 0.1
    assert is_within(0.70, values, 0.005)
    assert is_within(0.696, values, 0.005)
    assert not is_within(0.69, values, 0.005)
    assert not is_within(1.11, values, 0.005)


def test_every_printed_number_draws_other_points_for_another_seed() -> None:
    for one in printed_numbers():
        assert not np.array_equal(one.draw(1), one.draw(2))
        assert len(one.draw(1)) // one.k >= 7


def test_cells_inside_parts_never_cross_a_border() -> None:
    points = np.random.default_rng(0).standard_normal((60, 2))
    part_of = (points[:, 0] > np.median(points[:, 0])).astype(np.int64)
    cells = inside_parts(points, part_of, lambda own: microaggregate(own, 5, method="mdav"))
    assert cells.sizes.tolist() == [5] * 12
    for cell in range(cells.n_cells):
        assert len(np.unique(part_of[cells.cell_of == cell])) == 1


def test_table_2_is_the_one_in_the_other_tables() -> None:
    best = {line.k: min(other.distortion for other in CENSUS_TABLE_2 if other.k == line.k) for line in CENSUS_TABLE_2}
    assert best == {k: pcl for k, (_, pcl, _) in PCL_CENSUS.items()}
    assert [line.parts for line in CENSUS_TABLE_2] == [3, 2, 2, 1, 1, 1, 1]


def test_a_row_of_starts_knows_its_best() -> None:
    row = StartsRow("uniform", 3, 4, 2.0, 1.5, (1.0, 1.2, 1.1, 1.6), 3, (0.1,) * 5)
    assert (row.best, row.ratio, row.spread, row.mdav_start_is_best) == (1.0, 0.5, 1.6, False)
    assert "50 to 50 % below MDAV" in starts_summary([row])


def test_every_start_of_the_papers_has_even_cells() -> None:
    points = np.random.default_rng(3).standard_normal((203, 2))
    row = measured_starts("Gaussian", points, 50, as_printed(5))
    assert (row.n_cells, row.smallest, len(row.from_random)) == (4, 50, 4)
    assert row.best < row.mdav


def test_a_line_is_cut_into_runs() -> None:
    assert runs(np.array([3.0, 1.0, 2.0, 0.0]), 2).tolist() == [1, 0, 1, 0]
    assert are_same_cells(np.array([0, 0, 1]), np.array([5, 5, 2]))
    assert not are_same_cells(np.array([0, 0, 1]), np.array([5, 2, 2]))


def test_nearest_and_first_come() -> None:
    case = Application("two", LINE, np.array([[0.0], [21.0]]), np.array([0.5, 0.5]))
    assert nearest(case).tolist() == [0, 0, 0, 1, 1, 1]
    late = Application("late", LINE[::-1], np.array([[20.0], [99.0]]), np.array([0.5, 0.5]))
    assert first_come(late).tolist() == [0, 0, 0, 1, 1, 1]


def test_no_linear_program_beats_an_allocation_of_the_same_loads() -> None:
    for case in applications(120):
        exact = allocate(case.points, case.centers, case.shares, workloads=case.workloads)
        loads = np.bincount(exact.cell_of, weights=case.work, minlength=len(case.centers))
        assert least_cost(case, loads) == pytest.approx(exact.sse, rel=1e-6)


def test_cells_of_equal_diversity_are_equal_up_to_one_record() -> None:
    points, frequency, diversity = two_frequencies(400)
    cells, _ = design_by_two(points, frequency, diversity)
    loads = np.bincount(cells.cell_of, weights=diversity)
    assert np.abs(loads - diversity.sum() / len(loads)).max() < diversity.max()


# The ledger


def _slugs(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in headings}


def _numbers(rows: tuple[LedgerRow, ...], kind: str) -> set[int]:
    """Every figure or table that the items name: 'Fig. 3', 'Figs. 1 to 8', 'Figs. 21 and 22'."""
    found: set[int] = set()
    for row in rows:
        for numbers in re.findall(rf"{kind}s?\.? ((?:\d+(?: to |, | and )?)+)", row.item):
            for piece in re.split(r", | and ", numbers):
                first, _, last = piece.partition(" to ")
                found |= set(range(int(first), int(last or first) + 1))
    return found


def test_every_figure_and_table_has_a_row() -> None:
    for rows in PAPERS.values():
        n_figures, n_tables = FIGURES[rows[0].paper]
        assert _numbers(rows, "Fig") == set(range(1, n_figures + 1))
        assert _numbers(rows, "Table") == set(range(1, n_tables + 1))


def test_every_row_has_a_place_on_the_page_and_a_reason() -> None:
    slugs = _slugs(PAGE)
    for row in ALL_ROWS:
        assert row.remark
        assert row.where in slugs or (not row.where and row.status == "cannot"), row
    assert len({(row.paper, row.item) for row in ALL_ROWS}) == len(ALL_ROWS)


def test_the_ledger_says_of_single_samples_what_the_page_says() -> None:
    """A figure whose numbers are all within agrees; one with a number outside differs."""
    within: dict[tuple[str, str], list[bool]] = {}
    text = PAGE.read_text("utf-8").split("<!-- begin samples:")[1].split("<!-- end samples")[0]
    for figure, paper, verdict in re.findall(r"^\| (\d+), (\w+) \|.*\| (yes|no) \|$", text, flags=re.MULTILINE):
        within.setdefault((paper, f"Fig. {figure}"), []).append(verdict == "yes")
    status = {(row.paper, row.item): row.status for row in ALL_ROWS}
    assert len(within) == 7
    for key, verdicts in within.items():
        assert status[key] == ("agrees" if all(verdicts) else "differs"), key


def test_the_tables_of_the_ledger_count_their_rows() -> None:
    for title, rows in PAPERS.items():
        lines = ledger_lines(title, rows)
        assert sum(line.startswith("| ") for line in lines) == len(rows) + 1
        assert sum(map(int, re.findall(r"\d+", lines[0]))) == len(rows)


def test_every_picture_of_the_page_exists_and_is_used() -> None:
    folder = REPOSITORY / "docs" / "images" / "reproduction"
    shown = set(re.findall(r"images/reproduction/([\w.½-]+\.png)", PAGE.read_text("utf-8")))
    assert shown == {path.name for path in folder.glob("*.png")}
