"""Prometheus metrics. A registry for each application, so that two in one process do not mix."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS_S = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)
STATES = ("designing", "designed", "published", "retired", "failed", "discarded")


class Metrics:
    """What is counted by this process, and what is read from the database when somebody asks."""

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
        self.merged = Gauge("shoal_merged_cells", "Cells whose place the guard merged.", registry=self.registry)
        self.active = Gauge("shoal_active_devices", "Devices that are signed up.", registry=self.registry)
        self.waiting = Gauge("shoal_waiting_devices", "Devices that get no place.", registry=self.registry)
        self.k_min = Gauge("shoal_k_min", "Fewest active devices that share a place.", registry=self.registry)
        self.k = Gauge("shoal_k", "The promise of the current generation.", registry=self.registry)
        self.generation = Gauge("shoal_current_generation", "Its number; 0: none.", registry=self.registry)
        self.generations = Gauge("shoal_generations", "Generations by state.", ["state"], registry=self.registry)
        self.progress = Gauge("shoal_design_progress", "Of the running design; −1: none.", registry=self.registry)

    def text(self) -> bytes:
        """The exposition format."""
        return generate_latest(self.registry)
