"""The lower bound: below every partition there is, above the bounds that are easier to get."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from shoal import certificate, lower_bound, microaggregate
from shoal.errors import InfeasiblePromise, ParameterError
from shoal.partition.bound import pricing
from shoal.partition.bound.certificate import BoundKind
from shoal.partition.bound.ground import RECORDS_AT_ONCE, ground_of, listing_s, with_longer_lists
from shoal.partition.bound.pricing import _made_fair, ascend
from shoal.partition.control import Clock

AMPLE_S = 60.0  # far more than these small cases need
HOURS_S = 1e4


def sse_of(points: np.ndarray) -> float:
    return float(((points - points.mean(axis=0)) ** 2).sum())


def cells_with_first(records: tuple[int, ...], k: int) -> Iterator[tuple[int, ...]]:
    """Every cell of k to 2k − 1 that holds the first of these records; larger ones can be cut in two."""
    for size in range(k, min(2 * k, len(records) + 1)):
        for others in combinations(records[1:], size - 1):
            yield (records[0], *others)


def optimum(points: np.ndarray, k: int) -> float:
    """The least SSE of all partitions, by looking at all of them."""

    def best(records: tuple[int, ...]) -> float:
        if not records:
            return 0.0
        return min(
            (
                sse_of(points[list(cell)]) + best(tuple(record for record in records if record not in cell))
                for cell in cells_with_first(records, k)
            ),
            default=math.inf,
        )

    return best(tuple(range(len(points))))


@st.composite
def small_cases(draw: st.DrawFn) -> tuple[np.ndarray, int]:
    """Up to nine points on a small grid (ties and copies abound) or in general position."""
    k = draw(st.integers(2, 4))
    n_records = draw(st.integers(k, 9))
    n_dims = draw(st.integers(1, 4))
    coordinates = draw(st.sampled_from([st.integers(0, 3).map(float), st.floats(-100, 100, width=32)]))
    return draw(arrays(np.float64, (n_records, n_dims), elements=coordinates)), k


@settings(max_examples=60, deadline=None)
@given(small_cases())
def test_never_above_the_optimum_of_all_partitions(case: tuple[np.ndarray, int]) -> None:
    points, k = case
    best = optimum(points, k)
    instant = lower_bound(points, k)
    tight = lower_bound(points, k, budget_s=AMPLE_S)
    assert 0 <= instant <= tight * (1 + 1e-8) + 1e-12
    assert tight <= best  # 0 when it is 0: all rounding goes down


def test_reaches_the_optimum_where_the_program_is_tight() -> None:
    rng = np.random.default_rng(0)
    centres = 100 * rng.standard_normal((20, 3))
    points = np.repeat(centres, 4, axis=0) + rng.standard_normal((80, 3))
    own_cells = sum(sse_of(points[4 * i : 4 * i + 4]) for i in range(20))
    found = certificate(points, 4, own_cells, budget_s=AMPLE_S)
    assert found.kind is BoundKind.PROGRAM
    assert found.gap <= 2e-4
    assert found.describe() == "At most 0.01 % above the optimum (linear program)."


def test_prices_below_zero_are_worth_something() -> None:
    # One must share: k = 2 and three points on a line are one cell. Prices of at least 0 prove 1, free ones 1.5.
    points = np.array([[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]])
    ground = ground_of(points, 1, 2)
    ascent = ascend(ground, 2, Clock(AMPLE_S))
    assert ground.value(ascent.price) / 2 == pytest.approx(1.5, rel=1e-3)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_on_a_line_it_is_the_optimum_and_the_program_stays_below(k: int) -> None:
    rng = np.random.default_rng(k)
    values = rng.standard_normal((60, 1))
    best = microaggregate(values, k, method="optimal-1d").sse
    found = certificate(values, k, best)
    assert found.kind is BoundKind.LINE
    assert 0 < found.bound <= best
    assert found.gap <= 1e-8
    in_a_plane = np.hstack([values, np.zeros_like(values)])
    assert 0.85 * best <= lower_bound(in_a_plane, k, budget_s=AMPLE_S) <= best


def test_fewer_than_2k_records_are_one_cell() -> None:
    points = np.random.default_rng(1).standard_normal((9, 2)) + 1e6
    found = certificate(points, 5, sse_of(points))
    assert found.kind is BoundKind.ONE_CELL
    assert found.bound <= sse_of(points)
    assert found.gap <= 2e-9


def test_instant_bound_by_hand() -> None:
    # A square of side 1 and its twin far away: every corner has neighbours at 1, 1; k = 3: (1/6)·(1 + 1)·8.
    square = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    assert lower_bound(np.vstack([square, square + 50]), 3) == pytest.approx(8 * 2 / 6, rel=1e-8)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 6), st.integers(2, 5), st.sampled_from(["normal", "grid", "tails"]))
def test_below_every_method(seed: int, k: int, n_dims: int, family: str) -> None:
    rng = np.random.default_rng(seed)
    points = {
        "normal": rng.standard_normal((90, n_dims)),
        "grid": rng.integers(0, 4, (90, n_dims)).astype(float),
        "tails": rng.standard_cauchy((90, n_dims)),
    }[family]
    bounds = (lower_bound(points, k), lower_bound(points, k, budget_s=0.3))
    for method in ("mdav", "mdav*", "vmdav", "mst"):
        sse = microaggregate(points, k, method=method).sse
        assert max(bounds) <= sse * (1 + 1e-12)  # the SSE is rounded too


def test_every_budget_is_valid_and_more_is_no_worse() -> None:
    points = np.random.default_rng(5).standard_normal((400, 4))
    k = 5
    instant = lower_bound(points, k)
    reached = [lower_bound(points, k, budget_s=budget_s) for budget_s in (1e-9, 0.05, AMPLE_S)]
    least = microaggregate(points, k, method="mdav*").sse
    assert all(instant * (1 - 1e-12) <= bound <= least for bound in reached)
    assert reached[-1] > 1.2 * instant


def test_stopped_before_it_began_it_is_the_instant_bound() -> None:
    points = np.random.default_rng(6).standard_normal((200, 3))
    found = certificate(points, 4, math.inf, budget_s=1e-9)
    assert found.kind is BoundKind.NEAREST
    assert found.bound == pytest.approx(lower_bound(points, 4), rel=1e-9)


def test_the_same_twice_whatever_the_order_of_records() -> None:
    points = np.random.default_rng(7).standard_normal((150, 3))
    one = lower_bound(points, 4, budget_s=AMPLE_S)
    assert one == lower_bound(points, 4, budget_s=AMPLE_S)
    assert one == lower_bound(points[::-1], 4, budget_s=AMPLE_S)


def test_blocks_keep_the_bound_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    # So many points that they are cut into blocks take minutes: for few of them the limits are lowered.
    points = np.random.default_rng(8).standard_normal((600, 2))
    whole = lower_bound(points, 3, budget_s=AMPLE_S)
    monkeypatch.setattr(pricing, "WHOLE_POINTS", 100)
    monkeypatch.setattr(pricing, "BLOCK_POINTS", 100)
    assert len(pricing._blocks(points, 0)) == 8
    in_blocks = lower_bound(points, 3, budget_s=AMPLE_S)
    assert 0.97 * whole <= in_blocks <= whole * (1 + 2e-4)


def test_repeated_points() -> None:
    rng = np.random.default_rng(9)
    points = np.repeat(rng.standard_normal((40, 3)), rng.integers(1, 9, 40), axis=0)
    tight = lower_bound(points, 4, budget_s=AMPLE_S)
    assert lower_bound(points, 4) <= tight <= microaggregate(points, 4, method="mdav*").sse
    assert lower_bound(np.repeat(points, 4, axis=0), 4, budget_s=AMPLE_S) == 0.0
    assert lower_bound(np.ones((20, 2)), 3, budget_s=AMPLE_S) == 0.0


@pytest.mark.parametrize("factor", [2.0**-400, 2.0**400])
def test_units_do_not_matter(factor: float) -> None:
    points = np.random.default_rng(10).standard_normal((50, 2))
    expected = lower_bound(points, 3) * factor**2
    assert lower_bound(points * factor, 3) == pytest.approx(expected, rel=1e-12)


def test_far_from_the_origin() -> None:
    points = np.round(np.random.default_rng(11).standard_normal((120, 2)) * 1000)
    assert lower_bound(points + 2.0**40, 3, budget_s=AMPLE_S) == pytest.approx(lower_bound(points, 3, budget_s=AMPLE_S))


def test_gap() -> None:
    points = np.ones((10, 2))
    assert certificate(points, 3, 0.0).gap == 0.0
    unknown = certificate(points, 3, 1.0)
    assert math.isinf(unknown.gap)
    assert "No useful" in unknown.describe()


@pytest.mark.parametrize("budget_s", [0.0, -1.0, math.nan])
def test_refuses_a_budget_that_is_none(budget_s: float) -> None:
    with pytest.raises(ParameterError, match="budget_s"):
        lower_bound(np.zeros((10, 2)), 3, budget_s=budget_s)


def test_refuses_wrong_input() -> None:
    with pytest.raises(InfeasiblePromise):
        lower_bound(np.zeros((2, 2)), 3)
    with pytest.raises(ParameterError, match="k is 1"):
        lower_bound(np.zeros((10, 2)), 1)
    with pytest.raises(ParameterError, match="shape"):
        lower_bound(np.zeros(10), 3)
    with pytest.raises(ParameterError, match="NaN"):
        lower_bound(np.full((10, 2), np.nan), 3)
    with pytest.raises(ParameterError, match="sse"):
        certificate(np.zeros((10, 2)), 3, math.nan)


def test_an_sse_that_no_partition_has_is_refused() -> None:
    # Given the loss in place of the SSE, the certificate said that nothing is left to gain.
    points = np.random.default_rng(0).standard_normal((100, 2))
    made = microaggregate(points, 5, method="mdav")
    assert certificate(points, 5, made.sse).gap > 0
    with pytest.raises(ParameterError, match=r"not \.loss"):
        certificate(points, 5, made.loss)


class Ticking(Clock):
    """A clock that moves on by so much whenever somebody looks at it, and presses Ctrl-C at one of the looks."""

    def __init__(self, budget_s: float, tick_s: float, pressed_at: int | None = None) -> None:
        super().__init__(budget_s)
        self.left, self.tick_s, self.pressed_at, self.looks = budget_s, tick_s, pressed_at, 0

    @property
    def left_s(self) -> float:
        self.looks += 1
        if self.looks == self.pressed_at:
            raise KeyboardInterrupt
        self.left -= self.tick_s
        return self.left

    def within(self, seconds: float) -> Clock:
        return self


@pytest.mark.parametrize("budget_s", [0.0, 1.0, 3.0, 9.0, 27.0])
def test_a_program_without_time_is_not_called_solved(budget_s: float) -> None:
    ground = ground_of(np.random.default_rng(0).standard_normal((60, 3)), 2, 20)
    stopped = ascend(ground, 3, Ticking(budget_s, 1.0))
    assert not stopped.is_complete
    assert ground.value(stopped.price) <= ground.value(ascend(ground, 3, Clock(AMPLE_S)).price) * (1 + 1e-4)


def test_a_budget_is_kept_where_the_neighbours_alone_take_longer() -> None:
    """Lists of 128 neighbours were made without a look at the clock: 9 s of a budget of 0.5 s."""
    points = np.random.default_rng(0).standard_normal((5_000, 8))
    found = certificate(points, 5, math.inf, budget_s=1e-3)
    assert found.kind is BoundKind.NEAREST
    assert found.bound == pytest.approx(lower_bound(points, 5), rel=1e-9)


def test_longer_lists_are_those_of_a_longer_look_or_none() -> None:
    points = np.random.default_rng(1).standard_normal((4 * RECORDS_AT_ONCE, 3))
    short, long = ground_of(points, 2, 2), ground_of(points, 2, 40)
    looks = 0

    def is_late() -> bool:
        nonlocal looks
        looks += 1
        return looks > 2

    assert with_longer_lists(short, 40, is_late) is None
    found = with_longer_lists(short, 40, lambda: False)
    assert found is not None
    np.testing.assert_array_equal(found.neighbour, long.neighbour)
    np.testing.assert_array_equal(found.distance, long.distance)
    assert with_longer_lists(long, 40, lambda: True) is long  # nothing to do


@pytest.mark.parametrize(("turn_s", "n_turns"), [(0.001, 13), (0.3, 500)])
def test_the_clock_is_looked_at_after_every_long_turn(turn_s: float, n_turns: int) -> None:
    """64 roots of up to 0.3 s were searched between two looks: 4 s of a budget of 2 s."""
    ground = ground_of(np.random.default_rng(2).standard_normal((500, 2)), 2, 20)
    fair = np.zeros((4, 500))
    fair[2], fair[3] = ground.nearest_fair(2), ground.nearest_fair(3)
    clock = Ticking(1e6, turn_s)
    assert _made_fair(ground, 3, fair, 1.1 * fair[3], clock) is not None
    assert clock.looks == 2 * n_turns  # before and after each: one root, two, four … or always one
    hurried = Ticking(turn_s, turn_s)
    assert _made_fair(ground, 3, fair, 1.1 * fair[3], hurried) is None
    assert hurried.looks == 1


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_an_interrupt_keeps_the_best_bound_until_then(share: float) -> None:
    ground = ground_of(np.random.default_rng(3).standard_normal((300, 3)), 3, 128)
    ample = Ticking(1e9, 1e-6)
    whole = ascend(ground, 4, ample)
    assert whole.is_complete
    found = ascend(ground, 4, Ticking(1e9, 1e-6, pressed_at=int(share * ample.looks)))
    assert found.is_interrupted
    assert not found.is_complete
    instant = ground.value(ground.nearest_fair(4))
    assert (1 - 1e-9) * instant <= ground.value(found.price) < ground.value(whole.price)


def test_an_interrupt_from_the_keyboard_ends_the_program() -> None:
    points = np.random.default_rng(4).standard_normal((1_500, 6))
    lower_bound(points[:100], 5, budget_s=AMPLE_S)  # compiles
    found = pressed(lambda: certificate(points, 8, math.inf, budget_s=HOURS_S))
    assert found.kind is BoundKind.INTERRUPTED
    assert found.bound >= lower_bound(points, 8) * (1 - 1e-9)
    with pytest.raises(KeyboardInterrupt):  # a number alone could not say that it was interrupted
        pressed(lambda: lower_bound(points, 8, budget_s=HOURS_S))


def pressed(work: Callable[[], Any]) -> Any:
    """What somebody gets who presses Ctrl-C after a second."""
    ended = Event()

    def press() -> None:
        sleep(1.0)
        while not ended.is_set():
            os.kill(os.getpid(), signal.SIGINT)
            ended.wait(AMPLE_S / 6)  # a signal that falls into a foreign library's clean-up may be lost: press again

    presser = Thread(target=press)
    presser.start()
    try:
        return work()
    finally:
        ended.set()
        presser.join()


def test_an_interrupted_compilation_is_an_interrupt(tmp_path: Path) -> None:
    """Another process finds no compiled code, and gets a Ctrl-C while it compiles the search for unfair sets."""
    script = (
        "import numpy, shoal\n"
        "points = numpy.random.default_rng(0).standard_normal((1_500, 6))\n"
        "shoal.lower_bound(points, 8)\n"
        "print('the search for neighbours is compiled', flush=True)\n"
        f"shoal.lower_bound(points, 8, budget_s={AMPLE_S})\n"
        "print('not interrupted')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "the search for neighbours is compiled\n"
    sleep(1.0)
    process.send_signal(signal.SIGINT)
    said, complaint = process.communicate(timeout=5 * AMPLE_S)
    assert said == ""
    assert complaint.endswith("KeyboardInterrupt\n")


def test_the_time_of_the_instant_bound_is_estimated() -> None:
    points = np.random.default_rng(5).standard_normal((3_000, 8))
    assert 0 < listing_s(points, 4) < 60
    assert listing_s(np.ones((3_000, 2)), 4) == 0.0  # one distinct point has no neighbours
    assert listing_s(points[:3], 4) > 0
