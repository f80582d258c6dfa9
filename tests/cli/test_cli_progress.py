"""The progress bar: whatever the steps of a run report, no line of it goes back."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console

from shoal.cli.shared.progress import Bar, Steps
from shoal.partition.conditions.strata import microaggregate_blocks
from shoal.partition.methods import find_method
from shoal.partition.microaggregate import microaggregate

# Reports (records done, in all) as they came from runs.
RECORDED = {
    "pcl after its start": [(0, 3000), (1200, 3000), (2950, 3000), (0, 3000), (700, 3000), (3000, 3000)],
    "a file read twice": [(50, 100), (100, 100), (20_000, 90_000), (90_000, 90_000)],
    "a search that begins anew": [(2600, 3000), (1700, 3000), (2700, 3000), (3000, 3000)],
    "no records at all": [(0, 0), (0, 0)],
    "more than all": [(5, 4), (4, 4)],
}


def drawn(reports: list[tuple[int, int]]) -> list[tuple[int, float]]:
    """The step and the share after each report."""
    steps, seen = Steps(), []
    for done, total in reports:
        steps.report(done, total)
        seen.append((steps.number, steps.share))
    return seen


@pytest.mark.parametrize("name", RECORDED)
def test_no_step_goes_back(name: str) -> None:
    """Story: a start filled the bar, and the search that followed emptied it again."""
    seen = drawn(RECORDED[name])
    assert seen == sorted(seen)
    assert all(0.0 <= share <= 1.0 for _, share in seen)


def test_a_new_step_is_told_from_a_pause() -> None:
    assert [step for step, _ in drawn(RECORDED["pcl after its start"])] == [1, 1, 1, 2, 2, 2]
    assert [step for step, _ in drawn(RECORDED["a file read twice"])] == [1, 1, 2, 2]
    assert drawn(RECORDED["a search that begins anew"])[1] == (1, 2600 / 3000)


@pytest.mark.parametrize("method", ["pcl", "mst"])
def test_real_runs_report_in_steps_and_are_drawn_upwards(method: str) -> None:
    reports: list[tuple[int, int]] = []
    points = np.random.default_rng(0).normal(size=(1500, 2))
    microaggregate(points, 5, method=method, seed=0, progress=lambda done, total: reports.append((done, total)))
    shares = [done / total for done, total in reports]
    assert shares != sorted(shares)  # otherwise this test shows nothing
    assert drawn(reports) == sorted(drawn(reports))


def test_many_blocks_are_few_steps() -> None:
    """Every block begins anew; a line for each would fill the screen."""
    reports: list[tuple[int, int]] = []
    points = np.random.default_rng(0).normal(size=(600, 2))
    block_of = np.arange(600) % 20
    microaggregate_blocks(
        points,
        block_of,
        3,
        methods=(find_method("pcl"),),
        seed=0,
        progress=lambda done, total: reports.append((done, total)),
    )
    assert drawn(reports)[-1][0] <= 3


def test_the_lines_on_the_screen() -> None:
    screen = Console(file=io.StringIO(), force_terminal=True)
    bar = Bar("Forming cells", shown=True, console=screen, patience_s=0.0)
    filled: dict[str, list[float]] = {}
    for done, total in RECORDED["pcl after its start"]:
        bar.update(done, total)
        assert bar.progress is not None
        for task in bar.progress.tasks:
            filled.setdefault(task.description, []).append(task.percentage)
    bar.stop()
    assert list(filled) == ["Forming cells", "Forming cells, step 2"]
    assert all(shares == sorted(shares) for shares in filled.values())
    assert [shares[-1] for shares in filled.values()] == [100.0, 100.0]
