"""The schema of the service: brought up to date by `shoal db upgrade`, checked before the service starts."""

from __future__ import annotations

from pathlib import Path

from shoal.web.database.schema import Schema

MIGRATIONS = Path(__file__).parent / "migrations"
SCHEMA = Schema(MIGRATIONS, "shoal db upgrade")
upgrade, upgrade_to, newest, require_current = SCHEMA.upgrade, SCHEMA.upgrade_to, SCHEMA.newest, SCHEMA.require_current
