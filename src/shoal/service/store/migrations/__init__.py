"""Alembic migrations of the service's database; `shoal db upgrade` applies them. One file in `versions/` each."""
