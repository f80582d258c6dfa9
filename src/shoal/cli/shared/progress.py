"""A progress bar that keeps out of the way: only on a terminal, and only when there is something to wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from shoal.cli.shared.output import stderr_console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

PATIENCE_S = 0.5  # shorter work than this needs no bar
NEW_STEP = 0.5  # of the largest share of a step: one that falls below is the beginning of another step


@contextmanager
def progress_bar(label: str, *, silent: bool) -> Iterator[Callable[[int, int], None]]:
    """Yield a callback (done, in all); the bar is gone afterwards."""
    bar = Bar(label, shown=not silent and stderr_console().is_terminal)
    try:
        yield bar.update
    finally:
        bar.stop()


class Steps:
    """Reports of several steps, each of which begins at nothing, as shares that never fall.

    Many methods work in steps that report for themselves: a start, then a search; one reading of a file, then another.
    A step of its own is told by a share that falls far; a share that falls a little (a block begins anew) waits.
    """

    def __init__(self) -> None:
        self.number = 1
        self.share = 0.0  # of the present step

    def report(self, done: int, total: int) -> None:
        """Take a report into account."""
        share = min(done / total, 1.0) if total > 0 else 0.0
        if share < NEW_STEP * self.share:
            self.number += 1
            self.share = share
        self.share = max(self.share, share)


class Bar:
    """A line for each step: those that have ended are full, the last one grows."""

    def __init__(
        self, label: str, *, shown: bool, console: Console | None = None, patience_s: float = PATIENCE_S
    ) -> None:
        self.label = label
        self.shown = shown
        self.console = console
        self.patience_s = patience_s
        self.started = monotonic()
        self.steps = Steps()
        self.progress: Progress | None = None
        self.task: TaskID | None = None

    def update(self, done: int, total: int) -> None:
        """Show a report, if there is anything to wait for."""
        if not self.shown or monotonic() - self.started < self.patience_s:
            return
        before = self.steps.number
        self.steps.report(done, total)
        if self.progress is None or self.task is None:
            self.progress = _columns(self.console or stderr_console())
            self.task = self.progress.add_task(self.label, total=total)
            self.progress.start()
        elif self.steps.number > before:
            self.progress.update(self.task, completed=self.progress.tasks[-1].total)
            self.task = self.progress.add_task(f"{self.label}, step {self.steps.number}", total=total)
        self.progress.update(self.task, completed=int(self.steps.share * total), total=total)

    def stop(self) -> None:
        """Take the bar away."""
        if self.progress is not None:
            self.progress.stop()


def _columns(console: Console) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
