"""Options that several commands share, and shell words turned into arguments.

A list is given with commas or by repeating the option. A column whose own name holds a comma or an equals sign is
recognised, because the columns of the table are known by then: the reading that fits the table is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.errors import ParameterError, RolesError, Setting

if TYPE_CHECKING:
    from shoal.table.frames.table import Table

COLUMNS = "Columns"
DETAILS = "Details of quasi-identifiers"
FILES = "Files"
SCREEN = "Screen"
TAB_WORDS = (r"\t", "tab")  # what --delimiter takes for a tab

TableArgument = Annotated[
    str,
    typer.Argument(metavar="TABLE", help="The table: CSV, TSV, Excel (.xlsx), Parquet, Arrow, SPSS, Stata or SAS."),
]
QiOption = Annotated[
    list[str] | None,
    typer.Option(
        "--qi",
        metavar="COLUMNS",
        rich_help_panel=COLUMNS,
        help="Quasi-identifiers: columns that an outsider may know about a person. Separate them with commas, or "
        "repeat the option.",
    ),
]
IdOption = Annotated[
    list[str] | None,
    typer.Option(
        "--id", metavar="COLUMNS", rich_help_panel=COLUMNS, help="Columns that name a person. They are dropped."
    ),
]
InsensitiveOption = Annotated[
    list[str] | None,
    typer.Option(
        "--insensitive",
        metavar="COLUMNS",
        rich_help_panel=COLUMNS,
        help="Harmless columns. They are published unchanged.",
    ),
]
QuantizerArgument = Annotated[
    str, typer.Argument(metavar="QUANTIZER", help="A quantizer file: .json (readable) or .shoalq (compact).")
]
ModelArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A quantizer (.json or .shoalq), the specification of a survey, or the boxes of a paper form (.json).",
    ),
]
PublicKeyOption = Annotated[
    str | None,
    typer.Option(
        "--public-key",
        metavar="FILE",
        rich_help_panel=FILES,
        help="The public key (.pub) of the signer. A specification with another signature is refused.",
    ),
]
DiscloseOption = Annotated[
    bool,
    typer.Option(
        "--disclose",
        rich_help_panel=FILES,
        help="Write the quantizer even if it contains values of single records. Do not publish such a quantizer.",
    ),
]
ConfidentialOption = Annotated[
    list[str] | None,
    typer.Option(
        "--confidential",
        metavar="COLUMNS",
        rich_help_panel=COLUMNS,
        help="Sensitive columns. They are published unchanged, and the report says how well they are protected.",
    ),
]
AuditedConfidentialOption = Annotated[
    list[str] | None,
    typer.Option(
        "--confidential",
        metavar="COLUMNS",
        rich_help_panel=COLUMNS,
        help="Sensitive columns of the table. The audit measures how well they are protected.",
    ),
]
ByOption = Annotated[
    list[str] | None,
    typer.Option(
        "--by",
        metavar="COLUMNS",
        rich_help_panel=COLUMNS,
        help="Columns that define strata. No cell contains records of two strata.",
    ),
]
WeightOption = Annotated[
    str | None,
    typer.Option(
        "--weight",
        metavar="COLUMN",
        rich_help_panel=COLUMNS,
        help="The column with the weight of each record. Weights do not count towards k.",
    ),
]
RolesOption = Annotated[
    str | None,
    typer.Option(
        "--roles",
        metavar="FILE",
        rich_help_panel=COLUMNS,
        help="Read the roles of the columns from this file (.toml or .yaml) instead of the options. shoal roles "
        "proposes one.",
    ),
]
TypeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--type",
        metavar="COLUMN=TYPE",
        rich_help_panel=DETAILS,
        help="The type of a column: numeric, integer, date, boolean, ordinal, nominal, taxonomy, latitude or "
        "longitude. Repeatable.",
    ),
]
OrderOption = Annotated[
    list[str] | None,
    typer.Option(
        "--order",
        metavar="COLUMN=LOW<MID<HIGH",
        rich_help_panel=DETAILS,
        help="The values of an ordinal column, lowest first. Write it in quotes, because the shell uses < too. "
        "Repeatable.",
    ),
]
TaxonomyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--taxonomy",
        metavar="COLUMN=FILE",
        rich_help_panel=DETAILS,
        help="The taxonomy of a column: a CSV file with the columns value and parent. Repeatable.",
    ),
]
NewTaxonomyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--taxonomy",
        metavar="COLUMN=FILE",
        rich_help_panel=DETAILS,
        help="A newer taxonomy, for categories that are not in the quantizer. Repeatable.",
    ),
]
AttributeWeightOption = Annotated[
    list[str] | None,
    typer.Option(
        "--attribute-weight",
        metavar="COLUMN=NUMBER",
        rich_help_panel=DETAILS,
        help="How much a quasi-identifier counts in the distance. Default: 1. Repeatable.",
    ),
]
RoundingOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rounding",
        metavar="COLUMN=DECIMALS",
        rich_help_panel=DETAILS,
        help="The number of decimals of released numbers. -2 rounds to hundreds, 'none' keeps all digits of the mean. "
        "Default: as many decimals as the column has. Repeatable.",
    ),
]
MissingOption = Annotated[
    list[str] | None,
    typer.Option(
        "--missing",
        metavar="POLICY",
        rich_help_panel=DETAILS,
        help="What to do with records that lack a quasi-identifier: refuse (default), drop, or own-cell (cells of "
        "their own). COLUMN=POLICY sets it for one column. Repeatable.",
    ),
]
EncodingOption = Annotated[
    str | None, typer.Option("--encoding", rich_help_panel=FILES, help="The encoding of a text file. Default: UTF-8.")
]
DelimiterOption = Annotated[
    str | None,
    typer.Option(
        "--delimiter",
        rich_help_panel=FILES,
        help=r"The delimiter of a text file: one character, or tab (also \t). Default: chosen by the suffix.",
    ),
]
NaOption = Annotated[
    list[str] | None,
    typer.Option(
        "--na",
        metavar="SPELLING",
        rich_help_panel=FILES,
        help="A text that means 'missing' in a text file, in addition to an empty field, such as '?' or -999. "
        "Repeatable.",
    ),
]
SheetOption = Annotated[
    str | None,
    typer.Option(
        "--sheet", rich_help_panel=FILES, help="Of a workbook with several sheets: its name, or its number from 1."
    ),
]
QuoteFormulasOption = Annotated[
    bool,
    typer.Option(
        "--quote-formulas",
        rich_help_panel=FILES,
        help="Put an apostrophe before texts that spreadsheet programs would run as formulas.",
    ),
]
CertifyOption = Annotated[
    float | None,
    typer.Option(
        "--certify",
        metavar="SECONDS",
        help="Spend this many seconds on a sharper bound: how far the cells can be from the optimum. Default: a quick "
        "bound.",
    ),
]
DominanceOption = Annotated[
    str | None,
    typer.Option(
        "--dominance",
        metavar="PERCENT",
        help="Refuse a release in which a member of a class could estimate an outstanding value to within this "
        "percentage, such as 10% (the p %-rule). Without it such classes are counted at 10%, with a warning.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", rich_help_panel=SCREEN, help="Print one JSON object and nothing else.")
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", rich_help_panel=SCREEN, help="Print nothing, except errors.")
]


@dataclass(frozen=True)
class Reading:
    """How the options said that a text file or a workbook is to be read."""

    encoding: str | None = None
    delimiter: str | None = None
    na: list[str] | None = None
    sheet: str | None = None

    def arguments(self) -> dict[str, Any]:
        """The arguments of the library. A tab may be written as a word, which shells make easier than a tab."""
        delimiter = "\t" if self.delimiter in TAB_WORDS else self.delimiter
        spellings = {"na": tuple(self.na)} if self.na else {}
        sheet = {} if self.sheet is None else {"sheet": self.sheet}
        return {"encoding": self.encoding, "delimiter": delimiter, **spellings, **sheet}

    def beside(self, roles_file: str | None, path: str) -> Reading:
        """The same with what the roles file says about reading this table."""
        from shoal.table.roles.roles_file import reading_for

        said = reading_for(path, roles_file, **{"na": (), **self.arguments()})
        return Reading(said["encoding"], said["delimiter"], list(said["na"]), said.get("sheet"))

    def open(self, path: str) -> Table:
        """Read the table."""
        from shoal.table.sources import table_of

        return table_of(path, **self.arguments())


def column_names(values: Sequence[str] | None, columns: Sequence[str]) -> tuple[str, ...]:
    """The columns of a list option. A value that is itself a column is taken whole, others are split at commas."""
    names: list[str] = []
    for value in values or ():
        names += [value] if value in columns else [part.strip() for part in value.split(",") if part.strip()]
    return tuple(names)


def by_column(
    values: Sequence[str] | None, columns: Sequence[str], parameter: str, *, commas: bool = True
) -> dict[str, str]:
    """COLUMN=VALUE pairs. Where several equals signs leave a choice, the left side is a column of the table.

    ``commas``: several pairs may share one option, for values that never hold a comma themselves.
    """
    pairs: dict[str, str] = {}
    for value in _split_pairs(values or ()) if commas else values or ():
        cuts = [place for place, letter in enumerate(value) if letter == "="]
        if not cuts:
            raise ParameterError(Setting(parameter), " is given as COLUMN=VALUE, and one of its values has no '='.")
        cut = next((place for place in cuts if value[:place].strip() in columns), cuts[0])
        name = value[:cut].strip()
        if name in pairs:
            raise ParameterError(
                Setting(parameter), f" is given twice for column '{name}'.", column=name, hint="Give it once."
            )
        pairs[name] = value[cut + 1 :].strip()
    return pairs


def _split_pairs(values: Iterable[str]) -> list[str]:
    """Split at commas; a part without '=' is the beginning of a column name with a comma in it."""
    pairs: list[str] = []
    for value in values:
        begun: list[str] = []
        for part in value.split(","):
            begun.append(part)
            if "=" in part:
                pairs.append(",".join(begun))
                begun = []
        if begun:
            pairs.append(",".join(begun))
    return pairs


def numbers_by_column(
    values: Sequence[str] | None, columns: Sequence[str], parameter: str, kind: type[int] | type[float]
) -> dict[str, Any]:
    """COLUMN=NUMBER pairs."""
    numbers: dict[str, Any] = {}
    for name, text in by_column(values, columns, parameter).items():
        try:
            numbers[name] = kind(text)
        except ValueError:
            what = "a whole number" if kind is int else "a number"
            raise ParameterError(
                Setting(parameter), f" of column '{name}' must be {what}, found '{text}'.", column=name
            ) from None
    return numbers


def roundings_by_column(values: Sequence[str] | None, columns: Sequence[str]) -> dict[str, Any]:
    """COLUMN=DECIMALS pairs; the word for no rounding stays as it is."""
    from shoal.table.roles.roles import UNROUNDED

    given = by_column(values, columns, "rounding")
    unrounded = {name: text for name, text in given.items() if text == UNROUNDED}
    pairs = [f"{name}={text}" for name, text in given.items() if name not in unrounded]
    return {**numbers_by_column(pairs, columns, "rounding", int), **unrounded}


def orders_by_column(values: Sequence[str] | None, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """COLUMN=LOW<MID<HIGH pairs."""
    return {
        name: tuple(part.strip() for part in text.split("<"))
        for name, text in by_column(values, columns, "orders", commas=False).items()
    }


def missing_policies(
    values: Sequence[str] | None, columns: Sequence[str], quasi_identifiers: Iterable[str]
) -> str | dict[str, str]:
    """One policy for all, policies by column, or both: then the one for all holds where no other is given."""
    general = [value.strip() for value in values or () if "=" not in value]
    if len(general) > 1:
        raise ParameterError(
            Setting("missing"), " is given twice for all columns.", hint="Give it once, or as COLUMN=POLICY."
        )
    special = by_column([value for value in values or () if "=" in value], columns, "missing")
    if not special:
        return general[0] if general else "refuse"
    return (dict.fromkeys(quasi_identifiers, general[0]) if general else {}) | special


def require_columns(table: Table, names: Iterable[str]) -> None:
    """Refuse names that are no column, and suggest the one that was meant."""
    named = list(names)
    for name in named:
        if name not in table.columns:
            raise table.unknown_column(name, named, kind=RolesError)


def require_quasi_identifiers(given: Sequence[str] | None, roles_file: str | None, table: str) -> None:
    """Refuse a run that was told nothing about the columns, and say where to begin."""
    if not given and roles_file is None:
        raise RolesError(
            "No quasi-identifiers were given.",
            parameter="quasi_identifiers",
            hint=(
                "Name the columns that an outsider may know about a person with ",
                Setting("quasi_identifiers"),
                " (",
                Setting("quasi_identifiers", "age,sex"),
                "), or give a roles file with ",
                Setting("roles"),
                f"; shoal roles {table} proposes one.",
            ),
        )


@dataclass(frozen=True)
class AboutColumns:
    """What the options said about columns, as the shell gave it."""

    quasi_identifiers: list[str] | None = None
    identifiers: list[str] | None = None
    confidential: list[str] | None = None
    insensitive: list[str] | None = None
    by: list[str] | None = None
    weight: str | None = None
    types: list[str] | None = None
    orders: list[str] | None = None
    taxonomies: list[str] | None = None
    attribute_weights: list[str] | None = None
    rounding: list[str] | None = None
    missing: list[str] | None = None

    def refuse_beside(self, roles_file: str | None) -> None:
        """Refuse options beside a roles file, before that is read."""
        from shoal.table.roles.roles_file import refuse_beside

        if roles_file is not None:
            refuse_beside(parameter for parameter, value in vars(self).items() if value)

    def arguments(self, columns: Sequence[str], roles_file: str | None) -> dict[str, Any]:
        """The arguments of the library; nothing when a roles file says it all.

        An option beside a roles file would be ignored, so it is refused.
        """
        self.refuse_beside(roles_file)
        if roles_file is not None:
            return {}
        quasi_identifiers = column_names(self.quasi_identifiers, columns)
        return {
            "quasi_identifiers": quasi_identifiers,
            "identifiers": column_names(self.identifiers, columns),
            "confidential": column_names(self.confidential, columns),
            "insensitive": column_names(self.insensitive, columns),
            "by": column_names(self.by, columns),
            "weight": self.weight,
            "types": by_column(self.types, columns, "types"),
            "orders": orders_by_column(self.orders, columns),
            "taxonomies": by_column(self.taxonomies, columns, "taxonomies", commas=False),
            "attribute_weights": numbers_by_column(self.attribute_weights, columns, "attribute_weights", float),
            "rounding": roundings_by_column(self.rounding, columns),
            "missing": missing_policies(self.missing, columns, quasi_identifiers),
        }


def percentage_in(text: str | None, parameter: str) -> float | None:
    """A percentage such as 10% as a share; a share such as 0.1 is taken as it is."""
    if text is None:
        return None
    digits = text.strip().removesuffix("%").rstrip()
    try:
        number = float(digits)
    except ValueError:
        raise ParameterError(Setting(parameter), " must be a percentage such as 10%, or a share such as 0.1.") from None
    if text.strip().endswith("%"):
        return number / 100
    if number >= 1:
        raise ParameterError(
            Setting(parameter, digits),
            " is no share, because shares are below 1.",
            hint=f"Write {digits}% or {_share(number)}.",
        )
    return number


def _share(percent: float) -> str:
    """A percentage as a share, with at least the two decimals that people are used to."""
    return f"{percent / 100:.2f}" if percent == int(percent) else f"{percent / 100:g}"
