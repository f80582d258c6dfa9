"""Roles from a file: roles.toml, or the same in YAML, checked against `roles.schema.json`.

Errors name the position inside the file. The values of an order are categories of the data, so messages never repeat
them.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

from shoal.errors import Part, RolesError, Setting, ShoalError, in_a_row
from shoal.table.files.formats import WORKBOOK_FORMATS, is_text_file
from shoal.table.files.text_types import spellings
from shoal.table.foreign_errors import attempt
from shoal.table.frames.table import Table
from shoal.table.plain_values import is_plain
from shoal.table.roles.roles import (
    CATEGORY_TYPES,
    ColumnRole,
    ColumnType,
    HouseholdMembers,
    MissingPolicy,
    Names,
    Role,
    Roles,
    complete_roles,
)
from shoal.table.roles.roles_arguments import names_of, roles_from_arguments
from shoal.table.roles.strict_yaml import strict_loader
from shoal.table.roles.toml_words import toml_problem
from shoal.table.wording import did_you_mean, found, listed, said_together

YAML_SUFFIXES = (".yaml", ".yml")
LARGEST_BYTES = 1 << 20  # room for 100 letters on each of 10,000 columns; YAML takes about 10 s to read so much
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")  # in the words of a parser: it may be a category of the data
# The words of a file that may be repeated in a message: they are ours, not the data's.
SAYABLE_KEYS = ("role", "type", "missing", "members")
PROMISES = ("diversity", "closeness")  # of a confidential column
# What the arguments of a call are in a file: keys of a column, or its role.
KEY_OF = {
    "quasi_identifiers": "the role quasi_identifying",
    "identifiers": "the role identifying",
    "confidential": "the role confidential",
    "insensitive": "the role insensitive",
    "weight": "the role weight",
    "mass": "the role mass",
    "household": "the role household",
    "household_members": "members",
    "by": "the role stratum",
    "types": "type",
    "orders": "order",
    "taxonomies": "taxonomy",
    "attribute_weights": "weight",
    "rounding": "rounding",
    "missing": "missing",
}


def roles_schema() -> dict[str, Any]:
    """The published JSON Schema of a roles file."""
    text = package_files("shoal.table.roles").joinpath("roles.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def read_roles(path: str | Path) -> tuple[ColumnRole, ...]:
    """The roles in a file, checked by themselves but not yet against a table (see `roles_from_file`)."""
    source = Path(path)
    content = _valid_content(source)
    default = MissingPolicy(content.get("missing", MissingPolicy.REFUSE))
    return tuple(_column(source, name, spec, default) for name, spec in content["columns"].items())


def reading_for(
    source: object,
    roles: str | Path | None,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Names = (),
    sheet: str | int | None = None,
) -> dict[str, Any]:
    """How a table is read: as the call says, and as its roles file says; where both say something, it must agree.

    A roles file may serve tables of several formats. What it says of another format than this one is left alone.
    """
    given: dict[str, Any] = {"encoding": encoding, "delimiter": delimiter, "na": spellings(na)}
    if sheet is not None:
        given["sheet"] = str(sheet)
    path = source.origin.path if isinstance(source, Table) else source
    if roles is None or not isinstance(path, (str, Path)):
        return given
    said = _valid_content(Path(roles)).get("reading", {})
    for key in _reading_keys(Path(path)):
        if key not in said:
            continue
        value = tuple(said[key]) if key == "na" else said[key]
        beside = given.get(key)
        if beside and (set(beside) != set(value) if key == "na" else beside != value):
            raise RolesError(
                f"{Path(roles).name} says under reading.{key} how the file is read, and ",
                Setting(key),
                " is given beside it and says something else.",
                hint="Give it once, or the same twice.",
            )
        given[key] = value
    return given


def _reading_keys(path: Path) -> tuple[str, ...]:
    """What can be said about reading a file of this format."""
    if is_text_file(path):
        return ("encoding", "delimiter", "na")
    return ("na", "sheet") if path.suffix.lower() in WORKBOOK_FORMATS else ()


def refuse_unjudged(roles: Roles, path: str | Path) -> None:
    """Refuse a proposal that nobody has read: its roles without a strong reason are guesses."""
    if roles.unjudged:
        raise RolesError(
            f"{Path(path).name}: nobody has judged {found(len(roles.unjudged), 'column', 'columns')} that the "
            f"proposal marks with unjudged = true: {listed(roles.unjudged)}.",
            column=roles.unjudged,
            count=len(roles.unjudged),
            hint=(
                "Read what it says about each, correct the role and remove the mark; or take the proposal as it is "
                "with ",
                Setting("accept_proposal", True),
                ".",
            ),
        )


def refuse_promises(columns: Iterable[ColumnRole]) -> None:
    """Refuse promises about confidential values where cells are made for records that are still to come."""
    promised = [column.name for column in columns if column.diversity or column.closeness]
    if promised:
        raise RolesError(
            "The roles promise ",
            Setting("diversity"),
            " or ",
            Setting("closeness"),
            f" of {listed(promised)}. These cells are for records that are still to come, whose confidential values "
            "nobody knows yet.",
            column=promised,
            hint="Remove these keys here, and count the released table with `shoal audit`.",
        )


def refuse_beside(roles: object, given: Mapping[str, Any]) -> None:
    """Refuse what is said about columns beside a roles file: it would be ignored. ``given`` is by argument."""
    doubled = [Setting(name) for name, value in given.items() if value and value != MissingPolicy.REFUSE]
    if roles is not None and doubled:
        raise RolesError(
            "A roles file was given, and ",
            *in_a_row(doubled),
            " beside it.",
            hint="Say everything in the file, or nothing.",
        )


def roles_of_named(table: Table, roles: str | Path | Roles | None, given: Mapping[str, Any]) -> Roles:
    """Roles from a file, or from arguments; then what nobody named plays no part, so it needs no role.

    For cells of records that are still to come: promises about confidential values are refused.
    """
    refuse_beside(roles, given)
    if roles is not None:
        said = roles if isinstance(roles, Roles) else roles_from_file(table, roles)
        refuse_promises(said.columns)
        return said
    named = {name for key in ("quasi_identifiers", "by") for name in names_of(given.get(key))}
    others = [name for name in table.columns if name not in named]
    return roles_from_arguments(table.dropped(others) if len(others) < len(table.columns) else table, **given)


def roles_from_file(table: Table, path: str | Path) -> Roles:
    """The roles in a file, checked against the table."""
    given = read_roles(path)
    with worded_for_file(Path(path).name, before=f"{Path(path).name}: "):
        return replace(complete_roles(table, given), file=Path(path).name)


@contextmanager
def worded_for_file(name: str | None, *, before: str = "") -> Iterator[None]:
    """Errors about roles that came from a file (None: they did not) name its keys, not the arguments of a call."""
    try:
        yield
        return
    except ShoalError as error:
        if name is None:
            raise
        parameters = dict.fromkeys("roles" if parameter in KEY_OF else parameter for parameter in error.parameters)
        problem, hint = map(_in_file, (before, *error.problem)), map(_in_file, error.hint)
        failure = error.with_words(problem, hint, parameter=parameters)
    raise failure


def _in_file(part: Part) -> Part:
    """A setting as the file writes it."""
    if isinstance(part, str) or part.name not in KEY_OF:
        return part
    return KEY_OF[part.name] + ("" if part.value is None else f' = "{part.value}"')


def _valid_content(source: Path) -> Any:
    text = _read_text(source)
    content = _content(source, text)
    _validate(source, content, text)
    return content


def _read_text(source: Path) -> str:
    return attempt(lambda: _text(source), lambda error: _unreadable(source, error))


def _unreadable(source: Path, error: BaseException) -> RolesError:
    if isinstance(error, FileNotFoundError):
        made = "Make one with `shoal roles`."
        return RolesError(f"There is no roles file {source} (", Setting("roles"), ").", hint=made)
    why = f"The roles file {source} cannot be read ({type(error).__name__})."
    return RolesError(why, parameter="roles", hint="Save it as UTF-8 text.")


def _content(source: Path, text: str) -> Any:
    if source.suffix.lower() in YAML_SUFFIXES:
        return _plain(source, _yaml(source, text))
    if source.suffix.lower() != ".toml":
        raise RolesError(
            f"A roles file is .toml, .yaml or .yml; {source.name} is none of them.",
            parameter="roles",
            hint="Rename it.",
        )
    return _plain(source, attempt(lambda: tomllib.loads(text), lambda error: _not_toml(source, text, error)))


def _text(source: Path) -> str:
    """The text of the file, if it is no larger than any roles file needs to be."""
    with source.open("rb") as stream:
        content = stream.read(LARGEST_BYTES + 1)
    if len(content) > LARGEST_BYTES:
        raise RolesError(
            f"{source.name} is larger than {LARGEST_BYTES:,} bytes, and no roles file is. Give the roles file; if a "
            "long order of values makes it so large, use a taxonomy file instead."
        )
    return content.decode("utf-8-sig").replace("\r\n", "\n")


def _not_toml(source: Path, text: str, error: BaseException) -> RolesError:
    if isinstance(error, tomllib.TOMLDecodeError):
        return RolesError(f"{source.name} is not valid TOML. {toml_problem(text, str(error))}")
    return _not_plain(source)  # numbers of thousands of digits, brackets without end


def _plain(source: Path, content: Any) -> Any:
    """Refuse values that the parser accepts and that later code cannot use."""
    if not is_plain(content):
        raise _not_plain(source)
    return content


def _not_plain(source: Path) -> RolesError:
    return RolesError(
        f"{source.name} holds a number that is too long, a date, or brackets within brackets deeper than any roles "
        "file has. Write plain texts, and numbers of at most 19 digits."
    )


def _yaml(source: Path, text: str) -> Any:
    import yaml

    def worded(error: BaseException) -> RolesError:
        mark = getattr(error, "problem_mark", None)
        where = f" (line {mark.line + 1}, column {mark.column + 1})" if mark is not None else ""
        problem = QUOTED.sub("…", getattr(error, "problem", None) or "it cannot be parsed")
        if not isinstance(error, yaml.YAMLError):
            return _not_plain(source)
        return RolesError(f"{source.name} is not valid YAML{where}: {problem}.")

    return attempt(lambda: yaml.load(text, Loader=strict_loader()), worded)


def _validate(source: Path, content: Any, text: str) -> None:
    """Refuse what the schema refuses, all of it at once."""
    from jsonschema import Draft202012Validator

    if isinstance(content, Mapping):
        _refuse_unnamed_keys(source, content.get("columns"))
    errors = sorted(
        Draft202012Validator(roles_schema()).iter_errors(content),
        key=lambda error: list(map(str, error.path)),
    )
    if errors:
        raise RolesError(f"{source.name}: ", *said_together(_words(error, text) for error in errors), parameter="roles")


def _refuse_unnamed_keys(source: Path, columns: object) -> None:
    """YAML reads unquoted 2020 or yes as no text, and JSON Schema knows text keys only."""
    if isinstance(columns, Mapping) and not all(isinstance(name, str) for name in columns):
        raise RolesError(f"{source.name}: a column name is read as a number or a truth value. Put it in quotes.")


def _words(error: Any, text: str) -> str:
    where = ".".join(str(step) for step in error.absolute_path) or "the file"
    key = str(error.absolute_path[-1]) if error.absolute_path else ""
    if error.validator == "additionalProperties":
        known = list(error.schema["properties"])
        strange = [str(name) for name in error.instance if name not in known]
        return " ".join(_unknown_key(where, name, known, text) for name in strange)
    if error.validator == "enum":
        said = f"'{error.instance}'" if key in SAYABLE_KEYS and isinstance(error.instance, str) else "its value"
        hint = did_you_mean(str(error.instance), error.validator_value) if key in SAYABLE_KEYS else ""
        return f"{where} is {said}, which is not one of {', '.join(error.validator_value)}.{hint}"
    if error.validator == "required":
        absent = [name for name in error.validator_value if name not in error.instance]
        return f"{where} lacks '{absent[0]}'. Add it."
    if error.validator == "pattern":  # the one text that a rounding may be
        return f"{where} must be a number of decimals, or 'none' for the mean with all its digits."
    if error.validator == "not":  # a key that has no effect in this role
        wanted = "confidential" if key in PROMISES else "household" if key == "members" else "quasi_identifying"
        wanted += " or confidential" if key in ("order", "taxonomy") else ""
        return f"{where} has no effect in a column that is not {wanted}. Remove it, or change the role."
    if error.validator == "type":
        wanted = error.validator_value if isinstance(error.validator_value, str) else " or ".join(error.validator_value)
        return f"{where} must be of type {wanted}."
    return f"{where} is not as the schema wants it ({error.validator} {error.validator_value})."


def _unknown_key(where: str, key: str, known: Sequence[str], text: str) -> str:
    """A key that resembles one of ours is named; any other may be a category of the data, so its line is."""
    hint = did_you_mean(key, known)
    begins = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*[=:]""")
    at = next((number for number, line in enumerate(text.splitlines(), 1) if begins.match(line)), None)
    called = f"an unknown key '{key}'" if hint else "an unknown key"
    return f"{where} has {called}{f' in line {at}' if at else ''}.{hint} Known are {', '.join(known)}."


def _column(source: Path, name: str, spec: Mapping[str, Any], default: MissingPolicy) -> ColumnRole:
    role, unjudged = Role(spec["role"]), bool(spec.get("unjudged", False))
    if role not in (Role.QUASI_IDENTIFYING, Role.CONFIDENTIAL):
        members = HouseholdMembers(spec["members"]) if "members" in spec else None
        return ColumnRole(name, role, unjudged=unjudged, members=members)
    order = tuple(str(value) for value in spec["order"]) if "order" in spec else None
    taxonomy = _taxonomy(source, name, spec["taxonomy"]) if "taxonomy" in spec else None
    implied = ColumnType.ORDINAL if order else ColumnType.TAXONOMY if taxonomy else None
    if role is Role.CONFIDENTIAL:
        return _confidential(source, name, spec, ColumnRole(name, role, implied, order, taxonomy, unjudged=unjudged))
    return ColumnRole(
        name,
        role,
        type=ColumnType(spec["type"]) if "type" in spec else implied,
        order=order,
        taxonomy=taxonomy,
        weight=float(spec.get("weight", 1.0)),
        rounding=spec.get("rounding"),
        missing=MissingPolicy(spec.get("missing", default)),
        unjudged=unjudged,
    )


def _confidential(source: Path, name: str, spec: Mapping[str, Any], column: ColumnRole) -> ColumnRole:
    """A confidential column: its type says only whether its values are categories, because it is never made a point."""
    diversity, closeness = (_listed(spec.get(key, [])) for key in PROMISES)
    given = ColumnType(spec["type"]) if "type" in spec else None
    if (diversity or closeness) and given in (ColumnType.LATITUDE, ColumnType.LONGITUDE):
        raise RolesError(
            f"{source.name}: columns.{name} is half of a position, and a promise is about one column.",
            column=name,
            hint="Leave the promise out, or give the column another type.",
        )
    is_code = given is ColumnType.NOMINAL  # numbers that are mere codes; other types may stay, and say nothing here
    told = given if is_code or (column.type is not None and given in CATEGORY_TYPES) else column.type
    return replace(column, type=told, diversity=diversity, closeness=closeness)


def _listed(given: Any) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, list) else (given,)


def _taxonomy(source: Path, name: str, relative: str) -> Path:
    path = source.parent / relative
    if not path.is_file():
        raise RolesError(
            f"{source.name}: columns.{name}.taxonomy names {relative}, which is not there. The path counts "
            f"from the folder of the roles file."
        )
    return path
