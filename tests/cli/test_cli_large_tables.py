"""Tables that do not fit into the memory allowed, or that are several files: audit, apply and verify."""

from __future__ import annotations

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
