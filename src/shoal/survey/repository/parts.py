"""The parts of the repository, for the server and for commands, made from settings."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from shoal.survey.repository.admission import TokenCheck, registered_codes, token_check
from shoal.survey.repository.answers import SealedAnswers
from shoal.survey.repository.period import Period
from shoal.survey.repository.settings import RepositorySettings
from shoal.survey.repository.store.models import survey
from shoal.survey.repository.store.schema import REPOSITORY_SCHEMA, RepositoryDatabase
from shoal.survey.repository.survey_view import SurveyView, view_of
from shoal.web.clock import ServiceClock


@dataclass(frozen=True)
class RepositoryParts:
    """What requests and commands work with."""

    settings: RepositorySettings
    view: SurveyView
    check: TokenCheck
    database: RepositoryDatabase
    answers: SealedAnswers
    clock: ServiceClock

    @classmethod
    def of(
        cls, settings: RepositorySettings, clock: ServiceClock | None = None, *, takes_answers: bool = True
    ) -> RepositoryParts:
        """Read the survey file, open the database and check that it is for this survey.

        ``takes_answers``: not for commands that open, close and export; they need no list of codes.
        """
        view = view_of(settings.survey)
        codes = registered_codes(settings.codes, view.survey) if takes_answers else None
        check = token_check(view.survey, codes)
        clock = ServiceClock() if clock is None else clock
        database = RepositoryDatabase(settings.url)
        REPOSITORY_SCHEMA.require_current(database)
        period = Period(view, clock)
        with database.read() as connection:
            known = connection.execute(select(survey.c.digest)).scalar_one()
        if known != view.digest:
            with database.write() as connection:
                period.bind(connection)
        return cls(settings, view, check, database, SealedAnswers(database, view, period), clock)


def upgrade_repository(settings: RepositorySettings) -> tuple[str | None, str]:
    """Create the database, or bring it up to date. Returns the version before and the version after."""
    database = RepositoryDatabase(settings.url)
    try:
        return REPOSITORY_SCHEMA.upgrade(database)
    finally:
        database.close()
