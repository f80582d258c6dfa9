"""Newcomers: from when on a device counts, who vouches for it, whether it has joined its cell; vouchers shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring a database of version 0003 to this version. Devices that are there count, and have joined."""
    op.add_column("device", sa.Column("vouched", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("device", sa.Column("counts_from", sa.Integer))
    op.create_index("not_counted_yet", "device", ["counts_from"])
    op.add_column("membership", sa.Column("joined", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table("voucher", sa.Column("id", sa.LargeBinary, primary_key=True), sqlite_with_rowid=False)
