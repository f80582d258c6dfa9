"""Generations: one design at a time, published whole, rolled back; and what an attacker sees of them."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from service_toys import Hands, design, parts_for, town
from sqlalchemy import func, select, update

from shoal.errors import WrongUse
from shoal.service.design import attacker
from shoal.service.design.attacker import followed_sizes
from shoal.service.design.design import DesignRequest, distortion, free_design
from shoal.service.design.policies import Due, Pause, due
from shoal.service.design.process import Designer
from shoal.service.design.sticky import sticky_cells
from shoal.service.devices.devices import Home
from shoal.service.generations.generations import LeaseLost, Wish
from shoal.service.generations.rules import Rules, bound_outlines, bound_rule, rule_bytes
from shoal.service.geometry.outlines import outlines_from
from shoal.service.geometry.sphere import metres_between, unit_vectors
from shoal.service.parts import ServiceContext
from shoal.service.problems import DesignRunning
from shoal.service.store.models import design as stored_design
from shoal.service.store.models import membership, place, service
from shoal.web.clock import ServiceClock
from shoal.web.problems import Conflict, NotFound

K = 5
WISH = Wish(k=K, reserve=0.0, sticky=False, snap_decimals=3)


def report(parts: ServiceContext, number: int) -> dict[str, object]:
    with parts.database.snapshot() as connection:
        return attacker.report(connection, number)


def test_a_second_design_is_refused_while_one_runs_and_after_its_end_allowed(parts: ServiceContext) -> None:
    parts.devices.sign_up_many(town(20))
    number, worker = parts.generations.begin(WISH, "test")
    with pytest.raises(DesignRunning):
        parts.generations.begin(WISH, "test")
    assert parts.generations.fail(number, worker, "ended")
    assert not parts.generations.fail(number, worker, "again")
    assert parts.generations.begin(WISH, "test")[0] == number + 1


def test_a_reason_that_another_generation_has_overtaken_begins_nothing(parts: ServiceContext) -> None:
    parts.devices.sign_up_many(town(20))
    found = due(parts, Pause(0, parts.clock))
    assert found is not None and found.newest == 0
    number = design(parts, k=K, publish=False)
    with pytest.raises(Conflict, match="since this one was found due"):
        parts.generations.begin(WISH, "policy: first generation", found.newest)
    assert parts.generations.begin(WISH, "test", number)[0] == number + 1


class Mortal:
    """A calendar that fails when it is asked once more than it has lives: it is asked in the middle of transactions."""

    def __init__(self) -> None:
        self.lives = float("inf")
        self.clock = ServiceClock(calendar=self.calendar)

    def calendar(self) -> float:
        if self.lives == 0:
            raise RuntimeError("the process dies here")
        self.lives -= 1
        return time.time()


def test_a_design_to_be_published_is_never_seen_unpublished(tmp_path: Path, database_url: str | None) -> None:
    mortal = Mortal()
    parts = parts_for(tmp_path / "service", database_url, mortal.clock)
    parts.devices.sign_up_many(town(20))
    number, worker = parts.generations.begin(replace(WISH, publish_when_ready=True), "test")
    designer = Designer(parts.settings, number, worker, mortal.clock)
    designed = designer.design()
    mortal.lives = 1  # the time of the design is stored, that of the publication is not
    with pytest.raises(RuntimeError, match="dies here"):
        designer.store(designed)
    assert [(own.state, own.running) for own in parts.generations.all()] == [("designing", 1)]  # all or nothing
    assert parts.generations.figures(1) is None
    for each in (parts, designer.parts):
        each.database.close()


def test_of_many_that_begin_at_once_one_wins(parts: ServiceContext) -> None:
    parts.devices.sign_up_many(town(20))
    began, refused = [], []

    def begin() -> None:
        try:
            began.append(parts.generations.begin(WISH, "test"))
        except DesignRunning:
            refused.append(1)

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(began), len(refused)) == (1, 7)


def test_a_designer_that_was_taken_for_dead_writes_nothing(tmp_path: Path) -> None:
    hands = Hands()
    parts = parts_for(tmp_path / "service", clock=hands.clock)
    parts.devices.sign_up_many(town(20))
    number, worker = parts.generations.begin(WISH, "test")
    assert not parts.generations.dead()  # seen for the first time
    hands.pass_by(5 * parts.settings.lease_s)
    assert parts.generations.dead()
    parts.generations.end_dead()
    assert parts.generations.one(number).state == "failed"
    designer = Designer(parts.settings, number, worker)
    with pytest.raises(LeaseLost):
        designer.store(designer.design())
    designer.parts.database.close()
    assert parts.generations.figures(number) is None


def test_too_few_devices_are_refused(parts: ServiceContext) -> None:
    parts.devices.sign_up_many(town(K - 1))
    with pytest.raises(Conflict, match=f"k is {K}, and {K - 1} devices"):
        parts.generations.begin(WISH, "test")


def test_who_comes_moves_or_cancels_between_design_and_publication_is_counted(parts: ServiceContext) -> None:
    done = parts.devices.sign_up_many(town(40))
    number = design(parts, k=K, publish=False)
    assert parts.generations.current() is None
    for gone in done[:7]:
        parts.devices.cancel(gone.id, gone.token or "")
    parts.devices.move(done[8].id, done[8].token or "", Home(40.0, -75.0))
    late = parts.devices.sign_up(Home(40.71, -74.01))
    parts.generations.publish(number)
    seen = report(parts, number)
    assert (seen["n_active"], seen["n_newcomers"]) == (34, 0)
    assert isinstance(seen["k_min"], int) and seen["k_min"] >= K
    assert not parts.devices.location(late.id, late.token or "").waiting


def test_publishing_twice_or_something_else_is_refused(parts: ServiceContext) -> None:
    parts.devices.sign_up_many(town(20))
    number = design(parts, k=K)
    with pytest.raises(Conflict):
        parts.generations.publish(number)
    with pytest.raises(NotFound):
        parts.generations.publish(99)
    with pytest.raises(Conflict, match="no earlier generation"):
        parts.generations.roll_back()
    with pytest.raises(Conflict, match="only a design"):
        parts.generations.discard(number)


def test_rolling_back_takes_newcomers_along(parts: ServiceContext) -> None:
    done = parts.devices.sign_up_many(town(30))
    first = design(parts, k=K)
    parts.devices.sign_up_many(town(15, seed=3))
    design(parts, k=K)
    parts.devices.cancel(done[0].id, done[0].token or "")
    assert parts.generations.roll_back() == first
    assert parts.generations.current() == first
    seen = report(parts, first)
    assert seen["n_active"] == 44
    assert isinstance(seen["k_min"], int) and seen["k_min"] >= K
    assert parts.devices.location(done[1].id, done[1].token or "").generation == first


def test_a_failed_publication_changes_nothing(tmp_path: Path, database_url: str | None) -> None:
    """The process dies in the middle of the transaction: the old generation is current, with its counts."""
    mortal = Mortal()
    parts = parts_for(tmp_path / "service", database_url, mortal.clock)
    parts.devices.sign_up_many(town(30))
    first = design(parts, k=K)
    second = design(parts, k=K, publish=False)
    mortal.lives = 0
    with pytest.raises(RuntimeError, match="dies here"):
        parts.generations.publish(second)
    assert parts.generations.current() == first
    assert parts.generations.one(second).state == "designed"
    assert parts.check_counts() == 0
    parts.database.close()


def test_old_memberships_are_forgotten(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "service", history=2)
    parts.devices.sign_up_many(town(20))
    for _ in range(3):
        design(parts, k=K)
    with parts.database.read() as connection:
        kept = connection.execute(select(membership.c.generation_id).distinct()).scalars().all()
    assert sorted(kept) == [2, 3]
    with pytest.raises(NotFound):
        report(parts, 1)


def test_discarding_a_design_leaves_the_current_one(parts: ServiceContext) -> None:
    parts.devices.sign_up_many(town(30))
    first = design(parts, k=K)
    second = design(parts, k=K, publish=False)
    parts.generations.discard(second)
    assert parts.generations.one(second).state == "discarded"
    with parts.database.read() as connection:
        assert connection.execute(select(service.c.current)).scalar_one() == first
        count = connection.execute(select(func.count()).where(membership.c.generation_id == second)).scalar_one()
    assert count == 0


def test_what_an_attacker_sees_on_a_line_of_towns(parts: ServiceContext) -> None:
    """Four blocks of K on the equator. One member of the first block cancels: 2K − 1 share, K − 1 founders are left."""
    homes = [Home(0.0, 10.0 * block + 0.001 * i) for block in range(4) for i in range(K)]
    done = parts.devices.sign_up_many(homes)
    number = design(parts, k=K)
    parts.devices.cancel(done[0].id, done[0].token or "")
    parts.devices.sign_up(Home(0.0, 30.0))
    seen = report(parts, number)
    wanted = {"n_active": 20, "n_newcomers": 1, "n_merged_cells": 1, "k_min": K, "k_min_knowing_cancelled": K - 1}
    assert {name: seen[name] for name in wanted} == wanted
    assert (seen["k_min_knowing_newcomers"], seen["k_min_two_generations"]) == (1, None)
    figures = seen["design"]
    assert isinstance(figures, dict)
    # 133, 111 and 222 m (0.001° is 111.2 m; snapped), to 20 m for a mean of twenty and to 50 m for a mean of k
    assert figures["distortion_m"] == {"mean": 140, "median": 100, "p95": 200}


def test_following_a_pseudonym_by_hand() -> None:
    history = np.array([[0, 0], [0, 0], [0, 1], [1, 1], [-1, 1], [0, -1]])
    # Device 4 came later: it hides among all three of place 1. Device 5 is not seen now.
    assert followed_sizes(history).tolist() == [2, 2, 1, 1, 3]


def test_sticky_generations_keep_the_anonymity_of_those_who_are_followed(parts: ServiceContext) -> None:
    done = parts.devices.sign_up_many(town(60))
    design(parts, k=K)
    for gone in done[:4]:
        parts.devices.cancel(gone.id, gone.token or "")
    parts.devices.sign_up_many(town(90, seed=9))
    free = design(parts, k=K, publish=False)
    torn = report(parts, free)
    parts.generations.discard(free)
    before = report(parts, 1)
    kept = report(parts, design(parts, k=K, sticky=True))
    assert isinstance(torn["k_min_two_generations"], int) and torn["k_min_two_generations"] < K
    assert isinstance(before["k_min_all_generations"], int)
    assert kept["k_min_two_generations"] == min(K, before["k_min_all_generations"]) or (
        isinstance(kept["k_min_two_generations"], int) and kept["k_min_two_generations"] >= K
    )
    assert isinstance(kept["price_of_sticky"], float) and kept["price_of_sticky"] >= 1.0
    figures = kept["design"]
    assert isinstance(figures, dict) and figures["n_cells"] > 12  # places that doubled were divided


def test_sticky_never_tears_a_class_that_agreed_before() -> None:
    """One place of 4K, whose halves were apart a generation ago: it may be divided only along the halves' own lines."""
    rng = np.random.default_rng(0)
    points = unit_vectors(rng.normal(scale=0.01, size=4 * K), rng.normal(scale=0.01, size=4 * K))
    earlier = np.repeat([0, 1], 2 * K)
    rng.shuffle(earlier)
    history = np.column_stack([earlier, np.zeros(4 * K, dtype=np.int64)])
    cells = sticky_cells(points, history[:, 1], history, k=K, cell_size=K, seed=0, progress=lambda done, total: None)
    assert np.unique(cells).size == 1  # the halves are mixed in space, so every division would tear them
    free = sticky_cells(
        points, history[:, 1], history[:, 1:], k=K, cell_size=K, seed=0, progress=lambda done, total: None
    )
    assert np.unique(free).size == 4


def test_a_design_begins_with_the_current_cells_when_their_number_is_similar() -> None:
    homes = town(300)
    points = unit_vectors([home.latitude for home in homes], [home.longitude for home in homes])
    terms = DesignRequest(k=10, snap_decimals=3, seed=3)
    first = free_design(points[:280], terms)
    for part in (points[:260], points):  # fewer cells, and more
        again = free_design(part, terms, first.rule)
        assert again.figures["warm_start"]
        assert again.sizes.min() >= 10
        assert again.figures["n_cells"] == len(part) // 10
        fresh = free_design(part, terms)
        assert again.loss < 1.25 * fresh.loss
    assert not free_design(points[:120], terms, first.rule).figures["warm_start"]


@pytest.mark.parametrize("budget_s", [None, 1e-9])
def test_no_site_is_a_home_or_anything_but_the_mean_of_its_cell(budget_s: float | None) -> None:
    """Story: a design that began with the cells before and was cut short had stored the homes of its new cells."""
    homes = town(300)
    points = unit_vectors([home.latitude for home in homes], [home.longitude for home in homes])
    first = free_design(points[:250], DesignRequest(k=10, seed=3))
    for start in (None, first.rule):
        made = free_design(points, DesignRequest(k=10, seed=3, budget_s=budget_s), start)
        assert made.figures["warm_start"] == (start is not None)
        assert (made.figures["outcome"] == "complete") == (budget_s is None)
        for number, site in enumerate(made.rule.sites):
            np.testing.assert_allclose(site, points[made.cell_of == number].mean(axis=0), rtol=0, atol=1e-12)
        assert len(np.unique(np.vstack([points, made.rule.sites]), axis=0)) == 330
        assert (made.rule.assign(points) == made.cell_of).mean() > 0.8  # newcomers go where their neighbours are


def test_rule_and_outlines_are_sealed_for_their_generation(parts: ServiceContext) -> None:
    parts.devices.sign_up_many(town(40))
    one, other = design(parts, k=K), design(parts, k=K)
    with parts.database.write() as connection:
        stored = connection.execute(select(stored_design).where(stored_design.c.generation_id == one)).one()
        rule = Rules(parts.vault).of(connection, one)
        assert rule.n_cells == 8
        assert rule.sites[0].tobytes() not in bytes(stored.rule)
        assert parts.vault.open(bytes(stored.rule), bound_rule(one)) == rule_bytes(rule)
        assert len(outlines_from(parts.vault.open(bytes(stored.outlines), bound_outlines(one)))) == 8
        connection.execute(
            update(stored_design).where(stored_design.c.generation_id == other).values(rule=bytes(stored.rule))
        )
        with pytest.raises(WrongUse, match="changed since"):
            Rules(parts.vault).of(connection, other)


def test_two_generations_in_the_database_do_not_give_a_home_by_subtraction(parts: ServiceContext) -> None:
    """Story: one device more, in a cell that was otherwise the same; 6·mean − 5·mean′ was its home."""
    parts.devices.sign_up_many([Home(0.0, 10.0 * block + 0.0013 * i) for block in range(3) for i in range(K)])
    one = design(parts, k=K)
    parts.devices.sign_up(Home(0.00371, 10.00523))
    other = design(parts, k=K)
    home = unit_vectors([0.00371], [10.00523])
    with parts.database.read() as connection:
        rows = connection.execute(select(place)).all()
    vectors = {(row.generation_id, round(row.longitude)): np.array([[row.x, row.y, row.z]]) for row in rows}
    found = (K + 1) * vectors[other, 10] - K * vectors[one, 10]
    assert metres_between(found / np.linalg.norm(found), home)[0] > 50
    for row in rows:
        np.testing.assert_allclose([row.x, row.y, row.z], unit_vectors([row.latitude], [row.longitude])[0], atol=1e-15)
    with parts.database.read() as connection:  # the sealed rule, and with it the outlines, hold no finer mean either
        for number in (one, other):
            sites = Rules(parts.vault).of(connection, number).sites
            told = np.array([(row.x, row.y, row.z) for row in rows if row.generation_id == number])
            np.testing.assert_allclose(np.sort(sites, axis=0), np.sort(told, axis=0), atol=1e-15)


def test_a_sticky_design_of_what_is_no_longer_told_is_refused(parts: ServiceContext) -> None:
    """Story: designed from generation 1, published after generation 2, it tore apart who 2 had put together."""
    parts.devices.sign_up_many(town(60))
    design(parts, k=K)
    late = design(parts, k=K, sticky=True, publish=False)
    design(parts, k=K, seed=7)
    with pytest.raises(Conflict, match="Design again"):
        parts.generations.publish(late)
    assert parts.generations.roll_back() == 1
    with pytest.raises(Conflict, match="Design again"):  # generation 1 is current again, but 2 was told meanwhile
        parts.generations.publish(late)
    assert (parts.generations.one(late).state, parts.generations.current()) == ("designed", 1)
    again = design(parts, k=K, sticky=True, publish=False)
    parts.generations.publish(again)
    assert parts.generations.current() == again


def test_a_sticky_design_before_any_generation_is_refused_after_the_first(parts: ServiceContext) -> None:
    parts.devices.sign_up_many(town(20))
    late = design(parts, k=K, sticky=True, publish=False)
    design(parts, k=K)
    with pytest.raises(Conflict, match="Design again"):
        parts.generations.publish(late)


def test_quantiles_of_the_distortion_are_means_of_k() -> None:
    metres = np.arange(21.0) ** 2
    # 8² … 12² about the median 10², and the last five, 16² … 20², about 19²
    assert distortion(metres[::-1], 5, decimals=None) == {"mean": 137, "median": 102, "p95": 326}
    assert distortion(metres[:5], 5, decimals=None) == {"mean": 6, "median": 6, "p95": 6}
    # places rounded to 111 m: means of 21 to 20 m, because 2·111/21 is 10.6; means of five to 50 m
    assert distortion(metres[::-1], 5, decimals=3) == {"mean": 140, "median": 100, "p95": 350}


def test_a_reserve_lets_some_cancel_without_a_merge(parts: ServiceContext) -> None:
    done = parts.devices.sign_up_many(town(60))
    number = design(parts, k=K, reserve=0.5)
    for gone in done[:3]:
        parts.devices.cancel(gone.id, gone.token or "")
    assert report(parts, number)["n_merged_cells"] == 0


@pytest.mark.parametrize(
    ("reason", "settings"),
    [
        ("newcomers", {"policy_newcomers": 0.2, "policy_smallest_cell": 0, "policy_drift": 9}),
        ("smallest cell", {"policy_newcomers": 9, "policy_smallest_cell": 1.0, "policy_drift": 9}),
        ("drift", {"policy_newcomers": 9, "policy_smallest_cell": 0, "policy_drift": 0.5}),
    ],
)
def test_policies_name_their_reason_and_keep_the_pause(tmp_path: Path, reason: str, settings: dict[str, float]) -> None:
    hands = Hands()
    parts = parts_for(tmp_path / "service", clock=hands.clock, k=K, **settings)
    pause = Pause(1000, hands.clock)
    assert due(parts, pause) is None
    done = parts.devices.sign_up_many(town(40))
    assert due(parts, pause) == Due("first generation", 0)
    number = design(parts, k=K)
    assert due(parts, pause) is None
    if reason == "newcomers":
        parts.devices.sign_up_many(town(11, seed=2))
    elif reason == "smallest cell":
        parts.devices.cancel(done[0].id, done[0].token or "")
    else:
        parts.devices.sign_up_many(town(8, seed=2, latitude=41.5))
    hands.pass_by(999)
    assert due(parts, pause) is None
    hands.pass_by(2)
    assert due(parts, pause) == Due(reason, number)
