"""Metrics that do not show when a single answer came.

What is asked for at the routes of respondents is counted aside, and shown in steps of `STEP` requests. How many have
answered is shown by day (`totals.py`).
"""

from __future__ import annotations

import threading

from prometheus_client import Gauge

from shoal.web.metrics import RequestMetrics

STEP = 100  # requests of respondents that appear at once


class RoundedMetrics(RequestMetrics):
    """What this process counts, and what is read from the database when somebody asks."""

    def __init__(self, private: frozenset[str]) -> None:
        super().__init__()
        self._private = private  # routes
        self._aside: list[tuple[str, str, int, float]] = []
        self._refused_aside: list[str] = []
        self._lock = threading.Lock()
        self.answers = Gauge(
            "shoal_survey_answers", "Had answered by the end of the last day that is told.", registry=self.registry
        )
        self.invited = Gauge("shoal_survey_invited", "Were asked.", registry=self.registry)
        self.open = Gauge("shoal_survey_open", "1: answers are taken.", registry=self.registry)
        self.closed = Gauge("shoal_survey_closed", "1: closed for good.", registry=self.registry)

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered."""
        if route not in self._private:
            super().note(method, route, status, seconds)
            return
        with self._lock:
            self._aside.append((method, route, status, seconds))
            if len(self._aside) < STEP:
                return
            shown, self._aside = self._aside, []
        for one in shown:
            super().note(*one)

    def refuse(self, why: str) -> None:
        """One request was refused."""
        with self._lock:
            self._refused_aside.append(why)
            if len(self._refused_aside) < STEP:
                return
            shown, self._refused_aside = self._refused_aside, []
        for one in shown:
            super().refuse(one)
