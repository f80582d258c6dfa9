"""What is stored, table by table.

`answer`   token id, token and sealed envelope. No time, no address, no number that counts up.
`total`    how many had answered by the end of a day, and only where that tells of no fewer than k people at once.
`survey`   one row: which survey this is, whether it was opened and closed. Every writer locks this row first.

The primary key of an answer is a hash, so the order of the keys says nothing about the order in which answers came. The
order on the disk does, until `SealedAnswers.shuffle` writes the table anew.
"""

from __future__ import annotations

from sqlalchemy import Boolean, CheckConstraint, Column, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

survey = Table(
    "survey",
    metadata,
    Column("id", Integer, CheckConstraint("id = 1", name="one_row"), primary_key=True, autoincrement=False),
    Column("digest", String(64)),  # NULL: no server has been started yet
    Column("opened", Boolean, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("closed_by", String(8)),  # 'clock' or 'command'
    Column("day", Integer),  # the last day on which totals were computed; days since 1970
)

answer = Table(
    "answer",
    metadata,
    Column("token_id", LargeBinary, primary_key=True),
    Column("token", Text, nullable=False),  # canonical JSON, so that closing can check it again
    Column("envelope", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # row numbers would reveal in which order answers came
)

total = Table(
    "total",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("answers", Integer, nullable=False),
)
