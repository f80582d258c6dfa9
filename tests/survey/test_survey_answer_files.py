"""Answers in several files: folders, patterns, lists; typed together, and refused by the name of the file."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from survey_toys import collect, designed

from shoal.errors import ShoalError, TableError
from shoal.survey.collection.answer_files import answer_table
from shoal.survey.design.frame import Design


@pytest.fixture(scope="module")
def design() -> Design:
    return designed()


def written(folder: Path, **files: list[str]) -> list[Path]:
    """One CSV file for each name, with these cells and tokens."""
    paths = []
    for name, rows in files.items():
        paths.append(folder / f"{name}.csv")
        paths[-1].write_text("\n".join(["cell,token,score", *rows]) + "\n", encoding="utf-8")
    return paths


def test_files_folders_and_patterns_are_one_table(design: Design, tmp_path: Path) -> None:
    folder = tmp_path / "inbox"
    folder.mkdir()
    one, two = written(folder, a=["0,01,1", "0,02,2"], b=["0,x3,2.50"])
    other = tmp_path / "late.parquet"
    pl.DataFrame({"score": [4.0], "token": ["1"], "cell": [0]}).write_parquet(other)
    whole = answer_table([one, two, other])
    assert whole.texts("token").to_list() == ["01", "02", "x3", "1"]  # 01 and 1 would be one number
    assert whole.numbers("score").tolist() == [1.0, 2.0, 2.5, 4.0]
    for given in ([folder, other], [f"{folder}/*.csv", other]):
        assert answer_table(given).texts("token").to_list() == whole.texts("token").to_list()
        found = collect(design.specification, given, token="token", confidential=["score"])
        assert found.attained.n_released == 4 and found.attained.n_cells_released == 1


def test_what_is_wrong_is_said_with_its_file(design: Design, tmp_path: Path) -> None:
    files = written(tmp_path, a=["0,t1,1", "0,t2,2"], b=["0,t3,2", "999,t4,2"])
    with pytest.raises(TableError, match=r"does not exist, the first in row 2 .* of b.csv"):
        collect(design.specification, files, token="token")
    again = written(tmp_path, c=["0,t1,1"])
    with pytest.raises(TableError, match=r"sent again .* the first in row 1 .* of c.csv"):
        collect(design.specification, [files[0], *again], token="token")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("twice", "read twice"),
        ("columns", "same columns"),
        ("folder", "no table"),
        ("pattern", "No file matches"),
        ("sheet", "several files"),
    ],
)
def test_nothing_is_left_out_or_counted_twice(tmp_path: Path, wrong: str, words: str) -> None:
    one, two = written(tmp_path, a=["0,t1,1"], b=["0,t2,1"])
    (tmp_path / "notes.md").write_text("-")
    (tmp_path / "odd.csv").write_text("cell,token\n0,t1\n")
    given = {
        "twice": [one, two, tmp_path / "a.*"],
        "columns": [one, tmp_path / "odd.csv"],
        "folder": [tmp_path],
        "pattern": [tmp_path / "*.tsv"],
        "sheet": [one, two],
    }
    with pytest.raises(ShoalError, match=words):
        answer_table(given[wrong], **({"sheet": 1} if wrong == "sheet" else {}))
