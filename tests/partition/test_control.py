"""Time, cores and interrupts: what `partition.control` promises to all solvers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from threading import Event, active_count, current_thread, main_thread
from time import sleep

import numpy as np
import pytest

from shoal.partition.control import (
    CHUNK_RECORDS,
    Clock,
    GivenUpError,
    StepClock,
    each,
    in_chunks,
    n_threads,
    no_interrupt_lost,
)


def until_interrupted(clock: Clock) -> str:
    """A task that looks at the clock between two batches of work, as all of them do."""
    while not clock.is_up:
        sleep(0.001)
    return "what it has"


def raising(error: BaseException) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


# each, in_chunks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [None, 1, 2, 7])
def test_each_gives_the_results_in_the_order_of_the_items(threads: int | None) -> None:
    def slower_at_first(item: int) -> int:
        sleep(0.002 * (5 - item))
        return item**2

    assert each(slower_at_first, range(5), threads) == [0, 1, 4, 9, 16]
    assert each(slower_at_first, [], threads) == []


@pytest.mark.parametrize("threads", [1, 3])
def test_a_fault_in_one_item_surfaces_and_leaves_no_thread(threads: int) -> None:
    before = active_count()

    def reciprocal(item: int) -> float:
        return 1 / item

    with pytest.raises(ZeroDivisionError):
        each(reciprocal, [1, 0, 2], threads)
    assert active_count() == before


@pytest.mark.parametrize("n_records", [0, 1, CHUNK_RECORDS, 3 * CHUNK_RECORDS + 1])
def test_chunks_hold_every_record_once(n_records: int) -> None:
    times = np.zeros(n_records, dtype=int)

    def count(chunk: slice) -> None:
        times[chunk] += 1

    in_chunks(count, n_records, threads=3)
    assert (times == 1).all()


def test_cores_that_the_process_may_not_use_are_not_counted() -> None:
    code = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
    code += "from shoal.partition.control import n_threads; print(n_threads())"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert ran.stdout.strip() == "1"
    assert n_threads() >= 1


# no_interrupt_lost ----------------------------------------------------------------------------------------------------


def dropping_interrupts(then: Callable[[], None]) -> None:
    """Like the callbacks of a compiler: what is raised in them is dropped, and something else happens afterwards."""
    try:
        os.kill(os.getpid(), signal.SIGINT)
        sleep(0.1)
    except KeyboardInterrupt:
        pass
    then()


@pytest.mark.parametrize("then", [lambda: None, raising(RuntimeError("no compiled object yet"))])
def test_an_interrupt_that_a_compiler_drops_is_raised_all_the_same(then: Callable[[], None]) -> None:
    """Ctrl-C while the loops of the bound were compiled ended in a RuntimeError of the compiler."""
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), no_interrupt_lost():
        dropping_interrupts(then)
    assert signal.getsignal(signal.SIGINT) is before


def test_what_is_no_interrupt_stays_what_it_is() -> None:
    with pytest.raises(RuntimeError, match="another"), no_interrupt_lost():
        raise RuntimeError("another")
    with no_interrupt_lost():
        pass


# Clock ----------------------------------------------------------------------------------------------------------------


def test_a_clock_without_a_budget_has_no_end() -> None:
    clock = Clock()
    assert (clock.has_end, clock.is_up, clock.left_s) == (False, False, np.inf)
    first = clock.elapsed_s
    sleep(0.002)
    assert clock.elapsed_s > first >= 0.0


def test_a_budget_ends() -> None:
    assert Clock(0.0).is_up
    assert not Clock(0.0).is_interrupted
    ample = Clock(1e6)
    assert ample.has_end
    assert not ample.is_up
    assert 0.0 < ample.left_s < 1e6


def test_a_part_ends_with_the_whole_and_not_later() -> None:
    whole = Clock(1e3)
    assert whole.within(1e6).left_s <= 1e3
    assert whole.within(10.0).left_s <= 10.0
    assert Clock().within(10.0).has_end
    assert whole.within(-1.0).is_up


def test_a_clock_that_ends_earlier_began_at_the_same_time() -> None:
    whole = Clock(100.0)
    earlier = whole.without(40.0)
    assert 40.0 <= whole.left_s - earlier.left_s + 1e-3 <= 41.0
    assert earlier.elapsed_s <= whole.elapsed_s
    assert whole.without(200.0).is_up
    assert not whole.is_up
    assert not Clock().without(5.0).has_end


def test_an_interrupt_reaches_all_clocks_of_one_family() -> None:
    for first in range(3):
        whole = Clock(1e3)
        family = [whole, whole.within(10.0), whole.without(1.0)]
        family[first].interrupt()
        assert all(clock.is_interrupted and clock.is_up and clock.left_s == 0.0 for clock in family)
        assert whole.within(1e6).is_up
    assert not Clock(1e3).is_interrupted


# Clock.run ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [None, 1, 3])
def test_tasks_run_beside_each_other_and_answer_in_their_order(threads: int | None) -> None:
    before = active_count()
    clock = Clock()
    assert clock.run([lambda number=number: number for number in range(5)], threads=threads) == [0, 1, 2, 3, 4]
    assert clock.run([]) == []
    assert not clock.is_interrupted
    assert active_count() == before


def test_looks_come_from_the_main_thread_and_tasks_do_not_run_there() -> None:
    looked: list[object] = []
    enough = Event()

    def look() -> None:
        looked.append(current_thread())
        if len(looked) == 3:
            enough.set()

    def work() -> object:
        assert enough.wait(60)
        return current_thread()

    [worker] = Clock().run([work], look)
    assert len(looked) >= 3
    assert set(looked) == {main_thread()}
    assert worker is not main_thread()


def test_ctrl_c_ends_the_tasks_and_keeps_what_they_have() -> None:
    clock = Clock()
    found = clock.run([lambda: until_interrupted(clock)] * 3, raising(KeyboardInterrupt()), threads=2)
    assert found == ["what it has"] * 3
    assert clock.is_interrupted


def test_ctrl_c_is_raised_where_a_task_has_no_result() -> None:
    clock = Clock()

    def gives_up() -> None:
        until_interrupted(clock)
        raise GivenUpError

    with pytest.raises(KeyboardInterrupt):
        clock.run([lambda: until_interrupted(clock), gives_up], raising(KeyboardInterrupt()), threads=2)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_fault_of_one_task_ends_the_others_and_is_raised(is_first: bool) -> None:
    before, clock, ended = active_count(), Clock(), []

    def works() -> None:
        until_interrupted(clock)
        ended.append(1)

    tasks = [raising(MemoryError("no room")), works] if is_first else [works, raising(MemoryError("no room"))]
    with pytest.raises(MemoryError, match="no room"):
        clock.run(tasks, threads=2)
    assert ended == [1]
    assert clock.is_interrupted
    assert active_count() == before


def test_a_fault_is_told_before_those_who_only_gave_up() -> None:
    clock = Clock()

    def gives_up() -> None:
        until_interrupted(clock)
        raise GivenUpError

    with pytest.raises(MemoryError):
        clock.run([gives_up, raising(MemoryError())], threads=2)
    with pytest.raises(GivenUpError):
        Clock().run([raising(GivenUpError())])


def test_a_fault_while_progress_is_reported_ends_the_tasks_and_is_raised() -> None:
    clock = Clock()
    with pytest.raises(ValueError, match="no screen"):
        clock.run([lambda: until_interrupted(clock)], raising(ValueError("no screen")))
    assert clock.is_interrupted


# StepClock ------------------------------------------------------------------------------------------------------------


class AfterLooks(float):
    """A deadline that has passed when it was looked at so many times: a budget that no machine is too slow for."""

    looks: int

    def __new__(cls, looks: int) -> AfterLooks:
        deadline = super().__new__(cls, np.inf)
        deadline.looks = looks
        return deadline

    def __le__(self, now: float) -> bool:
        self.looks -= 1
        return self.looks < 0


def solved(clock: StepClock, n_parts: int, steps_of_part: int) -> list[int]:
    """Two steps alone, then parts; how many steps each took."""
    taken = [sum(not clock.late() for _ in range(2))]
    clock.begin_parts()
    numbers = iter(range(n_parts))
    for _ in range(n_parts):
        number, own = clock.next_part(numbers)
        assert number == len(taken) - 1
        taken.append(sum(not own.late() for _ in range(steps_of_part)))
    clock.begin_parts()
    return [*taken, sum(not clock.late() for _ in range(2))]


@pytest.mark.parametrize("looks", range(25))
def test_the_steps_of_a_solver_repeat_what_a_deadline_cut(looks: int) -> None:
    timed = StepClock(AfterLooks(looks))
    taken = solved(timed, n_parts=4, steps_of_part=3)
    again = StepClock(steps=timed.told)
    assert solved(again, n_parts=4, steps_of_part=3) == taken
    assert again.told == timed.told
    assert timed.spent is (looks < 20)  # two steps, four parts of one and three steps, two steps


def test_time_that_is_up_stays_up() -> None:
    clock = StepClock(AfterLooks(2))
    assert [clock.late() for _ in range(5)] == [False, False, True, True, True]
    assert clock.told == (2,)
    assert StepClock(-np.inf).late()
    assert not StepClock().late()
    assert [StepClock(steps=(0,)).late(), StepClock(steps=(1,)).late()] == [True, False]
