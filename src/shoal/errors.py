"""What can go wrong, and how a run ended.

Every error says what is wrong, what was found and what to do. None of them ever shows a record's values:
a column name, a count and a row number are as close as a message may come to the data.

An error is raised far below the place where somebody reads it. The library calls a parameter ``orders``, the command
line ``--order``, a roles file ``order``. So an error names its parameters as `Setting`, and the door at which it is
read words them (docs/design/023-errors-with-structure.md)::

    raise ParameterError(
        Setting("seed"), " must be a whole number of at least 0.", hint="Leave it out to have one drawn."
    )
    raise MissingValuesError(
        f"Column '{name}' has {n} missing values.", column=name, count=n, hint=("Use ", Setting("missing", "drop"), ".")
    )
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, Self, SupportsInt

PACKAGE_FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Setting:
    """A parameter that a message names, alone (``seed``) or with a value to give it (``missing='drop'``)."""

    name: str
    value: str | int | float | None = None

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={self.value!r}"


Part = str | Setting
Text = Part | Iterable[Part]
Names = str | Iterable[str] | None
Door = Callable[[Setting], str]  # how one kind of user writes a setting


class Words(tuple[Part, ...]):
    """A text in parts. The settings among them are worded by the door at which it is read."""

    @classmethod
    def of(cls, text: Text) -> Self:
        """A text, a setting, or several of them in a row."""
        return cls((text,) if isinstance(text, (str, Setting)) else text)

    def worded(self, door: Door = str) -> str:
        """As one text; ``str``, the door of the library, writes settings as Python does."""
        return "".join(part if isinstance(part, str) else door(part) for part in self)

    def __str__(self) -> str:
        return self.worded()

    def renamed(self, names: Mapping[str, str]) -> Words:
        """The same with other names of settings."""
        return Words(
            part if isinstance(part, str) else replace(part, name=names.get(part.name, part.name)) for part in self
        )


def in_a_row(texts: Iterable[Text], between: str = ", ") -> Words:
    """Several texts with the same mark between them; empty ones are left out."""
    parts: list[Part] = []
    for text in texts:
        words = [part for part in Words.of(text) if part]
        parts += [between, *words] if parts and words else words
    return Words(parts)


class ShoalError(Exception):
    """Anything that Shoal itself refuses or fails to do.

    ``problem`` says what is wrong and ``hint`` what to do, both in parts. ``parameters`` are those that are wrong: the
    settings that the problem names, and what ``parameter`` adds. ``columns`` are the columns it is about, ``count`` is
    how many records, values or cells it is about.
    """

    exit_code = 2

    def __init__(
        self,
        *problem: Part,
        parameter: Names = None,
        column: Names = None,
        count: SupportsInt | None = None,
        hint: Text = (),
    ) -> None:
        self.problem = Words(problem)
        self.hint = Words.of(hint)
        named = (part.name for part in self.problem if isinstance(part, Setting))
        self.parameters = tuple(dict.fromkeys((*named, *_names(parameter))))
        self.columns = _names(column)
        self.count = None if count is None else int(count)
        super().__init__(self.worded())

    def __str__(self) -> str:
        return self.worded()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)  # a subclass may be made from other arguments

    def worded(self, door: Door = str) -> str:
        """Problem and hint in the words of a door."""
        return " ".join(text for words in (self.problem, self.hint) if (text := words.worded(door)))

    def fields(self, door: Door = str) -> dict[str, Any]:
        """What a program may want to know, as plain data: only what there is."""
        known = {
            "parameters": list(self.parameters),
            "columns": list(self.columns),
            "count": self.count,
            "hint": self.hint.worded(door),
        }
        return {name: value for name, value in known.items() if value not in (None, [], "")}

    def with_words(
        self, problem: Text, hint: Text, *, parameter: Names = None, kind: type[ShoalError] | None = None
    ) -> ShoalError:
        """The same error in other words. Without ``parameter`` the same parameters are wrong."""
        return (kind or type(self))(
            *Words.of(problem),
            parameter=self.parameters if parameter is None else parameter,
            column=self.columns,
            count=self.count,
            hint=hint,
        )

    def retold(self, kind: type[ShoalError] | None = None, *, before: str = "", after: str = "") -> ShoalError:
        """The same error as part of a larger one: with words before the problem and after the hint."""
        return self.with_words(in_a_row((before, self.problem), ""), in_a_row((self.hint, after), " "), kind=kind)

    def renamed(self, names: Mapping[str, str]) -> ShoalError:
        """The same error where the parameters have other names."""
        parameters = [names.get(name, name) for name in self.parameters]
        return self.with_words(self.problem.renamed(names), self.hint.renamed(names), parameter=parameters)


def _names(names: Names) -> tuple[str, ...]:
    return () if names is None else (names,) if isinstance(names, str) else tuple(names)


def _restored(kind: type[ShoalError], args: tuple[Any, ...], state: dict[str, Any]) -> ShoalError:
    """An error out of a pickle."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class WrongUse(ShoalError, ValueError):
    """The request cannot be carried out; nothing was written."""


class ParameterError(WrongUse):
    """A parameter has a value that no run could use, or one that this method would ignore."""


class TableError(WrongUse):
    """The table cannot be read, or a column does not hold what its role needs."""


class RolesError(WrongUse):
    """Roles are unknown, name a missing column, or overlap."""


class MissingValuesError(TableError):
    """A quasi-identifier has missing values, and no policy says what to do with them."""


class InfeasiblePromise(WrongUse):
    """There are too few records for the promise (in the table, or in one stratum)."""


class PromiseNotKept(ShoalError):
    """A count found a cell below the promise. Nothing is written when this is raised before writing."""

    exit_code = 1


class WriteError(ShoalError, OSError):
    """The output could not be written. An existing file is unchanged."""


class ShoalWarning(UserWarning):
    """Something that has to be read before a release is published. Names and counts only, like the errors."""


def install_command(extra: str) -> str:
    """The shell command that adds an extra. With Shoal installed, pip fetches only the packages of the extra."""
    return f"pip install 'shoal-anonymity[{extra}]'"


@contextmanager
def needs_extra(extra: str, what: str, packages: Collection[str]) -> Iterator[None]:
    """Turn a missing package of an extra into advice; ``what`` needs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in packages:
            raise
        raise WrongUse(
            f"{what} needs {error.name}, which comes with the extra '{extra}'. Install it: {install_command(extra)}"
        ) from None


class Outcome(Enum):
    """How a partitioner ended. The promise holds in every one of these; they differ in how good the cells are."""

    COMPLETE = "complete"
    BUDGET_SPENT = "budget spent"
    INTERRUPTED = "interrupted"

    @property
    def advice(self) -> str:
        """One sentence for the report."""
        return _ADVICE[self]


_ADVICE = {
    Outcome.COMPLETE: "The method finished.",
    Outcome.BUDGET_SPENT: "The search ended when its time was up. More time may lower the loss.",
    Outcome.INTERRUPTED: (
        "The search was stopped by hand (Ctrl-C). This release uses the best cells found until then, and its promise "
        "is kept. A run to the end may lower the loss."
    ),
}


def place_of(error: BaseException) -> str:
    """file:line of the innermost frame inside this package."""
    place = "an unknown place"
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        if path.is_relative_to(PACKAGE_FOLDER):
            place = f"shoal/{path.relative_to(PACKAGE_FOLDER).as_posix()}:{frame.lineno}"
    return place
