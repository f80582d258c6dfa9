"""How compiled code is compiled: `kernel` for what Python calls, `inner_kernel` for what only kernels call.

``cache`` keeps machine code on disk, so a machine compiles each kernel once, until it changes or one that it calls
does (`stale.py`). ``fastmath`` stays off: it lets the compiler reorder sums, and a reordered sum can decide a tie
differently. ``error_model="numpy"`` drops the division check, which would keep loops from vectorising; no kernel
divides by a count that can be zero.

With ``NUMBA_DISABLE_JIT=1`` kernels stay Python functions, with the same results: a debugger can step through them, and
the lines that tests reach can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from shoal.kernels.stale import forget_stale

OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
PLAIN: bool = numba.config.DISABLE_JIT  # type: ignore[attr-defined]

# Kernels are compiled for types, and a 0 or −1 that is written out is a type of its own: a kernel that is handed one in
# one place and a variable in another would be compiled twice.
FIRST = np.int64(0)
NOBODY = np.int64(-1)

Kernel = Callable[..., Any]  # numba finds the types of the arguments itself, when a kernel is first called


def kernel(function: Kernel) -> Kernel:
    """Compile on first call, remember on disk, release the GIL while running."""
    if PLAIN:
        quiet: Kernel = np.errstate(all="ignore")(function)  # machine numbers overflow without a word, as when compiled
        return quiet
    return _compiled(function)


def inner_kernel(function: Kernel) -> Kernel:
    """The same for what is called by kernels only.

    It gets no entrance from Python, which takes longer to compile than most of these functions themselves: a dozen
    arrays have to be unpacked from a named tuple. Python can still run the plain function (see `uncompiled`).
    """
    return function if PLAIN else _compiled(function, no_cpython_wrapper=True, _nrt=True)


def lean_kernel(function: Kernel) -> Kernel:
    """An inner kernel that makes no arrays and returns none; views of arrays are allowed.

    Its arrays belong to its caller, so it need not count who refers to them. To count costs a locked operation for each
    array of a named tuple, in every call: half of the time of a trial that judges confidential values (design 030).
    """
    return function if PLAIN else _compiled(function, no_cpython_wrapper=True, _nrt=False)


def _compiled(function: Kernel, **more: Any) -> Kernel:
    compiled: Kernel = numba.njit(**OPTIONS, **more)(function)
    _check_cache(Path(function.__code__.co_filename).parent, cache_folder(compiled))
    return compiled


@cache
def _check_cache(folder: Path, cached_in: str) -> None:
    """Once for each process and folder, before anything is loaded from it."""
    ours = Path(__file__).parent
    if folder.is_relative_to(ours):  # tests compile functions of their own
        forget_stale(ours, folder, Path(cached_in))


def uncompiled(function: Kernel) -> Kernel:
    """The plain Python function behind a kernel, for calls that are too small to be worth compiling an entrance."""
    plain: Kernel = getattr(function, "py_func", function)
    return plain


@contextmanager
def at_each_compilation(say: Callable[[], None]) -> Iterator[None]:
    """Call ``say`` whenever anything begins to be compiled; what is already on disk does not count."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, _: Any) -> None:
            say()

        def on_end(self, _: Any) -> None:
            """The end of a compilation is of no interest."""

    with event.install_listener("numba:compile", Listener()):
        yield


@contextmanager
def at_first_compilation(say: Callable[[], None]) -> Iterator[None]:
    """Call ``say`` once, the moment anything has to be compiled."""
    said = False

    def say_once() -> None:
        nonlocal said
        if not said:
            said = True
            say()

    with at_each_compilation(say_once):
        yield


def cache_folder(function: Kernel) -> str:
    """Where machine code of a kernel is kept, and that of its neighbours in the same folder."""
    folder: str = function.stats.cache_path  # type: ignore[attr-defined]
    return folder
