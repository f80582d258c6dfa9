"""The bundle that the repository hands out and `shoal survey close` opens: JSON lines, a header first."""

from __future__ import annotations

BUNDLE_KIND, BUNDLE_VERSION = "shoal survey bundle", 2
