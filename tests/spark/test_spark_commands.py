"""The command line on a cluster."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from spark_people import QUASI, SETTINGS, people
from typer.testing import CliRunner

import shoal
from benchmarks.spark_cluster import SparkCluster
from shoal.cli.app import app

ROLES = ("--qi", ",".join(QUASI), "--id", "name", "--confidential", "diagnosis,score", "--type", "born=date")
ASKED = ("--k", "4", "--method", "mdav", "--seed", "1")


def run(*words: str | Path) -> Any:
    return CliRunner().invoke(app, ["anonymize", *map(str, words), *ROLES, *ASKED], prog_name="shoal")


def test_a_folder_is_anonymised_by_a_cluster(spark_session: Any, spark_cluster: SparkCluster, tmp_path: Path) -> None:
    table, output = tmp_path / "people.parquet", tmp_path / "release"
    people(1_500).write_parquet(table)
    ran = run(
        table,
        "-o",
        f"{output}/",
        "--engine",
        "spark",
        "--spark-url",
        spark_cluster.url,
        "--block-records",
        "800",
        "--json",
    )
    assert ran.exit_code == 0, ran.output
    told = json.loads(ran.stdout)
    assert told["kept"]
    assert told["smallest_class"] >= 4
    assert sorted(path.name for path in output.iterdir()) == ["release.parquet", "report.html", "report.json"]
    assert pl.read_parquet(output / "release.parquet").height == 1_500
    assert {path.name for path in tmp_path.iterdir()} == {"people.parquet", "release", "private-release"}
    noted = json.loads((tmp_path / "private-release" / "manifest.json").read_text())
    with shoal.anonymize(people(1_500).lazy(), scratch=tmp_path, **SETTINGS) as alone:
        assert noted["release_digest"] == alone.manifest["release_digest"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--engine", "flink"), "--engine can be spark"),
        (("--resume",), "--resume is for tables that do not fit into memory"),
        (("--spark-url", "sc://host"), "--spark-url is for tables that a cluster anonymises"),
        (("--engine", "spark", "--memory", "4GB"), "--memory is not for the engine spark"),
        (("--engine", "spark", "--na", "?"), "--na is not for the engine spark"),
        (("--engine", "spark"), "people.csv is not a Parquet file"),
    ],
)
def test_what_a_cluster_would_ignore_is_refused(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    people(50).write_csv(tmp_path / "people.csv")
    ran = run(tmp_path / "people.csv", "-o", f"{tmp_path}/release/", *words)
    assert ran.exit_code == 2
    assert told in " ".join(ran.output.split())
