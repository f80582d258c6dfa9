"""kill −9 at random moments, on SQLite and on PostgreSQL; a database lost for ten seconds.

python -m benchmarks.service.faults [--kills 20]

While devices sign up, move and cancel and designs are made and published, the server is killed. After every restart all
that was acknowledged is asked for again, and the promise is counted from outside; so it is all the time by an observer
who looks whenever the server answers. A place of fewer than k ends the run with an error; lost changes are counted.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from pathlib import Path

import httpx

from benchmarks.results import write_result
from benchmarks.service.running import OPERATOR_KEY, Postgres, Server, designed
from benchmarks.service.turmoil import Ledger, Observer, Turmoil, require_promise, settle

K = 5
N_TOWN = 60
LOST_S = 10.0
OPERATOR = {"Authorization": f"Bearer {OPERATOR_KEY}"}


def town() -> bytes:
    """Homes that stay, so that there is always a generation to publish."""
    draw = random.Random(1)
    lines = [f"{40.7 + draw.gauss(0, 0.03)},{-74 + draw.gauss(0, 0.03)},town-{row}" for row in range(N_TOWN)]
    return "\n".join(["latitude,longitude,key", *lines]).encode()


def begun(folder: Path, url: str | None) -> Server:
    """A server with a published generation."""
    server = Server(folder, url, {"SHOAL_K": str(K), "SHOAL_LEASE_S": "5"}).start()
    with server.client() as client:
        client.sign_up_directory(town())
        designed(client, publish=True)
    return server


def killed(folder: Path, url: str | None, n_kills: int) -> str:
    """The row of one database."""
    draw = random.Random(2)
    server, ledger = begun(folder, url), Ledger()
    smallest, n_designs, n_looks = 10**9, 0, 0
    for kill in range(n_kills):
        with Turmoil(server.base, ledger, seed=100 * kill), Observer(server.base, K) as observer:
            if kill % 3 != 2:
                answer = httpx.post(
                    f"{server.base}/v1/generations", json={"publish": True}, headers=OPERATOR, timeout=30
                )
                n_designs += answer.status_code == httpx.codes.ACCEPTED
            time.sleep(draw.uniform(0.1, 6.0))  # a design takes a few seconds, so some kills fall into a publication
            server.kill()
        n_looks += observer.n_looks
        smallest = min(smallest, observer.smallest or smallest)
        server.start()
        with server.client() as client, httpx.Client(base_url=server.base, timeout=60) as http:
            settle(client, http, ledger)
            smallest = min(smallest, require_promise(client, K, N_TOWN, ledger))
    server.stop()
    name = "SQLite" if url is None else "PostgreSQL"
    print(f"{name}: {n_kills} kills", flush=True)
    figures = (name, n_kills, n_designs, ledger.n_acknowledged, ledger.n_lost, n_looks, f"{smallest} (k = {K})")
    return f"| {' | '.join(map(str, figures))} |"


def lost(folder: Path, postgres: Postgres) -> str:
    """PostgreSQL stopped for ten seconds, as if the machine had lost power."""
    server, ledger = begun(folder, postgres.database("lost")), Ledger()
    statuses: dict[int, int] = {}
    with server.client() as client, httpx.Client(base_url=server.base, timeout=60) as http:
        with Turmoil(server.base, ledger):
            postgres.stop("immediate")
            until = time.monotonic() + LOST_S
            while time.monotonic() < until:
                status = http.get("/v1/overview", headers=OPERATOR).status_code
                statuses[status] = statuses.get(status, 0) + 1
                time.sleep(0.2)
            postgres.start()
            began = time.monotonic()
            while http.get("/health/ready").status_code != httpx.codes.OK:
                time.sleep(0.05)
            back = time.monotonic() - began
        settle(client, http, ledger)
        require_promise(client, K, N_TOWN, ledger)
    server.stop()
    return f"PostgreSQL away for {LOST_S:.0f} s: answers {statuses}; ready again {back:.1f} s after its return."


def main() -> None:
    """Both databases."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    arguments = parser.parse_args()
    lines = [
        "| database | kills | designs begun | acknowledged changes | lost | looks meanwhile | smallest place |",
        "|---|---|---|---|---|---|---|",
    ]
    folder = Path(tempfile.mkdtemp(prefix="shoal-faults-", dir="/tmp"))
    postgres = Postgres(folder / "cluster").create()
    try:
        lines.append(killed(folder / "sqlite", None, arguments.kills))
        lines.append(killed(folder / "postgresql", postgres.database("killed"), arguments.kills))
        lines += ["", lost(folder / "lost", postgres)]
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
    write_result(
        "service_faults",
        "The location anonymiser killed",
        f"python -m benchmarks.service.faults --kills {arguments.kills}",
        lines,
    )


if __name__ == "__main__":
    main()
