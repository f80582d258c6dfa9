"""What is stored, table by table.

`device`      who signed up: hashes and the sealed exact location; a cancelled one keeps neither location nor cell.
`generation`  one design each, with its state; `design` holds the bulky part of it.
`cell`        the cells of a generation, and the place that the members of each are handed.
`place`       what is handed out: latitude, longitude, and how many ACTIVE devices share it. The guard keeps the count.
`membership`  which cell a device is in, in each generation that is kept.
`place_key`   the key that signs credentials for a place; gone as soon as the place is another one.
`voucher`     which vouchers were shown, as hashes.
`issued`      which blinded messages a device had signed in a generation, as hashes, so that they can be counted.
`service`     one row: the current generation, the pepper, and the key that signs the list of places. Every writer locks
              this row first.

No time of sign-up is stored, and nothing else that would help to tell devices of one cell apart. docs/threat-model.md
says of every column what it gives to somebody who reads it; a test keeps that list complete.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    true,
)

metadata = MetaData()

ID_LETTERS = 22  # 128 random bits in base64

service = Table(
    "service",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1", name="one_row"), primary_key=True, autoincrement=False),
    Column("current", Integer, ForeignKey("generation.id", name="current_generation")),
    Column("pepper", LargeBinary),
    Column("moves_since", Float),  # when the day of the limit on moves began; NULL: nobody has moved yet
    Column("list_key", LargeBinary),  # sealed; NULL until the first list of places is signed
)

device = Table(
    "device",
    metadata,
    Column("id", String(ID_LETTERS), primary_key=True),
    Column("token_hash", LargeBinary, nullable=False),
    Column("key_hash", LargeBinary, unique=True),
    Column("exact", LargeBinary),  # sealed; NULL once cancelled
    Column("moves", Integer, nullable=False, server_default="0"),  # in the present day of the limit; no time of any
    Column("vouched", Boolean, nullable=False, server_default=true()),  # by the operator's directory or a voucher
    Column("counts_from", Integer),  # a day (since 1970) until which it does not count; NULL: it counts
    Index("not_counted_yet", "counts_from"),
    sqlite_with_rowid=False,  # row numbers would reveal in which order devices signed up
)

generation = Table(
    "generation",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("state", String(16), nullable=False),
    Column("running", Integer, unique=True),  # 1 while being designed, else NULL: the index lets one run at a time
    Column("k", Integer, nullable=False),
    Column("reserve", Float, nullable=False),
    Column("sticky", Boolean, nullable=False),
    Column("snap_decimals", Integer),
    Column("publish_when_ready", Boolean, nullable=False),
    Column("asked_by", String(64), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("worker", String(32)),
    Column("beats", Integer, nullable=False, server_default="0"),  # heartbeats of the designer, counted
    Column("progress", Float, nullable=False),
    Column("stage", String(32), nullable=False),
    Column("failure", Text),
    Column("created_at", Float, nullable=False),
    Column("designed_at", Float),
    Column("published_at", Float),
    Column("retired_at", Float),
    Column("publication", Integer),  # 1, 2, 3, …: the order of publications; times are for showing only
    Column("n_devices", Integer),
    Column("n_cells", Integer),
    Index("one_generation_per_publication", "publication", unique=True),
    sqlite_autoincrement=True,
)

design = Table(
    "design",
    metadata,
    Column("generation_id", Integer, ForeignKey("generation.id", ondelete="CASCADE"), primary_key=True),
    Column("rule", LargeBinary, nullable=False),  # sealed; sites and costs, float64: how newcomers find their cell
    Column("figures", Text, nullable=False),  # JSON: counts, and distances in metres, rounded
    Column("outlines", LargeBinary, nullable=False),  # sealed; zlib of JSON: polygons of the cells for the map
    Column("follows", Integer),  # the publication that was current when the design began; NULL: there was none
)

cell = Table(
    "cell",
    metadata,
    Column("generation_id", Integer, ForeignKey("generation.id", ondelete="CASCADE"), primary_key=True),
    Column("cell", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, nullable=False),
    Column("first_place", Integer, nullable=False),  # before any merge
    Column("spacing_m", Float, nullable=False, server_default="0"),  # to the nearest other places; from places alone
    ForeignKeyConstraint(["generation_id", "place"], ["place.generation_id", "place.place"], name="place_of_cell"),
)

place = Table(
    "place",
    metadata,
    Column("generation_id", Integer, ForeignKey("generation.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("latitude", Float, nullable=False),
    Column("longitude", Float, nullable=False),
    Column(
        "x", Float, nullable=False
    ),  # of the place that is handed out, before merges: no finer; a merged one is their mean
    Column("y", Float, nullable=False),
    Column("z", Float, nullable=False),
    Column("design_size", Integer, nullable=False),
    Column("active", Integer, CheckConstraint("active >= 0", name="no_fewer_than_none"), nullable=False),
)

membership = Table(
    "membership",
    metadata,
    Column("device_id", String(ID_LETTERS), ForeignKey("device.id", ondelete="CASCADE"), primary_key=True),
    Column("generation_id", Integer, ForeignKey("generation.id", ondelete="CASCADE"), primary_key=True),
    Column("cell", Integer, nullable=False),
    Column("founder", Boolean, nullable=False),  # a member since the generation was published
    Column("joined", Boolean, nullable=False, server_default=true()),  # if not, it waits for others of its cell
    sqlite_with_rowid=False,
)

voucher = Table(
    "voucher",
    metadata,
    Column("id", LargeBinary, primary_key=True),  # a hash; nothing says which device showed it
    sqlite_with_rowid=False,  # row numbers would show the order
)

place_key = Table(
    "place_key",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("generation_id", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("modulus", Text, nullable=False),  # base64url: the public key, as it stands in the list
    Column("sealed", LargeBinary, nullable=False),  # the private key
    ForeignKeyConstraint(
        ["generation_id", "place"], ["place.generation_id", "place.place"], name="key_of_place", ondelete="CASCADE"
    ),
    Index("one_key_per_place", "generation_id", "place", unique=True),
    sqlite_autoincrement=True,  # a number is never used again: the newest one names the state of the list
)

issued = Table(
    "issued",
    metadata,
    Column("device_id", String(ID_LETTERS), ForeignKey("device.id", ondelete="CASCADE"), primary_key=True),
    Column("generation_id", Integer, ForeignKey("generation.id", ondelete="CASCADE"), primary_key=True),
    Column("request", LargeBinary, primary_key=True),  # a hash of the key and of a number that looks random
    sqlite_with_rowid=False,
)
