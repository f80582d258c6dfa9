"""Turmoil: devices that come, move and go while the server is killed, and a ledger of what was acknowledged.

What was acknowledged must be there after a restart. A request without an answer may have been carried out or not, but
not by half: its device is signed up and counted, or unknown; cancelled and gone, or still there.
"""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field

import httpx

from benchmarks.service.running import OPERATOR_KEY
from shoal.client import Client, Device, ServiceError
from shoal.errors import PromiseNotKept

OPERATOR = {"Authorization": f"Bearer {OPERATOR_KEY}"}
LOOK_PAUSE_S = 0.02


@dataclass
class Ledger:
    """What clients were told."""

    living: dict[str, str] = field(default_factory=dict)  # acknowledged, id → token
    gone: dict[str, str] = field(default_factory=dict)  # cancellation acknowledged
    unsure: dict[str, str] = field(default_factory=dict)  # asked to be cancelled, and no answer came
    lost_sign_ups: dict[str, tuple[float, float]] = field(default_factory=dict)  # idempotency key → home
    n_acknowledged: int = 0
    n_lost: int = 0  # acknowledged, and not to be found again


class Turmoil:
    """Threads that sign up, move and cancel until they are told to stop."""

    def __init__(self, base: str, ledger: Ledger, *, threads: int = 2, seed: int = 0) -> None:
        self._base = base
        self._ledger = ledger
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._run, args=(seed + own,)) for own in range(threads)]

    def __enter__(self) -> Turmoil:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _run(self, seed: int) -> None:
        draw = random.Random(seed)
        with httpx.Client(base_url=self._base, timeout=20) as http:
            while not self._stop.is_set():
                act = draw.choices([self._sign_up, self._cancel, self._move], weights=[5, 3, 2])[0]
                act(http, draw)

    def _sign_up(self, http: httpx.Client, draw: random.Random) -> None:
        key = f"{draw.getrandbits(128):032x}"
        home = (40.7 + draw.gauss(0, 0.03), -74.0 + draw.gauss(0, 0.03))
        body = {"latitude": home[0], "longitude": home[1]}
        answer = self._ask(http, "POST", "/v1/devices", json=body, headers={"Idempotency-Key": key})
        with self._lock:
            if answer is None:
                self._ledger.lost_sign_ups[key] = home
            elif answer.status_code == httpx.codes.CREATED:
                self._ledger.living[answer.json()["id"]] = answer.json()["token"]
                self._ledger.n_acknowledged += 1

    def _cancel(self, http: httpx.Client, draw: random.Random) -> None:
        with self._lock:
            if not self._ledger.living:
                return
            own = draw.choice(list(self._ledger.living))
            token = self._ledger.living.pop(own)
        answer = self._ask(http, "DELETE", f"/v1/devices/{own}", headers={"Authorization": f"Bearer {token}"})
        with self._lock:
            if answer is None:
                self._ledger.unsure[own] = token
            elif answer.status_code == httpx.codes.NO_CONTENT:
                self._ledger.gone[own] = token
                self._ledger.n_acknowledged += 1
            else:
                self._ledger.living[own] = token

    def _move(self, http: httpx.Client, draw: random.Random) -> None:
        with self._lock:
            if not self._ledger.living:
                return
            own, token = draw.choice(list(self._ledger.living.items()))
        body = {"latitude": 40.7 + draw.gauss(0, 0.03), "longitude": -74.0 + draw.gauss(0, 0.03)}
        self._ask(http, "PUT", f"/v1/devices/{own}/home", json=body, headers={"Authorization": f"Bearer {token}"})

    def _ask(self, http: httpx.Client, method: str, path: str, **request: object) -> httpx.Response | None:
        """The answer; None when there was none, or when the service itself does not know (503)."""
        try:
            answer = http.request(method, path, **request)  # type: ignore[arg-type]
        except httpx.TransportError:
            self._stop.wait(0.02)
            return None
        return None if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE else answer


class Observer:
    """Somebody outside who looks again and again, through kills and publications, and counts who shares a place."""

    def __init__(self, base: str, k: int) -> None:
        self._base, self._k = base, k
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.n_looks = 0
        self.smallest: int | None = None

    def __enter__(self) -> Observer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        if self.smallest is not None and self.smallest < self._k:
            raise PromiseNotKept(f"A place was shared by {self.smallest} devices while it was handed out.")

    def _run(self) -> None:
        with httpx.Client(base_url=self._base, timeout=20, headers=OPERATOR) as http:
            while not self._stop.wait(LOOK_PAUSE_S):
                try:
                    self._look(http)
                except httpx.HTTPError:
                    continue  # killed, or the database is away: there is nothing to be seen

    def _look(self, http: httpx.Client) -> None:
        """Memberships are counted, not the guard's own counts; a single place below k is not handed out."""
        current = self._current(http)
        report = http.get(f"/v1/generations/{current}/report").raise_for_status().json()
        if self._current(http) != current:
            return  # another generation was published in between, and nobody is told the old one any more
        self.n_looks += 1
        if report["n_places"] > 1:
            self.smallest = min(report["k_min"], report["k_min"] if self.smallest is None else self.smallest)

    def _current(self, http: httpx.Client) -> int:
        return int(http.get("/v1/overview").raise_for_status().json()["current"])


def settle(client: Client, http: httpx.Client, ledger: Ledger) -> int:
    """After a restart: compare the ledger with what the service says; returns how many changes were lost since.

    Requests without an answer are repeated, as a client would, and have to end well.
    """
    for own, token in ledger.unsure.items():
        client.cancel(Device(own, token))
    ledger.gone |= ledger.unsure
    n_lost = sum(_state(client, Device(own, token)) != "there" for own, token in ledger.living.items())
    n_lost += sum(_state(client, Device(own, token)) != "cancelled" for own, token in ledger.gone.items())
    for key, (latitude, longitude) in ledger.lost_sign_ups.items():
        body = {"latitude": latitude, "longitude": longitude}
        answer = http.post("/v1/devices", json=body, headers={"Idempotency-Key": key})
        answer.raise_for_status()
        ledger.living[answer.json()["id"]] = answer.json()["token"]
    ledger.unsure, ledger.lost_sign_ups = {}, {}
    ledger.n_lost += n_lost
    return n_lost


def _state(client: Client, device: Device) -> str:
    """What the service says of a device: there, or the type of its refusal."""
    try:
        client.location(device)
    except ServiceError as error:
        return error.type
    return "there"


def require_promise(client: Client, k: int, n_others: int, ledger: Ledger) -> int:
    """Count from outside: what every living device is told; returns the smallest number that shares a place.

    ``n_others`` devices are signed up beside those of the ledger; the service's own count has to agree with the total.
    """
    state = client.overview()
    if state["n_active"] != len(ledger.living) + n_others:
        raise PromiseNotKept(f"{state['n_active']} active devices; {len(ledger.living) + n_others} were acknowledged.")
    if state["current"] is None:
        return 0
    report = client.report(state["current"])
    if report["k_min"] != state["k_min"] or report["n_active"] != state["n_active"]:
        raise PromiseNotKept("The counts of the guard do not agree with the memberships.")
    if report["k_min"] < k and report["n_places"] > 1:
        raise PromiseNotKept(f"A place is shared by {report['k_min']} devices, and k is {k}.")
    return int(report["k_min"])
