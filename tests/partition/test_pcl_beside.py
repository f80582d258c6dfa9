"""PCL beside a search: it has a core of its own, is waited for where that pays, and leaves nothing behind."""

from __future__ import annotations

from dataclasses import replace
from threading import Event, Thread, active_count
from time import perf_counter, sleep
from typing import Any

import numpy as np
import pytest

from shoal import PCL, Best, Outcome, microaggregate
from shoal.partition.control import Background, FairSemaphore
from shoal.partition.problem import Cells, Problem
from shoal.partition.search import best as best_module
from shoal.partition.search import pcl_beside, portfolio
from shoal.partition.search.annealing import look_around
from shoal.partition.search.decomposition import Mosaic, Task
from shoal.partition.search.pcl_beside import PclBeside
from shoal.partition.search.portfolio import seconds_beside
from shoal.partition.search.rounds import _Round

POINTS = np.random.default_rng(0).standard_normal((300, 3))


def problem(k: int = 12) -> Problem:
    return Problem(POINTS - POINTS.mean(axis=0), k, seed=0)


def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cores, and PCL is waited for however busy they are."""
    monkeypatch.setattr(portfolio, "n_threads", lambda: 2)
    monkeypatch.setattr(portfolio, "BESIDE_OVERRUN", 1e3)
    monkeypatch.setattr(pcl_beside, "SOON_S", np.inf)


class Held:
    """A PCL that goes on once it is told to, and says that it has come so far until then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, share: float = 0.4) -> None:
        self.go = Event()
        plain = PCL.__call__

        def held(method: PCL, asked: Problem) -> Cells:
            while method == PCL() and not self.go.wait(0.01):
                asked.progress(int(share * 100), 100)
            return plain(method, asked)

        monkeypatch.setattr(PCL, "__call__", held)


def test_it_ends_with_the_cells_of_pcl() -> None:
    beside = PclBeside(problem(), np.inf)
    made = beside.result(lambda: None)
    assert made is not None
    np.testing.assert_array_equal(made[0].cell_of, PCL()(problem()).cell_of)
    sse = microaggregate(POINTS, 12, method="pcl", seed=0).sse
    assert beside.is_ahead_of(sse * 1.001)
    assert not beside.is_ahead_of(sse * 0.999)


def test_chains_have_the_cores_that_it_leaves_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pcl_beside, "n_threads", lambda: 2)
    pcl = Held(monkeypatch)
    beside = PclBeside(problem(), np.inf)
    wanted = iter([True, True, False])
    assert beside.free_share(2) == 0.5
    assert beside.cores.take()
    assert not beside.cores.take(lambda: next(wanted))  # the second core is PCL's
    beside.cores.leave()
    assert beside.cores.take()
    pcl.go.set()
    beside.result(lambda: None)
    assert beside.cores.take()  # which it has left
    assert beside.free_share(2) == 1.0


def test_it_is_given_up_at_once_and_its_thread_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    before = active_count()
    Held(monkeypatch)
    beside = PclBeside(problem(), np.inf)
    beside.give_up()
    assert active_count() == before
    assert beside.has_ended
    assert not beside.is_ahead_of(np.inf)


@pytest.mark.parametrize(("share", "is_waited_for"), [(0.2, False), (0.4, True)])
def test_it_is_waited_for_when_it_is_nearly_done(
    share: float, is_waited_for: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portfolio, "n_threads", lambda: 2)
    monkeypatch.setattr(pcl_beside, "SOON_S", 0.0)
    pcl = Held(monkeypatch, share)
    monkeypatch.setattr(pcl_beside.PclBeside, "result", lambda self, look: (pcl.go.set(), self._work.result(look))[1])
    found = microaggregate(POINTS, 12, method="best", seed=0, budget_s=0.3)
    assert pcl.go.is_set() is is_waited_for
    assert found.sizes.min() >= 12


def test_a_search_goes_on_from_pcl_when_that_is_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    patient(monkeypatch)
    monkeypatch.setattr(pcl_beside.PclBeside, "is_ahead_of", lambda self, _: self.has_ended)
    found = microaggregate(POINTS, 12, method="best", seed=0, budget_s=1.2)
    assert "pcl" in found.method
    assert found.sse <= microaggregate(POINTS, 12, method="pcl", seed=0).sse * (1 + 1e-9)
    again = microaggregate(POINTS, 12, method=found.method, seed=0)
    np.testing.assert_array_equal(again.cell_of, found.cell_of)


def test_who_shares_cores_advances_alike() -> None:
    # With a semaphore one chain ran to its end before the other had begun: who gave it back took it again at once.
    turns = FairSemaphore(1)
    for _ in range(20):
        served: list[str] = []

        def wait_and_work(served: list[str] = served) -> None:
            with turns.turn(lambda: True):
                served.append("who waited")

        assert turns.take()
        other = Thread(target=wait_and_work)
        other.start()
        while not turns._waiting:
            sleep(0.001)
        turns.leave()
        assert turns.take()
        assert served == ["who waited"]
        turns.leave()
        other.join()
    assert turns.take()
    assert not turns.take(lambda: False)


def test_blocks_do_not_wait_for_a_core_beyond_the_deadline() -> None:
    cell_of = np.arange(300) % 20
    block = Task(
        POINTS, 12, None, None, look_around(POINTS, 12), cell_of, hot=2.0, trials=50.0, seed=(1,)
    )  # fmt: skip
    taken, looks = FairSemaphore(1), iter([False, False, False, True, True, True])
    assert taken.take()  # by somebody who does not give it back
    found, batches = block(lambda: next(looks), taken.turn)
    assert batches == 0
    np.testing.assert_array_equal(found, cell_of)


@pytest.mark.parametrize("is_ahead", [True, False])
def test_a_search_in_blocks_has_it_beside_too(is_ahead: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    # 10,000 records of a plane, k = 6: in the time that PCL takes, the search alone came 2.6 % less far.
    patient(monkeypatch)
    monkeypatch.setattr(best_module, "BLOCK_RECORDS", 200)
    searches: list[object] = []
    monkeypatch.setattr(  # the second search is not overtaken, and goes on for several rounds
        PclBeside, "is_ahead_of", lambda self, _: is_ahead and self.has_ended and len(searches) < 2
    )
    plain = Mosaic.searched

    def noticed(self: Mosaic, begun: Any, *given: Any) -> Cells:
        searches.append(begun[1])
        return plain(self, begun, *given)

    monkeypatch.setattr(Mosaic, "searched", noticed)
    before = active_count()
    found = microaggregate(POINTS, 12, method="best", seed=0, budget_s=1.0)
    assert active_count() == before
    assert found.sizes.min() >= 12
    assert [isinstance(start, PCL) for start in searches] == ([False, True] if is_ahead else [False])
    assert ("pcl" in found.method) is is_ahead
    again = microaggregate(POINTS, 12, method=found.method, seed=0)
    np.testing.assert_array_equal(again.cell_of, found.cell_of)
    if is_ahead:
        assert found.sse <= microaggregate(POINTS, 12, method="pcl", seed=0).sse * (1 + 1e-9)


def test_the_diagram_of_pcl_is_kept_when_blocks_find_nothing_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_module, "BLOCK_RECORDS", 200)
    found = microaggregate(POINTS, 12, method=Best(start=PCL(), rounds=(0.0,)), seed=0)
    made = microaggregate(POINTS, 12, method="pcl", seed=0)
    np.testing.assert_array_equal(found.cell_of, made.cell_of)
    np.testing.assert_array_equal(found.costs, made.costs)
    better = microaggregate(POINTS, 12, method=Best(start=PCL(), rounds=(400, 200)), seed=0)
    assert better.sse < made.sse
    assert better.costs is None


def test_who_has_had_enough_does_not_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "n_threads", lambda: 2)
    Held(monkeypatch, 0.9)  # and it never ends
    before = active_count()
    waiting: list[int] = []
    monkeypatch.setattr(PclBeside, "is_worth_waiting_for", property(lambda _: waiting.append(1) or True))

    def impatient(done: int, total: int) -> None:
        if waiting:  # the search has ended
            raise KeyboardInterrupt

    found = Best()(replace(problem(), budget_s=0.3, progress=impatient))
    assert waiting
    assert found.outcome is Outcome.INTERRUPTED
    assert np.bincount(found.cell_of).min() >= 12
    assert active_count() == before


def test_who_has_had_enough_of_its_end_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "n_threads", lambda: 2)
    plain, asked = Background.give_up, []

    def interrupted_once(self: Background[object]) -> None:
        asked.append(1)
        if len(asked) == 1:
            raise KeyboardInterrupt
        plain(self)

    monkeypatch.setattr(Background, "give_up", interrupted_once)
    found = microaggregate(POINTS, 12, method="best", seed=0, budget_s=0.3)
    assert found.outcome is Outcome.INTERRUPTED
    assert found.sizes.min() >= 12
    assert len(asked) > 1


def test_progress_never_falls_when_the_search_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    patient(monkeypatch)
    monkeypatch.setattr(pcl_beside.PclBeside, "is_ahead_of", lambda self, _: self.has_ended)
    searched = progress_since_starts(12, 2, monkeypatch)
    assert searched == sorted(searched)


def test_progress_does_not_fall_with_the_last_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """It did: the closing PCL counted its own iterations from 0."""
    closing: list[int] = []
    plain = Best._closed
    monkeypatch.setattr(Best, "_closed", lambda *given: (closing.append(1), plain(*given))[1])
    searched = progress_since_starts(4, 1, monkeypatch)
    assert closing
    assert searched == sorted(searched)


def progress_since_starts(k: int, n_searches: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What is told of the progress once the starts are made, of so many searches."""
    told: list[int] = []
    since_starts: list[int] = []
    plain = Best._improved

    def told_of(cells: Any, *given: Any) -> Any:
        since_starts.append(len(told))
        return plain(cells, *given)

    monkeypatch.setattr(Best, "_improved", told_of)
    Best()(replace(problem(k), budget_s=1.0, progress=lambda done, _: told.append(done)))
    assert len(since_starts) == n_searches
    return told[since_starts[0] :]


def test_rounds_of_chains_that_wait_for_each_other_are_foreseen_by_all_of_them() -> None:
    beside = PclBeside(problem(), np.inf)
    beside.result(lambda: None)
    for judge, is_given_up in ((None, True), (beside, False)):
        round_ = _Round(2.0, 1, 0.0, judge)
        now = perf_counter()
        round_.begun, round_.deadline = now - 1.0, now + 4.0
        round_.batches = [3, 21]  # the second has had the core
        round_.foresee()
        assert round_.given_up is is_given_up


def test_a_fault_of_pcl_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "n_threads", lambda: 2)

    def faulty(*_: object) -> Cells:
        raise MemoryError("no room")

    monkeypatch.setattr(PCL, "__call__", faulty)
    with pytest.raises(MemoryError, match="no room"):
        microaggregate(POINTS, 12, method="best", seed=0, budget_s=0.3)


@pytest.mark.parametrize(
    ("k", "n_dims", "cores", "seconds"),
    [
        (12, 2, 2, [0.0, 0.65, 6.0, 0.0, 0.0]),  # too short, about as long as PCL takes, longer, without a budget
        (5, 2, 2, [0.0, 0.65, 6.0, 0.0, 0.0]),
        (4, 2, 2, [0.0] * 5),  # far below PCL without it
        (12, 1, 2, [0.0] * 5),  # the optimum is known
        (12, 2, 1, [0.0] * 5),  # no core for it
        (50, 2, 2, [0.0, 0.65, 6.0, 0.0, 0.0]),
    ],
)
def test_where_it_is_begun(
    k: int, n_dims: int, cores: int, seconds: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portfolio, "n_threads", lambda: cores)
    asked = Problem(np.zeros((1_000, n_dims)), k)
    assert seconds_beside(Problem(np.zeros((30_000, n_dims)), k), 20.0) == 0.0  # chains of many need all cores
    assert [seconds_beside(asked, budget_s) for budget_s in (0.05, 0.4, 4.0, 10.0, np.inf)] == pytest.approx(seconds)
