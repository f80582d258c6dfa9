"""The command line: words of a shell come in, a library call is made, a summary and an exit code go out.

Open `app.py` first: it names the commands, and each command is one file. `options.py` turns shell words into
arguments, `destinations.py` checks and writes files, `output.py` holds everything that is said on the screen.
Nothing heavy is imported before a command runs, so that help and completion answer at once.

Exit codes: 0 all is well, 1 the promise is not kept (or a replay is not identical), 2 wrong use (nothing was
written), 70 a bug in Shoal, 130 interrupted.
"""

from __future__ import annotations

import sys


def main() -> None:
    """The program `shoal`."""
    from shoal.cli.app import app
    from shoal.cli.output import say_interrupted

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that cannot show a letter gets a '?', not a crash
            stream.reconfigure(errors="replace")
    try:
        app(prog_name="shoal")
    except KeyboardInterrupt:  # before or after the command itself
        sys.exit(say_interrupted())
