"""Metrics that do not show when a single answer came.

Only requests of the organiser and of operation are counted here. A count of respondents' requests in steps would not
help: whoever reads it could fill a step with requests of their own, until one more person completes it. How many have
answered is shown by day (`totals.py`).
"""

from __future__ import annotations

from prometheus_client import Gauge

from shoal.web.metrics import RequestMetrics

WRONG_KEY = "wrong key"  # the only refusal that no respondent can meet


class RepositoryMetrics(RequestMetrics):
    """What this process counts, and what is read from the database when somebody asks."""

    def __init__(self, shown: frozenset[str]) -> None:
        super().__init__()
        self._shown = shown  # routes; all others are private, also those that nobody has thought of
        self.answers = Gauge(
            "shoal_survey_answers", "Had answered by the end of the last day that is told.", registry=self.registry
        )
        self.invited = Gauge("shoal_survey_invited", "Were asked.", registry=self.registry)
        self.open = Gauge("shoal_survey_open", "1: answers are taken.", registry=self.registry)
        self.closed = Gauge("shoal_survey_closed", "1: closed for good.", registry=self.registry)

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered."""
        if route in self._shown:
            super().note(method, route, status, seconds)

    def refuse(self, why: str) -> None:
        """One request was refused."""
        if why == WRONG_KEY:
            super().refuse(why)
