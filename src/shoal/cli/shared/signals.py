"""SIGTERM and SIGHUP end a command like Ctrl-C does: drafts and scratch files go, nothing half-written stays.

What a run out of core has finished stays, for `--resume`, and the last words say where.

Unlike Ctrl-C they never end in a release: the sender wants to end the process, not to get its best result so far.
Ctrl-C during a search ends the search, and its best result is released. So a second Ctrl-C means the same as SIGTERM.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from time import monotonic
from types import FrameType

Handler = Callable[[int, FrameType | None], None]

SIGNAL_BASE = 128  # exit code of a process that a signal ended, as shells report it: 143 for SIGTERM, 129 for SIGHUP
CLEARING_UP_S = 5.0  # removing drafts takes less; a second signal within it must not cut that short
ONE_PRESS_S = 0.3  # a key held down repeats faster, and a wrapper may pass on what the terminal has sent already
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
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _second_ends(end))


def _second_ends(end: Handler) -> Handler:
    """Ctrl-C: the first one interrupts, as Python has it; from the second one on, the command is ended."""
    pressed: list[float] = []

    def press(number: int, frame: FrameType | None) -> None:
        pressed.append(monotonic())
        if len(pressed) == 1:
            raise KeyboardInterrupt
        if pressed[-1] - pressed[-2] >= ONE_PRESS_S:
            end(number, frame)

    return press


def leave_signals_alone() -> None:
    """As the system has them: for a server, which has its own way to end."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
