"""Whether a column looks as if it told who a record is: by its name, or because hardly a value repeats."""

from __future__ import annotations

import re

import numpy as np

from shoal.table.columns import ColumnKind
from shoal.table.frames import Table

# Names that point at one person whatever the values look like.
PERSONAL_NAMES = frozenset(
    [
        "name",
        "names",
        "firstname",
        "lastname",
        "fullname",
        "givenname",
        "surname",
        "forename",
        "maidenname",
        "email",
        "mail",
        "phone",
        "telephone",
        "mobile",
        "cellphone",
        "fax",
        "ssn",
        "passport",
        "address",
        "street",
        "iban",
        "username",
        "login",
        "nickname",
        "dni",
        "nif",
        "nie",
        "nin",
        "mrn",
        "uuid",
        "guid",
        "licenseplate",
        "numberplate",
        "ip",
        "ipaddress",
        "birthdate",
        "birthday",
        "dateofbirth",
        "dob",
    ]
)
# Words that point at one person only when the values hardly repeat: a region_id or a country_name does
# repeat.
PERSONAL_WORDS = PERSONAL_NAMES | {"id", "identifier", "number", "nr", "no", "account", "key"}

NEARLY_ALL = 0.95  # share of distinct values from which a column names its record
MOSTLY = 0.5  # the same, when the name of the column points that way too
FEWEST_RECORDS = 20  # in a smaller table honest columns are distinct by chance


def name_words(name: str) -> list[str]:
    """The words of a column name: person_id, PersonID and 'person id' alike."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return [word for word in re.split(r"[^a-z0-9]+", spaced.lower()) if word]


def distinct_share(table: Table, name: str) -> float:
    """Distinct values per record that has one (0 for an empty column)."""
    known = ~table.missing(name)
    n_known = int(known.sum())
    return len(np.unique(table.faithful_codes(name)[known])) / n_known if n_known else 0.0


def looks_identifying(table: Table, name: str) -> str | None:
    """Why the column looks identifying, or None. The name counts whatever type the values have."""
    words = name_words(name)
    if "".join(words) in PERSONAL_NAMES or any(word in _UNMISTAKABLE for word in words):
        return "its name says that it tells who a person is"
    share = distinct_share(table, name)
    if share >= MOSTLY and any(word in PERSONAL_WORDS for word in words):
        return "its name and its many distinct values say that it may tell who a person is"
    if table.kind(name) == ColumnKind.OTHER:
        return "its values are mixed or nested, so that nobody can tell what they give away"
    if share >= NEARLY_ALL and table.n_records >= FEWEST_RECORDS and _can_name_a_record(table, name):
        return "its value is different in (nearly) every record, so it can tell who a person is"
    return None


def _can_name_a_record(table: Table, name: str) -> bool:
    """Measurements are distinct by nature; texts, dates and whole numbers, floats or not, need not be."""
    kind = table.kind(name)
    if kind == ColumnKind.NUMBER:  # statistical files hold every number as a float
        return table.all_whole(name)
    return kind in (ColumnKind.TEXT, ColumnKind.INTEGER, ColumnKind.DATE, ColumnKind.DATETIME)


_UNMISTAKABLE = frozenset(
    [
        "surname",
        "forename",
        "firstname",
        "lastname",
        "fullname",
        "email",
        "ssn",
        "passport",
        "iban",
        "telephone",
        "phone",
    ]
)
