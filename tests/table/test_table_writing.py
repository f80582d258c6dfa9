"""Writing: a failure of any kind leaves the old file as it was and no draft behind."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import polars as pl
import pytest

from shoal.errors import WriteError
from shoal.table import Table, atomically, table_of, write_table

FORMATS = ["out.csv", "out.csv.gz", "out.parquet", "out.feather", "out.sav", "out.dta"]


@pytest.fixture
def table() -> Table:
    return table_of(pl.DataFrame({"a": range(100_000), "b": [f"text {n}" for n in range(100_000)]}))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("name", FORMATS)
def test_full_disk_leaves_the_old_file(tmp_path: Path, table: Table, name: str) -> None:
    (tmp_path / name).write_bytes(b"old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))  # the system refuses to write beyond
    try:
        with pytest.raises(WriteError) as caught:
            write_table(table, tmp_path / name)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "text 5" not in str(caught.value)
    assert contents(tmp_path) == {name: b"old"}


@pytest.mark.parametrize("stop", [KeyboardInterrupt, RuntimeError])
def test_interruption_leaves_the_old_file(tmp_path: Path, stop: type[BaseException]) -> None:
    target = tmp_path / "out.csv"
    target.write_text("old")
    with pytest.raises(stop), atomically(target) as draft:
        draft.write_text("half")
        raise stop
    assert contents(tmp_path) == {"out.csv": b"old"}


def test_absent_folder_folder_as_file_and_unknown_suffix(tmp_path: Path, table: Table) -> None:
    with pytest.raises(WriteError, match="No such file or directory"):
        write_table(table, tmp_path / "absent" / "out.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(WriteError, match="is a folder"):
        write_table(table, tmp_path / "folder.csv")
    with pytest.raises(WriteError, match="not that of a known format"):
        write_table(table, tmp_path / "out.docx")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.csv"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_unwritable_folder(tmp_path: Path, table: Table) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(WriteError, match="Permission denied"):
            write_table(table, tmp_path / "out.csv")
    finally:
        tmp_path.chmod(0o700)


def test_no_link_is_written_through(tmp_path: Path, table: Table) -> None:
    """Story: a link in the output folder was followed, and the file it led to was replaced."""
    real, link, dangling = tmp_path / "real.csv", tmp_path / "link.csv", tmp_path / "dangling.csv"
    real.write_text("old")
    link.symlink_to(real)
    dangling.symlink_to(tmp_path / "nowhere.csv")
    for path in (link, dangling):
        with pytest.raises(WriteError, match="is a symbolic link"):
            write_table(table, path)
        assert path.is_symlink()
    assert real.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dangling.csv", "link.csv", "real.csv"]


def test_a_link_that_appears_meanwhile_is_replaced_not_followed(tmp_path: Path) -> None:
    other, target = tmp_path / "other.txt", tmp_path / "out.txt"
    other.write_text("old")
    with atomically(target) as draft:
        draft.write_text("new")
        target.symlink_to(other)
    assert (other.read_text(), target.read_text(), target.is_symlink()) == ("old", "new", False)


def test_a_folder_on_the_way_may_be_a_link(tmp_path: Path, table: Table) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_table(table, tmp_path / "link" / "out.csv")
    assert table_of(tmp_path / "real" / "out.csv").digest() == table.digest()


@pytest.mark.parametrize("name", FORMATS)
def test_a_draft_is_for_its_owner_until_it_takes_its_place(tmp_path: Path, table: Table, name: str) -> None:
    def mode(path: Path) -> int:
        return path.stat().st_mode & 0o777

    target = tmp_path / name
    before = os.umask(0o027)
    try:
        with atomically(target) as draft:
            assert mode(draft) == 0o600
            write_table(table, draft)
            assert mode(draft) == 0o600
            assert [path.name for path in tmp_path.iterdir()] == [draft.name]
        assert mode(target) == 0o640
        target.chmod(0o664)
        write_table(table, target)
        assert mode(target) == 0o664  # the mode of a file that is replaced is kept
        with atomically(target, private=True) as draft:
            draft.write_text("secret")
        assert mode(target) == 0o600  # whatever it was before
    finally:
        os.umask(before)


def test_overwriting_only_when_wanted(tmp_path: Path, table: Table) -> None:
    (tmp_path / "out.csv").write_text("old")
    with pytest.raises(WriteError, match="exists already"):
        write_table(table, tmp_path / "out.csv", overwrite=False)
    assert (tmp_path / "out.csv").read_text() == "old"
    write_table(table, tmp_path / "out.csv")
    assert table_of(tmp_path / "out.csv").n_records == 100_000


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow", "t.feather", "t.ipc"])
def test_columnar_files_keep_dtypes(tmp_path: Path, name: str) -> None:
    frame = pl.DataFrame(
        {
            "small": pl.Series([1, None], dtype=pl.Int8),
            "level": pl.Series(["lo", "hi"], dtype=pl.Enum(["lo", "hi"])),
            "seen": pl.Series([0, 1], dtype=pl.Int64).cast(pl.Datetime("ns", "Asia/Tokyo")),
        }
    )
    write_table(table_of(frame), tmp_path / name)
    back = table_of(tmp_path / name)
    assert back.native().schema == frame.schema
    assert back.digest() == table_of(frame).digest()


def test_nested_values_do_not_fit_text(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="'tags'"):
        write_table(table_of(pl.DataFrame({"tags": [[1]], "a": [1]})), tmp_path / "out.csv")
    assert list(tmp_path.iterdir()) == []
