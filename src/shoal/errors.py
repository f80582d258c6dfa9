"""What can go wrong, and how a run ended.

Every error says what is wrong, what was found and what to do. None of them ever shows a record's values:
a column name, a count and a row number are as close as a message may come to the data.
"""

from __future__ import annotations

import traceback
from enum import Enum
from pathlib import Path

PACKAGE_FOLDER = Path(__file__).resolve().parent


class ShoalError(Exception):
    """Anything that Shoal itself refuses or fails to do."""

    exit_code = 2


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
