"""The extra `service`: its libraries are imported when a command needs them, and missed in words."""

from __future__ import annotations

from contextlib import AbstractContextManager

from shoal.errors import needs_extra

PACKAGES = frozenset(
    ("fastapi", "uvicorn", "sqlalchemy", "alembic", "psycopg", "pydantic", "pydantic_settings", "cryptography")
) | {"prometheus_client", "limits", "starlette", "anyio"}


def needs_service_extra() -> AbstractContextManager[None]:
    """Turn a missing library of the extra into advice."""
    return needs_extra("service", "This command", PACKAGES)
