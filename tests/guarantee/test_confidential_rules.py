"""Rules about confidential values: the compiled judge against the definitions of the papers."""

from __future__ import annotations

from math import exp, log

import confidential_reference as reference
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import InfeasiblePromise, ParameterError, PromiseNotKept
from shoal.guarantee.confidential import (
    BetaLikeness,
    Closeness,
    ConfidentialPromise,
    ConfidentialRule,
    ConfidentialValues,
    DeltaDisclosure,
    DistinctDiversity,
    EntropyDiversity,
    GroundDistance,
    LargestShare,
    RecursiveDiversity,
)

TREE = np.array([[0, 0], [1, 0], [2, 0], [3, 1], [4, 1], [5, 2]])  # six values, three nodes above them, a root
HALF = 0.5  # which share of a limit is asked for does not matter to `shortfalls`


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """The values of a table, and the cells of its records, both from 0 without gaps."""
    table = draw(st.lists(st.integers(0, 5), min_size=3, max_size=24))
    _, codes = np.unique(table, return_inverse=True)
    cells = draw(st.lists(st.integers(0, 3), min_size=len(table), max_size=len(table)))
    _, cell_of = np.unique(cells, return_inverse=True)
    return codes.tolist(), cell_of.tolist()


def values_of(codes: list[int], **more: object) -> ConfidentialValues:
    """An ordered column with these codes."""
    return ConfidentialValues.counted("income", codes, is_ordered=True, **more)  # type: ignore[arg-type]


def missed(values: ConfidentialValues, rule: ConfidentialRule, cell_of: list[int]) -> np.ndarray:
    """By how much every cell misses one rule."""
    return ConfidentialPromise(((values, rule),)).shortfalls(np.array(cell_of))[:, 0]


def cells_of(codes: list[int], cell_of: list[int]) -> list[list[int]]:
    """The values of each cell."""
    return [[code for code, at in zip(codes, cell_of, strict=True) if at == cell] for cell in range(max(cell_of) + 1)]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(tables(), st.integers(2, 4))
def test_distinct(table: tuple[list[int], list[int]], wanted: int) -> None:
    """So many values are missing."""
    found = missed(values_of(table[0]), DistinctDiversity(wanted), table[1])
    assert found.tolist() == [wanted - reference.distinct(cell) for cell in cells_of(*table)]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(tables(), st.sampled_from([-3.0, 0.0, 2.0]), st.sampled_from([0.25, 0.5, 1.0]), st.booleans())
def test_apart(table: tuple[list[int], list[int]], lowest: float, least: float, relative: bool) -> None:
    """The greedy count from the lowest number is the most that any subset has; also across zero."""
    codes, cell_of = table
    numbers = lowest + 0.75 * np.arange(max(codes) + 1) ** 1.5
    rule = DistinctDiversity(3, relative=least) if relative else DistinctDiversity(3, apart=least)
    found = missed(values_of(codes, numbers=numbers), rule, cell_of)
    wanted = [reference.apart([numbers[code] for code in cell], least, relative=relative) for cell in cells_of(*table)]
    assert found.tolist() == [3 - count for count in wanted]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(tables())
def test_entropy_and_largest_share(table: tuple[list[int], list[int]]) -> None:
    """In nats, and as a share."""
    codes, cell_of = table
    cells = cells_of(codes, cell_of)
    found = missed(values_of(codes), EntropyDiversity(2.5), cell_of)
    np.testing.assert_allclose(found, [log(2.5) - reference.entropy(cell) for cell in cells], atol=1e-12)
    found = missed(values_of(codes), LargestShare(HALF), cell_of)
    np.testing.assert_allclose(found, [float(reference.largest(cell)) - HALF for cell in cells], atol=1e-12)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(tables(), st.sampled_from([0.5, 1.0, 2.0, 3.5]), st.integers(2, 4))
def test_recursive(table: tuple[list[int], list[int]], c: float, rank: int) -> None:
    """Strictly less is asked for, so equality breaks the rule."""
    codes, cell_of = table
    promise = ConfidentialPromise(((values_of(codes), RecursiveDiversity(c, rank)),))
    wanted = [not reference.is_recursive(cell, c, rank) for cell in cells_of(*table)]
    assert promise.broken(np.array(cell_of)).tolist() == wanted


@settings(deadline=None, derandomize=True, max_examples=60)
@given(tables())
def test_disclosure(table: tuple[list[int], list[int]]) -> None:
    """δ-disclosure by its figure, β-likeness by its verdict."""
    codes, cell_of = table
    cells = cells_of(codes, cell_of)
    found = missed(values_of(codes), DeltaDisclosure(HALF), cell_of)
    np.testing.assert_allclose(found, [reference.delta(cell, codes) - HALF for cell in cells], atol=1e-12)
    for beta in (0.3, 1.0, 2.0):
        for enhanced in (False, True):
            promise = ConfidentialPromise(((values_of(codes), BetaLikeness(beta, enhanced)),))
            wanted = [not reference.keeps_beta(cell, codes, beta, enhanced=enhanced) for cell in cells]
            assert promise.broken(np.array(cell_of)).tolist() == wanted


@settings(deadline=None, derandomize=True, max_examples=25)
@given(tables())
def test_closeness_is_the_earth_movers_distance(table: tuple[list[int], list[int]]) -> None:
    """Every ground against the linear program: mid-ranks, ranks of values, equal distances and a taxonomy."""
    codes, cell_of = table
    cells, n_values = cells_of(codes, cell_of), max(codes) + 1
    grounds = {
        GroundDistance.MIDRANK: reference.line(reference.midranks(codes, n_values)),
        GroundDistance.RANK: reference.line(np.arange(n_values) / max(1, n_values - 1)),
        GroundDistance.EQUAL: 1.0 - np.eye(n_values),
        GroundDistance.HIERARCHICAL: reference.taxonomy_ground(TREE[:n_values]),
    }
    values = values_of(codes, ancestors=TREE[:n_values])
    for ground, distances in grounds.items():
        found = missed(values, Closeness(HALF, ground), cell_of) + HALF
        np.testing.assert_allclose(found, [reference.emd(cell, codes, distances) for cell in cells], atol=1e-9)


def test_large_cells_use_no_list() -> None:
    """Cells of more than 128 records search for the parts of the table; smaller ones find them in a list."""
    rng = np.random.default_rng(3)
    codes = np.unique(rng.integers(0, 40, 400), return_inverse=True)[1]
    cell_of = np.repeat([0, 1, 2], [127, 130, 143])
    midrank = np.array(reference.midranks(codes.tolist(), codes.max() + 1))
    found = missed(values_of(codes.tolist()), Closeness(HALF), cell_of.tolist()) + HALF
    grid = np.append(np.diff(midrank), 0.0)
    whole = np.cumsum(np.bincount(codes)) / len(codes)
    for cell in range(3):
        own = np.cumsum(np.bincount(codes[cell_of == cell], minlength=len(whole))) / np.sum(cell_of == cell)
        assert found[cell] == pytest.approx(float((np.abs(own - whole) * grid).sum()), abs=1e-12)


def test_by_hand() -> None:
    """Ten records with values 0 … 9, cells of the lower and the upper half: every distance is a quarter of 10/9."""
    values = values_of(list(range(10)))
    # ∫|F − P|: the lower half is ahead by 0.1, 0.2, … 0.5, … 0.1, 0 at steps of 1/9: 2.5/9
    assert missed(values, Closeness(0.25), [0] * 5 + [1] * 5).tolist() == pytest.approx([2.5 / 9 - 0.25] * 2)
    assert missed(values, EntropyDiversity(5.0), [0] * 5 + [1] * 5).tolist() == pytest.approx([0.0, 0.0], abs=1e-12)
    assert ConfidentialPromise(((values, EntropyDiversity(5.0)),)).kept_by(np.repeat([0, 1], 5))  # equality keeps


def test_rare_values_make_ranks_of_values_look_alike() -> None:
    """45 records of value 0, 45 of value 1, ten rare ones. A cell of zeros is 0.1-close by ranks of values, because
    0 and 1 are neighbours among twelve; by mid-ranks of records it is as far as it should be.
    """
    codes = [0] * 45 + [1] * 45 + list(range(2, 12))
    cell_of = [0] * 45 + [1] * 55
    by_value = missed(values_of(codes), Closeness(HALF, GroundDistance.RANK), cell_of) + HALF
    by_record = missed(values_of(codes), Closeness(HALF, GroundDistance.MIDRANK), cell_of) + HALF
    assert by_value[0] == pytest.approx(0.1)
    assert by_record[0] == pytest.approx(27.5 / 99)  # mean rank 49.5 of the table, 22 of the cell


UNION_RULES = (
    DistinctDiversity(2),
    DistinctDiversity(2, apart=1.5),
    DistinctDiversity(2, relative=0.3),
    EntropyDiversity(1.6),
    RecursiveDiversity(2.0, 2),
    LargestShare(0.6),
    Closeness(0.3),
    Closeness(0.3, GroundDistance.RANK),
    Closeness(0.5, GroundDistance.EQUAL),
    Closeness(0.4, GroundDistance.HIERARCHICAL),
    BetaLikeness(1.0),
    BetaLikeness(1.0, enhanced=False),
)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(tables())
def test_a_union_keeps_what_its_parts_keep(table: tuple[list[int], list[int]]) -> None:
    """Of any two cells that keep a rule."""
    codes, cell_of = table
    values = values_of(codes, numbers=np.arange(max(codes) + 1.0), ancestors=TREE[: max(codes) + 1])
    for rule in UNION_RULES:
        promise = ConfidentialPromise(((values, rule),))
        kept = np.flatnonzero(~promise.broken(np.array(cell_of)))
        if len(kept) > 1:
            joined = np.where(np.isin(cell_of, kept[:2]), 0, 1)
            assert not promise.broken(np.unique(joined, return_inverse=True)[1])[0]


def test_a_union_may_break_delta_disclosure() -> None:
    """Value 0 has a third of each cell that has it, and 3/10 of the table: but of a union with a cell that does not
    have it only a sixth.
    """
    codes = [0, 0, 1, 1, 1, 1] + [1] * 6 + [0, 0, 0, 0, 1, 1, 1, 1]
    cell_of = [0] * 6 + [1] * 6 + [2] * 8
    promise = ConfidentialPromise(((values_of(codes), DeltaDisclosure(log(1.5))),))
    assert promise.broken(np.array(cell_of)).tolist() == [False, False, True]
    assert promise.broken(np.array([0] * 12 + [1] * 8)).tolist() == [True, True]


def test_what_no_cells_keep_is_refused_with_the_strongest_value() -> None:
    """Five records: three of value 0, one each of 1 and 2."""
    values = values_of([0, 0, 0, 1, 2])

    def refusal(rule: ConfidentialRule) -> str:
        with pytest.raises(InfeasiblePromise) as refused:
            ConfidentialPromise(((values, rule),)).require_feasible()
        return str(refused.value)

    assert "The most that is possible is 3." in refusal(DistinctDiversity(4))
    strongest = np.floor(100 * exp(reference.entropy([0, 0, 0, 1, 2]))) / 100
    assert f"The most that is possible is {strongest}." in refusal(EntropyDiversity(2.9))
    ConfidentialPromise(((values, EntropyDiversity(strongest)),)).require_feasible()
    assert "The least that is possible is 0.6." in refusal(LargestShare(0.55))
    ConfidentialPromise(((values, LargestShare(0.6)),)).require_feasible()
    assert "the most that is possible is l = 2" in refusal(RecursiveDiversity(2.0, 3))
    ConfidentialPromise(((values, RecursiveDiversity(2.0, 2)),)).require_feasible()


def test_a_part_is_compared_with_the_whole_table() -> None:
    """A block of records whose values are all low cannot be close, and is refused."""
    whole = ConfidentialPromise(((values_of(list(range(20))), Closeness(0.2)),))
    whole.require_feasible()
    with pytest.raises(InfeasiblePromise, match="too different"):
        whole.of(np.arange(8)).require_feasible()
    assert whole.of(np.arange(0, 20, 2)).kept_by(np.zeros(10, dtype=np.int64))


def test_require_kept_counts_cells_and_names_no_value() -> None:
    """The message has the column and a count."""
    promise = ConfidentialPromise(((values_of([0, 0, 1, 1, 0, 1]), DistinctDiversity(2)),))
    with pytest.raises(PromiseNotKept, match="2 cells do not keep a promise") as broken:
        promise.require_kept(np.array([0, 0, 1, 1, 2, 2]), "here")
    assert broken.value.count == 2
    promise.require_kept(np.array([0, 1, 0, 1, 0, 1]), "here")


@pytest.mark.parametrize(
    ("rule", "settings_of_it"),
    [
        (DistinctDiversity, {"l": 1}),
        (DistinctDiversity, {"l": 2.5}),
        (DistinctDiversity, {"l": 2, "apart": 0.0}),
        (DistinctDiversity, {"l": 2, "apart": 1.0, "relative": 0.1}),
        (EntropyDiversity, {"l": 1.0}),
        (EntropyDiversity, {"l": float("nan")}),
        (RecursiveDiversity, {"c": 0.0, "l": 2}),
        (RecursiveDiversity, {"c": 1.0, "l": 1}),
        (LargestShare, {"share": 0.0}),
        (LargestShare, {"share": 1.5}),
        (Closeness, {"t": 0.0}),
        (Closeness, {"t": 1.2}),
        (Closeness, {"t": True}),
        (Closeness, {"t": 0.1, "ground": "straight"}),
        (DeltaDisclosure, {"delta": float("inf")}),
        (BetaLikeness, {"beta": -1.0}),
        (BetaLikeness, {"beta": 1.0, "enhanced": 1}),
    ],
)
def test_settings_out_of_range_are_refused(rule: type, settings_of_it: dict[str, object]) -> None:
    """Before anything is done."""
    with pytest.raises(ParameterError):
        rule(**settings_of_it)


def test_rules_that_do_not_suit_a_column_are_refused() -> None:
    """Order, numbers and a taxonomy are needed by some rules."""
    names = ConfidentialValues.counted("job", [0, 1, 2], is_ordered=False)
    for rule in (
        Closeness(0.2, GroundDistance.MIDRANK),
        Closeness(0.2, GroundDistance.HIERARCHICAL),
        DistinctDiversity(2, apart=1.0),
    ):
        with pytest.raises(ParameterError):
            ConfidentialPromise(((names, rule),))
    ConfidentialPromise(((names, Closeness(0.2)),))  # equal distances are the usual ones of names
