"""Alembic migrations of the repository's database; `shoal survey serve --upgrade` applies them.

One file in `versions/` each.
"""
