"""A progress bar that keeps out of the way: only on a terminal, and only when there is something to wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from shoal.cli.output import stderr_console

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE_S = 0.5  # shorter work than this needs no bar


@contextmanager
def progress_bar(label: str, *, silent: bool) -> Iterator[Callable[[int, int], None]]:
    """Yield a callback (done, in all); the bar is gone afterwards."""
    bar = _Bar(label, shown=not silent and stderr_console().is_terminal)
    try:
        yield bar.update
    finally:
        bar.stop()


class _Bar:
    def __init__(self, label: str, *, shown: bool) -> None:
        self.label = label
        self.shown = shown
        self.started = monotonic()
        self.progress: Progress | None = None
        self.task: TaskID | None = None

    def update(self, done: int, total: int) -> None:
        if not self.shown or monotonic() - self.started < PATIENCE_S:
            return
        if self.progress is None or self.task is None:
            self.progress = _columns()
            self.task = self.progress.add_task(self.label, total=total)
            self.progress.start()
        self.progress.update(self.task, completed=done, total=total)

    def stop(self) -> None:
        if self.progress is not None:
            self.progress.stop()


def _columns() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=stderr_console(),
        transient=True,
    )
