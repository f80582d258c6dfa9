"""Releases in the formats of SPSS and SAS, by the library and by the command."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pyreadstat
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import WriteError
from shoal.table.files import statistical_files


def people(*names: str) -> pl.DataFrame:
    rng = np.random.default_rng(4)
    return pl.DataFrame({name: rng.integers(20, 60, 40).astype(float) for name in names})


@pytest.mark.parametrize("names", [("age", "pay"), ("Age", "PAY")])
def test_portable_files_write_names_in_capitals(tmp_path: Path, names: tuple[str, str]) -> None:
    release = shoal.anonymize(people(*names), k=4, quasi_identifiers=list(names), seed=1)
    release.write(tmp_path / "out.por")
    assert shoal.audit(tmp_path / "out.por", quasi_identifiers=["AGE", "PAY"]).k >= 4


def test_names_that_differ_in_capitals_alone(tmp_path: Path) -> None:
    release = shoal.anonymize(people("age", "AGE"), k=4, quasi_identifiers=["age", "AGE"], seed=1)
    with pytest.raises(WriteError, match="capitals"):
        release.write(tmp_path / "out.por")
    assert not list(tmp_path.iterdir())


def test_sas_input_goes_into_a_folder_as_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody but SAS writes .sas7bdat, so a file that only bears the suffix stands in for one."""
    monkeypatch.setitem(statistical_files.READERS, "sas7bdat", "read_sav")
    pyreadstat.write_sav(people("age", "pay"), str(tmp_path / "people.sav"))
    source = tmp_path / "people.sas7bdat"
    shutil.move(tmp_path / "people.sav", source)
    words = ["anonymize", str(source), "--qi", "age,pay", "--k", "4", "-q", "-o"]
    done = CliRunner().invoke(app, [*words, f"{tmp_path / 'folder'}/"])
    assert done.exit_code == 0, done.stderr
    saved = shoal.anonymize(source, k=4, quasi_identifiers=["age", "pay"]).save(tmp_path / "saved")
    assert saved["table"].name == "release.parquet"
    assert (tmp_path / "folder" / "release.parquet").is_file()
