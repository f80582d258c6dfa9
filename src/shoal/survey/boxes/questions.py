"""Questions of a paper form: what a person is asked, which level an answer has, and how a set of levels is worded.

A question has levels 0, 1, …; every possible answer has exactly one. Numbers, moments and ordered categories have their
levels in order, so that a range is a run of levels and its first and last levels are open to infinity. Categories
that are not listed share the last level of their question ("anything else"); in a taxonomy they stand at its root.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar, Self

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.attributes.attribute import known_codes, refuse_values
from shoal.encode.attributes.moment import CLOCKS, NANOSECONDS, Moment
from shoal.errors import TableError, WrongUse
from shoal.survey.boxes.thresholds import UNIX_EPOCH
from shoal.table.frames.table import Table

INT64 = np.iinfo(np.int64)
ANYTHING = "any answer"
ANYTHING_ELSE = "anything else"
MOST_NAMED = 3  # categories that are named beside 'anything else'
MOST_MEMBERS = 6  # of a node of a taxonomy that are named with it
LEAST_GROUPED = 10_000  # from here on digits are grouped by commas; years below are not
SECOND = 1_000_000_000  # nanoseconds
DURATION_UNITS = ((86_400 * SECOND, "days"), (3_600 * SECOND, "hours"), (60 * SECOND, "minutes"), (SECOND, "seconds"))

Levels = Collection[int]


@dataclass(frozen=True)
class Question(ABC):
    """``column`` is where the answer stands in a table, ``text`` what the form asks."""

    KIND: ClassVar[str]
    IS_ORDERED: ClassVar[bool]

    column: str
    text: str

    @property
    @abstractmethod
    def n_levels(self) -> int:
        """How many levels there are."""

    @abstractmethod
    def levels(self, table: Table) -> IntArray:
        """The level of every record of a table."""

    @abstractmethod
    def words(self, levels: Levels) -> str:
        """A set of levels as it stands on the form."""

    @property
    def rest_level(self) -> int:
        """The level of answers that are not listed; −1 where every answer has a place of its own."""
        return -1

    def words_alone(self, levels: Levels) -> str:
        """The same where no other options stand beside it: 'anything else' says than what."""
        words = self.words(levels)
        if words != ANYTHING_ELSE:
            return words
        return f"{ANYTHING_ELSE} than {self.words(set(range(self.n_levels)) - set(levels))}"

    def require_sound(self) -> None:  # noqa: B027 - not every kind can be unsound
        """Refuse a description that no design could have made."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        return {"kind": self.KIND, **{name: list(v) if isinstance(v, tuple) else v for name, v in plain.items()}}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The question that ``to_dict`` described."""
        given: dict[str, Any] = {field.name: data[field.name] for field in fields(cls)}
        frozen: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
        question = cls(**frozen)
        question.require_sound()
        return question


@dataclass(frozen=True)
class Threshold(Question):
    """What numbers and moments have in common: level i begins at ``thresholds[i − 1]`` and ends before the next one."""

    IS_ORDERED: ClassVar[bool] = True

    thresholds: tuple[float, ...]

    @property
    def n_levels(self) -> int:
        """One more than there are thresholds."""
        return len(self.thresholds) + 1

    def require_sound(self) -> None:
        """Thresholds ascend."""
        if list(self.thresholds) != sorted(set(self.thresholds)):
            raise WrongUse(f"The ranges of '{self.column}' overlap.")

    def _ends(self, levels: Levels) -> tuple[Any, Any]:
        """Where the run of levels begins and where the next one would; None at an open end."""
        low, high = min(levels), max(levels)
        return (
            self.thresholds[low - 1] if low > 0 else None,
            self.thresholds[high] if high < len(self.thresholds) else None,
        )


@dataclass(frozen=True)
class NumberQuestion(Threshold):
    """A number; ``whole`` where the frame has whole numbers only."""

    KIND: ClassVar[str] = "number"

    whole: bool

    def levels(self, table: Table) -> IntArray:
        """By value."""
        return self.levels_of(table.numbers(self.column))

    def levels_of(self, values: FloatArray) -> IntArray:
        """Of any numbers, infinite ones too."""
        return np.searchsorted(np.array(self.thresholds, dtype=np.float64), values, side="right").astype(np.int64)

    def words(self, levels: Levels) -> str:
        """'39 or less', '40 to 59', '60 or more'; or with 'less than' where numbers have decimals."""
        low, high = self._ends(levels)
        if low is None and high is None:
            return ANYTHING
        if not self.whole:
            return _open_range(low, high, _number)
        if low is None:
            return f"{_number(high - 1)} or less"
        if high is None:
            return f"{_number(low)} or more"
        return _number(low) if high - 1 == low else f"{_number(low)} to {_number(high - 1)}"


@dataclass(frozen=True)
class MomentQuestion(Threshold):
    """A date or time; ``thresholds`` are instants in ``unit``."""

    KIND: ClassVar[str] = "moment"

    clock: str
    unit: str

    def levels(self, table: Table) -> IntArray:
        """By instant; a table may count in another unit."""
        instants = table.instants(self.column)
        if len(instants) == 0:
            return np.empty(0, dtype=np.int64)
        held = Moment.fit(table, self.column, weight=1.0, weights=None)
        if held.clock != self.clock:
            raise TableError(
                f"Column '{self.column}' of {table.origin.name} holds values of the type '{held.clock}', and the "
                f"form asks for '{self.clock}'.",
                column=self.column,
                hint="Convert the column first.",
            )
        theirs, ours = NANOSECONDS[held.unit], NANOSECONDS[self.unit]
        starts = [-(-int(at) * ours // theirs) for at in self.thresholds]  # rounded up: v ≥ t exactly if v ≥ ⌈t⌉
        reachable = np.array([min(max(at, INT64.min), INT64.max) for at in starts], dtype=np.int64)
        return np.searchsorted(reachable, instants, side="right").astype(np.int64)

    def words(self, levels: Levels) -> str:
        """'before 1 January 1980', '1 January 1980 to 31 December 1989', '1 January 1990 or later'."""
        low, high = self._ends(levels)
        if low is None and high is None:
            return ANYTHING
        if self.clock == "duration":
            return _open_range(low, high, lambda at: _duration(int(at) * NANOSECONDS[self.unit]))
        if low is None:
            return f"before {self._moment(high)}"
        if high is None:
            return f"{self._moment(low)} or later"
        if self.clock == "date":
            return self._moment(low) if high - 1 == low else f"{self._moment(low)} to {self._moment(high - 1)}"
        return f"{self._moment(low)} or later, but before {self._moment(high)}"

    def require_sound(self) -> None:
        """Thresholds ascend; clock and unit are known."""
        super().require_sound()
        if self.clock not in CLOCKS or self.unit not in NANOSECONDS:
            raise WrongUse(f"The question on '{self.column}' names an unknown unit of time.", column=self.column)

    def _moment(self, instant: float) -> str:
        if self.clock == "date":
            return _day(int(instant))
        days, within = divmod(int(instant) * NANOSECONDS[self.unit], NANOSECONDS["day"])
        clock = _time(within)
        if self.clock == "time of day":
            return clock
        zone = " UTC" if self.clock == "zoned datetime" else ""
        return f"{_day(days)}, {clock}{zone}"


@dataclass(frozen=True)
class OrderQuestion(Question):
    """Categories with an order that somebody gave beforehand; all of them stand on the form."""

    KIND: ClassVar[str] = "order"
    IS_ORDERED: ClassVar[bool] = True

    order: tuple[str, ...]

    @property
    def n_levels(self) -> int:
        """One for each category."""
        return len(self.order)

    def levels(self, table: Table) -> IntArray:
        """By rank."""
        ranks = known_codes(table, self.column, {text: rank for rank, text in enumerate(self.order)})
        advice = "The form lists every category of the order; correct these answers."
        refuse_values(table, self.column, ranks < 0, "outside the given order", advice)
        return ranks

    def words(self, levels: Levels) -> str:
        """The categories by name."""
        if len(levels) == len(self.order):
            return ANYTHING
        return _either([self.order[level] for level in sorted(levels)])


@dataclass(frozen=True)
class SetQuestion(Question):
    """Categories without order. Only those that enough people of the frame have are listed."""

    KIND: ClassVar[str] = "set"
    IS_ORDERED: ClassVar[bool] = False

    categories: tuple[str, ...]

    @property
    def n_levels(self) -> int:
        """One for each category, and one for anything else."""
        return len(self.categories) + 1

    @property
    def rest_level(self) -> int:
        """The last one."""
        return len(self.categories)

    def levels(self, table: Table) -> IntArray:
        """By category; whatever is not listed is 'anything else'."""
        codes = known_codes(table, self.column, {text: level for level, text in enumerate(self.categories)})
        return np.where(codes < 0, len(self.categories), codes).astype(np.int64)

    def words(self, levels: Levels) -> str:
        """The categories by name; 'anything else' stands for many, since the other options are named."""
        if len(levels) == self.n_levels:
            return ANYTHING
        named = [self.categories[level] for level in sorted(levels) if level != self.rest_level]
        return _either_or_else(named) if self.rest_level in levels else _either(named)


@dataclass(frozen=True)
class TreeQuestion(Question):
    """The nodes of a taxonomy that somebody gave beforehand; what it does not know stands at its root."""

    KIND: ClassVar[str] = "taxonomy"
    IS_ORDERED: ClassVar[bool] = False

    nodes: tuple[str, ...]
    parent: tuple[int, ...]

    @property
    def n_levels(self) -> int:
        """One for each node."""
        return len(self.nodes)

    @property
    def rest_level(self) -> int:
        """The root."""
        return 0

    def levels(self, table: Table) -> IntArray:
        """By node."""
        codes = known_codes(table, self.column, {text: level for level, text in enumerate(self.nodes)})
        return np.where(codes < 0, 0, codes).astype(np.int64)

    def words(self, levels: Levels) -> str:
        """The highest nodes of which everything below belongs to the set; with the root, 'anything else'."""
        held = set(levels)
        if len(held) == len(self.nodes):
            return ANYTHING
        if self.rest_level in held:
            return ANYTHING_ELSE
        return _either([self._with_members(level) for level in sorted(held) if self.parent[level] not in held])

    def _with_members(self, node: int) -> str:
        below = [name for name, above in zip(self.nodes, self.parent, strict=True) if above == node]
        return f"{self.nodes[node]} ({', '.join(below)})" if 0 < len(below) <= MOST_MEMBERS else self.nodes[node]

    def require_sound(self) -> None:
        """One root, parents before their children."""
        tree = len(self.nodes) == len(self.parent) and self.parent[:1] == (-1,)
        if not (tree and all(0 <= above < node for node, above in enumerate(self.parent[1:], start=1))):
            raise WrongUse(f"The taxonomy of '{self.column}' is not a tree.")


KINDS: dict[str, type[Question]] = {
    kind.KIND: kind for kind in (NumberQuestion, MomentQuestion, OrderQuestion, SetQuestion, TreeQuestion)
}


def _open_range(low: float | None, high: float | None, written: Any) -> str:
    if low is None:
        return f"less than {written(high)}"
    if high is None:
        return f"{written(low)} or more"
    return f"{written(low)} or more, but less than {written(high)}"


def _either(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _either_or_else(names: list[str]) -> str:
    return _either([*names, ANYTHING_ELSE]) if len(names) <= MOST_NAMED else ANYTHING_ELSE


def _number(value: float) -> str:
    plain = format(Decimal(repr(float(value))), "f").removesuffix(".0")
    written = plain if abs(value) < LEAST_GROUPED else f"{Decimal(plain):,f}"
    return written.replace("-", "−")


def _day(days: int) -> str:
    number = days + UNIX_EPOCH
    if not 1 <= number <= date.max.toordinal():
        return f"day {days} since 1 January 1970"
    day = date.fromordinal(number)
    return f"{day.day} {day:%B} {day.year}"


def _time(nanoseconds: int) -> str:
    seconds, rest = divmod(nanoseconds, SECOND)
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}"
    if seconds % 60 or rest:
        text += f":{seconds % 60:02}"
    return text + (f".{rest:09}".rstrip("0") if rest else "")


def _duration(nanoseconds: int) -> str:
    for size, name in DURATION_UNITS:
        if nanoseconds % size == 0:
            return f"{_number(nanoseconds // size)} {name}"
    return f"{_number(nanoseconds / SECOND)} seconds"
