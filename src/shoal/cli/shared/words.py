"""Shell words turned into arguments of the library.

A list is given with commas or by repeating the option. A column whose own name holds a comma or an equals sign is
recognised, because the columns of the table are known by then: the reading that fits the table is taken.

`Reading` and `AboutColumns` are groups of options: a command that is `grouped` has one parameter for each group, and
the shell sees the single options.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from typing import TYPE_CHECKING, Any, get_type_hints

from shoal.cli.shared import options as of
from shoal.errors import ParameterError, RolesError, Setting

if TYPE_CHECKING:
    from shoal.table.frames.table import Table
    from shoal.table.roles.roles import Names

TAB_WORDS = (r"\t", "tab")  # what --delimiter takes for a tab


@dataclass(frozen=True)
class Reading:
    """How the options said that a text file or a workbook is to be read."""

    encoding: of.EncodingOption = None
    delimiter: of.DelimiterOption = None
    na: of.NaOption = None
    sheet: of.SheetOption = None

    def arguments(self) -> dict[str, Any]:
        """The arguments of the library. A tab may be written as a word, which shells make easier than a tab."""
        delimiter = "\t" if self.delimiter in TAB_WORDS else self.delimiter
        sheet = {} if self.sheet is None else {"sheet": self.sheet}
        return {"encoding": self.encoding, "delimiter": delimiter, "na": tuple(self.na or ()), **sheet}

    def beside(self, roles_file: str | None, path: str) -> Reading:
        """The same with what the roles file says about reading this table."""
        from shoal.table.roles.roles_file import reading_for

        said = reading_for(path, roles_file, **self.arguments())
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
        cuts = [position for position, letter in enumerate(value) if letter == "="]
        if not cuts:
            raise ParameterError(Setting(parameter), " is given as COLUMN=VALUE, and one of its values has no '='.")
        cut = next((position for position in cuts if value[:position].strip() in columns), cuts[0])
        name = value[:cut].strip()
        if name in pairs:
            raise ParameterError(
                Setting(parameter), f" is given twice for column '{name}'.", column=name, hint="Give it once."
            )
        pairs[name] = value[cut + 1 :].strip()
    return pairs


def rules_by_column(values: Sequence[str] | None, columns: Sequence[str], parameter: str) -> dict[str, list[str]]:
    """COLUMN=RULE pairs; a column may have several rules, and a rule may have commas inside its parentheses."""
    rules: dict[str, list[str]] = {}
    for value in values or ():
        begun: list[str] = []  # a part without '=' is the beginning of a column name with a comma in it
        for part in split_outside(value):
            begun.append(part)
            if "=" in part.partition("(")[0]:
                ((name, rule),) = by_column([",".join(begun)], columns, parameter, commas=False).items()
                rules.setdefault(name, []).append(rule)
                begun = []
        if begun:
            raise ParameterError(Setting(parameter), " is given as COLUMN=RULE, and one of its values has no '='.")
    return rules


def split_outside(text: str) -> list[str]:
    """The parts between the commas that stand outside all parentheses."""
    depth, marked = 0, []
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        marked.append("\n" if letter == "," and depth <= 0 else letter)
    return [part.strip() for part in "".join(marked).split("\n") if part.strip()]


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


def require_columns(table: Table, **given: Names) -> None:
    """Refuse names that are no column, and suggest the one that was meant; ``given`` is by parameter."""
    from shoal.table.roles.roles_arguments import names_of

    named = {parameter: names_of(names) for parameter, names in given.items()}
    for parameter, names in named.items():
        for name in names:
            if name not in table.columns:
                raise table.unknown_column(name, chain(*named.values()), parameter=parameter, kind=RolesError)


def require_quasi_identifiers(given: Sequence[str] | None, roles_file: str | None, table: str) -> None:
    """Refuse a run without any information about the columns, and say where to begin."""
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

    quasi_identifiers: of.QiOption = None
    identifiers: of.IdOption = None
    confidential: of.ConfidentialOption = None
    insensitive: of.InsensitiveOption = None
    by: of.ByOption = None
    weight: of.WeightOption = None
    mass: of.MassOption = None
    household: of.HouseholdOption = None
    household_members: of.HouseholdMembersOption = None
    types: of.TypeOption = None
    orders: of.OrderOption = None
    taxonomies: of.TaxonomyOption = None
    attribute_weights: of.AttributeWeightOption = None
    rounding: of.RoundingOption = None
    missing: of.MissingOption = None

    def refuse_beside(self, roles_file: str | None) -> None:
        """Refuse options beside a roles file, before that is read."""
        from shoal.table.roles.roles_file import refuse_beside

        refuse_beside(roles_file, vars(self))

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
            "mass": self.mass,
            "household": self.household,
            "household_members": self.household_members,
            "types": by_column(self.types, columns, "types"),
            "orders": orders_by_column(self.orders, columns),
            "taxonomies": by_column(self.taxonomies, columns, "taxonomies", commas=False),
            "attribute_weights": numbers_by_column(self.attribute_weights, columns, "attribute_weights", float),
            "rounding": roundings_by_column(self.rounding, columns),
            "missing": missing_policies(self.missing, columns, quasi_identifiers),
        }


ABOUT_COLUMNS = tuple(field.name for field in fields(AboutColumns))


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


def grouped(*about: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command with groups of options among its parameters; ``about``: those of `AboutColumns` that it has."""

    def expanded(command: Callable[..., None]) -> Callable[..., None]:
        groups: dict[str, tuple[type[Any], list[str]]] = {}
        parameters: list[inspect.Parameter] = []
        for parameter in inspect.signature(command, eval_str=True).parameters.values():
            if parameter.annotation not in (Reading, AboutColumns):
                parameters.append(parameter)
                continue
            group = parameter.annotation
            names = list(about) if group is AboutColumns else [field.name for field in fields(group)]
            groups[parameter.name] = (group, names)
            hints = get_type_hints(group, include_extras=True)
            parameters += [parameter.replace(name=name, default=None, annotation=hints[name]) for name in names]

        @functools.wraps(command)
        def run(**options: Any) -> None:
            for parameter, (group, names) in groups.items():
                options[parameter] = group(**{name: options.pop(name) for name in names})
            command(**options)

        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return expanded
