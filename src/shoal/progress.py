"""How far something has come. Every layer reports it in the same way, so this is at the bottom."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]  # (done, in all): records, or bytes of a file that tells no records


def no_progress(done: int, total: int) -> None:
    """Progress that nobody asked for."""
