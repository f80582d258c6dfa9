"""A made-up German hospital: semicolons, decimal commas, dates with points. Nobody in it exists."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np

HEADER = "Fall-ID;Name;Geburtsdatum;PLZ;Geschlecht;Größe (cm);Gewicht (kg);Diagnose;Kosten (€);Aufnahme;Raucher"
DIAGNOSES = ("I10", "E11", "J45", "C50", "F32", "M54", "K21", "N18")
N_PATIENTS = 3_000


def hospital_text(n_patients: int = N_PATIENTS, seed: int = 19) -> str:
    """The table as a spreadsheet of a German office writes it."""
    rng = np.random.default_rng(seed)
    male = rng.integers(0, 2, n_patients)
    height = rng.normal(165 + 12 * male, 7)
    weight = height - 100 + rng.normal(0, 12, n_patients)
    born = rng.integers(0, 28_000, n_patients)
    admitted = rng.integers(0, 365, n_patients)
    postcode = 10_115 + 7 * rng.integers(0, 60, n_patients)
    cost = rng.gamma(2, 1_500, n_patients) + 50
    diagnosis = rng.integers(0, len(DIAGNOSES), n_patients)
    smoker = rng.integers(0, 2, n_patients)
    lines = [HEADER]
    for row in range(n_patients):
        lines.append(
            f"F{700_000 + row};Muster {row};{_day(dt.date(1935, 1, 1), born[row])};{postcode[row]};{'wm'[male[row]]};"
            f"{_comma(height[row], 1)};{_comma(weight[row], 1)};{DIAGNOSES[diagnosis[row]]};{_comma(cost[row], 2)};"
            f"{_day(dt.date(2023, 1, 1), admitted[row])};{('nein', 'ja')[smoker[row]]}"
        )
    return "\n".join(lines) + "\n"


def write_hospital(folder: Path, n_patients: int = N_PATIENTS) -> Path:
    """The table as a file."""
    path = folder / "klinik.csv"
    path.write_text(hospital_text(n_patients), encoding="utf-8")
    return path


def _day(first: dt.date, days: int) -> str:
    return (first + dt.timedelta(days=int(days))).strftime("%d.%m.%Y")


def _comma(value: float, decimals: int) -> str:
    return f"{value:.{decimals}f}".replace(".", ",")
