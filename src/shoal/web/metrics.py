"""Prometheus metrics of a server. A registry for each application, so that two in one process do not mix."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

BUCKETS_S = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)


class RequestMetrics:
    """What every server counts; a server adds its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "shoal_requests", "Requests answered.", ["method", "route", "status"], registry=self.registry
        )
        self.duration = Histogram(
            "shoal_request_seconds", "Time to answer.", ["route"], buckets=BUCKETS_S, registry=self.registry
        )
        self.refused = Counter(
            "shoal_refused", "Wrong tokens, and one request too many.", ["why"], registry=self.registry
        )

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered."""
        self.requests.labels(method, route, str(status)).inc()
        self.duration.labels(route).observe(seconds)

    def refuse(self, why: str) -> None:
        """One request was refused."""
        self.refused.labels(why).inc()

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self.registry)
