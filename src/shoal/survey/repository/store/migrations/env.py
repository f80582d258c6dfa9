"""Run by Alembic: migrate on the connection that `schema.py` hands over."""

from __future__ import annotations

from alembic import context

from shoal.survey.repository.store.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by copying it
    transactional_ddl=True,
)
context.run_migrations()
