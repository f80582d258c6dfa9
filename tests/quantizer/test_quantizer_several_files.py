"""A table in several files, or of any size: apply and verify see it as one table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from pyarrow import dataset
from quantizer_toys import people, power_quantizer, release

from shoal import Quantizer
from shoal.errors import TableError
from shoal.quantizer.findings import verify
from shoal.quantizer.intake.batches import BatchSource
from shoal.quantizer.streaming.stream import apply_file


@pytest.fixture
def quantizer() -> Quantizer:
    return release(people(), by="region").quantizer


@pytest.fixture(params=["parquet", "csv"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """The people in three files; a folder of Parquet files, or a pattern of text files."""
    folder = tmp_path / "people"
    folder.mkdir()
    for number, part in enumerate(people().iter_slices(35)):
        getattr(part, f"write_{request.param}")(folder / f"{number}.{request.param}")
    return request.param, folder if request.param == "parquet" else folder / "*.csv"


def test_apply_releases_the_records_of_all_files(quantizer: Quantizer, files: tuple[str, Path], tmp_path: Path) -> None:
    kind, source = files
    whole, target = tmp_path / f"whole.{kind}", tmp_path / f"out.{kind}"
    getattr(people(), f"write_{kind}")(whole)
    for path, output in ((whole, tmp_path / f"expected.{kind}"), (source, target)):
        assert quantizer.intake is not None
        done = apply_file(quantizer, BatchSource.of(path, quantizer.intake), output, keep_order=True)
        assert (done.n_records, done.n_released, done.smallest_class) == (90, 90, 5)
    assert target.read_bytes() == (tmp_path / f"expected.{kind}").read_bytes()
    assert quantizer.assign(source).tolist() == quantizer.assign(whole).tolist()
    assert quantizer.release(source, keep_order=True).table.equals(quantizer.release(whole, keep_order=True).table)


def test_verify_counts_tables_of_any_size(quantizer: Quantizer, files: tuple[str, Path]) -> None:
    _, source = files
    expected = verify(quantizer, people())
    assert expected.ok
    sources: list[Any] = [source, people().lazy(), dataset.dataset(people().to_arrow())]
    for given in sources:
        assert verify(quantizer, given) == expected


def test_verify_counts_points_of_a_file_part_by_part(tmp_path: Path) -> None:
    points, _, quantizer = power_quantizer()
    folder = tmp_path / "points"
    folder.mkdir()
    for number, part in enumerate(pl.DataFrame(points, schema=["x", "y"]).iter_slices(25)):
        part.write_parquet(folder / f"{number}.parquet")
    assert verify(quantizer, folder) == verify(quantizer, points)


def test_files_with_other_columns_are_refused(quantizer: Quantizer, files: tuple[str, Path]) -> None:
    kind, source = files
    other = people(5).rename({"age": "years"})
    getattr(other, f"write_{kind}")((source if source.is_dir() else source.parent) / f"3.{kind}")
    with pytest.raises(TableError, match=f"3.{kind} has other columns than 0.{kind}"):
        verify(quantizer, source)
