"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring an empty database to this version."""
    op.create_table(
        "survey",
        sa.Column(
            "id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True, autoincrement=False
        ),
        sa.Column("digest", sa.String(64)),
        sa.Column("opened", sa.Boolean, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("closed_by", sa.String(8)),
        sa.Column("day", sa.Integer),
    )
    op.create_table(
        "answer",
        sa.Column("token_id", sa.LargeBinary, primary_key=True),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("envelope", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "total",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("answers", sa.Integer, nullable=False),
    )
    op.execute("INSERT INTO survey (id, opened, closed) VALUES (1, FALSE, FALSE)")
