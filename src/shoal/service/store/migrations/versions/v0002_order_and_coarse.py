"""Publications are numbered, heartbeats counted, moves limited; figures that gave single homes away are gone.

| was | is | why |
|---|---|---|
| `generation.published_at` gave the order | `generation.publication`, a counter | a clock set back turned it round |
| `generation.heartbeat`, a time | `generation.beats`, a counter | the same |
| `design.told_at`, a time | `design.follows`, a publication | the same |
| `cell.radius_m` to 0.1 m | `cell.spacing_m`, from places alone | two of them gave the distance of a newcomer |
| `loss` among the figures; distances to 1 m | no loss; distances rounded like places | the same |
| | `device.moves`, `service.moves_since` | the limit on moves outlasts a restart |
| row numbers of `device` (SQLite) | none | they were the order of sign-up |
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np
import sqlalchemy as sa
from alembic import op

from shoal.service.geometry.coarse import spacing_m, step_m

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

UNKNOWN = 0  # no publication has this number: a sticky design that follows it has to be designed again
QUANTILES = ("median", "p95")


def upgrade() -> None:
    """Bring a database of version 0001 to this version."""
    connection = op.get_bind()
    _number_publications(connection)
    _follow_publications(connection)
    _coarsen_figures(connection)
    _space_cells(connection)
    op.add_column("generation", sa.Column("beats", sa.Integer, nullable=False, server_default="0"))
    op.drop_column("generation", "heartbeat")
    op.add_column("service", sa.Column("moves_since", sa.Float))
    moves = sa.Column("moves", sa.Integer, nullable=False, server_default="0")
    if connection.dialect.name == "sqlite":
        with op.batch_alter_table("device", recreate="always", table_kwargs={"sqlite_with_rowid": False}) as device:
            device.add_column(moves)
    else:
        op.add_column("device", moves)


def _number_publications(connection: sa.Connection) -> None:
    """By time, as far as the times are right; the current generation was the last one for certain."""
    op.add_column("generation", sa.Column("publication", sa.Integer))
    rows = connection.execute(
        sa.text(
            "SELECT id FROM generation WHERE published_at IS NOT NULL ORDER BY "
            "CASE WHEN id = (SELECT current FROM service) THEN 1 ELSE 0 END, published_at, id"
        )
    ).all()
    _update(connection, "generation", "publication", "id", [(row.id, number) for number, row in enumerate(rows, 1)])
    op.create_index("one_generation_per_publication", "generation", ["publication"], unique=True)


def _follow_publications(connection: sa.Connection) -> None:
    op.add_column("design", sa.Column("follows", sa.Integer))
    published = connection.execute(
        sa.text("SELECT published_at, publication FROM generation WHERE publication IS NOT NULL")
    ).all()
    often = Counter(row.published_at for row in published)
    number_of = {row.published_at: row.publication for row in published if often[row.published_at] == 1}
    told = connection.execute(sa.text("SELECT generation_id, told_at FROM design WHERE told_at IS NOT NULL")).all()
    rows = [(row.generation_id, number_of.get(row.told_at, UNKNOWN)) for row in told]
    _update(connection, "design", "follows", "generation_id", rows)
    op.drop_column("design", "told_at")


def _coarsen_figures(connection: sa.Connection) -> None:
    rows = connection.execute(
        sa.text(
            "SELECT design.generation_id, design.figures, generation.k, generation.snap_decimals "
            "FROM design JOIN generation ON generation.id = design.generation_id"
        )
    ).all()
    changed = [(row.generation_id, _coarse(row)) for row in rows]
    _update(connection, "design", "figures", "generation_id", changed)


def _coarse(row: sa.Row[Any]) -> str:
    figures: dict[str, Any] = json.loads(row.figures)
    figures.pop("loss", None)
    for name in ("distortion_m", "free_distortion_m"):
        for kind, metres in figures.get(name, {}).items():
            step = step_m(row.snap_decimals, row.k if kind in QUANTILES else figures["n_devices"])
            figures[name][kind] = step * round(metres / step)
    return json.dumps(figures)


def _space_cells(connection: sa.Connection) -> None:
    op.add_column("cell", sa.Column("spacing_m", sa.Float, nullable=False, server_default="0"))
    numbers = connection.execute(sa.text("SELECT DISTINCT generation_id FROM place")).scalars().all()
    for number in numbers:
        places = connection.execute(
            sa.text("SELECT place, latitude, longitude FROM place WHERE generation_id = :number"), {"number": number}
        ).all()
        spacing = spacing_m(*(np.array([row[column] for row in places], dtype=np.float64) for column in (1, 2)))
        connection.execute(
            sa.text("UPDATE cell SET spacing_m = :spacing WHERE generation_id = :number AND place = :place"),
            [
                {"number": number, "place": row.place, "spacing": own}
                for row, own in zip(places, spacing.tolist(), strict=True)
            ],
        )
    op.drop_column("cell", "radius_m")


def _update(connection: sa.Connection, table: str, column: str, key: str, rows: list[tuple[int, Any]]) -> None:
    if rows:
        query = sa.text(f"UPDATE {table} SET {column} = :value WHERE {key} = :own")
        connection.execute(query, [{"own": own, "value": value} for own, value in rows])
