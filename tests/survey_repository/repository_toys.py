"""Repositories without a server process, whose clock can be set."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import uvicorn

from benchmarks.survey.running import ORGANISER_KEY, Issuer, write_survey
from shoal.survey.repository.app import make_repository
from shoal.survey.repository.parts import RepositoryParts, upgrade_repository
from shoal.survey.repository.settings import RepositorySettings
from shoal.web.clock import ServiceClock

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)  # when the toys begin
OPENS, CLOSES = NOON - timedelta(days=1), NOON + timedelta(days=20)
DAY = 86_400.0


class Calendar:
    """A calendar that is set by hand; the steady clock goes on with it, and never back."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now.timestamp()
        self.passed = 1000.0
        self.clock = ServiceClock(calendar=lambda: self.now, steady=lambda: self.passed)

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        self.passed += max(0.0, seconds)

    def set(self, when: datetime) -> None:
        self.now = when.timestamp()


class Toy:
    """A survey with its issuer, and a repository for it."""

    def __init__(self, folder: Path, url: str | None = None, **settings: object) -> None:
        self.issuer = Issuer()
        self.survey = write_survey(folder, self.issuer, opens=OPENS, closes=CLOSES)
        self.calendar = Calendar()
        self.settings = RepositorySettings(  # type: ignore[call-arg]
            survey=self.survey, folder=folder / "repository", organiser_key=ORGANISER_KEY, database_url=url, **settings
        )
        upgrade_repository(self.settings)

    @property
    def path(self) -> str:
        return f"/surveys/{self.issuer.digest}"

    def parts(self) -> RepositoryParts:
        return RepositoryParts.of(self.settings, self.calendar.clock)

    @contextmanager
    def serving(self) -> Iterator[httpx.Client]:
        """A server in this process."""
        app = make_repository(self.parts())
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False))
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                time.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()
