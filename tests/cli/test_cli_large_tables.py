"""Tables that do not fit into the memory allowed, or that are several files: audit, apply and verify."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from cli_toys import anonymize, shoal, write_people

KNOWN = ("--qi", "age,sex", "--confidential", "illness", "--closeness", "illness=0.3", "--k", "2")
N_RECORDS = 400_000  # by the rule 100 MB are not enough for so many


@pytest.fixture
def large(tmp_path: Path) -> Path:
    lot = np.random.default_rng(1)
    columns = {name: lot.integers(0, n_values, N_RECORDS) for name, n_values in (("age", 90), ("sex", 2))}
    path = tmp_path / "large.parquet"
    pl.DataFrame({**columns, "illness": lot.choice(["flu", "cold"], N_RECORDS)}).write_parquet(path)
    return path


def test_an_audit_in_parts_says_the_same(large: Path, tmp_path: Path) -> None:
    whole = shoal("audit", large, *KNOWN, "--json")
    parted = shoal("audit", large, *KNOWN, "--memory", "100MB", "--scratch", tmp_path, "--json")
    assert whole.exit_code == parted.exit_code == 0, parted.output
    assert parted.stdout == whole.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["large.parquet"]


def test_what_an_audit_in_parts_cannot_do_is_refused_in_words(large: Path) -> None:
    """It is said before anything is read, and what to do instead."""
    refused = shoal("audit", large, "--qi", "age", "--memory", "100MB", "--against", large)
    assert refused.exit_code == 2
    said = " ".join(refused.output.split())
    assert "--against compares all records with each other" in said
    assert "--memory" in said
    assert "random sample" in said


def test_an_amount_of_memory_that_is_none_is_refused(large: Path) -> None:
    refused = shoal("audit", large, "--qi", "age", "--memory", "much")
    assert refused.exit_code == 2
    assert "--memory" in refused.output


def test_apply_does_not_write_over_a_file_that_it_reads(tmp_path: Path) -> None:
    """One of the files of a pattern was a free name for the output."""
    people = write_people(tmp_path)
    assert anonymize(people, tmp_path / "release.csv", "--quantizer", tmp_path / "q.json", "--disclose").exit_code == 0
    part = tmp_path / "part-1.csv"
    part.write_bytes(people.read_bytes())
    before = part.read_bytes()
    asked = ("--id", "name", "--confidential", "diagnosis", "--insensitive", "town,region,weight")
    refused = shoal("apply", tmp_path / "q.json", tmp_path / "part-*.csv", "-o", part, *asked)
    assert refused.exit_code == 2, refused.output
    assert part.read_bytes() == before
    verified = shoal("verify", tmp_path / "q.json", tmp_path / "part-*.csv")
    assert "The cells hold what they held in design" in verified.output


def test_roles_are_proposed_for_a_table_that_does_not_fit(large: Path, tmp_path: Path) -> None:
    """Only a file that fits was taken. A column that is constant at the beginning is none in the sample."""
    parts = tmp_path / "parts"
    parts.mkdir()
    frame = pl.read_parquet(large).sort("age").with_columns(name="person " + pl.int_range(pl.len()).cast(pl.String))
    for number, part in enumerate(frame.iter_slices(150_000)):
        part.write_parquet(parts / f"{number}.parquet")
    small = ("--memory", "100MB", "--scratch", tmp_path)
    whole = tomllib.loads(shoal("roles", large).stdout)["columns"]
    for source in (parts, tmp_path / "parts" / "*.parquet"):
        proposed = shoal("roles", source, *small)
        assert proposed.exit_code == 0, proposed.output
        assert "(200000 of 400000 records)" in proposed.stdout
        assert "Looked at 200,000 of 400,000 records, spread over the table." in proposed.stderr
        columns = tomllib.loads(proposed.stdout)["columns"]
        assert columns.pop("name")["role"] == "identifying"
        assert columns == whole
    told = json.loads(shoal("roles", parts, *small, "--json").stdout)
    assert told["sample"] == {"records": 200_000, "of": N_RECORDS}
    text = tmp_path / "large.csv"
    frame.write_csv(text)
    assert "(200000 of 400000 records)" in shoal("roles", text, *small).stdout
    assert {path.name for path in tmp_path.iterdir()} == {"large.csv", "large.parquet", "parts"}


def test_roles_of_a_folder_that_fits_are_proposed_from_all_records(tmp_path: Path) -> None:
    pl.DataFrame({"age": [30, 40] * 20}).write_parquet(tmp_path / "one.parquet")
    assert "(40 records)" in shoal("roles", tmp_path).stdout
