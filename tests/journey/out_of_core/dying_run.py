"""A run in a process of its own that is killed when so much of its work is done, and says how much that is.

Arguments: the table, the scratch folder, the share of the work, and the settings.
"""

from __future__ import annotations

import json
import os
import signal
import sys

import shoal

if __name__ == "__main__":
    table, scratch, share, settings = sys.argv[1:]

    def die(done: int, total: int) -> None:
        """At once, as when the machine has no more memory."""
        print(done, flush=True)
        if done >= float(share) * total:
            os.kill(os.getpid(), signal.SIGKILL)

    release = shoal.anonymize(table, scratch=scratch, progress=die, **json.loads(settings))
    os.kill(os.getpid(), signal.SIGKILL)
