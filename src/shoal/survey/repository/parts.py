"""The parts of the repository, for the server and for commands, made from settings."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from shoal.survey.repository.answers import SealedAnswers
from shoal.survey.repository.door import SurveyView, TokenCheck
from shoal.survey.repository.period import Period
from shoal.survey.repository.settings import RepositorySettings
from shoal.survey.repository.store.models import survey
from shoal.survey.repository.store.schema import REPOSITORY_SCHEMA, RepositoryDatabase
from shoal.survey.repository.survey_file import read_survey
from shoal.survey.repository.token_check import registered_codes, token_check
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
    def of(cls, settings: RepositorySettings, clock: ServiceClock | None = None) -> RepositoryParts:
        """Read the survey file, open the database and check that it is for this survey."""
        view = read_survey(settings.survey)
        check = token_check(view.digest, view.issuer_key, registered_codes(settings.codes))
        return cls.given(settings, view, check, clock)

    @classmethod
    def given(
        cls, settings: RepositorySettings, view: SurveyView, check: TokenCheck, clock: ServiceClock | None = None
    ) -> RepositoryParts:
        """With a survey and a check of tokens that came in by the door."""
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
