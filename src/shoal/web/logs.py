"""Structured logs of a server: one JSON object a line, without values, tokens, ids or addresses.

Only the fields named here, and those that a server names besides, are ever written. The text of an exception is not: it
might quote what was to be stored; its type and the place in the program are enough to find it.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Sequence

from shoal.errors import place_of

LOGGER = "shoal.service"  # of every server of Shoal
REQUEST_FIELDS = ("request", "method", "route", "status", "duration_ms", "reason", "error", "where", "file")


class JsonLines(logging.Formatter):
    """A line for each record."""

    def __init__(self, fields: Sequence[str] = REQUEST_FIELDS, *, to_the_hour: bool = False) -> None:
        super().__init__()
        self._fields = fields
        self._to_the_hour = to_the_hour

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, event, and the fields that may be written."""
        line: dict[str, object] = {
            "time": self._time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in self._fields if hasattr(record, name)}
        if record.exc_info and record.exc_info[1] is not None:
            line |= {"error": type(record.exc_info[1]).__name__, "where": place_of(record.exc_info[1])}
        return json.dumps(line, ensure_ascii=False)

    def _time(self, record: logging.LogRecord) -> str:
        moment = time.gmtime(record.created)
        if self._to_the_hour:
            return time.strftime("%Y-%m-%dT%HZ", moment)
        return time.strftime("%Y-%m-%dT%H:%M:%S", moment) + f".{int(record.msecs):03d}Z"


def logs_to_standard_error(level: str, fields: Sequence[str], *, to_the_hour: bool = False) -> None:
    """Everything to standard error, as JSON lines. The access log of uvicorn stays off: it has ids and addresses."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(fields, to_the_hour=to_the_hour))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", LOGGER):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = name != "uvicorn.access"
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("httpx").setLevel(logging.WARNING)
