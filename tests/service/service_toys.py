"""Small towns, and services without a server, for the tests of the service."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import uvicorn

from benchmarks.service.running import OPERATOR_KEY, VAULT_KEY
from shoal.client import Client
from shoal.service.app import make_app
from shoal.service.design.process import Designer
from shoal.service.devices.devices import Home
from shoal.service.generations.generations import Wish
from shoal.service.parts import ServiceContext
from shoal.service.settings import ServiceSettings
from shoal.service.store.database import Database
from shoal.service.store.schema import upgrade
from shoal.web.clock import ServiceClock


def town(n_homes: int, seed: int = 0, *, latitude: float = 40.7, longitude: float = -74.0) -> list[Home]:
    """Homes scattered about a centre, a few kilometres wide."""
    offsets = np.random.default_rng(seed).normal(scale=0.03, size=(n_homes, 2))
    return [Home(latitude + up, longitude + across) for up, across in offsets.tolist()]


def csv_of(homes: list[Home], prefix: str | None = None) -> bytes:
    """A directory, with keys if a prefix is given."""
    if prefix is None:
        lines = ["latitude,longitude", *(f"{home.latitude!r},{home.longitude!r}" for home in homes)]
    else:
        lines = ["latitude,longitude,key"]
        lines += [f"{home.latitude!r},{home.longitude!r},{prefix}{number}" for number, home in enumerate(homes)]
    return "\n".join(lines).encode()


class Hands:
    """The hands of a clock: time passes when told, and the calendar is set back or forward when told."""

    def __init__(self) -> None:
        self.passed = 1000.0
        self.set_by = time.time() // 3600 * 3600 - self.passed  # on the hour
        self.clock = ServiceClock(calendar=lambda: self.passed + self.set_by, steady=lambda: self.passed)

    def pass_by(self, seconds: float) -> None:
        """Time passes."""
        self.passed += seconds

    def jump(self, seconds: float) -> None:
        """Somebody sets the calendar; no time passes."""
        self.set_by += seconds


def parts_for(
    folder: Path, url: str | None = None, clock: ServiceClock | None = None, **settings: object
) -> ServiceContext:
    """The parts of a service on a fresh database."""
    chosen = ServiceSettings(  # type: ignore[call-arg]
        folder=folder, key=VAULT_KEY, operator_key=OPERATOR_KEY, database_url=url, **settings
    )
    database = Database(chosen.url)
    upgrade(database)
    database.close()
    return ServiceContext.of(chosen, clock)


def design(parts: ServiceContext, *, k: int = 5, publish: bool = True, sticky: bool = False, **wish: object) -> int:
    """Design in this process, as the designing process does."""
    asked = Wish(k=k, reserve=0.0, sticky=sticky, snap_decimals=3, publish_when_ready=publish, seed=1)
    number, worker = parts.generations.begin(Wish(**{**vars(asked), **wish}), "test")  # type: ignore[arg-type]
    designer = Designer(parts.settings, number, worker, parts.clock)
    designer.store(designer.design())
    designer.parts.database.close()
    return number


@contextmanager
def serving(settings: ServiceSettings, clock: ServiceClock | None = None) -> Iterator[tuple[ServiceContext, Client]]:
    """A server in this process, so that its clock can be set: its parts, and an operator's client."""
    app = make_app(settings, clock)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        with Client(f"http://127.0.0.1:{port}", operator_key=OPERATOR_KEY) as client:
            yield app.state.parts, client
    finally:
        server.should_exit = True
        thread.join()


def found_town(folder: Path, homes: Iterable[Home], *, k: int, url: str | None = None) -> None:
    """A published generation of these homes (keys town-0, town-1, …) for servers to begin with.

    Designed in this process: a designing process takes seconds to start, and is tested where designs are tested.
    """
    parts = parts_for(folder, url)
    parts.devices.sign_up_many([replace(home, key=f"town-{number}") for number, home in enumerate(homes)])
    design(parts, k=k)
    parts.database.close()
