"""Structured logs: one JSON object a line, without coordinates, tokens, ids or addresses.

Only the fields named here are ever written. The text of an exception is not: it might quote what was to be stored; its
type and the place in the program are enough to find it.
"""

from __future__ import annotations

import json
import logging
import sys
import time

from shoal.errors import place_of

FIELDS = (
    "request",
    "method",
    "route",
    "status",
    "duration_ms",
    "generation",
    "cells",
    "devices",
    "reason",
    "error",
    "where",
    "wrong_counts",
    "lost_generation",
    "file",
)


class JsonLines(logging.Formatter):
    """A line for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, event, and the fields that may be written."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[1] is not None:
            line |= {"error": type(record.exc_info[1]).__name__, "where": place_of(record.exc_info[1])}
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(level: str) -> None:
    """Everything to standard error, as JSON lines. The access log of uvicorn stays off: it has ids and addresses."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "shoal.service"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = name != "uvicorn.access"
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("httpx").setLevel(logging.WARNING)
