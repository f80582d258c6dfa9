"""Faults: kill −9, a database that is lost, two server processes. On SQLite and on a real PostgreSQL."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from service_toys import csv_of, found_town, town

from benchmarks.service.running import OPERATOR_KEY, Postgres, Server
from benchmarks.service.turmoil import Ledger, Observer, Turmoil, require_promise, settle
from shoal.client import ServiceError

K = 5
N_TOWN = 40
N_KILLS = 3  # for each database; benchmarks/service/faults.py does twenty
OPERATOR = {"Authorization": f"Bearer {OPERATOR_KEY}"}


def kill_designers(server: Server) -> None:
    """kill −9 of the designing processes of this server, which are in sessions of their own."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            environment = (folder / "environ").read_bytes()
        except OSError:
            continue
        if b"shoal.service.design.process" in command and f"SHOAL_FOLDER={server.folder}".encode() in environment:
            os.kill(int(folder.name), signal.SIGKILL)


def test_kill_at_random_moments_loses_nothing_acknowledged(tmp_path: Path, database_url: str | None) -> None:
    draw = random.Random(7)
    found_town(tmp_path / "service", town(N_TOWN), k=K, url=database_url)
    server = Server(tmp_path / "service", database_url, {"SHOAL_K": str(K), "SHOAL_LEASE_S": "5"}).start()
    ledger, n_looks = Ledger(), 0
    for kill in range(N_KILLS):
        with Turmoil(server.base, ledger, seed=10 * kill), Observer(server.base, K) as observer:
            if kill % 2 == 0:
                httpx.post(f"{server.base}/v1/generations", json={"publish": True}, headers=OPERATOR, timeout=20)
            time.sleep(draw.uniform(0.3, 1.5))
            server.kill()
            if kill == 0:
                kill_designers(server)
        n_looks += observer.n_looks
        server.start()
        with server.client() as client, httpx.Client(base_url=server.base, timeout=20) as http:
            assert settle(client, http, ledger) == 0
            assert require_promise(client, K, N_TOWN, ledger) >= K
    assert ledger.n_acknowledged > 0 and n_looks > 0
    started = [json.loads(line) for line in server.logs.splitlines() if '"event": "started"' in line]
    assert [line["wrong_counts"] for line in started] == [0] * (N_KILLS + 1)
    with server.client() as client:  # a design that was killed is noticed, and another one can be made
        deadline = time.monotonic() + 60
        while client.overview()["designing"] is not None and time.monotonic() < deadline:
            time.sleep(0.2)
        assert client.overview()["designing"] is None
    server.stop()


def test_two_servers_never_design_twice_and_lose_no_sign_up(tmp_path: Path, database_url: str | None) -> None:
    settings = {"SHOAL_K": str(K)}
    found_town(tmp_path / "service", town(N_TOWN), k=K, url=database_url)
    servers = [Server(tmp_path / "service", database_url, settings).start() for _ in range(2)]
    with servers[0].client() as one, servers[1].client() as other:
        outcomes: list[str] = []

        def try_to_design(client: object) -> None:
            try:
                outcomes.append(str(client.design()["id"]))  # type: ignore[attr-defined]
            except ServiceError as error:
                outcomes.append(error.type)

        threads = [threading.Thread(target=try_to_design, args=(client,)) for client in (one, other) * 3]
        ledgers = [Ledger(), Ledger()]
        with Turmoil(servers[0].base, ledgers[0], seed=1), Turmoil(servers[1].base, ledgers[1], seed=50):
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            time.sleep(1.0)
        assert sorted(outcomes) == ["2", *["design-running"] * 5]
        both = Ledger(living=ledgers[0].living | ledgers[1].living, gone=ledgers[0].gone | ledgers[1].gone)
        assert both.n_acknowledged == 0 and len(both.living) > 0
        assert not ledgers[0].lost_sign_ups and not ledgers[1].lost_sign_ups
        with httpx.Client(base_url=servers[1].base, timeout=20) as http:
            assert settle(other, http, both) == 0
        assert require_promise(one, K, N_TOWN, both) >= K
        for found in other.watched(2):
            last = found
        assert last["state"] == "designed"
        one.publish(2)
        assert other.overview()["current"] == 2
        assert require_promise(other, K, N_TOWN, both) >= K
    for server in servers:
        server.stop()


def test_several_workers_of_one_server(serve: Callable[..., Server], tmp_path: Path) -> None:
    found_town(tmp_path / "service", town(N_TOWN), k=K)
    server = serve(workers=2, SHOAL_K=str(K))
    with server.client() as client:
        ledger = Ledger()
        with Turmoil(server.base, ledger, threads=4):
            time.sleep(1.0)
        assert require_promise(client, K, N_TOWN, ledger) >= K


def test_a_lost_postgresql_gives_clean_errors_and_comes_back_by_itself(tmp_path: Path, postgres: Postgres) -> None:
    own = Postgres(postgres.folder.parent / "lost").create()
    url = own.database("lost")
    found_town(tmp_path / "service", town(N_TOWN), k=K, url=url)
    server = Server(tmp_path / "service", url, {"SHOAL_K": str(K)}).start()
    ledger = Ledger()
    try:
        with server.client() as client, httpx.Client(base_url=server.base, timeout=30) as http:
            with Turmoil(server.base, ledger):
                time.sleep(0.5)
                own.stop("immediate")  # as if the machine had lost power
                away = [http.get("/v1/overview", headers=OPERATOR), http.get("/health/ready")]
                away.append(http.post("/v1/devices", json={"latitude": 1, "longitude": 1}))
                assert http.get("/health/live").status_code == 200
                time.sleep(1.0)
                own.start()
            for answer in away:
                assert answer.status_code == 503
                assert answer.json()["type"] == "urn:shoal:problem:database-away"
                assert int(answer.headers["retry-after"]) > 0
            assert http.get("/health/ready").status_code == 200
            assert settle(client, http, ledger) == 0
            assert require_promise(client, K, N_TOWN, ledger) >= K
        assert '"event": "bug"' not in server.logs
    finally:
        server.stop()
        own.stop()


def test_a_locked_sqlite_file_is_waited_for_and_readers_go_on(serve: Callable[..., Server]) -> None:
    server = serve(SHOAL_K=str(K))
    with server.client() as client:
        client.sign_up_directory(csv_of(town(N_TOWN), "town-"))
        own, place = client.sign_up(40.7, -74.0)
        locker = sqlite3.connect(server.folder / "service.db", isolation_level=None)
        locker.execute("BEGIN IMMEDIATE")
        outcome: list[object] = []
        thread = threading.Thread(target=lambda: outcome.append(client.sign_up(40.71, -74.0)))
        thread.start()
        with server.client() as reader:
            assert reader.location(own) == place
        assert not outcome
        locker.execute("ROLLBACK")
        thread.join()
        locker.close()
        assert outcome
        assert client.overview()["n_active"] == N_TOWN + 2
