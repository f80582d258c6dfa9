"""The extra `service`: its libraries are imported when a command needs them, and missed in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from shoal.errors import WrongUse

LIBRARIES = frozenset(
    ("fastapi", "uvicorn", "sqlalchemy", "alembic", "psycopg", "pydantic", "pydantic_settings", "cryptography")
) | {"prometheus_client", "limits", "httpx", "starlette", "anyio"}


@contextmanager
def needs_service_extra() -> Iterator[None]:
    """Turn a missing library of the extra into advice."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in LIBRARIES:
            raise
        raise WrongUse(
            f"This command needs {error.name}, which comes with the extra 'service'. "
            "Install it in the folder of the checkout: pip install '.[service]'"
        ) from None
