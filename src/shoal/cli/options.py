"""Options that several commands share, and shell words turned into arguments.

A list is given with commas or by repeating the option. A column whose own name holds a comma or an equals sign is
recognised, because the columns of the table are known by then: the reading that fits the table is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.errors import ParameterError, RolesError

if TYPE_CHECKING:
    from shoal.table.frames import Table

COLUMNS = "Columns"
DETAILS = "Details of quasi-identifiers"
FILES = "Files"
SCREEN = "Screen"

TableArgument = Annotated[
    str, typer.Argument(metavar="TABLE", help="CSV, TSV, Parquet, Arrow, SPSS, Stata or SAS file.")
]
QiOption = Annotated[
    list[str] | None,
    typer.Option(
        "--qi",
        metavar="COLUMNS",
        rich_help_panel=COLUMNS,
        help="Quasi-identifiers: what outsiders may know of a person. A comma-separated list, or repeat the option.",
    ),
]
IdOption = Annotated[
    list[str] | None,
    typer.Option("--id", metavar="COLUMNS", rich_help_panel=COLUMNS, help="Columns that name a person: dropped."),
]
InsensitiveOption = Annotated[
    list[str] | None,
    typer.Option("--insensitive", metavar="COLUMNS", rich_help_panel=COLUMNS, help="Published unchanged, harmless."),
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
        help="The key (.pub) that the specification must be signed with.",
    ),
]
DiscloseOption = Annotated[
    bool,
    typer.Option(
        "--disclose",
        rich_help_panel=FILES,
        help="Write the quantizer even if it shows something of single records; keep it to yourself then.",
    ),
]
ConfidentialOption = Annotated[
    list[str] | None,
    typer.Option(
        "--confidential",
        metavar="COLUMNS",
        rich_help_panel=COLUMNS,
        help="Published unchanged; how well they are protected is reported.",
    ),
]
ByOption = Annotated[
    list[str] | None,
    typer.Option("--by", metavar="COLUMNS", rich_help_panel=COLUMNS, help="Strata: no cell crosses one."),
]
WeightOption = Annotated[
    str | None,
    typer.Option("--weight", metavar="COLUMN", rich_help_panel=COLUMNS, help="Record weights (never counted to k)."),
]
RolesOption = Annotated[
    str | None,
    typer.Option(
        "--roles",
        metavar="FILE",
        rich_help_panel=COLUMNS,
        help="A roles file (.toml, .yaml) instead of the options about columns; see shoal roles.",
    ),
]
TypeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--type",
        metavar="COLUMN=TYPE",
        rich_help_panel=DETAILS,
        help="numeric, integer, date, boolean, ordinal, nominal, taxonomy, latitude or longitude. Repeatable.",
    ),
]
OrderOption = Annotated[
    list[str] | None,
    typer.Option(
        "--order",
        metavar="COLUMN=LOW<MID<HIGH",
        rich_help_panel=DETAILS,
        help="The values of an ordinal column, lowest first (in quotes: the shell knows < too). Repeatable.",
    ),
]
TaxonomyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--taxonomy",
        metavar="COLUMN=FILE",
        rich_help_panel=DETAILS,
        help="A CSV of value and parent. Repeatable.",
    ),
]
NewTaxonomyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--taxonomy",
        metavar="COLUMN=FILE",
        rich_help_panel=DETAILS,
        help="A newer taxonomy, for categories that the quantizer has never seen. Repeatable.",
    ),
]
AttributeWeightOption = Annotated[
    list[str] | None,
    typer.Option(
        "--attribute-weight",
        metavar="COLUMN=NUMBER",
        rich_help_panel=DETAILS,
        help="How much a quasi-identifier counts in the distance; 1 unless told. Repeatable.",
    ),
]
RoundingOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rounding",
        metavar="COLUMN=DECIMALS",
        rich_help_panel=DETAILS,
        help="Decimals of released numbers; -2 rounds to hundreds. Repeatable.",
    ),
]
MissingOption = Annotated[
    list[str] | None,
    typer.Option(
        "--missing",
        metavar="POLICY",
        rich_help_panel=DETAILS,
        help="Records with a missing quasi-identifier: refuse (the default), drop or own-cell; for all columns, "
        "or COLUMN=POLICY for one. Repeatable.",
    ),
]
EncodingOption = Annotated[
    str | None, typer.Option("--encoding", rich_help_panel=FILES, help="Of a text file; UTF-8 unless told.")
]
DelimiterOption = Annotated[
    str | None,
    typer.Option(
        "--delimiter", rich_help_panel=FILES, help=r"Of a text file: one character, or \t; by the suffix unless told."
    ),
]
NaOption = Annotated[
    list[str] | None,
    typer.Option(
        "--na",
        metavar="SPELLING",
        rich_help_panel=FILES,
        help="What a missing value looks like in a text file, beside an empty field: '?', -999. Repeatable.",
    ),
]
CertifyOption = Annotated[
    float | None,
    typer.Option(
        "--certify",
        metavar="SECONDS",
        help="Seconds for a sharper bound on how far from the optimum the cells can be; a quick bound unless told.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", rich_help_panel=SCREEN, help="One JSON object on standard output, nothing else.")
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", rich_help_panel=SCREEN, help="Say nothing unless something is wrong.")
]


@dataclass(frozen=True)
class Reading:
    """How the options said that a text file is to be read."""

    encoding: str | None = None
    delimiter: str | None = None
    na: list[str] | None = None

    def arguments(self) -> dict[str, Any]:
        """The arguments of the library. A tab may be written as backslash t, which shells make easier than a tab."""
        delimiter = "\t" if self.delimiter == r"\t" else self.delimiter
        spellings = {"na": tuple(self.na)} if self.na else {}
        return {"encoding": self.encoding, "delimiter": delimiter, **spellings}

    def beside(self, roles_file: str | None, path: str) -> Reading:
        """The same with what the roles file says about reading this table."""
        from shoal.table.roles_file import reading_for

        said = reading_for(path, roles_file, self.arguments())
        return replace(self, encoding=said["encoding"], delimiter=said["delimiter"], na=list(said["na"]))

    def open(self, path: str) -> Table:
        """Read the table."""
        from shoal.table.frames import Table

        return Table.of(path, **self.arguments())


def column_names(values: Sequence[str] | None, columns: Sequence[str]) -> tuple[str, ...]:
    """The columns of a list option. A value that is itself a column is taken whole, others are split at commas."""
    names: list[str] = []
    for value in values or ():
        names += [value] if value in columns else [part.strip() for part in value.split(",") if part.strip()]
    return tuple(names)


def by_column(
    values: Sequence[str] | None, columns: Sequence[str], option: str, *, commas: bool = True
) -> dict[str, str]:
    """COLUMN=VALUE pairs. Where several equals signs leave a choice, the left side is a column of the table.

    ``commas``: several pairs may share one option, for values that never hold a comma themselves.
    """
    pairs: dict[str, str] = {}
    for value in _split_pairs(values or ()) if commas else values or ():
        cuts = [place for place, letter in enumerate(value) if letter == "="]
        if not cuts:
            raise ParameterError(f"{option} is given as COLUMN=VALUE, and one of its values has no '='.")
        cut = next((place for place in cuts if value[:place].strip() in columns), cuts[0])
        name = value[:cut].strip()
        if name in pairs:
            raise ParameterError(f"{option} is given twice for column '{name}'. Give it once.")
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
    values: Sequence[str] | None, columns: Sequence[str], option: str, kind: type[int] | type[float]
) -> dict[str, Any]:
    """COLUMN=NUMBER pairs."""
    numbers: dict[str, Any] = {}
    for name, text in by_column(values, columns, option).items():
        try:
            numbers[name] = kind(text)
        except ValueError:
            what = "a whole number" if kind is int else "a number"
            raise ParameterError(f"{option} of column '{name}' must be {what}, found '{text}'.") from None
    return numbers


def orders_by_column(values: Sequence[str] | None, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """COLUMN=LOW<MID<HIGH pairs."""
    return {
        name: tuple(part.strip() for part in text.split("<"))
        for name, text in by_column(values, columns, "--order", commas=False).items()
    }


def missing_policies(
    values: Sequence[str] | None, columns: Sequence[str], quasi_identifiers: Iterable[str]
) -> str | dict[str, str]:
    """One policy for all, policies by column, or both: then the one for all holds where no other is given."""
    general = [value.strip() for value in values or () if "=" not in value]
    if len(general) > 1:
        raise ParameterError("--missing is given twice for all columns. Give it once, or as COLUMN=POLICY.")
    special = by_column([value for value in values or () if "=" in value], columns, "--missing")
    if not special:
        return general[0] if general else "refuse"
    return (dict.fromkeys(quasi_identifiers, general[0]) if general else {}) | special


def require_columns(table: Table, names: Iterable[str]) -> None:
    """Refuse names that are no column, and suggest the one that was meant."""
    for name in names:
        if name not in table.columns:
            raise RolesError(table.unknown_column(name))


def require_quasi_identifiers(qi: Sequence[str] | None, roles_file: str | None, table: str) -> None:
    """Refuse a run that was told nothing about the columns, and say where to begin."""
    if not qi and roles_file is None:
        raise RolesError(
            "No quasi-identifiers were given. Name the columns that an outsider may know about a person with --qi "
            f"(--qi age,sex), or give a roles file with --roles; shoal roles {table} proposes one."
        )


@dataclass(frozen=True)
class AboutColumns:
    """What the options said about columns, as the shell gave it."""

    qi: list[str] | None = None
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
        doubled = [OPTION_OF[field] for field, value in vars(self).items() if value]
        if roles_file is not None and doubled:
            raise RolesError(
                f"A roles file was given, and {', '.join(doubled)} beside it. Say everything in the file, or nothing."
            )

    def arguments(self, columns: Sequence[str], roles_file: str | None) -> dict[str, Any]:
        """The arguments of the library; nothing when a roles file says it all.

        An option beside a roles file would be ignored, so it is refused.
        """
        self.refuse_beside(roles_file)
        if roles_file is not None:
            return {}
        quasi_identifiers = column_names(self.qi, columns)
        return {
            "quasi_identifiers": quasi_identifiers,
            "identifiers": column_names(self.identifiers, columns),
            "confidential": column_names(self.confidential, columns),
            "insensitive": column_names(self.insensitive, columns),
            "by": column_names(self.by, columns),
            "weight": self.weight,
            "types": by_column(self.types, columns, "--type"),
            "orders": orders_by_column(self.orders, columns),
            "taxonomies": by_column(self.taxonomies, columns, "--taxonomy", commas=False),
            "attribute_weights": numbers_by_column(self.attribute_weights, columns, "--attribute-weight", float),
            "rounding": numbers_by_column(self.rounding, columns, "--rounding", int),
            "missing": missing_policies(self.missing, columns, quasi_identifiers),
        }


OPTION_OF = {
    "qi": "--qi",
    "identifiers": "--id",
    "confidential": "--confidential",
    "insensitive": "--insensitive",
    "by": "--by",
    "weight": "--weight",
    "types": "--type",
    "orders": "--order",
    "taxonomies": "--taxonomy",
    "attribute_weights": "--attribute-weight",
    "rounding": "--rounding",
    "missing": "--missing",
}
