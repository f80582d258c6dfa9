"""The same file in memory, in one batch and in many: the same cells, the same release, the same refusals."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from quantizer_toys import people, release

import shoal
from shoal import Quantizer
from shoal.errors import MissingValuesError, TableError
from shoal.quantizer.design_counts import agree
from shoal.quantizer.intake.batches import BatchLimits, BatchSource, SpreadSample
from shoal.quantizer.streaming.stream import apply_file, count_cells
from shoal.table.files.writing import write_table

BATCH = 40
SMALL = BatchLimits(most_records=BATCH, records_per_bucket=20)
N = 200
RNG = np.random.default_rng(0)
AGES = RNG.integers(18, 90, N)


def designed(folder: Path, table: pl.DataFrame, **more: Any) -> Quantizer:
    table.write_csv(folder / "design.csv")
    return shoal.anonymize(folder / "design.csv", k=5, method="pcl", seed=1, **more).quantizer


def texts(column: str, values: Any) -> pl.DataFrame:
    return pl.DataFrame({"age": AGES, column: values})


def ways(quantizer: Quantizer, path: Path) -> list[Any]:
    """The counts of the cells by each way, or the refusal."""

    def by_assign() -> Any:
        cell_of = quantizer.assign(path)
        return np.bincount(cell_of[cell_of >= 0], minlength=quantizer.n_cells).tolist()

    def by_release() -> Any:
        released = quantizer.release(path, withhold=True).cell_of
        assert (released == quantizer.assign(path))[released >= 0].all()
        return by_assign()

    def by_batches(limits: BatchLimits) -> Any:
        return count_cells(quantizer, BatchSource.of(path, quantizer.intake, limits=limits)).counts.tolist()

    outcomes: list[Any] = []
    for way in (by_assign, by_release, lambda: by_batches(SMALL), lambda: by_batches(BatchLimits())):
        try:
            outcomes.append(way())
        except TableError:
            outcomes.append("refused")
    return outcomes


MOMENTS = [datetime(2020, 1, 1) + timedelta(seconds=int(second)) for second in RNG.integers(0, 10**7, N)]
PLAIN = [moment.strftime("%Y-%m-%d %H:%M:%S") for moment in MOMENTS]
WITH_T = [moment.strftime("%Y-%m-%dT%H:%M:%S") for moment in MOMENTS]
DAYS = [moment.strftime("%Y-%m-%d") for moment in MOMENTS]
GERMAN_DAYS = [moment.strftime("%d.%m.%Y") for moment in MOMENTS]
TRUTHS = RNG.choice(["true", "false"], N).tolist()
NUMBERS = RNG.choice(["1", "2", "3"], N).tolist()


def then(first: list[str], second: list[str], at: int = 120) -> list[str]:
    return [*first[:at], *second[at:]]


@pytest.mark.parametrize(
    ("in_design", "now", "outcome"),
    [
        (RNG.choice(["1.10", "2.10", "A"], N).tolist(), RNG.choice(["1.10", "2.10"], N).tolist(), "counted"),
        (RNG.choice(["true", "false", "unknown"], N).tolist(), TRUTHS, "counted"),
        (TRUTHS, then(TRUTHS, [truth.upper() for truth in TRUTHS]), "counted"),
        (TRUTHS, then(TRUTHS, ["perhaps"] * N), "refused"),
        (PLAIN, then(PLAIN, WITH_T), "counted"),
        (PLAIN, then(PLAIN, [f"{moment}+05:00" for moment in PLAIN]), "refused"),
        (DAYS, then(DAYS, GERMAN_DAYS), "refused"),
        (DAYS, GERMAN_DAYS, "counted"),
        (NUMBERS, then(NUMBERS, [f"{number}.0" for number in NUMBERS]), "counted"),
        (NUMBERS, then(NUMBERS, [f"{number}.5" for number in NUMBERS]), "counted"),
        (NUMBERS, then(NUMBERS, ["many"] * N), "refused"),
    ],
)
def test_a_text_means_the_same_whatever_stands_beside_it(
    in_design: list[str], now: list[str], outcome: str, tmp_path: Path
) -> None:
    quantizer = designed(tmp_path, texts("z", in_design), quasi_identifiers=["age", "z"])
    texts("z", now).write_csv(tmp_path / "now.csv")
    found = ways(quantizer, tmp_path / "now.csv")
    assert all(each == found[0] for each in found)
    assert (found[0] == "refused") == (outcome == "refused")


def test_moments_are_spelled_alike_whatever_digits_stand_in_a_batch(tmp_path: Path) -> None:
    # The unit was chosen by batch, so a cell got two spellings and its classes were below k.
    short = [f"{moment}.{index:06d}" for index, moment in enumerate(WITH_T)]
    now = then(short, [f"{moment}.{index:09d}" for index, moment in enumerate(WITH_T)])
    for in_design in (short, now):
        quantizer = designed(tmp_path, texts("z", in_design), quasi_identifiers=["age", "z"])
        texts("z", now).write_csv(tmp_path / "now.csv")
        source = BatchSource.of(tmp_path / "now.csv", quantizer.intake, limits=SMALL)
        apply_file(quantizer, source, tmp_path / "out.csv", keep_order=True, withhold=True)
        written = pl.read_csv(tmp_path / "out.csv", infer_schema=False)["z"]
        spellings = written.unique()
        assert spellings.str.to_datetime(time_unit="ns").n_unique() == len(spellings)  # one for each moment
        assert written.value_counts()["count"].min() >= quantizer.guarantee.k


def test_a_decimal_comma_here_and_a_decimal_point_there_are_refused(tmp_path: Path) -> None:
    """Read batch by batch, 1.234 and 1,234 would both have been one and a bit, whichever was meant."""
    path = tmp_path / "numbers.csv"
    pointed = [f"{age};{age / 8}" for age in AGES]
    path.write_text("\n".join(["age;share", *pointed]) + "\n", encoding="utf-8")
    made = shoal.anonymize(path, k=5, method="pcl", seed=1, quasi_identifiers=["age", "share"], delimiter=";")
    with_comma = [line.replace(".", ",") for line in pointed]
    for lines, refused in ((with_comma, False), (then(pointed, with_comma), True), (then(with_comma, pointed), True)):
        path.write_text("\n".join(["age;share", *lines]) + "\n", encoding="utf-8")
        source = BatchSource.of(path, made.quantizer.intake, delimiter=";", limits=SMALL)
        if not refused:
            assert agree(count_cells(made.quantizer, source).counts, made.quantizer.design_counts, len(lines))
            continue
        with pytest.raises(TableError, match="some numbers with a point and others with a comma"):
            count_cells(made.quantizer, source)


@pytest.mark.parametrize("policy", ["drop", "own-cell"])
@pytest.mark.parametrize(("odd", "refused"), [("1e19", False), ("inf", True), ("-inf", True)])
def test_what_fits_no_integer_is_not_missing(policy: str, odd: str, refused: bool, tmp_path: Path) -> None:
    incomes = RNG.integers(1000, 9000, N)
    design = texts("income", [None if row % 10 == 0 else int(income) for row, income in enumerate(incomes)])
    quantizer = designed(tmp_path, design, quasi_identifiers=["age", "income"], missing=policy)
    texts("income", [odd if row == 7 else str(income) for row, income in enumerate(incomes)]).write_csv(
        tmp_path / "now.csv"
    )
    found = ways(quantizer, tmp_path / "now.csv")
    assert all(each == found[0] for each in found)
    assert (found[0] == "refused") is refused
    assert refused or sum(found[0]) == N


def weighted(folder: Path) -> Quantizer:
    table = pl.DataFrame({"x": RNG.normal(size=N).round(3), "y": RNG.normal(size=N).round(3), "mass": 1 + AGES % 4})
    return designed(folder, table, quasi_identifiers=["x", "y"], weight="mass")


def test_weights_are_published_as_the_file_spells_them(tmp_path: Path) -> None:
    """The first batch has whole weights; 2.75 in a later one was written as 2."""
    quantizer = weighted(tmp_path)
    assert quantizer.kind == "weighted power"
    spelled = then(["2"] * N, ["2.75"] * N, 90)
    spelled[0], spelled[N - 1] = "2.50", "+3"
    table = pl.read_csv(tmp_path / "design.csv").with_columns(mass=pl.Series(spelled))
    table.write_csv(tmp_path / "now.csv")
    source = BatchSource.of(tmp_path / "now.csv", quantizer.intake, limits=SMALL)
    apply_file(quantizer, source, tmp_path / "out.csv", only_cells=True, withhold=True)
    in_cells = pl.read_csv(tmp_path / "out.csv")["cell"].is_not_null()
    apply_file(quantizer, source, tmp_path / "out.csv", keep_order=True, withhold=True)
    written = pl.read_csv(tmp_path / "out.csv", infer_schema=False)
    assert len(written) > N // 2
    assert written["mass"].to_list() == table["mass"].filter(in_cells).to_list()
    write_table(
        quantizer.release(tmp_path / "now.csv", keep_order=True, withhold=True).released, tmp_path / "memory.csv"
    )
    assert (tmp_path / "memory.csv").read_bytes() == (tmp_path / "out.csv").read_bytes()


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_release_in_memory_is_that_of_the_batches(suffix: str, tmp_path: Path) -> None:
    quantizer = release(people(N), by="region", types={"age": "integer"}).quantizer
    table = people(N).with_columns(note=pl.Series([f"{row % 7}.50" for row in range(N)]), visits=pl.int_range(N) % 3)
    path = tmp_path / f"now.{suffix}"
    table.write_csv(path) if suffix == "csv" else table.write_parquet(path)
    said = {"insensitive": ["note", "visits"], "keep_order": True, "withhold": True}
    in_memory = quantizer.release(path, **said)
    assert in_memory.table["visits"].dtype == pl.Int64
    write_table(in_memory.released, tmp_path / f"memory.{suffix}")
    apply_file(quantizer, BatchSource.of(path, quantizer.intake, limits=SMALL), tmp_path / f"out.{suffix}", **said)
    if suffix == "csv":
        assert (tmp_path / "memory.csv").read_bytes() == (tmp_path / "out.csv").read_bytes()
    else:
        assert pl.read_parquet(tmp_path / "memory.parquet").equals(pl.read_parquet(tmp_path / "out.parquet"))


def test_missing_values_are_counted_in_the_whole_file(tmp_path: Path) -> None:
    """Of six gaps in four batches only the first one was said, and advised were options of another command."""
    quantizer = designed(tmp_path, texts("income", AGES * 100 + np.arange(N)), quasi_identifiers=["age", "income"])
    gaps = texts("income", [None if row % 35 == 3 else 100 * row for row in range(N)])
    gaps.write_csv(tmp_path / "now.csv")
    words = (
        "Quasi-identifier 'income' of now.csv is missing in 6 records, the first in row 4 (5 with the header). The "
        "cells were designed for records that all have it. Fill the gaps, or leave such records out."
    )
    source = BatchSource.of(tmp_path / "now.csv", quantizer.intake, limits=SMALL)
    for action in (
        lambda: count_cells(quantizer, source),
        lambda: apply_file(quantizer, source, tmp_path / "out.csv"),
        lambda: quantizer.release(tmp_path / "now.csv"),
    ):
        with pytest.raises(MissingValuesError) as refusal:
            action()
        assert str(refusal.value) == words
    with pytest.raises(MissingValuesError, match="missing in 6 records, the first in row 4"):
        quantizer.assign(gaps)


def test_a_missing_stratum_is_refused_as_before(tmp_path: Path) -> None:
    quantizer = release(people(), by="region").quantizer
    table = people().with_columns(region=pl.when(pl.int_range(pl.len()) == 50).then(None).otherwise(pl.col("region")))
    table.write_csv(tmp_path / "now.csv")
    with pytest.raises(MissingValuesError, match=r"'region' of now\.csv \(from row 41 on\) is missing in 1"):
        count_cells(quantizer, BatchSource.of(tmp_path / "now.csv", quantizer.intake, limits=SMALL))


def test_a_short_last_batch_does_not_empty_the_sample() -> None:
    sample = SpreadSample(BatchLimits())
    for height in (4096, 4096, 1):
        sample.put(pl.DataFrame({"row": range(height)}))
    assert 2048 <= sample.frame().height <= 4096


def test_what_a_sample_says_is_said_to_be_of_a_sample(tmp_path: Path) -> None:
    quantizer = weighted(tmp_path)
    for most, sampled in ((BATCH, True), (1 << 17, False)):
        limits = BatchLimits(most_records=most, fewest_records=8)
        source = BatchSource.of(tmp_path / "design.csv", quantizer.intake, limits=limits)
        done = apply_file(quantizer, source, tmp_path / "out.csv", withhold=True)
        assert done.warnings[0].startswith("The record weights in 'mass' are published unchanged; ")
        assert done.warnings[0].endswith("(Judged by a sample of 25 of the 200 records.)") is sampled
        assert (" of 25 records " in done.warnings[0]) is sampled
