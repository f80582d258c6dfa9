"""Text rows: Arrow's reader and Python's see the same fields, and refuse the same rows."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from quantizer_toys import people, release

from shoal.errors import TableError
from shoal.quantizer.intake.batches import BatchSource
from shoal.quantizer.streaming.stream import apply_file, count_cells
from shoal.table.arrow import pyarrow
from shoal.table.files.text_rows import RaggedRow, text_frames

HEADER = ["a", "b"]
TRICKY = 'a,b\r\n1,"x, y"\r\n"say ""no""","two\nlines"\r\n\r\n,\r\n5" nail,é\r\n" 1 ",NA\r\n'
READ = [["1", "x, y"], ['say "no"', "two\nlines"], ["", ""], ['5" nail', "é"], [" 1 ", "NA"]]


def rows(text: str, encoding: str, header: list[str] = HEADER) -> list[list[str]]:
    stream = pyarrow().BufferReader(text.encode(encoding))
    frames = text_frames(stream, header, separator=",", encoding=encoding, skip_empty=len(header) > 1)
    return [list(row) for frame in frames for row in frame.rows()]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252", "utf-16", "utf-8-sig"])
def test_the_same_fields_in_every_encoding(encoding: str) -> None:
    assert rows(TRICKY, encoding) == READ
    assert rows("a\r\n1\r\n\r\n3\r\n", encoding, ["a"]) == [["1"], [""], ["3"]]
    assert rows("a,b\n", encoding) == []


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
@pytest.mark.parametrize(("text", "n_fields"), [("a,b\n1,2\ngrault,4,5\n", 3), ("a,b\ngrault\n", 1)])
def test_a_ragged_row_is_told_by_its_width_alone(encoding: str, text: str, n_fields: int) -> None:
    with pytest.raises(RaggedRow) as refusal:
        rows(text, encoding)
    assert refusal.value.n_fields == n_fields
    error: BaseException | None = refusal.value
    while error is not None:  # the error of Arrow, which quotes the row, is not carried along
        assert "grault" not in str(error)
        error = error.__context__


def test_a_compressed_file_of_another_encoding_is_applied(tmp_path: Path) -> None:
    table = people().with_columns(sex=pl.col("sex").replace("female", "müde"))
    quantizer = release(table).quantizer
    text = io.BytesIO(gzip.compress(table.write_csv().encode("latin-1")))
    (tmp_path / "people.csv.gz").write_bytes(text.getvalue())
    source = BatchSource.of(tmp_path / "people.csv.gz", quantizer.intake, encoding="latin-1")
    assert count_cells(quantizer, source).counts.tolist() == quantizer.sizes.tolist()
    done = apply_file(quantizer, source, tmp_path / "out.csv", keep_order=True)
    assert done.smallest_class == 5
    written = pl.read_csv((tmp_path / "out.csv").read_bytes().decode("latin-1").encode())
    assert written["sex"].to_list() == quantizer.release(table, keep_order=True).table["sex"].to_list()


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_bad_files_are_refused_alike_in_every_encoding(encoding: str, tmp_path: Path) -> None:
    quantizer = release(people()).quantizer
    lines = people().write_csv().splitlines()
    for text, words in (
        (lines[:1], "^people.csv holds no records.$"),
        (
            [*lines[:70], lines[70] + ",more"],
            "^people.csv has a row with 7 fields where the header has 6. Complete the ",
        ),
    ):
        (tmp_path / "people.csv").write_text("\n".join(text) + "\n", encoding=encoding)
        with pytest.raises(TableError, match=words):
            count_cells(quantizer, BatchSource.of(tmp_path / "people.csv", quantizer.intake, encoding=encoding))


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_row_that_speaks_of_an_empty_file_does_not_end_it(encoding: str) -> None:
    # Arrow's error quotes a ragged row: one that held the words of another error ended the file in silence.
    many = "1,2\n" * 400_000  # more than Arrow reads at once
    with pytest.raises(RaggedRow):
        rows(f"a,b\n{many}Empty CSV file or block,1,2\n{many}", encoding)
    with pytest.raises(RaggedRow):
        rows("a,b\nEmpty CSV file or block\n", encoding)
    assert rows("a,b", encoding) == []


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_empty_lines_before_a_single_column_are_no_records(encoding: str, tmp_path: Path) -> None:
    ages = people().select("age")
    quantizer = release(ages, quasi_identifiers=["age"], identifiers=[], confidential=[]).quantizer
    (tmp_path / "ages.csv").write_text("\n\n" + ages.write_csv(), encoding=encoding)
    source = BatchSource.of(tmp_path / "ages.csv", quantizer.intake, encoding=encoding, delimiter=",")
    np.testing.assert_array_equal(count_cells(quantizer, source).counts, np.bincount(quantizer.assign(ages)))


READING = """
import sys
from shoal.errors import TableError
from shoal.quantizer.intake.batches import BatchSource
from shoal.quantizer.quantizer import Quantizer
try:
    list(BatchSource.of(sys.argv[2], Quantizer.load(sys.argv[1]).intake, encoding=sys.argv[3]).tables())
except TableError as error:
    print(error)
"""


def test_the_interpreter_ends_in_peace_after_a_ragged_file(tmp_path: Path) -> None:
    """Arrow's threads held a Python object while the interpreter ended: more than every other process was aborted."""
    release(people()).quantizer.save(tmp_path / "q.json", disclose=True)
    (tmp_path / "people.csv").write_text(people().write_csv() + "grault,1\n", encoding="utf-8")
    for encoding in ("utf-8", "utf-8", "latin-1", "utf-8", "utf-8"):
        command = [sys.executable, "-c", READING, str(tmp_path / "q.json"), str(tmp_path / "people.csv"), encoding]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("people.csv has a row with 2 fields where the header has 6.")
