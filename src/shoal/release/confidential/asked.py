"""What is asked of confidential columns: rules by column, out of numbers, texts or objects.

``diversity={"diagnosis": 3}`` and ``closeness={"income": 0.2}`` are the short forms. Every other rule is a text such as
``"entropy(2.5)"``, or a rule object; several rules of a column are a list. Texts are read as those of methods are
(`partition/method_text.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, get_args

import numpy as np

from shoal.errors import ParameterError, RolesError, Setting
from shoal.guarantee.confidential.rules import (
    CLOSENESS,
    DIVERSITY,
    BetaLikeness,
    Closeness,
    ConfidentialRule,
    DistinctDiversity,
    GroundDistance,
    RecursiveDiversity,
)
from shoal.partition.method_text import describe, value_from
from shoal.table.roles.roles import ColumnRole, Role, Roles
from shoal.table.roles.roles_arguments import listed_all, names_of
from shoal.table.roles.roles_file import worded_for_file

RULES: Mapping[str, Mapping[str, type]] = {"diversity": DIVERSITY, "closeness": CLOSENESS}
SHORT: Mapping[str, type] = {"diversity": DistinctDiversity, "closeness": Closeness}  # what a number alone means
EXAMPLES = {
    "diversity": "3, distinct(3, apart=1000), entropy(2.5), recursive(c=3, l=2) or largest(0.5)",
    "closeness": "0.2, close(0.2, ground=rank), delta(1) or beta(2)",
}
ROLE_ARGUMENTS = (
    "quasi_identifiers",
    "identifiers",
    "confidential",
    "insensitive",
    "weight",
    "mass",
    "household",
    "by",
)
PERCENT = 100
PERCENTAGE = re.compile(r"\s*([^%]+?)\s*%\s*")  # 30% is the share 0.3
NAME = re.compile(r"\s*([A-Za-z]\w*)")

Given = Any  # a number, a text, a rule, or several of these
ByColumn = Mapping[str, Given]


class MissingConfidential(StrEnum):
    """What a missing value of a confidential column with a promise is."""

    VALUE = "value"  # a value of its own, after the largest
    REFUSE = "refuse"


@dataclass(frozen=True)
class AskedPromises:
    """Rules by column, the columns in the order of their names; equal ones are asked for once."""

    rules: tuple[tuple[str, tuple[ConfidentialRule, ...]], ...] = ()
    missing: MissingConfidential = MissingConfidential.VALUE

    @classmethod
    def of(
        cls,
        diversity: ByColumn | None = None,
        closeness: ByColumn | None = None,
        missing: str = MissingConfidential.VALUE,
    ) -> AskedPromises:
        """What the arguments ask for; nothing is known of a table yet."""
        rules: dict[str, list[ConfidentialRule]] = {}
        for door, by_column in (("diversity", diversity), ("closeness", closeness)):
            if by_column is not None and not isinstance(by_column, Mapping):
                raise ParameterError(
                    Setting(door), " is given by column, as in {'diagnosis': 3}.", hint="Name the column."
                )
            for column, given in (by_column or {}).items():
                if not isinstance(column, str):
                    raise ParameterError(
                        Setting(door),
                        f" names a column by its text, found {type(column).__name__}.",
                        hint="Give column names as texts.",
                    )
                rules.setdefault(column, []).extend(rules_from(given, door, column))
        return cls(_canonical(rules), _policy(missing))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns with a promise."""
        return tuple(column for column, _ in self.rules)

    def door_of(self, name: str) -> str:
        """The parameter by which a column got its first rule."""
        return _door_of(dict(self.rules)[name][0])

    def named_confidential(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments about columns, where a column with a promise is confidential unless another role names it."""
        named = {name for key in ROLE_ARGUMENTS for name in names_of(given.get(key))}
        implied = [name for name in self.columns if name not in named]
        return {**given, "confidential": (*names_of(given.get("confidential")), *implied)}

    def __bool__(self) -> bool:
        return bool(self.rules)

    def for_roles(self, roles: Roles) -> AskedPromises:
        """Together with what the roles promise; refused for a column that is not confidential."""
        asked = self.with_columns(roles.columns, roles.file)
        if self.missing is not MissingConfidential.VALUE and not asked:
            raise ParameterError(
                Setting("missing_confidential"),
                " is about promises of ",
                Setting("diversity"),
                " or ",
                Setting("closeness"),
                ", and there are none.",
                hint="Leave it out.",
            )
        asked.require_confidential(roles)
        for name in roles.confidential:
            if roles.of(name).taxonomy is not None and not asked.along_taxonomy(name):
                raise _idle_taxonomy(name)
        return asked

    def require_confidential(self, roles: Roles) -> None:
        """Refuse promises about columns that are not confidential."""
        for name in self.columns:
            _require_confidential(name, roles, self.door_of(name))

    def with_columns(self, described: Iterable[ColumnRole], file: str | None = None) -> AskedPromises:
        """Together with what a roles file says of these columns; ``file``: its name, for messages."""
        rules = {column: list(asked) for column, asked in self.rules}
        for column in described:
            for door, given in (("diversity", column.diversity), ("closeness", column.closeness)):
                with worded_for_file(file, before="" if file is None else f"{file}: "):
                    read = [rule for each in given for rule in rules_from(each, door, column.name)]
                if read:
                    rules.setdefault(column.name, []).extend(read)
        return AskedPromises(_canonical(rules), self.missing)

    def along_taxonomy(self, name: str) -> bool:
        """Whether closeness of this column would be measured along a taxonomy."""
        along = (None, GroundDistance.HIERARCHICAL)
        return any(isinstance(rule, Closeness) and rule.ground in along for rule in dict(self.rules).get(name, ()))

    def in_a_line(self) -> str:
        """Every column with its rules: 'diagnosis: distinct(3), entropy(2)'."""
        said = (f"{column}: {', '.join(map(describe, rules))}" for column, rules in self.rules)  # type: ignore[arg-type]
        return "; ".join(said)

    def plain(self) -> dict[str, Any]:
        """Plain data: only what there is. `AskedPromises.of` reads it."""
        said: dict[str, dict[str, list[str]]] = {}
        for column, rules in self.rules:
            for rule in rules:
                said.setdefault(_door_of(rule), {}).setdefault(column, []).append(describe(rule))  # type: ignore[arg-type]
        policy = {} if self.missing is MissingConfidential.VALUE else {"missing_confidential": self.missing.value}
        return {**{door: said[door] for door in RULES if door in said}, **policy}


NO_PROMISES = AskedPromises()


def rules_from(given: Given, door: str, column: str) -> tuple[ConfidentialRule, ...]:
    """The rules that one column was given, by number, text, object, or several of these."""
    several = list(given) if isinstance(given, (list, tuple)) else [given]
    if not several:
        raise _unreadable(door, column, "no rule")
    return tuple(_rule(each, door, column) for each in several)


def _rule(given: Given, door: str, column: str) -> ConfidentialRule:
    try:
        if isinstance(given, get_args(ConfidentialRule)):
            rule: ConfidentialRule = given
            _require_door(rule.name, door, column)
            return rule
        if isinstance(given, str):
            return _from_text(given, door, column)
        if isinstance(given, (int, float, np.number)) and not isinstance(given, bool):
            return _from_number(int(given) if isinstance(given, (int, np.integer)) else float(given), door, column)
    except ParameterError as error:
        if error.columns:
            raise
        renamed = error.renamed({"method": door})
        raise ParameterError(
            f"Column '{column}': ",
            *renamed.problem,
            parameter=door,
            column=column,
            hint=f"Write it as {EXAMPLES[door]}.",
        ) from None
    raise _unreadable(door, column, type(given).__name__)


def _from_text(text: str, door: str, column: str) -> ConfidentialRule:
    """A number in digits, of closeness also a percentage, or a call of a rule."""
    number = _number_in(text, door)
    if number is not None:
        return _from_number(number, door, column)
    named = NAME.match(text)
    if named is None:
        raise _unreadable(door, column, f"{text[:40]!r}")
    _require_door(named[1], door, column)
    try:
        rule = value_from(text, door, RULES[door])
    except TypeError:
        raise _unreadable(door, column, f"{named[1]} without all that it needs") from None
    if not isinstance(rule, get_args(ConfidentialRule)):
        raise _unreadable(door, column, f"{named[1]} without its number")
    read: ConfidentialRule = rule
    return read


def _number_in(text: str, door: str) -> int | float | None:
    share = PERCENTAGE.fullmatch(text) if door == "closeness" else None
    for kind in (int, float):
        try:
            return kind(text) if share is None else kind(share[1]) / PERCENT
        except ValueError:
            continue
    return None


def _from_number(number: int | float, door: str, column: str) -> ConfidentialRule:
    """What a number alone means. Nobody typed the parameter of that rule, so an error speaks of the number."""
    if door == "closeness" and not 0.0 < number <= 1.0:
        meant = f"For {number:g} % write {number / PERCENT:g}. " if 1.0 < number <= PERCENT else ""
        raise ParameterError(
            f"Column '{column}': ",
            Setting(door),
            f" must be a share above 0 and at most 1, found {number:g}.",
            column=column,
            hint=f"{meant}Write it as {EXAMPLES[door]}.",
        )
    rule: ConfidentialRule = SHORT[door](number)
    return rule


def _require_door(name: str, door: str, column: str) -> None:
    other = "closeness" if door == "diversity" else "diversity"
    if name in RULES[other]:
        raise ParameterError(
            f"Column '{column}': {name} is a rule of ",
            Setting(other),
            ", not of ",
            Setting(door),
            ".",
            parameter=door,
            column=column,
            hint=("Give it with ", Setting(other), "."),
        )
    if name not in RULES[door]:
        raise ParameterError(
            f"Column '{column}': there is no rule '{name[:40]}' of ",
            Setting(door),
            f". The rules are {listed_all(RULES[door])}.",
            column=column,
            hint=f"Write it as {EXAMPLES[door]}.",
        )


def _unreadable(door: str, column: str, found: str) -> ParameterError:
    return ParameterError(
        f"Column '{column}': found {found} where ",
        Setting(door),
        " needs a rule.",
        column=column,
        hint=f"Write it as {EXAMPLES[door]}.",
    )


def _policy(missing: str) -> MissingConfidential:
    known = [str(policy) for policy in MissingConfidential]
    if missing not in known:
        raise ParameterError(
            Setting("missing_confidential"),
            f" must be one of {listed_all(known)}.",
            hint="'value' counts a missing value as a value of its own; 'refuse' stops if there is one.",
        )
    return MissingConfidential(missing)


def _canonical(
    rules: Mapping[str, Sequence[ConfidentialRule]],
) -> tuple[tuple[str, tuple[ConfidentialRule, ...]], ...]:
    """Sorted, each rule once; refused where two of a column differ in their strength only."""
    for column, asked in rules.items():
        _refuse_contradiction(column, list(dict.fromkeys(asked)))
    return tuple(
        (column, tuple(sorted(dict.fromkeys(rules[column]), key=lambda rule: describe(rule))))  # type: ignore[arg-type]
        for column in sorted(rules)
    )


def _refuse_contradiction(column: str, asked: Sequence[ConfidentialRule]) -> None:
    for position, rule in enumerate(asked):
        for other in asked[:position]:
            if type(rule) is type(other) and any(rule_part == part for rule_part, part in _kinds(rule, other)):
                raise ParameterError(
                    f"Column '{column}': ",
                    Setting(_door_of(rule)),
                    f" asks for {describe(other)} and for {describe(rule)}.",  # type: ignore[arg-type]
                    column=column,
                    hint="Keep the one that is meant: the stricter one includes the other.",
                )


def _kinds(one: ConfidentialRule, other: ConfidentialRule) -> list[tuple[Any, Any]]:
    """What makes two rules of one type the same question, so that only their strength differs."""
    if isinstance(one, RecursiveDiversity) and isinstance(other, RecursiveDiversity):
        return [(one.c, other.c), (one.l, other.l)]
    if isinstance(one, DistinctDiversity) and isinstance(other, DistinctDiversity):
        return [((one.apart, one.relative), (other.apart, other.relative))]
    if isinstance(one, Closeness) and isinstance(other, Closeness):
        return [(one.ground, other.ground)]
    if isinstance(one, BetaLikeness) and isinstance(other, BetaLikeness):
        return [(one.enhanced, other.enhanced)]
    return [(True, True)]


def _door_of(rule: ConfidentialRule) -> str:
    return "diversity" if rule.name in DIVERSITY else "closeness"


WHAT_IT_IS = {
    Role.QUASI_IDENTIFYING: "a quasi-identifier: its values are replaced by those of the class",
    Role.IDENTIFYING: "identifying: it is dropped",
    Role.MASS: "the column of masses: it is dropped",
    Role.HOUSEHOLD: "the column of households: it is dropped",
    Role.WEIGHT: "the column of weights",
    Role.STRATUM: "a stratum: all records of a class have the same value",
    Role.INSENSITIVE: "insensitive",
}


def _require_confidential(name: str, roles: Roles, door: str) -> None:
    role = roles.of(name).role
    if role is Role.CONFIDENTIAL:
        return
    raise RolesError(
        "A promise of ",
        Setting(door),
        f" is about confidential columns, and column '{name}' is {WHAT_IT_IS[role]}.",
        column=name,
        hint=("Give it the role confidential, or leave the promise out."),
    )


def _idle_taxonomy(name: str) -> RolesError:
    return RolesError(
        f"The confidential column '{name}' has a taxonomy (",
        Setting("taxonomies"),
        "), which only a promise of ",
        Setting("closeness"),
        " along it would use, and it has none.",
        column=name,
        hint="Leave one out, or add the other.",
    )
