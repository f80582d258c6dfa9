"""What holds for every test."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("shoal", deadline=None)  # how long an example takes says more about the machine than about us
settings.load_profile("shoal")

# A shell that starts the suite in the background hands down an ignored SIGINT; tests of interrupts press the real one.
signal.signal(signal.SIGINT, signal.default_int_handler)
