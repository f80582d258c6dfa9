"""The one decorator for compiled code.

``cache=True`` keeps machine code next to the source, so a machine compiles each kernel once. ``fastmath`` stays
off: it lets the compiler reorder sums, and a reordered sum can decide a tie differently. ``error_model="numpy"``
drops the division check, which would keep loops from vectorising; no kernel divides by a count that can be zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(function: Kernel) -> Kernel:
    """Compile on first call, remember on disk, release the GIL while running."""
    return cast(Kernel, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
