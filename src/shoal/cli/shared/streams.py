"""Standard output and error of the program, when nobody reads them any more (`shoal audit … | head`).

Every library has its own way to meet a closed pipe: a traceback, exit code 1, or a remark at the very end. So it is
met here, below all of them: the first write that nobody reads ends the program, quietly, after drafts are cleared up.
"""

from __future__ import annotations

import io
import os
import sys

CUT_OFF_EXIT_CODE = 141  # 128 + SIGPIPE, as shells report it for other programs


class Pipe(io.FileIO):
    """A descriptor to write to; ends the program when its reader has gone."""

    def write(self, content: object, /) -> int:
        """Write, or end."""
        try:
            return super().write(content)  # type: ignore[arg-type]
        except BrokenPipeError:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, self.fileno())  # what is still in a buffer goes nowhere, without another error
            os.close(nothing)
        raise SystemExit(CUT_OFF_EXIT_CODE)


def set_up_streams() -> None:
    """Put both streams over a `Pipe`. A terminal that cannot show a letter gets a '?', not a crash."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not isinstance(stream, io.TextIOWrapper):  # closed (None), or replaced by a program that calls this one
            continue
        stream.flush()
        raw = Pipe(stream.fileno(), "w", closefd=False)
        text = io.TextIOWrapper(
            io.BufferedWriter(raw),
            encoding=stream.encoding,
            errors="replace",
            line_buffering=stream.line_buffering,
            write_through=stream.write_through,
        )
        setattr(sys, name, text)
