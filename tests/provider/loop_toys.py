"""An anonymiser and a provider as real processes, for tests of the whole loop."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from service_toys import found_town, town

from benchmarks.service.running import Server
from shoal.client import Client, ServiceError
from shoal.client.provider_client import ProviderClient

K = 5
WAIT_S = 60.0


@dataclass
class ProviderServer(Server):
    """`shoal provider` in a process of its own."""

    service: str = ""
    points: str = ""

    @property
    def words(self) -> list[str]:
        seen = str(self.folder / "seen.ndjson")
        return ["provider", self.points, "--service", self.service, "--name", self.base, "--seen", seen]

    @property
    def seen(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in (self.folder / "seen.ndjson").read_text("utf-8").splitlines()]


@dataclass
class Loop:
    """What was started, and where the points of interest are."""

    anonymiser: Server
    provider: ProviderServer
    points: list[tuple[float, float]]


def started_loop(folder: Path) -> Loop:
    """A town of thirty homes, and forty points of interest in it."""
    found_town(folder / "service", town(30), k=K)
    points = [(home.latitude, home.longitude) for home in town(40, seed=7)]
    rows = [f"point {number},{latitude!r},{longitude!r}" for number, (latitude, longitude) in enumerate(points)]
    (folder / "points.csv").write_text("\n".join(["name,latitude,longitude", *rows]), "utf-8")
    provider = ProviderServer(
        folder / "provider", settings={"SHOAL_PROVIDER_LIST_AGE_S": "1"}, points=str(folder / "points.csv")
    )
    settings = {"SHOAL_K": str(K), "SHOAL_CREDENTIALS": "8", "SHOAL_PROVIDERS": provider.base}
    anonymiser = Server(folder / "service", settings=settings).start()
    with anonymiser.client() as client:
        await_list(client)
    provider.service = anonymiser.base
    provider.start()
    return Loop(anonymiser, provider, points)


def await_list(client: Client) -> None:
    """Keys are made by a program that the server starts."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        try:
            client.places()
            return
        except ServiceError as error:
            assert error.type == "keys-not-ready"
            time.sleep(0.2)
    raise AssertionError("no list of places")


def await_digest(provider: ProviderServer, digest: str) -> None:
    """The provider asks for the list by itself, when the last one is old enough."""
    deadline = time.monotonic() + WAIT_S
    with ProviderClient(provider.base) as asked:
        while asked.about()["list"] != digest:
            assert time.monotonic() < deadline, "the provider did not fetch the list"
            time.sleep(0.2)
