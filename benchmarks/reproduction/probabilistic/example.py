"""Figure 1 of the p-probabilistic paper: six invented patients, k = 3, before and after."""

from __future__ import annotations

import warnings
from pathlib import Path

import polars as pl

import shoal
from benchmarks.reproduction.page import write_section

PATIENTS = {
    "name": ["Alice Adams", "Bob Brown", "Chloe Carter", "Dave Diaz", "Eve Ellis", "Frank Fisher"],
    "sex": ["♀", "♂", "♀", "♂", "♀", "♂"],
    "age": [32, 34, 33, 43, 47, 45],
    "BMI": [29.3, 26.9, 32.1, 25.7, 21.4, 22.0],
    "anti-TPO": ["++", "−", "+++", "++", "+", "−"],
    "TSH": [8.01, 2.56, 14.41, 11.32, 0.94, 3.29],
}
PRINTED_CELLS = (("♀", 33, 29.4), ("♂", 45, 23.0))  # three records each, in the order of the patients
K = 3


def released_patients() -> pl.DataFrame:
    """What `anonymize` publishes of them, in the order of the input."""
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", shoal.ShoalWarning
        )  # six records are unique on the columns that stay as they are
        release = shoal.anonymize(
            pl.DataFrame(PATIENTS),
            k=K,
            quasi_identifiers=["sex", "age", "BMI"],
            identifiers=["name"],
            confidential=["anti-TPO", "TSH"],
            method="mdav",
            seed=0,
            keep_order=True,
        )
    table: pl.DataFrame = release.table
    return table


def repeat_patients(page: Path, _: bool, options: str) -> None:
    """The released table beside the printed one."""
    released = released_patients()
    lines = ["| patient | sex, age, BMI | ours | printed | anti-TPO | TSH |", "|---|---|---|---|---|---|"]
    for place, row in enumerate(released.iter_rows(named=True)):
        given = ", ".join(str(PATIENTS[column][place]) for column in ("sex", "age", "BMI"))
        ours = f"{row['sex']}, {row['age']}, {row['BMI']:.1f}"
        sex, age, bmi = PRINTED_CELLS[place // K]
        lines.append(
            f"| {place + 1} | {given} | {ours} | {sex}, {age}, {bmi:.1f} | {row['anti-TPO']} | {row['TSH']:.2f} |"
        )
    write_section(page, "patients", lines, options)
