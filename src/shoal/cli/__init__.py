"""The command line: parses the arguments, calls the library, prints a summary and returns an exit code.

Open `app.py` first: it names the commands, and each command is one file in `release/`, `quantizer/`, `survey/` or
`service/`. `shared/options.py` declares options, `shared/words.py` turns shell words into arguments,
`shared/destinations.py` checks and writes files, and `shared/output.py` holds everything that is said on the screen.
Nothing heavy is imported before a command runs, so that help and completion answer at once.

Exit codes: 0 all is well, 1 the promise is not kept (or a replay is not identical), 2 wrong use (nothing was written),
70 a bug in Shoal, 130 interrupted (Ctrl-C), 141 the reader of the output has gone, 143 ended by SIGTERM (129 by
SIGHUP).
"""

from __future__ import annotations

import sys


def main() -> None:
    """The program `shoal`."""
    from shoal.cli.shared.signals import EndedBySignal, end_on_signals
    from shoal.cli.shared.streams import set_up_streams

    set_up_streams()
    end_on_signals()
    try:
        from shoal.cli.app import app

        app(prog_name="shoal")
    except EndedBySignal as signal:
        from shoal.cli.shared.output import say_ended

        say_ended(signal)
        raise
    except KeyboardInterrupt:  # before or after the command itself
        from shoal.cli.shared.output import say_interrupted

        sys.exit(say_interrupted())
