"""Findings: what verify says of a file, of the design table, and of another population."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from quantizer_toys import SECRETS, people, power_quantizer, release
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import ParameterError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.partition import Partition
from shoal.quantizer.intake.batches import BatchSource
from shoal.quantizer.quantizer import quantizer_of
from shoal.quantizer.streaming.stream import apply_file


def words_of(findings: shoal.Findings, name: str) -> tuple[bool, str]:
    return next((check.ok, check.words) for check in findings.checks if check.name == name)


def test_design_table_keeps_the_promise(tmp_path: Path) -> None:
    quantizer = release().quantizer
    quantizer.save(tmp_path / "q.json", disclose=True)
    people().write_csv(tmp_path / "people.csv")
    for model, table in ((quantizer, people()), (tmp_path / "q.json", tmp_path / "people.csv")):
        findings = shoal.verify(model, table=table)
        assert findings.ok
        assert findings.facts["counts_as_designed"]
        assert findings.facts["drift"] == 0.0
        assert findings.facts["smallest_cell"] == 5
        assert words_of(findings, "promise")[0]
        assert "held in design" in words_of(findings, "population")[1]
        assert "Not for publication" in words_of(findings, "disclosure")[1]


def test_records_of_another_population_are_applied_with_a_warning(tmp_path: Path) -> None:
    # All records fell into one cell, and nothing was said of it.
    quantizer = release(people(600)).quantizer
    alike = people(600, seed=4)
    strange = alike.with_columns(income=pl.col("income") * 1000)
    for table, is_strange in ((alike, False), (alike.head(300), False), (strange, True)):
        table.write_csv(tmp_path / "now.csv")
        source = BatchSource.of(tmp_path / "now.csv", quantizer.intake)
        streamed = apply_file(quantizer, source, tmp_path / "out.csv", withhold=True)
        for warnings in (quantizer.release(table, withhold=True).warnings, streamed.warnings):
            assert any("another population" in said for said in warnings) == is_strange


def test_another_population_is_told_that_the_promise_does_not_carry_over() -> None:
    quantizer = release().quantizer
    findings = shoal.verify(quantizer, table=people(40, seed=9))
    assert not findings.ok
    assert "does not carry over" in words_of(findings, "population")[1]
    kept, words = words_of(findings, "promise")
    assert not kept
    below = findings.facts["n_cells_below_k"]
    assert f"{below} cells have fewer than k = 5 records" in words
    counts = np.bincount(quantizer.assign(people(40, seed=9)), minlength=quantizer.n_cells)
    assert below == ((counts > 0) & (counts < 5)).sum()
    assert findings.facts["n_cells_empty"] == (counts == 0).sum()
    assert findings.facts["drift"] == pytest.approx(0.5 * np.abs(counts / 40 - quantizer.sizes / 90).sum())
    many = shoal.verify(quantizer, table=pl.concat([people()] * 3))
    assert many.ok
    assert "does not carry over" in words_of(many, "population")[1]
    said = findings.to_text() + str(findings.to_dict())
    assert not any(secret in said for secret in SECRETS)


def test_damage_is_a_finding_and_absence_an_error(tmp_path: Path) -> None:
    release().quantizer.save(tmp_path / "q.shoalq", disclose=True)
    damaged = bytearray((tmp_path / "q.shoalq").read_bytes())
    damaged[-3] ^= 1
    (tmp_path / "q.shoalq").write_bytes(damaged)
    findings = shoal.verify(tmp_path / "q.shoalq", table=people())
    assert not findings.ok
    assert "changed or damaged" in findings.checks[0].words
    with pytest.raises(WrongUse, match="no file"):
        shoal.verify(tmp_path / "absent.json")


def test_a_quantizer_of_points_counts_points() -> None:
    points, _, quantizer = power_quantizer()
    assert shoal.verify(quantizer).ok
    assert shoal.verify(quantizer, table=points).facts["counts_as_designed"]
    assert not shoal.verify(quantizer, table=points[:3]).ok


def test_a_quantizer_of_points_counts_the_points_of_a_file(tmp_path: Path) -> None:
    points, _, quantizer = power_quantizer()
    quantizer.save(tmp_path / "q.json")
    path = tmp_path / "points.csv"
    pl.DataFrame(points, schema=[f"x{i}" for i in range(points.shape[1])]).write_csv(path)
    assert shoal.verify(tmp_path / "q.json", table=path).facts["counts_as_designed"]
    told = CliRunner().invoke(app, ["verify", str(tmp_path / "q.json"), str(path)])
    assert told.exit_code == 0, told.output
    pl.read_csv(path).with_columns(more=1.0).write_csv(path)
    with pytest.raises(ParameterError, match="coordinates; found"):
        shoal.verify(quantizer, table=path)


def test_weights_are_those_of_points() -> None:
    rng = np.random.default_rng(2)
    points, weights = rng.standard_normal((60, 2)), rng.uniform(0.5, 3.0, 60)
    partition = shoal.microaggregate(points, 5, method="pcl", weights=weights, seed=0)
    quantizer = quantizer_of(points, partition, KAnonymity(5), weights=weights)
    assert quantizer.kind == "weighted power"
    assert shoal.verify(quantizer, table=points, weights=weights).facts["counts_as_designed"]
    with pytest.raises(ParameterError, match="weights"):
        shoal.verify(quantizer, table=points)
    with pytest.raises(ParameterError, match="Leave weights out"):
        shoal.verify(release().quantizer, table=people(), weights=np.ones(3))


def test_identical_records_that_exact_sizes_forced_apart_are_found_when_counted() -> None:
    points = np.repeat([[0.0], [5.0]], [6, 3], axis=0)
    partition = Partition.from_cells(points, np.array([0, 0, 0, 1, 1, 1, 2, 2, 2]), method="any")
    quantizer = quantizer_of(points, partition, KAnonymity(3))
    assert quantizer.forced_apart == 3
    findings = shoal.verify(quantizer, table=points)
    assert findings.facts["counts_as_designed"]
    assert findings.facts["n_cells_empty"] == 1
    assert findings.ok
