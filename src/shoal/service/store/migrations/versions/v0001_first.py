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
    _create_generations()
    _create_places()
    _create_devices()
    op.create_table(
        "service",
        sa.Column(
            "id", sa.Integer, sa.CheckConstraint("id = 1", name="one_row"), primary_key=True, autoincrement=False
        ),
        sa.Column("current", sa.Integer, sa.ForeignKey("generation.id", name="current_generation")),
        sa.Column("pepper", sa.LargeBinary),
    )
    op.execute("INSERT INTO service (id) VALUES (1)")


def _create_generations() -> None:
    op.create_table(
        "generation",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("running", sa.Integer, unique=True),
        sa.Column("k", sa.Integer, nullable=False),
        sa.Column("reserve", sa.Float, nullable=False),
        sa.Column("sticky", sa.Boolean, nullable=False),
        sa.Column("snap_decimals", sa.Integer),
        sa.Column("publish_when_ready", sa.Boolean, nullable=False),
        sa.Column("asked_by", sa.String(64), nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("worker", sa.String(32)),
        sa.Column("heartbeat", sa.Float),
        sa.Column("progress", sa.Float, nullable=False),
        sa.Column("stage", sa.String(32), nullable=False),
        sa.Column("failure", sa.Text),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("designed_at", sa.Float),
        sa.Column("published_at", sa.Float),
        sa.Column("retired_at", sa.Float),
        sa.Column("n_devices", sa.Integer),
        sa.Column("n_cells", sa.Integer),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "design",
        _generation(),
        sa.Column("rule", sa.LargeBinary, nullable=False),
        sa.Column("figures", sa.Text, nullable=False),
        sa.Column("outlines", sa.LargeBinary, nullable=False),
        sa.Column("told_at", sa.Float),
    )


def _create_places() -> None:
    op.create_table(
        "place",
        _generation(),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("latitude", sa.Float, nullable=False),
        sa.Column("longitude", sa.Float, nullable=False),
        sa.Column("x", sa.Float, nullable=False),
        sa.Column("y", sa.Float, nullable=False),
        sa.Column("z", sa.Float, nullable=False),
        sa.Column("design_size", sa.Integer, nullable=False),
        sa.Column("active", sa.Integer, sa.CheckConstraint("active >= 0", name="no_fewer_than_none"), nullable=False),
    )
    op.create_table(
        "cell",
        _generation(),
        sa.Column("cell", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("first_place", sa.Integer, nullable=False),
        sa.Column("radius_m", sa.Float, nullable=False),
        sa.ForeignKeyConstraint(
            ["generation_id", "place"], ["place.generation_id", "place.place"], name="place_of_cell"
        ),
    )


def _create_devices() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("key_hash", sa.LargeBinary, unique=True),
        sa.Column("exact", sa.LargeBinary),
    )
    op.create_table(
        "membership",
        sa.Column("device_id", sa.String(22), sa.ForeignKey("device.id", ondelete="CASCADE"), primary_key=True),
        _generation(),
        sa.Column("cell", sa.Integer, nullable=False),
        sa.Column("founder", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )


def _generation() -> sa.Column[int]:
    return sa.Column("generation_id", sa.Integer, sa.ForeignKey("generation.id", ondelete="CASCADE"), primary_key=True)
