"""What can go wrong, and how a run ended.

Every error says what is wrong, what was found and what to do. None of them ever shows a record's values:
a column name, a count and a row number are as close as a message may come to the data.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from enum import Enum


class ShoalError(Exception):
    """Anything that Shoal itself refuses or fails to do."""

    exit_code = 2


class WrongUse(ShoalError, ValueError):
    """The request cannot be carried out as it stands; nothing was written."""


class ParameterError(WrongUse):
    """A parameter has a value that no run could use, or one that this method would ignore."""


class TableError(WrongUse):
    """The table cannot be read, or a column does not hold what its role needs."""


class RolesError(WrongUse):
    """Roles are unknown, name a missing column, or overlap."""


class MissingValuesError(TableError):
    """A quasi-identifier has missing values and nobody said what to do with them."""


class InfeasiblePromise(WrongUse):
    """There are too few records for the promise (in the table, or in one stratum)."""


class PromiseNotKept(ShoalError):
    """A count found a cell below the promise. Nothing is written when this is raised before writing."""

    exit_code = 1


class WriteError(ShoalError, OSError):
    """The output could not be written. Whatever stood there before still stands."""


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
