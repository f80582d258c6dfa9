"""What two released tables show together, counted again in plain Python."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import TableError

Rows = list[tuple[int, str]]  # the class and the trace of each record


def table(rows: Rows) -> pl.DataFrame:
    return pl.DataFrame(rows, schema={"age": pl.Int64, "job": pl.String}, orient="row")


def facts_of(newer: Rows, earlier: Rows, k: int) -> dict[str, Any]:
    found = shoal.audit(table(newer), quasi_identifiers="age", k=k, earlier=table(earlier))
    (facts,) = found.to_dict()["earlier"]
    return facts


def counted(newer: Rows, earlier: Rows, k: int) -> dict[str, Any]:
    """The same, from the definitions, pair by pair."""
    then, now = Counter(trace for _, trace in earlier), Counter(trace for _, trace in newer)
    linked = [trace for trace in then if then[trace] == now[trace] == 1]
    home_then, home_now = {trace: home for home, trace in earlier}, {trace: home for home, trace in newer}
    pairs = Counter((home_then[trace], home_now[trace]) for trace in linked)

    def compatible(one: Rows, home: int, other: Rows, other_home: int) -> int:
        shown = {trace for place, trace in other if place == other_home}
        return sum(place == home and trace in shown for place, trace in one)

    def size(rows: Rows, home: int) -> int:
        return sum(place == home for place, _ in rows)

    both = {
        pair: min(compatible(earlier, pair[0], newer, pair[1]), compatible(newer, pair[1], earlier, pair[0]))
        for pair in pairs
    }
    below = [pair for pair in pairs if both[pair] < min(k, size(earlier, pair[0]))]

    def few_more(parts: Rows, wholes: Rows, linked_pairs: set[tuple[int, int]]) -> int:
        count = 0
        for whole in {home for home, _ in wholes}:
            held = sum(
                size(parts, part)
                for part, home in linked_pairs
                if home == whole and compatible(parts, part, wholes, whole) == size(parts, part)
            )
            count += held > 0 and 0 < size(wholes, whole) - held < k
        return count

    return {
        "n_linked": len(linked),
        "n_without_match": sum(then[trace] == 0 for _, trace in newer),
        "n_earlier_without_match": sum(now[trace] == 0 for _, trace in earlier),
        "n_pairs": len(pairs),
        "smallest_pair": min(both.values(), default=None),
        "n_pairs_below": len(below),
        "n_linked_below": sum(pairs[pair] for pair in below),
        "n_classes_with_few_more": few_more(earlier, newer, set(pairs)),
        "n_earlier_classes_with_few_more": few_more(newer, earlier, {(b, a) for a, b in pairs}),
    }


ROWS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abcdefgh")), min_size=1, max_size=14)


@settings(max_examples=150, deadline=None)
@given(ROWS, ROWS, st.integers(2, 4))
def test_the_counts_are_those_of_the_definitions(newer: Rows, earlier: Rows, k: int) -> None:
    facts = facts_of(newer, earlier, k)
    assert {name: facts[name] for name in counted(newer, earlier, k)} == counted(newer, earlier, k)


@settings(max_examples=60, deadline=None)
@given(ROWS, st.integers(2, 3), st.randoms(use_true_random=False))
def test_nobody_is_among_more_candidates_than_are_told(earlier: Rows, k: int, luck: Any) -> None:
    """An attacker who knows that somebody is in both classes of a linked pair can go through the records of each."""
    newer = [(luck.randint(0, 2), trace) for _, trace in earlier]
    facts = facts_of(newer, earlier, k)
    for (then, trace), (now, _) in zip(earlier, newer, strict=True):
        own = {shown for home, shown in newer if home == now}
        candidates = sum(home == then and shown in own for home, shown in earlier)
        unique = Counter(shown for _, shown in earlier)[trace] == 1
        if unique:
            assert candidates >= facts["smallest_pair"]


def test_one_newcomer_by_hand() -> None:
    """Two classes of three and one newcomer in the second: the difference of the sums is hers."""
    earlier = [(20, "a"), (20, "b"), (20, "c"), (70, "d"), (70, "e"), (70, "f")]
    newer = [*earlier[:3], (69, "d"), (69, "e"), (69, "f"), (69, "new")]
    facts = facts_of(newer, earlier, 3)
    assert facts["linked_by"] == ["job"]
    assert (facts["n_linked"], facts["n_without_match"], facts["n_earlier_without_match"]) == (6, 1, 0)
    assert (facts["n_pairs"], facts["n_pairs_below"], facts["smallest_pair"]) == (2, 0, 3)
    assert facts["n_classes_with_few_more"] == 1


def test_without_a_common_column_nothing_is_linked_and_the_text_says_so() -> None:
    one = pl.DataFrame({"age": [1, 1, 2, 2], "job": list("abcd")})
    two = pl.DataFrame({"age": [1, 1, 2, 2], "pay": [5, 6, 7, 8]})
    found = shoal.audit(one, quasi_identifiers="age", k=2, earlier=[two])
    (facts,) = found.to_dict()["earlier"]
    assert facts["linked_by"] == []
    assert facts["not_compared"] == ["job", "pay"]
    assert "nothing in them links" in " ".join(found.to_text().split())
    assert found.kept


def test_other_columns_and_empty_tables_are_refused() -> None:
    one = table([(1, "a"), (1, "b")])
    with pytest.raises(TableError, match="does not have 'age'"):
        shoal.audit(one, quasi_identifiers="age", earlier=one.rename({"age": "years"}))
    with pytest.raises(TableError, match="no records"):
        shoal.audit(one, quasi_identifiers="age", earlier=one.head(0))
    assert "earlier" not in shoal.audit(one, quasi_identifiers="age").to_dict()


def people(numbers: Any) -> pl.DataFrame:
    rng = np.random.default_rng(0)
    age, rent, pay = (rng.integers(low, high, 400) for low, high in ((18, 80), (300, 2_000), (1_000, 9_000)))
    numbers = np.asarray(numbers)
    return pl.DataFrame({"id": numbers, "age": age[numbers], "rent": rent[numbers], "pay": pay[numbers]})


def test_releases_of_growing_tables_pass_with_earlier_and_fail_without(tmp_path: Path) -> None:
    asked: dict[str, Any] = {
        "k": 4, "quasi_identifiers": ["age", "rent"], "identifiers": "id", "confidential": "pay", "method": "mdav",
        "seed": 0,
    }  # fmt: skip
    people(np.arange(200)).write_csv(tmp_path / "one.csv")
    people(np.arange(10, 260)).write_csv(tmp_path / "two.csv")
    first = shoal.anonymize(tmp_path / "one.csv", **asked).save(tmp_path / "first")
    shoal.anonymize(tmp_path / "two.csv", **asked).save(tmp_path / "careless")
    shoal.anonymize(
        tmp_path / "two.csv", earlier=first["manifest"], person="id", changes="leave-out", **asked
    ).save(tmp_path / "careful")  # fmt: skip
    for name, code in (("careless", 1), ("careful", 0)):
        words = ["audit", f"{tmp_path}/{name}/release.csv", "--qi", "age,rent", "--k", "4", "--json"]
        outcome = CliRunner().invoke(app, [*words, "--earlier", str(first["table"])])
        assert outcome.exit_code == code, outcome.output
        (facts,) = json.loads(outcome.output)["earlier"]
        assert (facts["n_pairs_below"] > 0) == (code == 1)
        assert facts["n_linked"] > 100
    words[1] = f"{tmp_path}/careless/release.csv"
    said = CliRunner().invoke(app, [*words[:-1], "--earlier", str(first["table"])]).output
    assert "NOT kept together with" in said[: said.index("quasi-identifiers")]
    assert "first/release.csv" in said
    assert "reached by this table alone" in said
    page = tmp_path / "audit.html"
    quiet = CliRunner().invoke(app, [*words[:-1], "--earlier", str(first["table"]), "--report", str(page), "--quiet"])
    assert "Together with an earlier release" in page.read_text()
    assert "NOT kept together with" in page.read_text()
    assert (quiet.exit_code, quiet.output) == (1, "")
    same = CliRunner().invoke(app, ["audit", str(first["table"]), "--qi", "age,rent", "--earlier", str(first["table"])])
    assert "Both tables hold the same records" in same.output
