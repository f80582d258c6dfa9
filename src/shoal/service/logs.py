"""The logs of the service: what may be written besides what every server writes. No coordinates, no ids."""

from __future__ import annotations

from shoal.web.logs import REQUEST_FIELDS, logs_to_standard_error

FIELDS = (*REQUEST_FIELDS, "generation", "cells", "devices", "wrong_counts", "lost_generation")


def set_up_logs(level: str) -> None:
    """Everything to standard error, as JSON lines."""
    logs_to_standard_error(level, FIELDS)
