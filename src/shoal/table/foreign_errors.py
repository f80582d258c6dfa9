"""Replaces errors of other libraries: their messages quote the value that caused them, so users must not see them.

If an error is raised while another one is handled, Python attaches the other one (`__context__`), including its data,
even after `from None`. So our error is always raised after the handler has ended.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import polars as pl

from shoal.errors import ShoalError, TableError

# polars' panics are no Exception, so that nobody catches them by chance; here they are meant.
ANYTHING: tuple[type[BaseException], ...] = (Exception, pl.exceptions.PanicException)

Outcome = TypeVar("Outcome")
Given = ParamSpec("Given")


def attempt(
    action: Callable[[], Outcome],
    worded: Callable[[BaseException], ShoalError],
    caught: tuple[type[BaseException], ...] = ANYTHING,
    passed: tuple[type[BaseException], ...] = (),
) -> Outcome:
    """What `action` returns; an error of the `caught` types is replaced by a worded one that knows nothing of it.

    Shoal's own errors pass as they are, and so do a lack of memory and the types of `passed`.
    """
    untouched: tuple[type[BaseException], ...] = (ShoalError, MemoryError, *passed)
    try:
        return action()
    except untouched:
        raise
    except caught as error:
        failure = worded(error)
    raise failure


class _Named(Protocol):
    """Something that messages can call by a name: a Table."""

    @property
    def where(self) -> str: ...


Holder = TypeVar("Holder", bound=_Named)


def kept_quiet(
    method: Callable[Concatenate[Holder, Given], Outcome],
) -> Callable[Concatenate[Holder, Given], Outcome]:
    """A method of Table from which no error of another library escapes."""

    @wraps(method)
    def quiet(table: Holder, /, *args: Given.args, **options: Given.kwargs) -> Outcome:
        column = f"column '{args[0]}' of " if args and isinstance(args[0], str) else ""

        def worded(error: BaseException) -> TableError:
            return TableError(
                f"Some value in {column}{table.where} is beyond what can be worked with ({type(error).__name__} in "
                f"'{method.__name__}'). Convert the column to plain numbers, texts or dates, or leave it out."
            )

        return attempt(lambda: method(table, *args, **options), worded)

    return quiet
