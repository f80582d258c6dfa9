"""Column names that polars, or we ourselves, could take for something else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import TableError
from shoal.table.sources import table_of

ODD = ["len", "*", "record", "records", "cell", "value", "column 0", "a,b", "literal"]
N_RECORDS = 60


def people(name: str) -> pl.DataFrame:
    rng = np.random.default_rng(5)
    return pl.DataFrame(
        {
            name: rng.integers(20, 60, N_RECORDS),
            "height": rng.integers(150, 200, N_RECORDS),
            "a": rng.choice(["x", "y"], N_RECORDS),
        }
    )


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("name", ODD)
def test_odd_name_of_a_quasi_identifier(tmp_path: Path, name: str, suffix: str) -> None:
    source, model, target = (tmp_path / part for part in (f"people{suffix}", "model.json", f"out{suffix}"))
    frame = people(name)
    (frame.write_csv if suffix == ".csv" else frame.write_parquet)(source)
    release = shoal.anonymize(
        source, k=4, quasi_identifiers=[name, "height"], insensitive="a", method="pcl(iterations=2)", seed=1
    )
    release.write(target)
    release.quantizer.save(model, disclose=True)
    target.unlink()
    done = CliRunner().invoke(
        app, ["apply", str(model), str(source), "-o", str(target), "--insensitive", "a", "--quiet"]
    )
    assert done.exit_code == 0, done.stderr
    written = (pl.read_csv if suffix == ".csv" else pl.read_parquet)(target)
    assert written.columns == frame.columns
    keys = [pl.Series(str(number), written[column]) for number, column in enumerate([name, "height"])]
    assert pl.DataFrame(keys).group_by("0", "1").len()["len"].min() >= 4  # type: ignore[operator]


def test_dropping_a_star_drops_one_column() -> None:
    assert table_of(people("*")).dropped(["*"]).columns == ("height", "a")


@pytest.mark.parametrize("name", ["^a$", "^.*$", "^b$"])
def test_patterns_are_refused_by_every_door(tmp_path: Path, name: str) -> None:
    frame = people(name)
    frame.write_csv(tmp_path / "p.csv")
    frame.write_parquet(tmp_path / "p.parquet")
    for source in (frame, frame.to_pandas(), frame.to_arrow(), tmp_path / "p.csv", tmp_path / "p.parquet"):
        with pytest.raises(TableError, match=r"column 1 of .* begins with \^ and ends with \$"):
            table_of(source)
