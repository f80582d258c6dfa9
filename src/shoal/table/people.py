"""Made-up people: a table with every kind of column, for the demonstration, the documentation and the tests.

Nobody in it exists. What depends on what: income on age, education, hours and sex; marital status on age; the
diagnosis on age; the place decides postcode, latitude and longitude.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import polars as pl

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError

REFERENCE_DAY = dt.date(2024, 1, 1)  # ages are those of this day
YOUNGEST, OLDEST = 18, 95
DAYS_PER_YEAR = 365.25

FIRST_NAMES = [
    "Ada",
    "Bruno",
    "Carla",
    "Dario",
    "Elena",
    "Felix",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Karla",
    "Leo",
    "Mina",
    "Nils",
    "Olga",
    "Pablo",
    "Quim",
    "Rosa",
    "Sofia",
    "Tomas",
    "Ulla",
    "Victor",
    "Wanda",
    "Xavi",
    "Yara",
    "Zeno",
]
LAST_NAMES = [
    "Alder",
    "Birch",
    "Cedar",
    "Dorn",
    "Elm",
    "Fir",
    "Gorse",
    "Hazel",
    "Ivy",
    "Juniper",
    "Kelp",
    "Laurel",
    "Maple",
    "Nettle",
    "Oak",
    "Pine",
    "Quince",
    "Rowan",
    "Sorrel",
    "Thorn",
    "Upas",
    "Vetch",
    "Willow",
    "Xylo",
    "Yew",
    "Zinnia",
]
EDUCATION = ("primary", "secondary", "vocational", "bachelor", "master", "doctorate")
EDUCATION_SHARES = (0.09, 0.30, 0.24, 0.20, 0.14, 0.03)
MARITAL = ("single", "married", "divorced", "widowed")
DIAGNOSES = ("none", "asthma", "diabetes", "hypertension", "depression", "arthritis", "cancer")
# Invented towns: name, first two digits of the postcode, latitude, longitude, share of the people.
TOWNS = (
    ("Northport", "10", 43.36, -5.85, 0.10),
    ("Millbrook", "21", 42.82, -1.64, 0.08),
    ("Eastharbour", "32", 41.39, 2.17, 0.27),
    ("Highfield", "43", 40.42, -3.70, 0.30),
    ("Sandy Bay", "54", 39.47, -0.38, 0.15),
    ("Oldbridge", "65", 37.39, -5.99, 0.10),
)
STREET_SPREAD_DEGREES = 0.04  # about four kilometres: the size of a town


def synthetic_people(n_records: int = 1000, seed: int = 0) -> pl.DataFrame:
    """A table of people who do not exist; the same seed gives the same table."""
    if n_records < 1:
        raise ParameterError(
            f"A table of {n_records} people cannot be made.", parameter="n_records", hint="Ask for at least 1."
        )
    rng = np.random.default_rng(seed)
    age_days = _age_in_days(rng, n_records)
    age = (age_days / DAYS_PER_YEAR).astype(np.int64)
    sex = rng.integers(0, 2, n_records)
    education = _education(rng, age)
    town = rng.choice(len(TOWNS), n_records, p=[town[4] for town in TOWNS])
    hours = _weekly_hours(rng, age, sex)
    columns: dict[str, Any] = {
        "name": _names(rng, n_records),
        "birth_date": [REFERENCE_DAY - dt.timedelta(days=int(days)) for days in age_days],
        "age": age,
        "sex": np.array(["female", "male"])[sex],
        "marital_status": _marital_status(rng, age),
        "education": np.array(EDUCATION)[education],
        **_places(rng, town),
        "weekly_hours": hours,
        "income": _income(rng, age, education, hours, sex),
        "diagnosis": _diagnosis(rng, age),
        "satisfaction": np.clip(np.rint(rng.normal(6.5, 1.8, n_records)), 0, 10).astype(np.int64),
        "smoker": rng.random(n_records) < np.where(age < 60, 0.26, 0.14),
    }
    frame = pl.DataFrame({name: _series(values) for name, values in columns.items()})
    return frame.with_columns(pl.col("education").cast(pl.Enum(EDUCATION)))


def _series(values: Any) -> pl.Series:
    return pl.Series(values.tolist() if isinstance(values, np.ndarray) and values.dtype.kind == "U" else values)


def _names(rng: np.random.Generator, n_records: int) -> list[str]:
    first = rng.integers(0, len(FIRST_NAMES), n_records)
    last = rng.integers(0, len(LAST_NAMES), (n_records, 2))
    return [f"{FIRST_NAMES[a]} {LAST_NAMES[b]} {LAST_NAMES[c]}" for a, (b, c) in zip(first, last, strict=True)]


def _age_in_days(rng: np.random.Generator, n_records: int) -> IntArray:
    """A broad middle and a thin old end, as in an ageing country."""
    share = rng.beta(1.6, 2.1, n_records)
    years = YOUNGEST + share * (OLDEST - YOUNGEST)
    return np.ceil(years * DAYS_PER_YEAR).astype(np.int64)


def _education(rng: np.random.Generator, age: IntArray) -> IntArray:
    """Younger people went to school for longer; nobody under 24 is a doctor."""
    luck = rng.random(len(age)) - 0.004 * (age - 45)
    level = np.searchsorted(np.cumsum(EDUCATION_SHARES)[:-1], luck)
    ceiling = np.where(age < 21, 2, np.where(age < 24, 3, len(EDUCATION) - 1))
    return np.minimum(level, ceiling).astype(np.int64)


def _marital_status(rng: np.random.Generator, age: IntArray) -> list[str]:
    married = 0.70 / (1 + np.exp(-(age - 31) / 4.5))
    divorced = np.clip((age - 28) * 0.006, 0, 0.16)
    widowed = np.clip((age - 55) * 0.011, 0, 0.45)
    married = np.clip(married - widowed, 0, None)
    single = np.clip(1 - married - divorced - widowed, 0.03, None)
    shares = np.column_stack([single, married, divorced, widowed])
    return [MARITAL[code] for code in _drawn(rng, shares)]


def _places(rng: np.random.Generator, town: IntArray) -> dict[str, Any]:
    offsets = rng.normal(0, STREET_SPREAD_DEGREES, (len(town), 2))
    latitude = np.array([place[2] for place in TOWNS])[town] + offsets[:, 0]
    longitude = np.array([place[3] for place in TOWNS])[town] + offsets[:, 1]
    district = rng.integers(1, 40, len(town))
    return {
        "town": [TOWNS[code][0] for code in town],
        "postcode": [f"{TOWNS[code][1]}{number:03d}" for code, number in zip(town, district, strict=True)],
        "latitude": np.round(latitude, 5),
        "longitude": np.round(longitude, 5),
    }


def _weekly_hours(rng: np.random.Generator, age: IntArray, sex: IntArray) -> IntArray:
    full_time = rng.normal(39 + 2 * sex, 5, len(age))
    part_time = rng.normal(22, 5, len(age))
    hours = np.where(rng.random(len(age)) < np.where(sex == 1, 0.12, 0.28), part_time, full_time)
    at_work = (age < 67) | (rng.random(len(age)) < 0.06)
    return np.where(at_work, np.clip(np.rint(hours), 4, 70), 0).astype(np.int64)


def _income(rng: np.random.Generator, age: IntArray, education: IntArray, hours: IntArray, sex: IntArray) -> IntArray:
    """Yearly, log-normal about a life that peaks at fifty; a pension where nobody works. Rounded to tens."""
    career = 1 - ((age - 50) / 70.0) ** 2
    wage = 13.0 * np.exp(0.17 * education + 0.08 * sex) * career
    earned = 46 * hours * wage
    pension = 9_500 * np.exp(0.14 * education)
    income = np.where(hours > 0, earned, pension) * rng.lognormal(0.0, 0.28, len(age))
    return (np.rint(np.clip(income, 1_200, None) / 10) * 10).astype(np.int64)


def _diagnosis(rng: np.random.Generator, age: IntArray) -> list[str]:
    decades = (age - YOUNGEST) / 10
    ones = np.ones(len(age))
    shares = np.column_stack(
        [10 - decades, 0.9 * ones, 0.25 * decades, 0.5 * decades, 1.1 * ones, 0.3 * decades, 0.15 * decades]
    )
    return [DIAGNOSES[code] for code in _drawn(rng, shares)]


def _drawn(rng: np.random.Generator, shares: FloatArray) -> IntArray:
    """One category per row, in proportion to the row's shares."""
    steps = np.cumsum(shares, axis=1)
    luck = rng.random(len(shares)) * steps[:, -1]
    codes: IntArray = (luck[:, None] >= steps).sum(axis=1).astype(np.int64)
    return codes
