"""Cells, places and members of a generation: how they are stored, and forgotten."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sqlalchemy import Connection, delete, insert, select

from shoal.service.generations.made import GenerationDesign
from shoal.service.geometry.sphere import unit_vectors
from shoal.service.store.models import cell, design, device, issued, membership, place, place_key


def forget(connection: Connection, generation_id: int) -> None:
    """Cells, places, keys, members and design of a generation; its row and figures of the past stay."""
    for table in (membership, issued, cell, place_key, place, design):
        connection.execute(delete(table).where(table.c.generation_id == generation_id))


def store_cells(connection: Connection, generation_id: int, made: GenerationDesign) -> None:
    """Cells and places, with the counts of the design.

    Places as they are handed out, rounded. The exact means of two generations, beside the memberships, are a home where
    a cell differs by one member: n·mean − (n − 1)·mean′.
    """
    n_places = len(made.latitude)
    sizes = np.bincount(made.place_of, weights=made.sizes, minlength=n_places)
    vectors = unit_vectors(made.latitude, made.longitude)
    connection.execute(
        insert(place),
        [
            {
                "generation_id": generation_id,
                "place": number,
                "latitude": float(made.latitude[number]),
                "longitude": float(made.longitude[number]),
                "x": float(vectors[number, 0]),
                "y": float(vectors[number, 1]),
                "z": float(vectors[number, 2]),
                "design_size": int(sizes[number]),
                "active": int(sizes[number]),
            }
            for number in range(n_places)
        ],
    )
    connection.execute(
        insert(cell),
        [
            {
                "generation_id": generation_id,
                "cell": number,
                "place": int(made.place_of[number]),
                "first_place": int(made.place_of[number]),
                "spacing_m": float(made.spacing_m[made.place_of[number]]),
            }
            for number in range(len(made.sizes))
        ],
    )


def store_members(
    connection: Connection, generation_id: int, made: GenerationDesign, homes: Sequence[tuple[str, bytes]]
) -> None:
    """Members are those whose sealed home is still the one that was designed with."""
    now = dict(connection.execute(select(device.c.id, device.c.exact).where(device.c.exact.is_not(None))).all())
    rows = [
        {"device_id": own, "generation_id": generation_id, "cell": number, "founder": True}
        for (own, sealed), number in zip(homes, made.cell_of.tolist(), strict=True)
        if now.get(own) == sealed
    ]
    if rows:
        connection.execute(insert(membership), rows)
