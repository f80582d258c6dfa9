"""What `best` leaves behind when somebody stops it, or when somebody else uses its solver."""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csc_array

from shoal import MDAV, PCL, Best, MDAVStar, Outcome, microaggregate
from shoal.errors import ParameterError
from shoal.partition.linear_programs import Program
from shoal.partition.methods import find_method
from shoal.partition.problem import no_progress
from shoal.partition.search import best as best_module
from shoal.partition.search import decomposition as mosaic
from shoal.partition.search import portfolio, starts
from shoal.partition.search.annealing import HOT, Block, Chain
from shoal.partition.search.best import BLOCK_RECORDS
from shoal.partition.search.portfolio import LARGE_K
from shoal.partition.search.rounds import Search, Stopped
from shoal.partition.search.tight_cells import Proposal
from shoal.partition.strata import microaggregate_blocks

INTERRUPTED_CHOICE = """
import threading
import numpy as np
from shoal import Best, microaggregate

points = np.random.default_rng(0).standard_normal((700, 6))
is_choosing = []

def look(done, total):
    if is_choosing:
        is_choosing.append(1)
    if len(is_choosing) == 4:
        raise KeyboardInterrupt

from shoal.partition.search.set_partitioning import Pool
plain = Pool.chosen

def chosen(pool, *given):
    is_choosing.append(1)
    return plain(pool, *given)

Pool.chosen = chosen
found = microaggregate(points, 5, method=Best(rounds=(150, 150, 0, -0.95)), seed=1, progress=look)
print(found.outcome.name, found.sizes.min() >= 5, threading.active_count())
"""


def test_an_interrupt_in_an_exact_choice_ends_it_and_the_process_ends_well() -> None:
    """A solver that was still at work when the interpreter ended brought the process down (SIGABRT)."""
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED_CHOICE], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout.split(), ran.stderr) == (0, ["INTERRUPTED", "True", "1"], "")


def test_an_interrupt_of_a_round_that_is_being_given_up_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    points = np.random.default_rng(3).standard_normal((200, 2))
    start = microaggregate(points, 4, method="mdav").cell_of
    search = Search(Block.of(points, 4, None, None), start, 1, np.inf, lambda: None)

    def given_up_and_interrupted(round_: Any, chains: Any) -> bool:
        round_.given_up = True
        return False

    monkeypatch.setattr(search, "_await", given_up_and_interrupted)
    with pytest.raises(Stopped):
        search.anneal(HOT, 10)


def test_proposed_cells_that_nobody_waits_for_end_soon() -> None:
    points = np.random.default_rng(1).standard_normal((1_500, 8))
    proposal = Proposal(points, 6, np.inf)
    begun = perf_counter()
    proposal.give_up()
    assert perf_counter() - begun < 30.0  # left alone, hours
    assert proposal.cells() is None


def test_programs_are_solved_after_somebody_elses_with_more_threads() -> None:
    from highspy import Highs

    foreign = Highs()
    foreign.setOptionValue("output_flag", False)
    foreign.setOptionValue("threads", 2)
    foreign.addVar(0.0, 1.0)
    foreign.run()
    ours = Program(np.array([1.0, 2.0]), csc_array(np.ones((1, 2))), 1.0, 1.0, high=1.0)
    relaxed, whole = ours.solve(), ours.solve_whole(10.0, 100, 0.0)
    assert relaxed is not None and relaxed.value == pytest.approx(1.0)
    assert whole is not None and whole == pytest.approx([1.0, 0.0])


def test_history_is_in_the_unit_of_the_weights() -> None:
    points = np.random.default_rng(2).standard_normal((120, 2))
    plain = microaggregate(points, 4, method=Best(rounds=(50, 50)), seed=1)
    threefold = microaggregate(points, 4, method=Best(rounds=(50, 50)), seed=1, weights=np.full(120, 3.0))
    np.testing.assert_allclose(threefold.history, 3.0 * np.array(plain.history))
    assert threefold.history[-1] == pytest.approx(threefold.sse)


def test_an_interrupt_before_the_first_block_still_gives_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_module, "BLOCK_RECORDS", 300)
    monkeypatch.setattr("shoal.partition.search.decomposition.starts_for_many", lambda *_: [])

    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("shoal.partition.search.decomposition.Mosaic._planned", interrupt)
    points = np.random.default_rng(5).standard_normal((400, 2))
    found = microaggregate(points, 5, method="best", seed=1, budget_s=5.0)
    assert found.outcome is Outcome.INTERRUPTED
    assert found.n_cells > 1 and found.sizes.min() >= 5


def test_steps_that_blocks_do_not_know_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_module, "BLOCK_RECORDS", 300)
    points = np.random.default_rng(5).standard_normal((400, 2))
    for step in (0, -0.5, -1):
        with pytest.raises(ParameterError, match="more than 300 records"):
            microaggregate(points, 5, method=Best(rounds=(30, step)), seed=1)


def test_an_interrupt_among_the_starts_keeps_those_that_were_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(starts, "n_threads", lambda: 1)  # on many cores nothing might have been made
    monkeypatch.setattr(MDAVStar, "__call__", interrupted)
    monkeypatch.setattr(PCL, "__call__", interrupted)
    rng = np.random.default_rng(4)
    for n_records, k in ((300, 4), (BLOCK_RECORDS + 500, LARGE_K)):  # one block, and many
        points = rng.standard_normal((n_records, 2))
        for limit in ({"budget_s": 30.0}, {}):
            method = Best() if limit else Best(rounds=(5,))
            found = microaggregate(points, k, method=method, seed=0, **limit)
            assert found.outcome is Outcome.INTERRUPTED
            assert found.sizes.min() >= k
            made = [microaggregate(points, k, method=method).sse for method in ("mdav", "mdav+")]
            assert found.sse == pytest.approx(min(made))
            # The text named all starts, also those that were not made.
            repeated = microaggregate(points, k, method=found.method, seed=0)
            np.testing.assert_array_equal(repeated.cell_of, found.cell_of)


@pytest.mark.parametrize(("most", "n_blocks"), [(2_000, 2), (700, 4)], ids=["one block, two chains", "four blocks"])
def test_an_interrupt_in_a_round_of_many_records_keeps_what_its_blocks_have(
    most: int, n_blocks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The running round was thrown away: eight seconds of a search gave what it had begun with.
    monkeypatch.setattr(best_module, "BLOCK_RECORDS", 300)
    monkeypatch.setattr(mosaic, "FLAT_PIECE", most)
    monkeypatch.setattr(mosaic, "LONE_RECORDS", most)
    points = np.random.default_rng(5).standard_normal((2_000, 2))
    plain, begun = mosaic.Mosaic._round, []

    def noticed(*given: Any) -> Any:
        begun.append(1)
        return plain(*given)

    def interrupt_once(done: int, total: int) -> None:
        if begun == [1]:  # the first block has ended, the others are on their way
            begun.append(1)
            raise KeyboardInterrupt

    monkeypatch.setattr(mosaic.Mosaic, "_round", noticed)
    asked = Best(start="mdav", rounds=(2_000, 100))
    found = microaggregate(points, 5, method=asked, seed=1, progress=interrupt_once)
    assert found.outcome is Outcome.INTERRUPTED
    assert found.sizes.min() >= 5
    assert found.sse < microaggregate(points, 5, method="mdav").sse
    told = find_method(found.method)
    assert isinstance(told, Best)
    assert told.rounds == (2_000.0,)
    assert told.batches is None or len(told.batches) == n_blocks
    again = microaggregate(points, 5, method=found.method, seed=1)
    np.testing.assert_array_equal(again.cell_of, found.cell_of)


@pytest.mark.parametrize("at", ["the blocks are handed out", "a round is kept", "greedy cells are made"])
def test_an_interrupt_between_the_rounds_of_many_records_leaves_what_can_be_repeated(
    at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Blocks that were handed out were waited for and lost; the batches of a lost round were told of the one before.
    monkeypatch.setattr(best_module, "BLOCK_RECORDS", 300)
    monkeypatch.setattr(mosaic, "FLAT_PIECE", 700)
    monkeypatch.setattr(mosaic, "LONE_RECORDS", 700)
    monkeypatch.setattr(mosaic, "starts_for_many", lambda *_: [])
    points = np.random.default_rng(5).standard_normal((2_000, 2))
    place, call = {
        "the blocks are handed out": ((mosaic.Mosaic, "_task"), 6),  # four in the first round, then the second
        "a round is kept": ((mosaic.Mosaic, "_keep"), 3),  # the greedy cells, the first round, then the second
        "greedy cells are made": ((mosaic, "wait"), 1),
    }[at]
    plain, calls = getattr(*place), []

    def interrupted(*given: Any) -> Any:
        calls.append(1)
        if len(calls) == call:
            raise KeyboardInterrupt
        return plain(*given)

    with monkeypatch.context() as patched:
        patched.setattr(*place, interrupted)
        found = microaggregate(points, 5, method=Best(rounds=(20, 10_000_000), batches=(1, 1, 1, 1)), seed=1)
    assert found.outcome is Outcome.INTERRUPTED
    assert found.sizes.min() >= 5
    told = find_method(found.method)
    assert isinstance(told, Best)
    assert told.rounds == ((0.0,) if call == 1 else (20.0,))
    assert told.batches is None
    again = microaggregate(points, 5, method=found.method, seed=1)
    np.testing.assert_array_equal(again.cell_of, found.cell_of)


def test_how_fast_trials_are_is_seen_by_few_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two blocks, nearly the whole table, were annealed to see it: that took the budget three times over.
    monkeypatch.setattr(best_module, "BLOCK_RECORDS", 300)
    monkeypatch.setattr(mosaic, "LONE_RECORDS", 1_000)
    monkeypatch.setattr(portfolio, "BESIDE_RECORDS", 1_000)  # which would take a part of the time
    plain, trials, rounds = Chain.run, [], []

    def counted(self: Chain, hot: float, cold: float, n_trials: int) -> None:
        trials.append(n_trials)
        plain(self, hot, cold, n_trials)

    def noticed(self: Any, *given: Any) -> Any:
        rounds.append(sum(trials))
        return plain_round(self, *given)

    plain_round = mosaic.Mosaic._round
    monkeypatch.setattr(Chain, "run", counted)
    monkeypatch.setattr(mosaic.Mosaic, "_round", noticed)
    points = np.random.default_rng(5).standard_normal((2_000, 6))
    microaggregate(points, 5, method="best", seed=1, budget_s=2.0)
    assert 0 < rounds[0] <= 2.1 * mosaic.PROBE_TRIALS


def test_rounds_are_as_many_as_there_is_time_for() -> None:
    # Time was left over: after a first round of a third of it there was too little for another one.
    assert mosaic._affordable_trials(0, 80.0, 0.0, 1.0) == 70  # one round of all the time, less the descent
    assert mosaic._affordable_trials(1, 39.0, 0.0, 1.0) is None
    assert mosaic._affordable_trials(0, 5.0, 0.0, 1.0) == mosaic.FEWEST_TRIALS
    assert mosaic._affordable_trials(0, 1_000.0, 0.0, 1.0) == 340  # 0.35 of it: four rounds
    assert mosaic._affordable_trials(0, 1_000.0, 100.0, 1.0) == 240


def test_batches_of_no_round_or_of_other_blocks_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for batches in ([], [21], [-1], [1.5], "12"):
        with pytest.raises(ParameterError, match="whole numbers from 0 to 20"):
            Best(rounds=(10,), batches=batches)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="Give rounds as well"):
        Best(batches=(3, 4))
    points = np.random.default_rng(5).standard_normal((400, 2))
    with pytest.raises(ParameterError, match="more than 6000 records"):
        microaggregate(points, 5, method=Best(rounds=(10,), batches=(3, 4)))
    monkeypatch.setattr(best_module, "BLOCK_RECORDS", 300)
    with pytest.raises(ParameterError, match="3 numbers, and the last round 2 blocks"):
        microaggregate(points, 5, method=Best(rounds=(10,), batches=(3, 4, 5)))


def test_an_interrupt_before_there_are_any_cells_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(MDAV, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        microaggregate(np.random.default_rng(5).standard_normal((100, 2)), 4, method="best", seed=0)


@pytest.mark.parametrize("asked", ["auto", "best", "best(rounds=[400])"])
@pytest.mark.parametrize("budget_s", [None, 6.0])
@pytest.mark.parametrize("at", ["in a start", "in the search"])
def test_after_an_interrupt_other_strata_are_not_searched(
    asked: str, budget_s: float | None, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if budget_s is not None and "rounds" in asked:
        return
    points = np.random.default_rng(6).standard_normal((360, 2))
    block_of = np.repeat(np.arange(3), 120)
    calls: list[int] = []

    def interrupt_once(*_: Any) -> None:
        calls.append(1)
        if len(calls) == 1:
            raise KeyboardInterrupt

    if at == "in a start":
        plain = MDAVStar.__call__

        def interrupted(self: MDAVStar, problem: Any) -> Any:
            interrupt_once()
            return plain(self, problem)

        monkeypatch.setattr(starts, "n_threads", lambda: 1)
        monkeypatch.setattr(MDAVStar, "__call__", interrupted)
    watched = interrupt_once if at == "in the search" else no_progress
    methods = [find_method(asked)]
    whole, used = microaggregate_blocks(
        points, block_of, 5, methods=methods, seed=1, budget_s=budget_s, progress=watched
    )
    assert whole.outcome is Outcome.INTERRUPTED
    assert whole.sizes.min() >= 5
    assert [text.split("rounds=")[1] for text in used[1:]] == ["[0.0])"] * 2
