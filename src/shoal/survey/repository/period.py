"""Waiting, open, closed: by the clock or by command, and never back.

Opening and closing are stored as soon as they are noticed, so a clock that is set back changes nothing afterwards. A
server compares stage and clock every `SETTLE_EVERY_S` seconds and with each submission, and not while it does not run.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, select, update

from shoal.errors import WrongUse
from shoal.survey.repository.store.models import survey
from shoal.survey.repository.survey_view import SurveyView
from shoal.web.clock import ServiceClock

SETTLE_EVERY_S = 5.0  # a survey that nobody writes to is closed at most so much later
DAY_S = 86_400


class SurveyStage(StrEnum):
    """Where a survey stands."""

    WAITING = "waiting"
    OPEN = "open"
    CLOSED = "closed"


class Period:
    """When answers are taken."""

    def __init__(self, view: SurveyView, clock: ServiceClock) -> None:
        self._view = view
        self._clock = clock

    @property
    def today(self) -> int:
        """Days since 1970, in UTC."""
        return int(self._clock.calendar() // DAY_S)

    def bind(self, connection: Connection) -> None:
        """The database belongs to one survey from the first start on."""
        known = connection.execute(select(survey.c.digest)).scalar_one()
        if known is None:
            connection.execute(update(survey).values(digest=self._view.digest))
        elif known != self._view.digest:
            raise WrongUse("The database of this repository holds the answers to another survey. Name another one.")

    def stage(self, row: Row[Any]) -> SurveyStage:
        """What the stored row and the clock say together; the row has the last word."""
        now = self._clock.calendar()
        if row.closed or now >= self._view.closes_at:
            return SurveyStage.CLOSED
        return SurveyStage.OPEN if row.opened or now >= self._view.opens_at else SurveyStage.WAITING

    def is_stored(self, row: Row[Any]) -> bool:
        """Whether the row says what the clock says."""
        stage = self.stage(row)
        return bool(row.closed) if stage is SurveyStage.CLOSED else bool(row.opened) == (stage is SurveyStage.OPEN)

    def settle(self, connection: Connection) -> tuple[SurveyStage, bool]:
        """The stage, in a writing transaction, which makes it last; and whether the survey has been closed just now."""
        row = connection.execute(select(survey)).one()
        stage = self.stage(row)
        if stage is SurveyStage.CLOSED and not row.closed:
            connection.execute(update(survey).values(closed=True, closed_by="clock"))
            return stage, True
        if stage is SurveyStage.OPEN and not row.opened:
            connection.execute(update(survey).values(opened=True))
        return stage, False

    def open(self, connection: Connection) -> SurveyStage:
        """Open by command; a closed survey stays closed."""
        if self.settle(connection)[0] is SurveyStage.WAITING:
            connection.execute(update(survey).values(opened=True))
        return self.settle(connection)[0]

    def close(self, connection: Connection) -> None:
        """Close by command, for good."""
        if self.settle(connection)[0] is not SurveyStage.CLOSED:
            connection.execute(update(survey).values(closed=True, closed_by="command"))
