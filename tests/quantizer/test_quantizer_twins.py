"""Records with identical quasi-identifiers in different cells: no rule can part them, and verify counts with that."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal import Quantizer
from shoal.errors import ParameterError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.partition import Partition
from shoal.quantizer import design
from shoal.quantizer.design_counts import pooled
from shoal.quantizer.files.content import Content, content_of
from shoal.quantizer.quantizer import quantizer_of
from shoal.quantizer.rules.neighbour import NeighbourRule

N = 400


def census(counts: dict[tuple[str, str], int]) -> pl.DataFrame:
    rows = [place for place, count in counts.items() for _ in range(count)]
    return pl.DataFrame({"sex": [sex for sex, _ in rows], "edu": [edu for _, edu in rows]})


PLACES = [(sex, edu) for sex in "fm" for edu in "abc"]
EVEN = census(dict(zip(PLACES, (56, 58, 62, 65, 76, 83), strict=True)))
SKEWED = census({place: 340 if place == ("f", "a") else 12 for place in PLACES})
TWO_PLACES = census({("f", "a"): 395, ("m", "c"): 5})


@pytest.fixture(scope="module")
def quantizer() -> Quantizer:
    """400 records at six places in cells of five: most of them stand beside a twin in another cell."""
    return shoal.anonymize(EVEN, k=5, quasi_identifiers=["sex", "edu"], method="pcl", seed=1).quantizer


def words_of(findings: shoal.Findings, name: str) -> str:
    return next(check.words for check in findings.checks if check.name == name)


def test_the_design_table_is_known_again_among_many_twins(quantizer: Quantizer) -> None:
    assert quantizer.forced_apart > 300
    findings = shoal.verify(quantizer, EVEN)
    assert findings.facts["counts_as_designed"]
    assert findings.facts["drift"] == 0.0
    assert words_of(findings, "population").startswith(
        f"The cells hold what they held in design, but for {quantizer.forced_apart} records with identical"
    )


@pytest.mark.parametrize("other", [SKEWED, TWO_PLACES, EVEN.with_columns(edu=pl.lit("a")), EVEN.head(399)])
def test_another_population_is_not_taken_for_the_design_among_many_twins(
    quantizer: Quantizer, other: pl.DataFrame
) -> None:
    findings = shoal.verify(quantizer, other)
    assert findings.facts["counts_as_designed"] is False
    assert "this is another population" in words_of(findings, "population")
    counts = np.bincount(quantizer.assign(other), minlength=quantizer.n_cells)
    of_design = np.bincount(quantizer.assign(EVEN), minlength=quantizer.n_cells)
    apart = quantizer.design_counts >= 0
    change = np.append(
        (counts / len(other) - of_design / N)[apart], (counts / len(other) - of_design / N)[~apart].sum()
    )
    assert findings.facts["drift"] == pytest.approx(0.5 * np.abs(change).sum())


@pytest.mark.parametrize("suffix", [".json", ".shoalq"])
def test_a_file_keeps_what_its_rule_counted(quantizer: Quantizer, suffix: str, tmp_path: Path) -> None:
    quantizer.save(tmp_path / f"q{suffix}")
    loaded = Quantizer.load(tmp_path / f"q{suffix}")
    assert loaded.digest == quantizer.digest
    assert loaded.design_counts.tolist() == quantizer.design_counts.tolist()
    counts = np.bincount(quantizer.assign(EVEN), minlength=loaded.n_cells)
    assert loaded.design_counts.tolist() == pooled(counts, 5).tolist()
    assert shoal.verify(tmp_path / f"q{suffix}", EVEN).facts["counts_as_designed"]
    assert not shoal.verify(tmp_path / f"q{suffix}", SKEWED).facts["counts_as_designed"]


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ([5, 6, 7], [5, 6, 7]),
        ([1, 6, 7, 9], [-1, -1, 7, 9]),  # the rest of all records would tell the single one
        ([4, 6, 3, 9], [-1, 6, -1, 9]),
        ([0, 30, 5, 8], [-1, 30, -1, 8]),
        ([0, 0, 30, 8, 9], [-1, -1, 30, -1, 9]),  # two empty cells: their total is less than k
        ([0, 30], [-1, -1]),
    ],
)
def test_no_count_that_is_told_is_of_fewer_than_k(counts: list[int], told: list[int]) -> None:
    assert pooled(np.array(counts), 5).tolist() == told


def test_no_figure_of_a_file_is_of_fewer_than_k(quantizer: Quantizer) -> None:
    assert np.bincount(quantizer.assign(EVEN), minlength=quantizer.n_cells).min() < 5
    apart = quantizer.design_counts >= 0
    assert quantizer.design_counts[apart].min(initial=5) >= 5
    assert N - quantizer.design_counts[apart].sum() >= 5
    assert np.sum(~apart) >= 2


def test_without_twins_a_file_is_what_it_was_before() -> None:
    points = np.arange(12.0)[:, None]
    partition = Partition.from_cells(points, np.arange(12) // 4, method="any")
    apart = quantizer_of(points, partition, KAnonymity(4))
    assert "rule_counts" not in content_of(apart).arrays
    assert apart.design_counts.tolist() == [4, 4, 4]


def test_a_file_of_an_older_version_claims_nothing(quantizer: Quantizer, tmp_path: Path) -> None:
    """It does not say where its rule puts the twins, so that nothing can be shown of them either way."""
    older = replace(quantizer, rule_counts=None)
    older.save(tmp_path / "older.json")
    assert "rule_counts" not in (tmp_path / "older.json").read_text("utf-8")
    for table in (EVEN, SKEWED):
        findings = shoal.verify(tmp_path / "older.json", table)
        assert findings.ok
        assert findings.facts["counts_as_designed"] is False
        assert findings.facts["drift"] is None
        assert words_of(findings, "population").startswith(
            "Whether these are the records of the design cannot be told: "
        )
        assert words_of(findings, "drift").startswith("An unknown share of the records stand elsewhere")
        json.dumps(findings.to_dict(), allow_nan=False)
    assert "this is another population" in words_of(shoal.verify(older, EVEN.head(300)), "population")


def forged(quantizer: Quantizer, path: Path, change: Any) -> Path:
    """A file whose counts were changed, with the digest that belongs to them."""
    quantizer.save(path)
    whole = json.loads(path.read_text("utf-8"))
    change(whole)
    arrays = {
        item["name"]: np.array(whole["arrays"][item["name"]], dtype=item["type"]) for item in whole["header"]["arrays"]
    }
    plain = {name: value for name, value in whole["header"].items() if name != "digest"}
    whole["header"]["digest"] = Content(plain, arrays).digest
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


def test_counts_that_cannot_be_are_refused(quantizer: Quantizer, tmp_path: Path) -> None:
    def negative(whole: Any) -> None:
        counts = whole["arrays"]["rule_counts"]
        counts[0], counts[1] = -2, counts[0] + counts[1] + 2

    def too_many(whole: Any) -> None:
        whole["arrays"]["rule_counts"][0] += 1_000

    def wrapped(whole: Any) -> None:
        counts = whole["arrays"]["rule_counts"]
        counts[:4] = [2**62] * 4

    def no_twins(whole: Any) -> None:
        whole["header"]["origin"]["forced_apart"] = 0

    def few_twins(whole: Any) -> None:
        whole["header"]["origin"]["forced_apart"] = 1

    assert Quantizer.load(forged(quantizer, tmp_path / "q.json", lambda _: None)).forced_apart > 0
    for change in (negative, too_many, wrapped, no_twins, few_twins):
        with pytest.raises(WrongUse, match="counts of its rule"):
            Quantizer.load(forged(quantizer, tmp_path / "q.json", change))


CROSSED = np.array([0, 1, 0, 1, 2, 2, 0, 1])
TINY = np.array(
    [[0.0, 0.0], [1e-170, 0.0], [2e-170, 0.0], [3e-170, 0.0], [1.0, 1.0], [1.0, 2.0], [3.0, 4.0], [4.0, 3.0]]
)


def test_a_record_finds_itself_where_squares_of_distances_vanish() -> None:
    """All four at the origin were at distance 0 from each other, two were moved, and none was said to be."""
    quantizer = quantizer_of(TINY, Partition.from_cells(TINY, CROSSED, method="any"), KAnonymity(2))
    assert quantizer.kind == "neighbour table"
    assert quantizer.forced_apart == 0
    assert quantizer.assign_points(TINY).tolist() == CROSSED.tolist()


def test_a_rule_that_does_not_give_back_the_cells_is_no_quantizer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(NeighbourRule):
        def assign(self, points: Any, weights: Any = None) -> Any:
            return np.zeros(len(points), dtype=np.int64)

    # A table of neighbours gives back all cells that we know of: the check is there for a bug, and this is one.
    monkeypatch.setattr(design, "NeighbourRule", Wrong)
    with pytest.raises(ParameterError, match="No rule gives back these cells"):
        quantizer_of(TINY, Partition.from_cells(TINY, CROSSED, method="any"), KAnonymity(2))
