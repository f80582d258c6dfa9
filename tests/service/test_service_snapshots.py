"""What the database and the answers give to somebody who knows the rest: two snapshots around a sign-up, many moves."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from service_toys import design, parts_for, serving, town
from sqlalchemy import Float, select

from shoal.arrays import FloatArray
from shoal.client import Client, Device
from shoal.service.design.design import DesignRequest, free_design
from shoal.service.devices.devices import Home
from shoal.service.geometry.coarse import place_unit_m, rounded_mean, spacing_m, step_m
from shoal.service.geometry.sphere import metres_between, unit_vectors
from shoal.service.http.metrics import Metrics
from shoal.service.logs import FIELDS
from shoal.service.parts import ServiceContext
from shoal.service.store.models import design as stored_design
from shoal.service.store.models import metadata

K, DECIMALS = 5, 3
UNIT_M = place_unit_m(DECIMALS)  # 111 m
THREAT_MODEL = Path(__file__).parents[2] / "docs" / "threat-model.md"
N_TRIES = 60


def test_the_unit_of_a_place() -> None:
    assert place_unit_m(DECIMALS) == pytest.approx(111.195, abs=1e-3)
    assert place_unit_m(None) == 0.0
    assert [step_m(3, n) for n in (2, 5, 20, 100, 1000)] == [200, 50, 20, 5, 1]
    assert step_m(None, 2) == 1
    assert step_m(0, 5) == 50_000


# --- two snapshots around one sign-up


def hamlets(rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Three hamlets of k homes, some hundred metres wide, and a newcomer near the first: degrees."""
    scatter = rng.normal(scale=0.002, size=(3, K, 2))
    known = (np.array([[40.0, -74.0], [40.5, -74.0], [41.0, -74.0]])[:, None] + scatter).reshape(-1, 2)
    return known, np.array([[40.0, -74.0]]) + rng.normal(scale=0.002, size=(1, 2))


def points_of(degrees: FloatArray) -> FloatArray:
    return unit_vectors(degrees[:, 0], degrees[:, 1])


def attacked(rng: np.random.Generator) -> tuple[float, float]:
    """Errors in metres of somebody who knows every home but the newcomer's, and reads both designs from the database.

    From the place: the sum of the cell without the known homes. From the mean distance: the sum of all distances
    without the known ones, which is the distance from the newcomer's home to its place.
    """
    known, newcomer = hamlets(rng)
    everybody = np.vstack([known, newcomer])
    made = free_design(points_of(everybody), DesignRequest(K, snap_decimals=DECIMALS, seed=1))
    own = made.cell_of[-1]
    place = np.array([[made.latitude[made.place_of[own]], made.longitude[made.place_of[own]]]])
    together = np.flatnonzero(made.cell_of[:-1] == own)
    guess = (len(together) + 1) * place - known[together].sum(axis=0, keepdims=True)
    by_place = metres_between(points_of(guess), points_of(newcomer))[0]
    handed = np.column_stack([made.latitude, made.longitude])[made.place_of[made.cell_of]]
    distances = metres_between(points_of(everybody), points_of(handed))
    by_distance = len(everybody) * made.figures["distortion_m"]["mean"] - distances[:-1].sum()
    return float(by_place), float(abs(by_distance - distances[-1]))


def test_who_knows_all_homes_but_one_learns_it_no_better_than_a_place_is_rounded() -> None:
    """Story: `radius_m` and `loss` before and after a sign-up gave the newcomer's distance to a metre."""
    rng = np.random.default_rng(0)
    by_place, by_distance = np.array([attacked(rng) for _ in range(N_TRIES)]).T
    assert np.median(by_place) > UNIT_M
    # an error that is equally likely up to ± the unit or more has a root mean square of unit/√3 or more
    assert np.sqrt((by_distance**2).mean()) > UNIT_M / np.sqrt(3)
    assert by_distance.max() > UNIT_M


@pytest.mark.parametrize("n", [5, 16, 100, 3000])
def test_the_interval_that_a_rounded_mean_leaves_for_one_distance(n: int) -> None:
    """However the others lie, one distance can be changed by the unit, one way or the other, and nothing is seen."""
    rng = np.random.default_rng(n)
    for _ in range(50):
        metres = rng.uniform(300, 2000, size=n)
        shown = rounded_mean(metres, DECIMALS)
        changed = [metres + np.eye(1, n)[0] * way * UNIT_M for way in (1, -1)]
        assert shown in [rounded_mean(other, DECIMALS) for other in changed]


def test_the_size_of_a_cell_is_told_by_places_alone() -> None:
    """A square of side 1 km with a fifth place in the middle; who lives where changes nothing."""
    half = 500 / 111_195
    up, across = np.array([-half, -half, half, half, 0.0]), np.array([-half, half, -half, half, 0.0])
    assert spacing_m(up, across)[4] == pytest.approx(500 * np.sqrt(2), abs=1)
    assert spacing_m(up, across)[0] == pytest.approx((500 * np.sqrt(2) + 1000 + 1000 + 1000 * np.sqrt(2)) / 4, abs=1)
    assert spacing_m(up[:1], across[:1]).tolist() == [0.0]
    assert spacing_m(up[:0], across[:0]).tolist() == []


def test_two_snapshots_of_the_database_differ_in_nothing_finer_than_places(parts: ServiceContext) -> None:
    """Every number of every table: whole, or a place, or a time of a generation."""
    parts.devices.sign_up_many(town(40))
    design(parts, k=K)
    parts.devices.sign_up(Home(40.7123456, -74.0123456))
    design(parts, k=K, sticky=True)
    places = {"latitude", "longitude", "x", "y", "z"}  # x, y, z: of the rounded place, see the tests of generations
    of_generations = {"created_at", "designed_at", "published_at", "retired_at", "progress", "reserve", "moves_since"}
    with parts.database.read() as connection:
        for table in metadata.tables.values():
            for column in table.columns:
                if isinstance(column.type, Float) and column.name not in places | of_generations:
                    found = connection.execute(select(column)).scalars().all()
                    assert found and all(value == int(value) for value in found), column
        for column in ("latitude", "longitude"):
            found = connection.execute(select(metadata.tables["place"].c[column])).scalars().all()
            assert all(value == round(value, DECIMALS) for value in found)
        figures = [json.loads(own) for own in connection.execute(select(stored_design.c.figures)).scalars()]
    for own in figures:
        assert "loss" not in own
        numbers = {name: value for name, value in own.items() if isinstance(value, float)}
        assert set(numbers) == {"design_cpu_s"}
        for kind in ("distortion_m", "free_distortion_m"):
            assert all(isinstance(value, int) and value % 5 == 0 for value in own.get(kind, {}).values())


# --- many moves


def test_moves_find_no_border_finer_than_places_are_rounded(tmp_path: Path) -> None:
    """Story: by bisection, a device that moved often enough found the border of its cell to two centimetres.

    What bisection finds now is the line at which homes are rounded, wherever the border is.
    """
    with serving(parts_for(tmp_path / "service", moves_per_day=10_000).settings) as (parts, client):
        parts.devices.sign_up_many(town(60))
        design(parts, k=K)
        own, _ = client.sign_up(40.6, -74.0)
        south, north = 40.6, 40.8
        assert told(client, own, south) != told(client, own, north)
        while north - south > 1e-9:
            middle = (south + north) / 2
            if told(client, own, middle) == told(client, own, south):
                south = middle
            else:
                north = middle
    assert (1000 * south) % 1 == pytest.approx(0.5, abs=1e-5)


def told(client: Client, own: Device, latitude: float) -> tuple[float | None, float | None]:
    place = client.move(own, latitude, -74.0)
    return place.latitude, place.longitude


# --- the list in the threat model is complete


def listed(title: str) -> set[str]:
    """The words in the first column of the table under a heading of the threat model."""
    section = THREAT_MODEL.read_text("utf-8").split(f"### {title}\n")[1].split("\n##")[0]
    first = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return set(re.findall(r"`([^`]+)`", " ".join(first)))


def test_the_threat_model_answers_for_every_column() -> None:
    stored = {f"{table.name}.{column.name}" for table in metadata.tables.values() for column in table.columns}
    assert listed("What is stored") == stored


def test_the_threat_model_answers_for_every_log_field_and_metric() -> None:
    wanted = {*FIELDS, "time", "level", "logger", "event"}
    assert listed("What is logged") == wanted
    families = {family.name for family in Metrics().registry.collect()}
    assert listed("What is measured") == families


def test_the_threat_model_answers_for_every_field_of_every_answer(tmp_path: Path) -> None:
    with serving(parts_for(tmp_path / "service").settings) as (parts, client):
        parts.devices.sign_up_many(town(20))
        number = design(parts, k=K)
        answers = {
            "overview": set(client.overview()),
            "generation": set(client.generation(number)) | {"generation.figures"},
            "report": set(client.report(number)),
            "cells": set(client.cells(number)["features"][0]["properties"]) | {"geometry"},
            "figures": set(client.generation(number)["figures"]) | {"free_distortion_m"},
            "location": {"geometry", "status", "generation", "k"},
        }
    told = listed("What is answered")
    missing = {f"{answer}: {name}" for answer, names in answers.items() for name in names if name not in told}
    assert missing == set()
