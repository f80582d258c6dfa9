"""The guard: nobody is ever told a place that fewer than k active devices share."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from service_toys import design, town
from sqlalchemy import func, select, update

from shoal.errors import PromiseNotKept
from shoal.service.devices.devices import Home
from shoal.service.generations import guard
from shoal.service.geometry.merging import Merging
from shoal.service.http.overview import overview
from shoal.service.parts import ServiceContext
from shoal.service.problems import Cancelled
from shoal.service.store.models import cell, device, membership, place

K = 5


def told(parts: ServiceContext, tokens: dict[str, str]) -> Counter[tuple[float, float]]:
    """What all devices are told, place by place; waiting ones are left out, and the overview counts them."""
    places: Counter[tuple[float, float]] = Counter()
    for own, token in tokens.items():
        placement = parts.devices.location(own, token)
        if placement.latitude is not None and placement.longitude is not None:
            places[placement.latitude, placement.longitude] += 1
    with parts.database.snapshot() as connection:
        assert overview(connection).n_waiting == len(tokens) - places.total()
    return places


def sign_up(parts: ServiceContext, homes: list[Home]) -> dict[str, str]:
    return {done.id: done.token or "" for done in parts.devices.sign_up_many(homes)}


def test_everybody_waits_without_a_generation_and_is_placed_with_one(parts: ServiceContext) -> None:
    tokens = sign_up(parts, town(63))
    assert not told(parts, tokens)
    design(parts, k=K)
    places = told(parts, tokens)
    assert sum(places.values()) == 63
    assert min(places.values()) >= K
    assert len(places) == 63 // K


def test_a_newcomer_joins_an_existing_cell(parts: ServiceContext) -> None:
    tokens = sign_up(parts, town(40))
    design(parts, k=K)
    before = told(parts, tokens)
    newcomer = parts.devices.sign_up(Home(40.7, -74.0))
    assert (newcomer.placement.latitude, newcomer.placement.longitude) in before
    after = told(parts, tokens | {newcomer.id: newcomer.token or ""})
    assert sum((after - before).values()) == 1
    assert not before - after


def test_cancellations_merge_until_everybody_waits(parts: ServiceContext) -> None:
    """The count from outside is right after every single cancellation, down to the last device."""
    tokens = sign_up(parts, town(31))
    design(parts, k=K)
    for own in list(tokens):
        token = tokens.pop(own)
        parts.devices.cancel(own, token)
        with pytest.raises(Cancelled):
            parts.devices.location(own, token)
        places = told(parts, tokens)
        assert sum(places.values()) == (len(tokens) if len(tokens) >= K else 0)
        assert not places or min(places.values()) >= K
    with parts.database.read() as connection:
        assert connection.execute(select(func.count()).select_from(membership)).scalar_one() == 0
        assert connection.execute(select(func.count()).where(device.c.exact.is_not(None))).scalar_one() == 0


def test_waiting_ends_when_enough_have_come(parts: ServiceContext) -> None:
    tokens = sign_up(parts, town(12))
    design(parts, k=K)
    for own in list(tokens)[:9]:
        parts.devices.cancel(own, tokens.pop(own))
    assert not told(parts, tokens)
    tokens |= sign_up(parts, town(1, seed=5))
    assert not told(parts, tokens)
    tokens |= sign_up(parts, town(1, seed=6))
    assert list(told(parts, tokens).values()) == [K]


def test_moving_house_leaves_the_old_cell_safe(parts: ServiceContext) -> None:
    tokens = sign_up(parts, town(30))
    design(parts, k=K)
    for own in list(tokens)[:12]:
        parts.devices.move(own, tokens[own], Home(40.62, -74.1))
        places = told(parts, tokens)
        assert sum(places.values()) == 30
        assert min(places.values()) >= K


def test_the_merged_place_is_the_common_centroid_of_the_design(parts: ServiceContext) -> None:
    """Two far-away blocks of exactly k: one cancellation moves everybody to the middle, weighted by design sizes."""
    homes = [Home(0.0, 10.0 + 0.001 * i) for i in range(K)] + [Home(0.0, 20.0 + 0.001 * i) for i in range(K)]
    tokens = sign_up(parts, homes)
    design(parts, k=K)
    assert sorted(told(parts, tokens)) == [(0.0, 10.002), (0.0, 20.002)]
    own = next(iter(tokens))
    with parts.database.read() as connection:
        assert overview(connection).n_merged == 0
    parts.devices.cancel(own, tokens.pop(own))
    assert told(parts, tokens) == {(0.0, 15.002): 2 * K - 1}
    with parts.database.read() as connection:
        assert overview(connection).n_merged == 1


def test_counts_that_somebody_edited_are_found_and_corrected(parts: ServiceContext) -> None:
    tokens = sign_up(parts, town(20))
    design(parts, k=K)
    with parts.database.write() as connection:
        connection.execute(update(place).where(place.c.place == 0).values(active=1000))
    with pytest.raises(PromiseNotKept), parts.database.write() as connection:
        guard.require_promise(connection)
    assert parts.check_counts() == 1
    assert parts.check_counts() == 0
    assert min(told(parts, tokens).values()) >= K


def test_identical_homes_share_one_place_and_are_counted_by_it(parts: ServiceContext) -> None:
    """A tower block: more cells than places. The count is by what is released, so no cell needs a merge of its own."""
    tokens = sign_up(parts, [Home(48.2, 16.3)] * 23)
    design(parts, k=K)
    assert told(parts, tokens) == {(48.2, 16.3): 23}
    with parts.database.read() as connection:
        assert connection.execute(select(func.count()).select_from(place)).scalar_one() == 1
        assert connection.execute(select(func.count()).select_from(cell)).scalar_one() > 1
    for own in list(tokens)[: 23 - K]:
        parts.devices.cancel(own, tokens.pop(own))
    assert told(parts, tokens) == {(48.2, 16.3): K}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 12), min_size=1, max_size=12), st.integers(2, 9), st.integers(0, 1000))
def test_merging_ends_with_at_least_k_or_one_place(active: list[int], k: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(len(active), 3))
    sizes = rng.integers(1, 9, size=len(active))
    merging = Merging(vectors.copy(), sizes.copy(), np.array(active))
    merges = merging.merge_below(k)
    assert merging.alive.sum() == len(active) - len(merges)
    assert merging.counts[merging.alive].sum() == sum(active)
    assert merging.alive.sum() == 1 or merging.counts[merging.alive].min() >= k
    total = (sizes[:, None] * vectors).sum(axis=0)
    kept = merging.alive
    assert (merging.sizes[kept, None] * merging.vectors[kept]).sum(axis=0) == pytest.approx(total)


def test_the_best_neighbour_is_the_one_of_least_distortion() -> None:
    """Nearest is not best: 1·1/(1+1)·4² = 8 against 1·9/(1+9)·3² = 8.1."""
    vectors = np.array([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 3.0, 0.0]])
    merging = Merging(vectors, np.array([5, 5, 5]), np.array([1, 1, 9]))
    assert merging.merge_below(2) == [(1, 0)]
