"""Record risk: figures about every single record, for the steward alone.

They say which records are in danger before a release, and they never enter one. So they go into a file that its owner
alone can read, and never into the folder of a release. The file has row numbers and figures, and no column of the
table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, RolesError, Setting, TableError, WriteError
from shoal.release.columns import classes_by, require_named_columns
from shoal.release.manifest import private_manifest
from shoal.release.risk.individual import class_fractions, individual_risk
from shoal.release.risk.special_uniques import intrusion_scores, special_uniques
from shoal.release.sampling import check_fraction, sampling_weights
from shoal.release.wording import count, percent, plural
from shoal.table.atomic import atomically
from shoal.table.files.formats import is_table_name
from shoal.table.files.writing import require_writable_format, write_table
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Role
from shoal.table.roles.roles_arguments import names_of
from shoal.table.roles.roles_file import read_roles, reading_for, refuse_beside
from shoal.table.sources import table_of

USUAL_MOST_COLUMNS = 3  # the usual choice of those who use SUDA (Elliot et al. 2002); larger sets score little
MOST_SETS = 100_000  # sets of columns: a few minutes with 50,000 records
HIGH_RISK = 0.1  # shown as a count: one in ten, a threshold that statistical offices use (Hundepool et al. 2012)


@dataclass(frozen=True)
class RecordRisk:
    """The risk of each record, in the order of the table, and a summary.

    For the steward alone: the numbers single out the records that are easiest to find.
    """

    class_size: IntArray = field(repr=False)  # records with the same quasi-identifiers, in the table
    population_size: FloatArray = field(repr=False)  # people with them in the population, estimated
    risk: FloatArray = field(repr=False)  # individual risk of Benedetti and Franconi
    n_minimal: IntArray = field(repr=False)  # smallest sets of columns on which the record is unique
    smallest_set: IntArray = field(repr=False)  # columns of the smallest of them; 0: there is none
    score: FloatArray = field(repr=False)  # of SUDA
    intrusion: FloatArray = field(repr=False)  # DIS, shared by score
    quasi_identifiers: tuple[str, ...]
    by_column: dict[str, float]  # the share of the minimal sets that hold the column
    sampling_fraction: float  # of the whole table
    most_columns: int
    is_whole_assumed: bool = False  # nobody said what share of the population the table is

    @property
    def table(self) -> Any:
        """The figures as a polars table: the number of each row, and no value of it."""
        import polars as pl

        return pl.DataFrame(
            {
                "row": np.arange(1, len(self.risk) + 1),
                "class_size": self.class_size,
                "population_size": self.population_size,
                "individual_risk": self.risk,
                "minimal_sets": self.n_minimal,
                "smallest_set": self.smallest_set,
                "suda_score": self.score,
                "dis_score": self.intrusion,
            }
        )

    def summary(self) -> dict[str, Any]:
        """Counts and sums over the table; for the steward as well."""
        return {
            "n_records": len(self.risk),
            "quasi_identifiers": list(self.quasi_identifiers),
            "sampling_fraction": self.sampling_fraction,
            "is_whole_assumed": self.is_whole_assumed,
            "expected_found": float(self.risk.sum()),
            "largest_risk": float(self.risk.max()),
            "n_high_risk": int((self.risk > HIGH_RISK).sum()),
            "high_risk": HIGH_RISK,
            "n_unique": int((self.class_size == 1).sum()),
            "most_columns": self.most_columns,
            "n_special": int((self.n_minimal > 0).sum()),
            "by_size": {str(size): int((self.smallest_set == size).sum()) for size in range(1, self.most_columns + 1)},
            "by_column": self.by_column,
        }

    def to_text(self) -> str:
        """The summary in words."""
        return summary_text(self.summary())

    def save(self, path: str | Path) -> None:
        """Write the figures to a file that its owner alone can read; refused inside the folder of a release."""
        refuse_release_folder(Path(path))
        require_writable_format(Path(path))
        with atomically(path, private=True) as draft:
            write_table(table_of(self.table), draft)


def record_risk(
    table: Any,
    *,
    quasi_identifiers: Sequence[str] = (),
    by: Sequence[str] = (),
    roles: str | Path | None = None,
    weight: str | None = None,
    sampling_fraction: float | None = None,
    most_columns: int | None = None,
) -> RecordRisk:
    """Individual risk and special uniques of every record, before a release.

    table: pandas, polars, pyarrow or a path. by: strata, which are published too. roles: a roles file instead of these
    and of ``weight``. weight: the column of sampling weights. sampling_fraction: the share of the population that is in
    the table, if there are no weights; without both, the table is taken for the whole population. most_columns: of the
    sets on which records are searched to be unique; 3 without it.
    """
    source = table_of(table, **reading_for(table, roles))
    looks, strata = names_of(quasi_identifiers), names_of(by)
    if roles is not None:
        refuse_beside(roles, {"quasi_identifiers": looks, "by": strata, "weight": weight})
        looks, strata, weight = _from_file(roles)
    require_named_columns(source, looks, strata=strata)
    _check(source, (*looks, *strata), weight, sampling_fraction, most_columns)
    known = (*looks, *strata)
    weights = None if weight is None else sampling_weights(source, weight)
    most = min(most_columns or USUAL_MOST_COLUMNS, len(known))
    classes = classes_by(source, known)
    fractions = class_fractions(classes, weights, sampling_fraction)
    fraction = source.n_records / float(weights.sum()) if weights is not None else float(sampling_fraction or 1.0)
    found = special_uniques([source.faithful_codes(name) for name in known], most)
    return RecordRisk(
        class_size=classes.sizes[classes.class_of],
        population_size=(classes.sizes / fractions)[classes.class_of],
        risk=individual_risk(classes, fractions),
        n_minimal=found.n_minimal,
        smallest_set=found.smallest,
        score=found.score,
        intrusion=intrusion_scores(found.score, classes.sizes, fraction),
        quasi_identifiers=known,
        by_column=dict(zip(known, found.by_column.tolist(), strict=True)),
        sampling_fraction=fraction,
        most_columns=most,
        is_whole_assumed=weights is None and sampling_fraction is None,
    )


def summary_text(facts: dict[str, Any]) -> str:
    """The summary of a `RecordRisk` in words."""
    n_records = facts["n_records"]
    lines = [
        "For you alone: these figures show which records are easy to find. Do not publish them.",
        "",
        f"{plural(n_records, 'record', 'records')}, {percent(facts['sampling_fraction'])} of the population"
        + (" (assumed: neither a sampling fraction nor weights were given)." if facts["is_whole_assumed"] else "."),
        f"Expected matches that are right: {facts['expected_found']:,.1f}. Largest risk of a record: "
        f"{percent(facts['largest_risk'])}.",
        f"Risk above {percent(facts['high_risk'], 0)}: {plural(facts['n_high_risk'], 'record', 'records')}. Alone in "
        f"the class: {plural(facts['n_unique'], 'record', 'records')}.",
        f"{plural(facts['n_special'], 'record is', 'records are')} unique on "
        f"{plural(facts['most_columns'], 'column', 'columns')} or fewer"
        + (": " if facts["n_special"] else ".")
        + (_by_size(facts["by_size"]) if facts["n_special"] else ""),
    ]
    if facts["n_special"]:
        ranked = sorted(facts["by_column"].items(), key=lambda item: -item[1])
        lines.append(
            "Of all smallest sets of columns that single out a record, this share holds the column (a set can hold "
            "several columns): " + ", ".join(f"{name} {percent(part)}" for name, part in ranked) + "."
        )
    return "\n".join(lines) + "\n"


def _by_size(by_size: dict[str, int]) -> str:
    """How many records one column, two columns … are enough for."""
    return (
        ", ".join(
            f"for {count(records)} of them, {plural(int(size), 'column is', 'columns are')} enough"
            for size, records in by_size.items()
            if records
        )
        + "."
    )


def refuse_release_folder(path: Path) -> None:
    """Refuse a private file in the folder of a release, or below it, and one that is named like a release."""
    if is_table_name(path, "release"):
        raise WriteError(
            f"{path.name} is the name of a released table, and figures about single records must never be published.",
            hint="Choose another name, such as private-risk.csv.",
        )
    folder = path.resolve().parent
    for home in (folder, *folder.parents):
        if _is_release_folder(home):
            raise WriteError(
                f"{home} holds a release, and figures about single records must never be published with it.",
                hint="Choose another folder.",
            )


def _is_release_folder(home: Path) -> bool:
    """Whether a release was saved into this folder: with both reports, or with its manifest beside it.

    A single released file may be anywhere, for example in the folder of somebody's work, which nobody publishes.
    """
    if not any(one.is_file() and is_table_name(one, "release") for one in home.glob("release.*")):
        return False
    reports = all((home / name).is_file() for name in ("report.html", "report.json"))
    return reports or (bool(home.name) and private_manifest(home).is_file())


def _from_file(roles: str | Path) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
    """Quasi-identifiers, strata and the weight of a roles file."""
    columns = read_roles(roles)
    looks, strata, weights = (
        tuple(column.name for column in columns if column.role is role)
        for role in (Role.QUASI_IDENTIFYING, Role.STRATUM, Role.WEIGHT)
    )
    return looks, strata, weights[0] if weights else None


def _check(
    table: Table, known: Sequence[str], weight: str | None, sampling_fraction: float | None, most_columns: int | None
) -> None:
    if table.n_records == 0:
        raise TableError("The table holds no records.", parameter="table", hint="Give a table with at least one row.")
    check_fraction(sampling_fraction)
    if weight is not None:
        if weight not in table.columns:
            raise table.unknown_column(weight, (*known, weight), parameter="weight", kind=RolesError)
        if weight in known:
            raise RolesError(
                f"Column '{weight}' is both a quasi-identifier and the weight.", parameter="weight", column=weight
            )
        if sampling_fraction is not None:
            raise ParameterError(
                Setting("sampling_fraction"),
                " is given beside weights (",
                Setting("weight"),
                "), which say it already.",
                hint="Give one of them.",
            )
    if most_columns is not None:
        whole = isinstance(most_columns, (int, np.integer)) and not isinstance(most_columns, bool)
        if not whole or most_columns < 1:
            raise ParameterError(Setting("most_columns"), " must be a whole number of at least 1.")
        if most_columns > len(known):
            raise ParameterError(
                Setting("most_columns", most_columns),
                f" is more than the {plural(len(known), 'column', 'columns')} that an outsider may know here.",
                count=len(known),
                hint=("Name more quasi-identifiers, or give ", Setting("most_columns", len(known)), "."),
            )
    _refuse_too_many_sets(len(known), min(most_columns or USUAL_MOST_COLUMNS, len(known)))


def _refuse_too_many_sets(n_columns: int, most: int) -> None:
    n_sets = sum(comb(n_columns, size) for size in range(1, most + 1))
    if n_sets > MOST_SETS:
        raise ParameterError(
            f"{count(n_columns)} columns have {count(n_sets)} sets of up to {most} columns; at most "
            f"{count(MOST_SETS)} are searched.",
            parameter="most_columns",
            count=n_sets,
            hint=("Give a smaller number, such as ", Setting("most_columns", most - 1), "."),
        )
