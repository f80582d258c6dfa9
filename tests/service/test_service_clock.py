"""A clock that is set back or forward, at every stage: nobody waits, nobody is locked out, nothing is forgotten.

The servers here run in the process of the tests, with a clock whose calendar can be set; what they do is asked for over
HTTP.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from service_toys import Hands, csv_of, design, parts_for, serving, town
from sqlalchemy import MetaData, insert, select, text, update

from benchmarks.service.running import OPERATOR_KEY, VAULT_KEY, Server
from shoal.client import Client, Device, ServiceError
from shoal.service.design.policies import Pause
from shoal.service.devices.devices import Home
from shoal.service.generations.generations import Wish
from shoal.service.generations.storing import forget
from shoal.service.parts import ServiceContext
from shoal.service.store.database import Database
from shoal.service.store.models import design as stored_design
from shoal.service.store.models import generation, membership, metadata, service
from shoal.service.store.schema import upgrade, upgrade_to

K, N_HOMES = 5, 60
HOUR, DAY = 3600.0, 86400.0
WISH = Wish(k=K, reserve=0.0, sticky=False, snap_decimals=3)


class Town:
    """Devices of a service, and what they are told."""

    def __init__(self, parts: ServiceContext, client: Client) -> None:
        self.parts, self.client = parts, client
        rows = client.sign_up_directory(csv_of(town(N_HOMES)))
        self.devices = [Device(row["id"], row["token"]) for row in rows]

    def require_promise(self) -> None:
        """Every device is told a place, and each place is told to at least k."""
        told = Counter(self.client.location(own) for own in self.devices)
        assert {place.status for place in told} == {"placed"}
        assert min(told.values()) >= K
        assert self.client.overview()["n_waiting"] == 0

    # the stages, each over HTTP but for the design itself, which would be a process with a clock of its own

    def publish(self) -> None:
        number = design(self.parts, k=K, publish=False)
        assert self.client.publish(number)["current"]

    def publish_sticky(self) -> None:
        number = design(self.parts, k=K, sticky=True, publish=False)
        assert self.client.publish(number)["current"]

    def publish_at_once(self) -> None:
        assert self.client.generation(design(self.parts, k=K))["current"]

    def roll_back(self) -> None:
        before = [own["id"] for own in self.client.generations() if own["state"] == "retired" and own["figures"]]
        assert self.client.roll_back()["id"] == max(before)

    def come(self) -> None:
        own, place = self.client.sign_up(40.71, -74.01)
        assert place.status == "placed"
        self.devices.append(own)

    def move(self) -> None:
        assert self.client.move(self.devices[3], 40.69, -74.02).status == "placed"

    def go(self) -> None:
        self.client.cancel(self.devices.pop(7))


STAGES: tuple[Callable[[Town], None], ...] = (
    Town.publish,
    Town.publish,
    Town.come,
    Town.publish_at_once,
    Town.move,
    Town.publish,
    Town.go,
    Town.roll_back,
    Town.publish_sticky,
    Town.publish_at_once,
)


def test_the_attack_a_clock_an_hour_ahead_is_set_right(tmp_path: Path) -> None:
    """Story: the sixth publication was the oldest by the clock, so it was forgotten at once, and everybody waited."""
    hands = Hands()
    hands.jump(HOUR)
    with serving(parts_for(tmp_path / "service").settings, hands.clock) as (parts, client):
        own = Town(parts, client)
        for _ in range(parts.settings.history):
            own.publish()
        hands.jump(-HOUR)
        own.publish()
        own.require_promise()
        own.come()
        own.publish()
        own.require_promise()
    with serving(parts.settings, hands.clock) as (_, client):
        own.client = client
        own.require_promise()
        assert [found["id"] for found in client.generations() if found["figures"]] == [7, 6, 5, 4, 3]


@pytest.mark.parametrize("stage", range(len(STAGES)))
@pytest.mark.parametrize("seconds", [-HOUR, HOUR])
def test_one_jump_at_any_stage(tmp_path: Path, stage: int, seconds: float) -> None:
    scenario(tmp_path, [seconds if number == stage else 0.0 for number in range(len(STAGES))])


@pytest.mark.parametrize("jumps", [(-DAY, -DAY), (DAY, DAY), (DAY, -2 * DAY), (-HOUR, DAY)])
def test_a_jump_before_every_stage(tmp_path: Path, jumps: tuple[float, float]) -> None:
    scenario(tmp_path, [jumps[number % 2] for number in range(len(STAGES))])


def scenario(folder: Path, jumps: list[float]) -> None:
    """All stages with two generations kept, a jump before each; the promise is counted after each."""
    hands = Hands()
    with serving(parts_for(folder / "service", history=2).settings, hands.clock) as (parts, client):
        own = Town(parts, client)
        for seconds, stage in zip(jumps, STAGES, strict=True):
            hands.jump(seconds)
            hands.pass_by(1.0)
            stage(own)
            own.require_promise()
        kept = [found["id"] for found in client.generations() if found["figures"]]
        assert len(kept) == 2 and client.overview()["current"] == max(kept)
        assert client.report(max(kept))["n_generations_followed"] == 2


def test_a_designing_process_with_another_calendar_than_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process has the calendar of the machine; the server believes that it is yesterday, then tomorrow."""
    hands = Hands()
    settings = parts_for(tmp_path / "service", k=K).settings
    monkeypatch.setenv("SHOAL_FOLDER", str(tmp_path / "service"))
    monkeypatch.setenv("SHOAL_KEY", VAULT_KEY)
    monkeypatch.setenv("SHOAL_OPERATOR_KEY", OPERATOR_KEY)
    with serving(settings, hands.clock) as (parts, client):
        own = Town(parts, client)
        for seconds in (-DAY, 2 * DAY):
            hands.jump(seconds)
            number = client.design(publish=True)["id"]
            assert [found["state"] for found in client.watched(number)][-1] == "published"
            own.require_promise()


# --- a design that is running


def test_a_jump_forward_does_not_take_a_living_design_for_dead(tmp_path: Path) -> None:
    hands = Hands()
    with serving(parts_for(tmp_path / "service").settings, hands.clock) as (parts, client):
        Town(parts, client)
        number, worker = parts.generations.begin(WISH, "test")
        for beats in range(4):
            parts.generations.beat(number, worker, 0.1 * beats, "designing")
            hands.jump(DAY)
            hands.pass_by(0.9 * parts.settings.lease_s)
            assert not parts.generations.dead()
        with pytest.raises(ServiceError, match="is being designed"):
            client.design(k=K)


def test_a_jump_back_does_not_keep_a_dead_design_alive(tmp_path: Path) -> None:
    """Story: a designer died and the clock was set back by a day; for a day no design could begin."""
    hands = Hands()
    with serving(parts_for(tmp_path / "service").settings, hands.clock) as (parts, client):
        Town(parts, client)
        number, worker = parts.generations.begin(WISH, "test")
        parts.generations.beat(number, worker, 0.1, "designing")
        hands.jump(-DAY)
        wait_until(lambda: client.overview()["designing"] == number)
        parts.generations.dead()  # seen, by this watch and by that of the server's thread, which is the same
        hands.pass_by(1.1 * parts.settings.lease_s)
        wait_until(lambda: client.generation(number)["state"] == "failed")
        assert client.overview()["designing"] is None


def wait_until(true: Callable[[], bool]) -> None:
    """Until the thread of the server has looked; it does twice a second."""
    for _ in range(600):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it never came true")


def test_a_designer_has_longer_until_its_first_heartbeat(tmp_path: Path) -> None:
    hands = Hands()
    parts = parts_for(tmp_path / "service", clock=hands.clock)
    parts.devices.sign_up_many(town(20))
    number, worker = parts.generations.begin(WISH, "test")
    assert not parts.generations.dead()
    hands.pass_by(3.9 * parts.settings.lease_s)
    assert not parts.generations.dead()
    parts.generations.beat(number, worker, 0.1, "designing")
    assert not parts.generations.dead()
    hands.pass_by(1.1 * parts.settings.lease_s)
    assert parts.generations.dead()
    parts.database.close()


# --- durations


@pytest.mark.parametrize("seconds", [-DAY, -HOUR, HOUR, DAY, 400 * DAY, -400 * DAY])
def test_the_pause_between_generations_is_as_long_whatever_the_calendar_says(seconds: float) -> None:
    hands = Hands()
    pause = Pause(7 * DAY, hands.clock)
    assert not pause.is_over((1, 1), hands.clock.calendar())
    began = hands.clock.calendar()
    hands.jump(seconds)
    hands.pass_by(7 * DAY - 1)
    assert not pause.is_over((1, 1), began)
    hands.pass_by(2)
    assert pause.is_over((1, 1), began)
    assert not pause.is_over((2, 2), hands.clock.calendar())


def test_a_server_that_starts_with_a_calendar_set_back_waits_one_pause_at_most() -> None:
    hands = Hands()
    began = hands.clock.calendar()
    hands.jump(-400 * DAY)
    pause = Pause(7 * DAY, hands.clock)
    assert not pause.is_over((1, 1), began)
    hands.pass_by(7 * DAY)
    assert pause.is_over((1, 1), began)
    assert Pause(7 * DAY, Hands().clock).is_over((1, 1), began - 8 * DAY)  # it ended before the server started


@pytest.mark.parametrize("seconds", [-DAY, DAY])
def test_rate_limits_count_time_that_passes(tmp_path: Path, seconds: float) -> None:
    """Story: after the clock was set back, an address stayed locked out until the clock had caught up."""
    hands = Hands()
    settings = parts_for(tmp_path / "service", sign_up_rate="3/minute").settings
    with serving(settings, hands.clock) as (_, client):
        for _ in range(2):
            for _ in range(3):
                client.sign_up(40.7, -74.0)
            hands.pass_by(20)
            hands.jump(seconds)
            with pytest.raises(ServiceError, match="429") as refused:
                client.sign_up(40.7, -74.0)
            assert refused.value.retry_after_s == 40
            hands.pass_by(40.1)


# --- moves


def test_moves_are_limited_for_each_device_and_a_restart_does_not_begin_anew(tmp_path: Path) -> None:
    """Story: one device made 10,099 moves and drew the borders of its cells to two centimetres."""
    hands = Hands()
    settings = parts_for(tmp_path / "service").settings
    with serving(settings, hands.clock) as (parts, client):
        own = Town(parts, client)
        own.publish()
        one, other = own.devices[:2]
        statuses = [moved(client, one, 0.001 * number) for number in range(30)]
        assert statuses == [200] * 4 + [429] * 26
        assert moved(client, other, 0.0) == 200
    hands.pass_by(HOUR)
    with serving(settings, hands.clock) as (_, client):
        with pytest.raises(ServiceError, match="4 times a day") as refused:
            client.move(one, 40.6, -74.1)
        assert refused.value.type == "too-many-requests"
        assert refused.value.retry_after_s == DAY - HOUR
        assert client.location(one).status == "placed"
        hands.pass_by(DAY - HOUR)
        assert moved(client, one, 0.0) == 200


def moved(client: Client, own: Device, north: float) -> int:
    try:
        client.move(own, 40.7 + north, -74.0)
    except ServiceError as error:
        return error.status
    return 200


def test_the_same_home_again_is_no_move(tmp_path: Path) -> None:
    """A client repeats a request whose answer was lost; and a design must not take the device for one that moved."""
    with serving(parts_for(tmp_path / "service").settings) as (parts, client):
        own, _ = client.sign_up(40.7, -74.0)
        sealed = select(metadata.tables["device"].c.exact)
        with parts.database.read() as connection:
            before = connection.execute(sealed).scalar_one()
        for _ in range(20):
            client.move(own, 40.7, -74.0)
        with parts.database.read() as connection:
            assert connection.execute(sealed).scalar_one() == before
        assert [moved(client, own, 0.001 * (1 + number)) for number in range(5)] == [200] * 4 + [429]


@pytest.mark.parametrize("seconds", [-400 * DAY, -DAY, -HOUR])
def test_a_calendar_set_back_gives_no_moves_and_takes_none_for_longer_than_a_day(
    tmp_path: Path, seconds: float
) -> None:
    hands = Hands()
    with serving(parts_for(tmp_path / "service").settings, hands.clock) as (_, client):
        own, _ = client.sign_up(40.7, -74.0)
        assert [moved(client, own, 0.01 * (1 + number)) for number in range(5)] == [200] * 4 + [429]
        hands.jump(seconds)
        assert moved(client, own, 0.01) == 429
        hands.pass_by(DAY - 1)
        assert moved(client, own, 0.01) == 429
        hands.pass_by(1)
        assert moved(client, own, 0.01) == 200


def test_a_calendar_set_forward_gives_one_day_of_moves_and_no_more(tmp_path: Path) -> None:
    hands = Hands()
    with serving(parts_for(tmp_path / "service").settings, hands.clock) as (_, client):
        own, _ = client.sign_up(40.7, -74.0)
        assert [moved(client, own, 0.01 * (1 + number)) for number in range(5)] == [200] * 4 + [429]
        hands.jump(400 * DAY)
        assert [moved(client, own, 0.01 * (1 + number)) for number in range(5)] == [200] * 4 + [429]


# --- databases that the old fault has damaged, and old databases at all


def test_a_server_restores_a_database_that_lost_its_current_generation(
    tmp_path: Path, database_url: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = parts_for(tmp_path / "service", database_url).settings
    with serving(settings) as (parts, client):
        own = Town(parts, client)
        for _ in range(3):
            own.publish()
        own.go()
    damage(parts)
    with serving(settings) as (parts, client):
        own.parts, own.client = parts, client
        own.require_promise()
        assert client.overview()["current"] == 2
        lost = client.generation(3)
        assert lost["state"] == "failed" and "Design again" in lost["failure"]
        own.come()
        own.publish()
        own.require_promise()
        assert client.overview()["current"] == 4
    capfd.readouterr()


def damage(parts: ServiceContext) -> None:
    """What the old fault left: a current generation without cells, places, members and design."""
    with parts.database.write() as connection:
        forget(connection, connection.execute(select(service.c.current)).scalar_one())
    parts.database.close()


def test_without_an_earlier_generation_everybody_waits_and_a_new_one_can_be_designed(tmp_path: Path) -> None:
    settings = parts_for(tmp_path / "service").settings
    with serving(settings) as (parts, client):
        own = Town(parts, client)
        own.publish()
    damage(parts)
    with serving(settings) as (parts, client):
        own.parts, own.client = parts, client
        assert client.overview()["current"] is None
        late, place = client.sign_up(40.7, -74.0)
        assert place.status == "waiting"
        own.devices.append(late)
        own.publish()
        own.require_promise()


def test_the_check_of_the_database_says_what_was_lost_and_what_to_do(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "service")
    parts.devices.sign_up_many(town(N_HOMES))
    design(parts, k=K)
    design(parts, k=K)
    damage(parts)
    command = [sys.executable, "-c", "from shoal.cli import main; main()", "db", "check"]
    environment = Server(tmp_path / "service").environment
    done = subprocess.run([*command, "--json"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert json.loads(done.stdout) == {"wrong_counts": 0, "lost_generation": 2, "current": 1}
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert again.returncode == 0 and "lost" not in again.stdout


@pytest.mark.parametrize("seconds", [0.0, -HOUR])
def test_an_old_database_is_upgraded_with_all_its_members(
    tmp_path: Path, database_url: str | None, seconds: float, request: pytest.FixtureRequest
) -> None:
    """Also one whose current generation has an earlier time than the others."""
    made = parts_for(tmp_path / "new")
    done = made.devices.sign_up_many(town(N_HOMES))
    for sticky in (False, True, False):
        design(made, k=K, sticky=sticky)
    design(made, k=K, sticky=True, publish=False)
    with made.database.write() as connection:
        if seconds:
            moment = connection.execute(select(generation.c.published_at).where(generation.c.id == 1)).scalar_one()
            query = update(generation).where(generation.c.id == 3)
            connection.execute(query.values(published_at=moment + seconds))
    settings = made.settings.model_copy(update={"folder": tmp_path / "old", "database_url": None})
    if database_url is not None:
        settings = made.settings.model_copy(update={"database_url": type(made.settings.key)(database_url)})  # type: ignore[misc]
    copy_as_first_version(made, settings.url)
    upgrade(database := Database(settings.url))
    database.close()
    with serving(settings) as (parts, client):
        with parts.database.read() as connection:
            numbers = dict(connection.execute(select(generation.c.id, generation.c.publication)).all())
            follows = dict(connection.execute(select(stored_design.c.generation_id, stored_design.c.follows)).all())
            assert len(connection.execute(select(membership)).all()) == 4 * N_HOMES
        assert numbers == {1: 1, 2: 2, 3: 3, 4: None}
        assert follows == {1: None, 2: 1, 3: 2, 4: 3}
        for found in client.generations():
            assert "loss" not in found["figures"] and found["figures"]["distortion_m"]["median"] % 50 == 0
        assert all(one["properties"]["spacing_m"] > 0 for one in client.cells(3)["features"])
        for one in done:
            assert client.location(Device(one.id, one.token or "")).generation == 3
        assert client.publish(4)["current"]
        assert client.roll_back()["id"] == 3
    if database_url is None:
        with Database(settings.url).read() as connection, pytest.raises(Exception, match="no such column: rowid"):
            connection.execute(text("SELECT rowid FROM device"))
    made.database.close()


def copy_as_first_version(made: ServiceContext, url: str) -> None:
    """The same rows in a database of the first version, with what that one had and this one has not."""
    old = Database(url)
    upgrade_to(old, "0001")
    tables = MetaData()
    tables.reflect(old.engine)
    with made.database.read() as connection:
        rows = {name: connection.execute(select(table)).mappings().all() for name, table in metadata.tables.items()}
    times = {row["publication"]: row["published_at"] for row in rows["generation"]}
    with old.engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(tables.tables["service"].delete())
        for table in tables.sorted_tables:
            if table.name == "alembic_version":
                continue
            wanted = set(table.columns.keys())
            extra = {"radius_m": 161.5} if "radius_m" in wanted else {}
            for row in rows[table.name]:
                own = {name: value for name, value in row.items() if name in wanted} | extra
                if table.name == "design":
                    own["told_at"] = times.get(row["follows"])
                    figures = json.loads(row["figures"]) | {"loss": 0.0123456789}
                    figures["distortion_m"]["median"] += 7
                    own["figures"] = json.dumps(figures)
                connection.execute(insert(table).values(**own))
    old.close()


def test_a_home_of_the_edge_of_the_map_moves(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "service")
    done = parts.devices.sign_up(Home(90.0, 180.0))
    assert parts.devices.move(done.id, done.token or "", Home(-90.0, -180.0)).waiting
    parts.database.close()


def test_paths_with_a_slash_too_many_are_not_redirected(tmp_path: Path) -> None:
    """Story: the answer was a redirect to an absolute http:// address, to which a client sends its token again."""
    with serving(parts_for(tmp_path / "service").settings) as (_, client):
        for path in ("/v1/devices/", "/v1/overview/", "/v1/generations/", "/health/live/", "/docs/", "/metrics/"):
            answer = httpx.get(f"{client._http.base_url}".rstrip("/") + path, follow_redirects=False)
            assert answer.status_code in (404, 405) and "location" not in answer.headers, path
