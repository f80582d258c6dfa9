"""Keys of places, which credentials a device had signed, and the key that signs the list of places."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID_LETTERS = 22


def upgrade() -> None:
    """Bring a database of version 0002 to this version."""
    op.add_column("service", sa.Column("list_key", sa.LargeBinary))
    op.create_table(
        "place_key",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("generation_id", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("modulus", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(
            ["generation_id", "place"], ["place.generation_id", "place.place"], name="key_of_place", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("one_key_per_place", "place_key", ["generation_id", "place"], unique=True)
    op.create_table(
        "issued",
        sa.Column("device_id", sa.String(ID_LETTERS), sa.ForeignKey("device.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("generation_id", sa.Integer, sa.ForeignKey("generation.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("request", sa.LargeBinary, primary_key=True),
        sqlite_with_rowid=False,
    )
