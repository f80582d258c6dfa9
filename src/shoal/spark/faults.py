"""Errors of Spark. Their messages quote values of records, and so do the logs of a driver that prints them.

So nobody sees more of them than the name of a kind of error.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from shoal.errors import ShoalError
from shoal.table.foreign_errors import attempt

CONDITION = re.compile(r"[A-Z][A-Z0-9_.]*")  # how Spark names an error; anything else may be a text with values

Outcome = TypeVar("Outcome")


class ClusterError(ShoalError):
    """The cluster could not do its work. Nothing was released."""


def asked_of_spark(what: str, action: Callable[[], Outcome]) -> Outcome:
    """What an action of Spark gives. Its error becomes one of ours, which knows nothing of it."""
    return attempt(action, lambda error: _fault(what, error))


def condition_of(error: BaseException) -> str:
    """How Spark names this error; else the name of its class."""
    named = getattr(error, "getCondition", None)
    try:
        condition = named() if named is not None else None
    except Exception:
        condition = None
    return condition if condition is not None and CONDITION.fullmatch(condition) else type(error).__name__


def _fault(what: str, error: BaseException) -> ClusterError:
    return ClusterError(
        f"Spark could not {what} ({condition_of(error)}).",
        hint="Its own messages may quote values of records, so they are not repeated here. The logs of the cluster "
        "have them.",
    )
