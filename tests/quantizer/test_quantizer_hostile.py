"""Attacks: to get a value out of a quantizer, or a record into a cell where it does not belong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from quantizer_toys import SECRETS, people, power_quantizer, release

import shoal
from shoal import PCL, PowerDiagram, Quantizer
from shoal.cli.shared.output import harmless
from shoal.errors import ParameterError, RolesError, TableError, WrongUse
from shoal.quantizer.design import rule_of
from shoal.quantizer.files.content import Content, content_of, model_from, require_header
from shoal.quantizer.intake.batches import BatchLimits, BatchSource, SpreadSample
from shoal.quantizer.rules.power import PowerRule
from shoal.quantizer.streaming.stream import apply_file

BATCH = 40


@pytest.mark.parametrize("given", [{"method": "mdav"}, {"method": "pcl"}, {"method": "pcl", "by": "region"}])
@pytest.mark.parametrize("value", [1e160, -1e300])
def test_values_beyond_all_distances_are_refused_and_fall_into_no_cell(given: dict[str, Any], value: float) -> None:
    """They used to get the number −1: "dropped" in one block, the last cell of the block before in another."""
    quantizer = release(people(), **given).quantizer
    strange = people().with_columns(
        income=pl.when(pl.int_range(pl.len()) == 41).then(value).otherwise(pl.col("income")),
    )
    for use in (quantizer.assign, lambda table: quantizer.release(table, withhold=True)):
        with pytest.raises(TableError, match=r"1 record .*row 42.*'income' so far from") as refusal:
            use(strange)
        assert "1e" not in str(refusal.value)
        assert not any(secret in str(refusal.value) for secret in SECRETS)


def test_a_record_without_a_finite_price_is_not_numbered_minus_one() -> None:
    diagram = PowerDiagram(np.array([[0.0], [1.0]]), np.array([1e200, 2e200]))
    assert diagram.assign(np.zeros((2, 1)), np.ones(2)).tolist() == [0, 0]
    with pytest.raises(ParameterError, match="1 of 2 records have no finite distance"):
        diagram.assign(np.zeros((2, 1)), np.array([1.0, 1e-300]))


@pytest.mark.parametrize("name", ["centroids", "blocks/0/costs"])
def test_a_forged_file_with_numbers_beyond_all_distances_is_refused(name: str) -> None:
    _, _, designed = power_quantizer()
    content = content_of(designed)
    arrays = {own: array.copy() for own, array in content.arrays.items()}
    arrays[name][0] = 1e306
    forged = Content(content.header, arrays)
    with pytest.raises(WrongUse, match=f"'{name}' that no distance"):
        model_from(require_header({**forged.header, "digest": forged.digest}, "q.json"), arrays, "q.json")


def half_way(seed: int, speed: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Points; the cells, centroids and sites of a search from random records that was cut off after its first move."""
    rng = np.random.default_rng(seed)
    points = rng.standard_normal((60, 2))
    started = points[rng.choice(60, 4, replace=False)]
    first = PowerDiagram(started, np.zeros(4)).assign(points)
    means = np.array([points[first == cell].mean(axis=0) for cell in range(4)])
    sites = speed * means + (1.0 - speed) * started
    cell_of = PowerDiagram(sites, np.zeros(4)).assign(points)
    centroids = np.array([points[cell_of == cell].mean(axis=0) for cell in range(4)])
    return points, cell_of, centroids, sites


def test_sites_on_their_way_from_a_record_to_the_centroid_are_not_written_down() -> None:
    """Anybody who guesses the speed finds the record: it is where the site was before."""
    n_telling = 0
    for seed in range(12):
        points, cell_of, centroids, sites = half_way(seed, speed=0.5)
        guessed = 2.0 * sites - centroids
        found = np.abs(guessed[:, None] - points).max(axis=2).min(axis=1) < 1e-9
        rule, _ = rule_of(points, cell_of, centroids, k=2, costs=np.zeros(4), sites=sites)
        if found.any():
            n_telling += 1
            assert not (isinstance(rule, PowerRule) and np.array_equal(rule.sites, sites))
    assert n_telling >= 2


def test_sites_that_are_means_of_earlier_cells_are_still_used() -> None:
    """The check above must not take every site for a record's."""
    n_used = 0
    for seed in range(12):
        points, cell_of, centroids, sites = half_way(seed, speed=1.0)
        rule, _ = rule_of(points, cell_of, centroids, k=2, costs=np.zeros(4), sites=sites)
        n_used += isinstance(rule, PowerRule) and np.array_equal(rule.sites, sites)
    assert n_used >= 3


@pytest.mark.parametrize("speed", [0.3, 0.5])
def test_pcl_leaves_no_share_of_a_record_in_a_site(speed: float) -> None:
    points = np.random.default_rng(5).standard_normal((300, 2))
    made = shoal.microaggregate(points, 10, method=PCL(start="random", speed=speed, iterations=2), seed=1)
    assert made.sites is not None
    guessed = (made.sites - speed * made.centroids) / (1.0 - speed)
    assert np.abs(guessed[:, None] - points).max(axis=2).min() > 1e-6


def test_a_table_of_nobody_does_not_keep_a_promise() -> None:
    quantizer = release().quantizer
    findings = shoal.verify(quantizer, people().head(0))
    assert not findings.ok
    assert [check.name for check in findings.checks if not check.ok] == ["promise"]
    assert findings.facts["n_records"] == 0


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("column", ["ticket", "salutation"])
def test_what_only_shows_later_in_a_long_file_is_refused_as_well(suffix: str, column: str, tmp_path: Path) -> None:
    """Roles used to be checked on the first batch alone; a column may be dull there, and name people further on."""
    quantizer = release().quantizer
    table = people(1_800)
    row = pl.int_range(pl.len())
    told = {"ticket": "T" + row.cast(pl.String), "salutation": pl.col("sex").replace({"female": "Ms", "male": "Mr"})}
    table = table.with_columns(pl.when(row < BATCH).then(pl.lit("-")).otherwise(told[column]).alias(column))
    source, target = tmp_path / f"people{suffix}", tmp_path / f"out{suffix}"
    (table.write_csv if suffix == ".csv" else table.write_parquet)(source)
    assert quantizer.intake is not None
    batched = BatchSource.of(source, quantizer.intake, limits=BatchLimits(BATCH, fewest_records=1))
    with pytest.raises(RolesError, match=f"'{column}'"):
        apply_file(quantizer, batched, target)
    assert not target.exists()
    done = apply_file(quantizer, batched, target, identifiers=[column], withhold=True)
    assert done.smallest_class >= 5


def test_a_spread_sample_is_spread_and_no_larger_than_a_batch() -> None:
    sample = SpreadSample(BatchLimits(fewest_records=1))
    for first in range(0, 1000, 50):
        sample.put(pl.DataFrame({"row": range(first, first + 50)}))
    rows = sample.frame()["row"].to_numpy()
    assert 25 <= len(rows) <= 50
    assert len(set(np.diff(rows).tolist())) == 1
    assert rows[0] < 50
    assert rows[-1] >= 950


def test_nothing_of_a_quantizer_can_be_changed_under_its_digest() -> None:
    _, _, quantizer = power_quantizer()
    rule = quantizer.blocks[0].rule
    assert isinstance(rule, PowerRule)
    for array in (rule.sites, rule.costs):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.0


def test_a_stranger_s_file_does_not_steer_the_terminal(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from shoal.cli.app import app

    path = tmp_path / "q.json"
    _, _, quantizer = power_quantizer()
    quantizer.save(path)
    content = json.loads(path.read_text(encoding="utf-8"))
    content["header"]["origin"]["method"] = "\x1b[2Jpcl\x9b31m\u202e"
    path.write_text(json.dumps(content), encoding="utf-8")
    said = CliRunner().invoke(app, ["inspect", str(path)])
    assert said.exit_code == 0
    assert "pcl" in said.stdout
    assert not set(said.stdout) & set("\x1b\x9b\u202e")
    assert harmless("a\tb\nc") == "a�b\nc"
    assert isinstance(Quantizer.inspect(path), dict)
