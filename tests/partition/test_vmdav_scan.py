"""V-MDAV with the best γ of a scan: what is kept, how it is repeated, and what Ctrl-C leaves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.data import sim_c
from shoal import VMDAV, Outcome, microaggregate
from shoal.errors import ParameterError
from shoal.partition.conditions.strata import microaggregate_blocks
from shoal.partition.greedy.vmdav import SCANNED_GAINS
from shoal.partition.method_text import describe
from shoal.partition.methods import find_method

CLUSTERED = sim_c(0)[:400]
K = 5


def pressed_once(when: Callable[[int, int], bool]) -> Callable[[int, int], None]:
    """Progress that presses Ctrl-C the first time that (done, total) is so far."""
    pressed = []

    def press(done: int, total: int) -> None:
        if not pressed and when(done, total):
            pressed.append(done)
            raise KeyboardInterrupt

    return press


def test_the_scan_is_the_one_of_the_literature() -> None:
    assert (
        *(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
        *(1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0),
    ) == SCANNED_GAINS


def test_the_least_loss_is_kept_and_its_gain_is_named() -> None:
    tried = {gain: microaggregate(CLUSTERED, K, method=VMDAV(gain)) for gain in SCANNED_GAINS}
    best = min(tried, key=lambda gain: tried[gain].sse)
    assert 0.0 < best < 2.0
    scanned = microaggregate(CLUSTERED, K, method="vmdav(gain=scan)")
    assert scanned.sse == tried[best].sse
    assert scanned.method == f"vmdav(gain={best})"
    assert scanned.outcome is Outcome.COMPLETE


def test_the_method_text_repeats_the_cells() -> None:
    weights = np.random.default_rng(0).uniform(0.5, 2.0, len(CLUSTERED))
    for given in (None, weights):
        scanned = microaggregate(CLUSTERED, K, method=VMDAV(gain="scan"), weights=given)
        again = microaggregate(CLUSTERED, K, method=scanned.method, weights=given)
        np.testing.assert_array_equal(scanned.cell_of, again.cell_of)
        assert (scanned.sse, scanned.method) == (again.sse, again.method)


def test_weights_decide_what_is_best() -> None:
    weights = np.random.default_rng(1).uniform(0.1, 5.0, len(CLUSTERED))
    scanned = microaggregate(CLUSTERED, K, method="vmdav(gain=scan)", weights=weights)
    tried = [microaggregate(CLUSTERED, K, method=VMDAV(gain), weights=weights).sse for gain in SCANNED_GAINS]
    assert scanned.sse == min(tried)


def test_equal_losses_go_to_the_lowest_gain() -> None:
    points = np.arange(30.0).reshape(-1, 1) ** 3  # every step is longer than the one before: nothing joins for γ ≤ 1
    assert microaggregate(points, 29, method="vmdav(gain=scan)").method == "vmdav(gain=0.0)"


def test_uneven_participation_is_promised_and_repeated() -> None:
    shares = np.random.default_rng(2).uniform(0.4, 0.95, len(CLUSTERED))
    terms = {"participation": shares, "failure": 1e-3}
    scanned = microaggregate(CLUSTERED, K, method="vmdav(gain=scan)", **terms)
    again = microaggregate(CLUSTERED, K, method=scanned.method, **terms)
    np.testing.assert_array_equal(scanned.cell_of, again.cell_of)
    assert scanned.promise.cell_failures(scanned.cell_of).max() <= 1e-3


def test_progress_rises_to_the_end_once() -> None:
    seen: list[tuple[int, int]] = []
    microaggregate(CLUSTERED, K, method="vmdav(gain=scan)", progress=lambda done, total: seen.append((done, total)))
    dones = [done for done, _ in seen]
    assert dones == sorted(dones)
    assert dones[-1] == len(CLUSTERED)
    assert dones.count(len(CLUSTERED)) == 1
    assert len(set(dones)) >= len(SCANNED_GAINS)
    assert {total for _, total in seen} == {len(CLUSTERED)}


def test_an_interrupt_keeps_the_best_so_far() -> None:
    in_the_sixth = pressed_once(lambda done, total: done > 5.5 * total / len(SCANNED_GAINS))
    stopped = microaggregate(CLUSTERED, K, method="vmdav(gain=scan)", progress=in_the_sixth)
    tried = {gain: microaggregate(CLUSTERED, K, method=VMDAV(gain)) for gain in SCANNED_GAINS[:5]}
    best = min(tried, key=lambda gain: tried[gain].sse)
    assert stopped.outcome is Outcome.INTERRUPTED
    assert stopped.method == f"vmdav(gain={best})"
    np.testing.assert_array_equal(stopped.cell_of, tried[best].cell_of)


def test_an_interrupt_before_the_first_end_leaves_nothing() -> None:
    with pytest.raises(KeyboardInterrupt):
        microaggregate(CLUSTERED, K, method="vmdav(gain=scan)", progress=pressed_once(lambda *_: True))


@pytest.mark.parametrize("method", ["pcl(start=vmdav(gain=scan))", "best(start=vmdav(gain=scan), steps=[])"])
def test_as_a_start_it_is_repeated_or_refused(method: str) -> None:
    points = CLUSTERED[:120]
    first, second = (microaggregate(points, K, method=method, seed=0) for _ in range(2))
    np.testing.assert_array_equal(first.cell_of, second.cell_of)
    again = microaggregate(points, K, method=first.method, seed=0)
    np.testing.assert_array_equal(first.cell_of, again.cell_of)
    with pytest.raises(KeyboardInterrupt):  # what was found so far is not what the method text would make
        microaggregate(points, K, method=method, seed=0, progress=pressed_once(lambda done, total: done > total / 4))


def test_blocks_after_an_interrupt_try_one_gain() -> None:
    block_of = np.repeat([0, 1], 200)
    in_first = pressed_once(lambda done, total: done > total / 4)
    whole, used = microaggregate_blocks(CLUSTERED, block_of, K, methods=[VMDAV("scan")], progress=in_first)
    assert whole.outcome is Outcome.INTERRUPTED
    assert used[1] == "vmdav(gain=0.2)"
    assert whole.sizes.min() >= K


def test_the_word_is_read_and_written() -> None:
    assert find_method("vmdav(gain=scan)") == VMDAV(gain="scan")
    assert describe(VMDAV(gain="scan")) == "vmdav(gain=scan)"
    assert VMDAV().gain == 0.2
    for wrong in ("many", -0.1, float("nan"), None):
        with pytest.raises(ParameterError, match="or 'scan'"):
            VMDAV(gain=wrong)  # type: ignore[arg-type]
