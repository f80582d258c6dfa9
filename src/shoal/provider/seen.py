"""What the provider saw: a line of JSON for each request, if its operator asks for such a file.

A provider that is not to be trusted keeps one anyway. Ours says so to devices (`GET /v1/about`); its file is what the
attacks of the documentation work on. It holds no address.
"""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

from shoal.errors import WriteError

ONLY_ITS_OWNER = 0o600


class SeenFile:
    """Appends to the file; no file: nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.Lock()
        if path is not None:
            self.note({"event": "started"})  # a file that cannot be written is refused now, not at the first request

    @property
    def kept(self) -> bool:
        """Whether there is a file."""
        return self._path is not None

    def note(self, what: dict[str, Any]) -> None:
        """One line."""
        if self._path is None:
            return
        line = json.dumps({"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **what}, ensure_ascii=False)
        with self._lock:
            try:
                descriptor = os.open(self._path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, ONLY_ITS_OWNER)
                with os.fdopen(descriptor, "a", encoding="utf-8") as stream:
                    stream.write(f"{line}\n")
            except OSError:
                raise WriteError("What the provider saw cannot be written to its file (SHOAL_PROVIDER_SEEN).") from None
