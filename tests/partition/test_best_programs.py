"""What `best` and the lower bound stand on: programs that are solved, and solved on."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog, milp
from scipy.sparse import csc_array, hstack, random_array

from shoal import microaggregate
from shoal.partition.linear_programs import INTERIOR, SIMPLEX, Program, Solver


def program(seed: int) -> Program:
    """Feasible, bounded, with more columns than rows."""
    rng = np.random.default_rng(seed)
    matrix = csc_array(random_array((12, 40), density=0.3, rng=rng, data_sampler=lambda size: rng.integers(1, 5, size)))
    rest = csc_array(np.eye(12))
    cost = np.append(rng.uniform(1.0, 3.0, 40), np.full(12, 50.0))
    return Program(cost, hstack([matrix, rest]), 1.0, np.full(12, 2.0), high=1.0)


@pytest.mark.parametrize("how", [SIMPLEX, INTERIOR])
@pytest.mark.parametrize("seed", range(5))
def test_linear_programs_have_the_answer_that_scipy_finds(how: str, seed: int) -> None:
    given = program(seed)
    matrix = given.matrix.toarray()
    expected = linprog(
        given.cost,
        A_ub=np.vstack([matrix, -matrix]),
        b_ub=np.append(np.full(12, 2.0), np.full(12, -1.0)),
        bounds=(0, 1),
    )
    answer = given.solve(how)
    assert answer is not None
    assert answer.value == pytest.approx(expected.fun, rel=1e-7)
    assert given.cost @ answer.taken == pytest.approx(answer.value, rel=1e-7)
    assert answer.reduced == pytest.approx(given.cost - matrix.T @ answer.prices, abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_whole_numbers_are_as_good_as_scipys(seed: int) -> None:
    given = program(seed)
    expected = milp(
        given.cost, constraints=(given.matrix, 1.0, 2.0), integrality=np.ones(len(given.cost)), bounds=(0, 1)
    )
    taken = given.solve_whole(60.0, 10_000, 0.0)
    assert taken is not None
    assert set(np.round(taken, 6)) <= {0.0, 1.0}
    assert given.cost @ taken == pytest.approx(expected.fun, rel=1e-7)


def test_a_program_is_solved_on_with_some_columns_fixed() -> None:
    given = program(9)
    solver = Solver(given)
    first = solver.run()
    assert first is not None
    fixed, closed = np.array([40]), np.argsort(-first.taken[:40])[:3]  # the last twelve columns suffice for all rows
    solver.fix(fixed, 1.0)
    solver.fix(closed, 0.0)
    low, high = np.zeros(len(given.cost)), np.ones(len(given.cost))
    low[fixed] = 1.0
    high[closed] = 0.0
    afresh = Program(given.cost, given.matrix, 1.0, 2.0, low, high).solve()
    again = solver.run()
    assert again is not None and afresh is not None
    assert again.value == pytest.approx(afresh.value, rel=1e-9)
    assert again.value > first.value + 1.0
    assert again.taken[fixed] == pytest.approx(1.0) and again.taken[closed] == pytest.approx(0.0)


def test_no_answer_without_one_and_without_time() -> None:
    impossible = Program(np.ones(2), csc_array(np.ones((1, 2))), 3.0, 3.0, high=1.0)
    assert impossible.solve() is None
    assert impossible.solve_whole(10.0, 100, 0.0) is None
    assert Solver(program(0)).run(0.0) is None
    assert program(0).solve_whole(0.0, 100, 0.0) is None


def test_solvers_are_silent(capfd: pytest.CaptureFixture[str]) -> None:
    program(1).solve()
    program(1).solve_whole(10.0, 100, 0.0)
    steps = "anneal(300, level=2), recombine, choose(0.5), anneal(100)"
    microaggregate(np.random.default_rng(0).standard_normal((60, 2)), 3, method=f"best(steps=[{steps}])", seed=1)
    assert capfd.readouterr() == ("", "")
