"""Newcomers: who counts towards k, who waits for company, and what invented devices gain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from service_toys import Hands, design, parts_for, town
from sqlalchemy import func, select, update

from shoal.service.design.attacker import report
from shoal.service.devices.devices import Home, SignedUp
from shoal.service.generations import guard
from shoal.service.http.overview import overview
from shoal.service.parts import ServiceContext
from shoal.service.store.models import device, membership, place, service
from shoal.web.problems import Conflict

K = 5
DAY_S = 24 * 3600.0


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def careful(tmp_path: Path, database_url: str | None, hands: Hands) -> Iterator[ServiceContext]:
    """Newcomers count after two days."""
    made = parts_for(tmp_path / "service", database_url, hands.clock, probation_days=2)
    yield made
    made.database.close()


@pytest.fixture
def sociable(tmp_path: Path, database_url: str | None) -> Iterator[ServiceContext]:
    """Newcomers of a cell join three at a time."""
    made = parts_for(tmp_path / "service", database_url, join_together=3)
    yield made
    made.database.close()


def placed(parts: ServiceContext, own: SignedUp) -> tuple[float, float] | None:
    found = parts.devices.location(own.id, own.token or "")
    return None if found.latitude is None or found.longitude is None else (found.latitude, found.longitude)


def told(parts: ServiceContext, number: int) -> dict[str, object]:
    with parts.database.read() as connection:
        return report(connection, number)


def counted(parts: ServiceContext) -> int:
    with parts.database.read() as connection:
        query = select(func.sum(place.c.active)).join(service, service.c.current == place.c.generation_id)
        return int(connection.execute(query).scalar_one())


def test_invented_devices_around_a_home_move_no_place_and_are_no_company(careful: ServiceContext) -> None:
    """The attack: k − 1 devices at the victim's place, so that the next cell is the victim and they."""
    homes = [Home(0.0, 10.0 * block + 0.001 * member) for block in range(3) for member in range(K)]
    done = careful.devices.sign_up_many(homes)
    design(careful, k=K)
    before = [placed(careful, own) for own in done]
    for _ in range(K - 1):
        careful.devices.sign_up(Home(0.0, 0.0))
    number = design(careful, k=K)
    assert [placed(careful, own) for own in done] == before
    seen = told(careful, number)
    assert (seen["n_active"], seen["n_not_counted"], seen["k_min"]) == (3 * K, K - 1, K)


def test_the_same_attack_succeeds_where_everybody_counts_at_once(parts: ServiceContext) -> None:
    """So the test above can fail: without probation the place of the victim moves to the invented devices."""
    homes = [Home(0.0, 10.0 * block + 0.001 * member) for block in range(3) for member in range(K)]
    done = parts.devices.sign_up_many(homes)
    design(parts, k=K)
    before = placed(parts, done[0])
    for _ in range(K - 1):
        parts.devices.sign_up(Home(0.0, -0.001))
    design(parts, k=K)
    assert placed(parts, done[0]) != before


def test_devices_on_probation_are_served_and_count_on_their_day(careful: ServiceContext, hands: Hands) -> None:
    careful.devices.sign_up_many(town(20))
    number = design(careful, k=K)
    newcomer = careful.devices.sign_up(Home(40.7, -74.0))
    assert placed(careful, newcomer) is not None
    with careful.database.read() as connection:
        seen = overview(connection)
    assert (seen.n_active, seen.n_waiting, counted(careful)) == (21, 0, 20)
    hands.pass_by(DAY_S)
    careful.end_probation()
    assert told(careful, number)["n_not_counted"] == 1
    hands.pass_by(DAY_S)
    careful.end_probation()
    assert (told(careful, number)["n_not_counted"], counted(careful)) == (0, 21)
    careful.devices.cancel(newcomer.id, newcomer.token or "")
    assert counted(careful) == 20


def test_a_device_on_probation_that_leaves_takes_no_count_with_it(careful: ServiceContext) -> None:
    careful.devices.sign_up_many(town(20))
    design(careful, k=K)
    newcomer = careful.devices.sign_up(Home(40.7, -74.0))
    careful.devices.cancel(newcomer.id, newcomer.token or "")
    assert counted(careful) == 20
    assert careful.check_counts() == 0
    with careful.database.read() as connection:
        assert connection.execute(select(device.c.counts_from).where(device.c.id == newcomer.id)).scalar_one() is None


def test_a_move_begins_the_probation_anew_but_not_for_those_of_the_directory(
    careful: ServiceContext, hands: Hands
) -> None:
    known = careful.devices.sign_up_many(town(20))
    newcomer = careful.devices.sign_up(Home(40.7, -74.0))
    hands.pass_by(2 * DAY_S)
    careful.end_probation()
    design(careful, k=K)
    assert counted(careful) == 21
    careful.devices.move(newcomer.id, newcomer.token or "", Home(40.71, -74.01))
    assert counted(careful) == 20
    careful.devices.move(known[0].id, known[0].token or "", Home(40.71, -74.01))
    assert counted(careful) == 20
    assert careful.check_counts() == 0


def test_devices_on_probation_alone_make_no_generation(careful: ServiceContext) -> None:
    for home in town(2 * K):
        careful.devices.sign_up(home)
    with pytest.raises(Conflict, match="on probation do not count"):
        design(careful, k=K)


def test_a_place_that_only_invented_devices_fill_is_not_handed_out(careful: ServiceContext) -> None:
    done = careful.devices.sign_up_many(town(K))
    design(careful, k=K)
    fakes = [careful.devices.sign_up(home) for home in town(3 * K, seed=1)]
    careful.devices.cancel(done[0].id, done[0].token or "")
    assert {placed(careful, own) for own in [*done[1:], *fakes]} == {None}


def test_newcomers_of_a_cell_join_together(sociable: ServiceContext) -> None:
    sociable.devices.sign_up_many(town(20))
    number = design(sociable, k=K)
    first, second = (sociable.devices.sign_up(Home(40.7, -74.0)) for _ in range(2))
    assert (placed(sociable, first), placed(sociable, second)) == (None, None)
    assert (told(sociable, number)["n_newcomers"], counted(sociable)) == (0, 20)
    third = sociable.devices.sign_up(Home(40.7, -74.0))
    assert placed(sociable, first) == placed(sociable, second) == placed(sociable, third) is not None
    seen = told(sociable, number)
    assert (seen["n_newcomers"], seen["k_min_knowing_newcomers"], counted(sociable)) == (3, 3, 23)
    assert sociable.check_counts() == 0


def test_who_leaves_while_waiting_is_no_company(sociable: ServiceContext) -> None:
    sociable.devices.sign_up_many(town(20))
    design(sociable, k=K)
    waiting = [sociable.devices.sign_up(Home(40.7, -74.0)) for _ in range(2)]
    sociable.devices.cancel(waiting[0].id, waiting[0].token or "")
    assert counted(sociable) == 20
    late = sociable.devices.sign_up(Home(40.7, -74.0))
    assert (placed(sociable, waiting[1]), placed(sociable, late)) == (None, None)


@pytest.mark.parametrize("sticky", [False, True])
def test_the_next_generation_takes_in_all_who_wait(sociable: ServiceContext, *, sticky: bool) -> None:
    sociable.devices.sign_up_many(town(20))
    design(sociable, k=K)
    waiting = sociable.devices.sign_up(Home(40.7, -74.0))
    assert placed(sociable, waiting) is None
    number = design(sociable, k=K, sticky=sticky)
    assert placed(sociable, waiting) is not None
    seen = told(sociable, number)
    assert (seen["n_active"], seen["n_newcomers"], counted(sociable)) == (21, 0, 21)


def test_devices_on_probation_complete_no_group(tmp_path: Path, hands: Hands) -> None:
    """Else k invented devices would show who the one newcomer is that comes with them."""
    made = parts_for(tmp_path / "service", None, hands.clock, probation_days=1, join_together=3)
    made.devices.sign_up_many(town(20))
    design(made, k=K)
    fakes = [made.devices.sign_up(Home(40.7, -74.0)) for _ in range(5)]
    (known,) = made.devices.sign_up_many([Home(40.7, -74.0)])
    assert {placed(made, own) for own in [*fakes, known]} == {None}
    hands.pass_by(DAY_S)
    made.end_probation()
    assert None not in {placed(made, own) for own in [*fakes, known]}
    assert made.check_counts() == 0
    made.database.close()


def test_random_days_leave_all_counts_right(tmp_path: Path, hands: Hands) -> None:
    """Sign-ups, moves, cancellations, days and generations in any order; the guard's counts are those of the rows."""
    rng = np.random.default_rng(5)
    made = parts_for(tmp_path / "service", None, hands.clock, probation_days=1, join_together=2, moves_per_day=1000)
    there = made.devices.sign_up_many(town(30))
    design(made, k=K)
    for step in range(60):
        choice = rng.integers(5)
        home = replace(town(1, seed=100 + step)[0])
        if choice == 0:
            there.append(made.devices.sign_up(home))
        elif choice == 1:
            there += made.devices.sign_up_many([home])
        elif choice == 2:
            own = there[rng.integers(len(there))]
            made.devices.move(own.id, own.token or "", home)
        elif choice == 3:
            own = there.pop(rng.integers(len(there)))
            made.devices.cancel(own.id, own.token or "")
        else:
            hands.pass_by(DAY_S / 2)
            made.end_probation()
        if step % 20 == 19:
            design(made, k=K, sticky=bool(step % 40 == 39))
        with made.database.write() as connection:
            current = connection.execute(select(func.max(place.c.generation_id))).scalar_one()
            assert guard.recount(connection, current) == 0
        # What is handed out is shared by k that count, counted from outside.
        of_place: dict[tuple[float, float], int] = {}
        with made.database.read() as connection:
            on_probation = set(
                connection.execute(select(device.c.id).where(device.c.counts_from.is_not(None))).scalars()
            )
        for own in there:
            where = placed(made, own)
            if where is not None and own.id not in on_probation:
                of_place[where] = of_place.get(where, 0) + 1
        assert min(of_place.values()) >= K
    made.database.close()


def test_a_wrong_count_of_waiting_devices_is_found_and_mended(sociable: ServiceContext) -> None:
    sociable.devices.sign_up_many(town(20))
    design(sociable, k=K)
    sociable.devices.sign_up(Home(40.7, -74.0))
    with sociable.database.write() as connection:
        connection.execute(update(membership).values(joined=True))
    assert sociable.check_counts() == 1
