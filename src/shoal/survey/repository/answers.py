"""Answers: one for each token, changed until closing, handed out after it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, text, update

from shoal.blind_signatures.plain_bytes import base64url
from shoal.survey.repository.period import Period, SurveyStage
from shoal.survey.repository.problems import NotClosedYet
from shoal.survey.repository.store.models import answer, survey
from shoal.survey.repository.store.schema import RepositoryDatabase
from shoal.survey.repository.survey_view import SurveyView
from shoal.survey.repository.totals import turn_day
from shoal.survey.shared.bundle_format import BUNDLE_KIND, BUNDLE_VERSION

ROWS_AT_ONCE = 500  # of a bundle: about a megabyte
REWRITE = (  # for PostgreSQL: rows in the order of their ids, all written by one transaction
    "CREATE TEMPORARY TABLE kept ON COMMIT DROP AS SELECT * FROM answer",
    "TRUNCATE answer",
    "INSERT INTO answer SELECT * FROM kept ORDER BY token_id",
)


@dataclass(frozen=True)
class Submission:
    """A checked token, and the envelope that came with it."""

    token_id: bytes
    token: str  # or the id of a card, as canonical JSON; the proof is not kept
    envelope: bytes


class Taken(StrEnum):
    """What became of a submission."""

    STORED = "stored"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"
    TOO_EARLY = "too early"
    TOO_LATE = "too late"


class SealedAnswers:
    """The answers of one survey."""

    def __init__(self, database: RepositoryDatabase, view: SurveyView, period: Period) -> None:
        self._database = database
        self._view = view
        self._period = period
        self._is_due = False  # the table is to be written anew

    def take(self, submissions: Sequence[Submission]) -> list[Taken]:
        """Store them in one transaction. When it returns, they are on the disk."""
        with self._database.write() as connection:
            stage = self._settle(connection)
            kept = _envelopes(connection, {own.token_id for own in submissions})
            before = dict(kept)
            taken = [_take(own, kept, stage) for own in submissions]
            tokens = {own.token_id: own.token for own in submissions}
            _write(connection, before, kept, tokens)
        return taken

    def settle(self) -> SurveyStage:
        """Open, close and turn the day by the clock; says where the survey stands."""
        with self._database.read() as connection:
            row = connection.execute(select(survey)).one()
        stage = self._period.stage(row)
        if not self._period.is_stored(row) or row.day is None or row.day < self._period.today:
            with self._database.write() as connection:
                stage = self._settle(connection)
        if self._is_due:
            self._is_due = False
            self.shuffle()
        return stage

    def _settle(self, connection: Connection) -> SurveyStage:
        """The table is to be written anew after a day and after closing, but no submission waits for that."""
        is_new_day = turn_day(connection, self._period.today, self._view.total_step)
        stage, has_closed = self._period.settle(connection)
        self._is_due |= is_new_day or has_closed
        return stage

    def open(self) -> SurveyStage:
        """Open by command."""
        with self._database.write() as connection:
            return self._period.open(connection)

    def close(self) -> None:
        """Close by command. It cannot be undone."""
        with self._database.write() as connection:
            self._period.close(connection)
        self.shuffle()

    def shuffle(self) -> None:
        """Write the table anew in the order of token ids, so that the disk does not tell the order of answers."""
        if self._database.is_sqlite:
            with self._database.read() as connection:
                connection.exec_driver_sql("VACUUM")
            self._database.tidy()
            return
        with self._database.write() as connection:
            for statement in REWRITE:
                connection.execute(text(statement))

    def bundle(self) -> Iterator[str]:
        """The lines of the bundle, sorted by token id: a header that says how many answers follow, then the answers."""
        if self.settle() is not SurveyStage.CLOSED:
            raise NotClosedYet
        return self._lines()

    def _lines(self) -> Iterator[str]:
        with self._database.read() as connection:
            n_answers = connection.execute(select(func.count()).select_from(answer)).scalar_one()
        head = {"kind": BUNDLE_KIND, "version": BUNDLE_VERSION, "survey": self._view.digest, "answers": n_answers}
        yield json.dumps(head) + "\n"
        rows = self._after(b"")
        while rows:
            for row in rows:
                yield json.dumps({**json.loads(row.token), "envelope": base64url(bytes(row.envelope))}) + "\n"
            rows = self._after(bytes(rows[-1].token_id))

    def _after(self, token_id: bytes) -> Sequence[Row[Any]]:
        with self._database.read() as connection:
            wanted = select(answer).where(answer.c.token_id > token_id).order_by(answer.c.token_id)
            return connection.execute(wanted.limit(ROWS_AT_ONCE)).all()


def _envelopes(connection: Connection, token_ids: set[bytes]) -> dict[bytes, bytes]:
    """Those that are stored already."""
    rows = connection.execute(select(answer.c.token_id, answer.c.envelope).where(answer.c.token_id.in_(token_ids)))
    return {bytes(row.token_id): bytes(row.envelope) for row in rows}


def _take(own: Submission, kept: dict[bytes, bytes], stage: SurveyStage) -> Taken:
    """One after the other, as they came. The same again is never refused: its sender did not hear the first answer."""
    known = kept.get(own.token_id)
    if known == own.envelope:
        return Taken.UNCHANGED
    if stage is not SurveyStage.OPEN:
        return Taken.TOO_LATE if stage is SurveyStage.CLOSED else Taken.TOO_EARLY
    kept[own.token_id] = own.envelope
    return Taken.STORED if known is None else Taken.REPLACED


def _write(
    connection: Connection, before: dict[bytes, bytes], after: dict[bytes, bytes], tokens: dict[bytes, str]
) -> None:
    """What changed, sorted by token id. SQLite overwrites an envelope in its place, and with zeros where it moves."""
    new = [
        {"token_id": own, "token": tokens[own], "envelope": after[own]} for own in sorted(after) if own not in before
    ]
    changed = [
        {"own": own, "changed": after[own]} for own in sorted(after) if own in before and before[own] != after[own]
    ]
    if new:
        connection.execute(insert(answer), new)
    if changed:
        statement = update(answer).where(answer.c.token_id == bindparam("own")).values(envelope=bindparam("changed"))
        connection.execute(statement, changed)
