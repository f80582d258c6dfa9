"""Answers that depend on each other: every outcome of small cells is listed, and added up in fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb

import numpy as np
import pytest

from shoal.errors import InfeasiblePromise, ParameterError
from shoal.guarantee import effective_anonymity
from shoal.guarantee.binomial import failing_terms
from shoal.guarantee.parameters import largest_acceptable
from shoal.kernels.participation.households import uneven_answers_below
from shoal.kernels.participation.levels import beta_levels
from shoal.survey.participation.answering import Answering, fewest_members, is_fewest
from shoal.survey.participation.shares import Between, Earlier, Known, Share

HALF = Fraction(1, 2)
Outcomes = dict[tuple[int, int, int], Fraction]  # (answers, decisions for it, decisions against it) → weight


def outcomes(households: tuple[int, ...], together: Fraction) -> Outcomes:
    """All that can happen in a cell: each household decides as one or not, and each decision is yes or no."""
    total: Outcomes = {(0, 0, 0): Fraction(1)}
    for size in (at + 1 for at, count in enumerate(households) for _ in range(count)):
        as_one = together if size > 1 else Fraction(0)
        own = [((size, 1, 0), as_one), ((0, 0, 1), as_one)]
        own += [((sum(said), sum(said), size - sum(said)), 1 - as_one) for said in product((0, 1), repeat=size)]
        grown: Counter[tuple[int, int, int]] = Counter()
        for (one, weight), (two, more) in product(total.items(), own):
            grown[one[0] + two[0], one[1] + two[1], one[2] + two[2]] += weight * more
        total = dict(grown)
    return total


def moment(yes: int, no: int, share: Share, overdispersion: Fraction) -> Fraction:
    """E[s^yes·(1 − s)^no] over the levels of a cell, by rising factorials."""
    if isinstance(share, Known):
        return level_moment(yes, no, Fraction(share.share).limit_denominator(10**6), overdispersion)
    assert isinstance(share, Earlier)
    a, b = Fraction(share.answered) + HALF, Fraction(share.asked - share.answered) + HALF
    if overdispersion == 0:
        return rising(a, yes) * rising(b, no) / rising(a + b, yes + no)
    both = (1 - overdispersion) / overdispersion
    polynomial = [Fraction(1)]  # in π: Π (π·both + j)·Π ((1 − π)·both + j)
    for j in range(yes):
        polynomial = times(polynomial, [Fraction(j), both])
    for j in range(no):
        polynomial = times(polynomial, [both + j, -both])
    mean = sum(c * rising(a, power) / rising(a + b, power) for power, c in enumerate(polynomial))
    return Fraction(mean) / rising(both, yes + no)


def level_moment(yes: int, no: int, share: Fraction, overdispersion: Fraction) -> Fraction:
    if overdispersion == 0:
        return share**yes * (1 - share) ** no
    both = (1 - overdispersion) / overdispersion
    return rising(share * both, yes) * rising((1 - share) * both, no) / rising(both, yes + no)


def rising(start: Fraction, n: int) -> Fraction:
    made = Fraction(1)
    for j in range(n):
        made *= start + j
    return made


def times(one: list[Fraction], two: list[Fraction]) -> list[Fraction]:
    made = [Fraction(0)] * (len(one) + len(two) - 1)
    for (i, x), (j, y) in product(enumerate(one), enumerate(two)):
        made[i + j] += x * y
    return made


def listed(
    households: tuple[int, ...], k: int, share: Share, together: Fraction, over: Fraction
) -> tuple[float, float]:
    """Failure and r̄′ by adding up all outcomes."""
    failing, answering, expected = Fraction(0), Fraction(0), Fraction(0)
    for (answers, yes, no), weight in outcomes(households, together).items():
        chance = weight * moment(yes, no, share, over)
        expected += answers * chance
        if 0 < answers < k:
            failing += chance
            answering += answers * chance
    return float(failing), float(answering / expected)


MODELS = [
    (Known(0.75), Fraction(0), Fraction(0)),
    (Known(0.75), Fraction(1), Fraction(0)),
    (Known(0.3), Fraction(3, 4), Fraction(0)),
    (Known(0.6), Fraction(0), Fraction(1, 20)),
    (Known(0.6), Fraction(1, 2), Fraction(1, 5)),
    (Earlier(7, 10), Fraction(0), Fraction(0)),
    (Earlier(70, 100), Fraction(1), Fraction(0)),
    (Earlier(6, 10), Fraction(1, 4), Fraction(1, 10)),
    (Known(0.02), Fraction(1), Fraction(1, 3)),
]


@pytest.mark.parametrize(("share", "together", "over"), MODELS)
@pytest.mark.parametrize(("households", "k"), [((7,), 3), ((2, 2), 3), ((1, 1, 1), 4), ((3, 0, 0, 1), 2), ((0, 3), 5)])
def test_every_outcome_of_a_small_cell(
    households: tuple[int, ...], k: int, share: Share, together: Fraction, over: Fraction
) -> None:
    cell = Answering(share, float(together), float(over)).cell(np.array(households), k)
    assert (cell.failure, cell.own_chance) == pytest.approx(listed(households, k, share, together, over), rel=1e-11)


def test_pairs_that_answer_together_break_a_design_for_independent_members() -> None:
    """Story: 27 members keep 1e-5 for k = 10. Pairs that answer together raised the failure of such a cell 160-fold."""
    alone = effective_anonymity(10, 0.75, 1e-5)
    pairs = Answering(Known(0.75), together=1.0).cell(np.array([1, 13]), 10)
    assert alone.n_min == 27
    assert 9e-4 < pairs.failure < 1.1e-3
    assert Answering(Known(0.75)).failure(27, 10) == pytest.approx(alone.cell_failure, rel=1e-12)


def test_tiny_failures_keep_their_digits() -> None:
    many = Answering(Known(0.75)).failure(400, 10)
    assert many == pytest.approx(failing_terms(400, 10, 0.75).failure, rel=1e-11)
    assert 0.0 < many < 1e-200
    beta = Answering(Earlier(900, 1000)).failure(60, 3)
    exact = sum(comb(60, i) * rising(Fraction(1801, 2), i) * rising(Fraction(201, 2), 60 - i) for i in (1, 2)) / rising(
        Fraction(1001), 60
    )
    assert beta == pytest.approx(float(exact), rel=1e-9)
    assert beta < 1e-40


@pytest.mark.parametrize(("a", "b"), [(0.3, 0.2), (13.3, 5.7), (70_000.5, 30_000.5), (1.0, 1.0), (4e8, 1e8)])
def test_the_rule_gives_every_moment(a: float, b: float) -> None:
    points, weights = beta_levels(a, b, 8)
    assert weights.sum() == pytest.approx(1.0, rel=1e-12)
    assert (np.diff(points) > 0).all()
    for power in range(16):
        exact = float(rising(Fraction(a), power) / rising(Fraction(a) + Fraction(b), power))
        assert float(weights @ points**power) == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize(("together", "over"), [(0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (0.0, 0.05), (1.0, 0.1)])
def test_an_interval_covers_every_share_in_it(together: float, over: float) -> None:
    households, k = np.array([3, 3]), 4
    worst = Answering(Between(0.4, 0.8), together, over).cell(households, k)
    for share in np.linspace(0.4, 0.8, 21):
        cell = Answering(Known(float(share)), together, over).cell(households, k)
        assert cell.failure <= worst.failure * (1.0 + 1e-12)
        assert cell.own_chance <= worst.own_chance * (1.0 + 1e-12)
    point = Answering(Between(0.6, 0.6), together, over).cell(households, k)
    assert point.failure == pytest.approx(Answering(Known(0.6), together, over).cell(households, k).failure, rel=1e-12)


def test_an_interval_covers_members_who_differ() -> None:
    """Each member may have an own share in the interval, the worst choice included."""
    k, n_members, low, high = 3, 7, 0.3, 0.9
    worst = Answering(Between(low, high)).failure(n_members, k)
    for n_high in range(n_members + 1):
        shares = np.array([high] * n_high + [low] * (n_members - n_high))
        below = uneven_answers_below(shares, np.arange(n_members + 1), 0.0, k)
        assert below[1:].sum() <= worst


@pytest.mark.parametrize("together", [0.0, 0.3, 1.0])
def test_uneven_members_of_households_by_every_outcome(together: float) -> None:
    """A household that decides as one has one common number, and its members answer below their own share."""
    homes, k = [[0.9, 0.5, 0.2], [0.7], [0.6, 0.6]], 4
    total = {0: 1.0}
    for own in homes:
        household: Counter[int] = Counter()
        for said in product((0, 1), repeat=len(own)):
            chance = np.prod([share if yes else 1.0 - share for share, yes in zip(own, said, strict=True)])
            household[sum(said)] += (1.0 - together if len(own) > 1 else 1.0) * float(chance)
        if len(own) > 1:
            for low, high in pairwise([0.0, *sorted(own), 1.0]):  # where the common number may fall
                household[sum(share >= high for share in own)] += together * (high - low)
        grown: Counter[int] = Counter()
        for (one, weight), (two, more) in product(total.items(), household.items()):
            grown[one + two] += weight * more
        total = dict(grown)
    shares, begin = np.array([share for own in homes for share in own]), np.array([0, 3, 4, 6])
    below = uneven_answers_below(shares, begin, together, k)
    assert below == pytest.approx([total[answers] for answers in range(k)], rel=1e-12)


@pytest.mark.parametrize(
    "answering",
    [
        Answering(Earlier(30, 50)),
        Answering(Known(0.5), overdispersion=0.3),
        Answering(Known(0.9), overdispersion=0.6),  # b < 1: the failure only falls
        Answering(Between(0.4, 0.7)),
        Answering(Known(0.05)),
    ],
)
@pytest.mark.parametrize("failure", [0.3, 0.05, 2e-3])
def test_no_smaller_cell_is_acceptable(answering: Answering, failure: float) -> None:
    k = 4
    n_min = fewest_members(answering, k, failure)
    by_size = [answering.failure(size, k) for size in range(k, n_min + 1)]
    assert by_size[-1] <= largest_acceptable(failure)
    assert all(smaller > failure for smaller in by_size[:-1])
    assert is_fewest(n_min, answering, k, failure) and not is_fewest(n_min + 1, answering, k, failure)


def test_the_failure_has_one_peak() -> None:
    """docs/methods/participation.md proves it for one Beta distribution and for an interval."""
    models = [Answering(Earlier(2, 40)), Answering(Known(0.1), overdispersion=0.05), Answering(Between(0.05, 0.2))]
    for answering in models:
        steps = np.sign(np.diff([answering.failure(size, 4) for size in range(4, 120)]))
        assert np.count_nonzero(np.diff(steps)) == 1


def test_more_dependence_needs_larger_cells() -> None:
    sizes = [fewest_members(Answering(Known(0.7), overdispersion=over), 5, 1e-3) for over in (0.0, 0.02, 0.1)]
    assert all(one < two for one, two in combinations(sizes, 2))


def test_what_no_cell_can_keep_is_refused() -> None:
    with pytest.raises(InfeasiblePromise, match="No cell of up to 2,047 members"):
        fewest_members(Answering(Known(0.3), overdispersion=0.6), 5, 1e-6)
    with pytest.raises(InfeasiblePromise, match="counted for cells of up to 511"):
        Answering(Earlier(7, 10), overdispersion=0.1).failure(600, 5)


@pytest.mark.parametrize("wrong", [-0.1, 1.5, float("nan"), True, "much"])
def test_what_is_no_probability_is_refused(wrong: float) -> None:
    with pytest.raises(ParameterError):
        Answering(Known(0.5), together=wrong)
    with pytest.raises(ParameterError):
        Answering(Known(0.5), overdispersion=wrong)


@pytest.mark.parametrize("wrong", [(7, 5), (-1, 5), (0, 0), (1, float("inf")), (float("nan"), 3)])
def test_a_count_that_no_survey_can_have_is_refused(wrong: tuple[float, float]) -> None:
    with pytest.raises(ParameterError, match="ANSWERED/ASKED"):
        Earlier(*wrong)


def test_an_interval_is_given_from_low_to_high() -> None:
    with pytest.raises(ParameterError, match="lower share first"):
        Between(0.8, 0.6)


def brute_chance(homes: list[int], shares: list[float], together: float, member: int, k: int) -> float:
    """P(fewer than k answer | this member does), from every way in which households and members can decide."""
    by_home: dict[int, list[int]] = {}
    for person, home in enumerate(homes):
        by_home.setdefault(home, []).append(person)
    joint = {(0, False): 1.0}  # answers so far, whether the member answers
    for people in by_home.values():
        ways: dict[tuple[int, bool], float] = {}

        def add(who: frozenset[int], mass: float, ways: dict[tuple[int, bool], float] = ways) -> None:
            key = (len(who), member in who)
            ways[key] = ways.get(key, 0.0) + mass

        edges = sorted({0.0, 1.0, *(shares[person] for person in people)})
        for low, high in pairwise(edges):  # one random number for all
            add(frozenset(person for person in people if shares[person] >= high), together * (high - low))
        for bits in product((False, True), repeat=len(people)):
            masses = [shares[one] if bit else 1.0 - shares[one] for one, bit in zip(people, bits, strict=True)]
            who = frozenset(one for one, bit in zip(people, bits, strict=True) if bit)
            add(who, (1.0 - together) * float(np.prod(masses)))
        summed: dict[tuple[int, bool], float] = {}
        for (count, is_in), mass in joint.items():
            for (more, joins), other in ways.items():
                key = (count + more, is_in or joins)
                summed[key] = summed.get(key, 0.0) + mass * other
        joint = summed
    answered = sum(mass for (_, is_in), mass in joint.items() if is_in)
    return sum(mass for (count, is_in), mass in joint.items() if is_in and count < k) / answered


def test_the_own_chance_in_an_interval_is_that_of_the_worst_member() -> None:
    """Story: a mean over the cell at the low end said 2 % to somebody who lives alone and for whom it was 3.5 %."""
    homes = [0, 1, 2, 2, 3, 3, 4, 4, 4]
    households, k, share = np.array([2, 2, 1]), 4, Between(0.5, 0.8)
    answering = Answering(share, together=0.7)
    told = answering.own_chance(households, k)
    rng = np.random.default_rng(3)
    ends = [[share.high if one == member else share.low for one in range(9)] for member in range(9)]
    worst = max(brute_chance(homes, ends[member], 0.7, member, k) for member in range(9))
    assert told == pytest.approx(worst, rel=1e-12)
    assert told > 1.2 * Answering(Known(0.5), together=0.7).own_chance(households, k)
    for _ in range(200):
        shares = rng.uniform(share.low, share.high, 9).tolist()
        assert max(brute_chance(homes, shares, 0.7, member, k) for member in range(9)) <= told


def test_levels_in_an_interval_only_raise_the_own_chance() -> None:
    households = np.array([2, 2, 1])
    levels = Answering(Between(0.5, 0.8), together=0.7, overdispersion=0.05).own_chance(households, 4)
    for share in (0.5, 0.65, 0.8):
        assert levels > Answering(Known(share), together=0.7, overdispersion=0.05).own_chance(households, 4)
    alone = Answering(Between(0.6, 0.6)).own_chance(np.array([12]), 4)
    assert alone == pytest.approx(Answering(Known(0.6)).own_chance(np.array([12]), 4), rel=1e-12)
