"""SIGTERM and SIGHUP end a command like Ctrl-C does: drafts and scratch files go, nothing half-written stays.

Unlike Ctrl-C they never end in a release: whoever sends them wants the process gone, not its best result so far.
"""

from __future__ import annotations

import signal
from time import monotonic
from types import FrameType

SIGNAL_BASE = 128  # exit code of a process that a signal ended, as shells report it: 143 for SIGTERM, 129 for SIGHUP
CLEARING_UP_S = 5.0  # removing drafts takes less; a second signal within it must not cut that short
SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))  # Windows has one


class EndedBySignal(SystemExit):
    """No Exception and no KeyboardInterrupt, so that nothing takes it for a fault or for the end of a search."""

    def __init__(self, number: int) -> None:
        super().__init__(SIGNAL_BASE + number)
        self.name = signal.Signals(number).name


def end_on_signals() -> None:
    """Let the signals raise `EndedBySignal`; one that is ignored (nohup) stays ignored."""
    last = -CLEARING_UP_S

    def end(number: int, _: FrameType | None) -> None:
        nonlocal last
        if monotonic() - last >= CLEARING_UP_S:
            last = monotonic()
            raise EndedBySignal(number)

    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


def leave_signals_alone() -> None:
    """As the system has them: for a server, which has its own way to end."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
