"""The one decorator for compiled code.

``cache=True`` keeps machine code next to the source, so a machine compiles each kernel once. ``fastmath`` stays
off: it lets the compiler reorder sums, and a reordered sum can decide a tie differently. ``error_model="numpy"``
drops the division check, which would keep loops from vectorising; no kernel divides by a count that can be zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(function: Kernel) -> Kernel:
    """Compile on first call, remember on disk, release the GIL while running."""
    return cast(Kernel, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


@contextmanager
def at_first_compilation(say: Callable[[], None]) -> Iterator[None]:
    """Call ``say`` once, the moment anything has to be compiled; what is already on disk does not count."""
    from numba.core import event

    class Once(event.Listener):  # type: ignore[misc]  # numba carries no types
        said = False

        def on_start(self, _: Any) -> None:
            if not self.said:
                self.said = True
                say()

        def on_end(self, _: Any) -> None:
            """The end of a compilation is of no interest."""

    with event.install_listener("numba:compile", Once()):
        yield
