"""Prometheus metrics of the service."""

from __future__ import annotations

from prometheus_client import Gauge

from shoal.web.metrics import RequestMetrics

STATES = ("designing", "designed", "published", "retired", "failed", "discarded")


class Metrics(RequestMetrics):
    """What is counted by this process, and what is read from the database when somebody asks."""

    def __init__(self) -> None:
        super().__init__()
        self.merged = Gauge("shoal_merged_cells", "Cells whose place the guard merged.", registry=self.registry)
        self.active = Gauge("shoal_active_devices", "Devices that are signed up.", registry=self.registry)
        self.waiting = Gauge("shoal_waiting_devices", "Devices that get no place.", registry=self.registry)
        self.k_min = Gauge("shoal_k_min", "Fewest active devices that share a place.", registry=self.registry)
        self.k = Gauge("shoal_k", "The promise of the current generation.", registry=self.registry)
        self.generation = Gauge("shoal_current_generation", "Its number; 0: none.", registry=self.registry)
        self.generations = Gauge("shoal_generations", "Generations by state.", ["state"], registry=self.registry)
        self.progress = Gauge("shoal_design_progress", "Of the running design; −1: none.", registry=self.registry)
