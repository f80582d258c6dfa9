"""What a published design tells about people who are not equally likely to answer: nothing of any one of them."""

from __future__ import annotations

import json
from math import isclose

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from survey_toys import designed

from shoal import ProbabilisticAnonymity, design_boxes
from shoal.encode.arithmetic.coarse import SCALES_PER_ORIGIN, coarse_size
from shoal.errors import RolesError
from shoal.survey.design.frame import design_frame
from shoal.survey.shared.plain_means import loss_of_means
from shoal.survey.shared.rounding import rounded_failure, rounded_share, share_step

FEW, MANY = 0.3, 0.6  # how likely former refusers are to answer, and the others


def with_refusers(n_records: int = 600, n_refusers: int = 18) -> pl.DataFrame:
    rng = np.random.default_rng(8)
    refuses = np.isin(np.arange(n_records), rng.choice(n_records, n_refusers, replace=False))
    return pl.DataFrame(
        {
            "age": rng.integers(18, 90, n_records),
            "income": rng.normal(3000, 700, n_records).round(),
            "chance": np.where(refuses, FEW, MANY),
        }
    )


@given(st.floats(1e-12, 1.0))
def test_shares_are_told_coarsely_and_never_above(mean: float) -> None:
    told = rounded_share(mean)
    assert 0.0 < told <= mean * (1 + 1e-8)
    assert mean < (told + share_step(told)) * (1 + 1e-8)
    assert rounded_share(told) == told
    assert isclose(told / share_step(told), round(told / share_step(told)), rel_tol=1e-9)


@given(st.floats(1e-300, 0.5), st.floats(1e-300, 0.5))
def test_failures_are_told_coarsely_and_never_below(failure: float, acceptable: float) -> None:
    told = rounded_failure(failure, acceptable)
    assert failure * (1 - 1e-8) <= told <= 2.0 * failure * (1 + 1e-8)
    if failure <= acceptable:
        assert told <= acceptable


def test_no_refuser_follows_from_two_kinds_of_means() -> None:
    """Story: weighted centroids beside plain sites were two equations for the one member with another probability."""
    frame = with_refusers()
    design = designed(frame, quasi_identifiers=["age", "income"], participation="chance", k=3, failure=0.01)
    document = json.loads(json.dumps(design.specification.to_document()))
    arrays = document["quantizer"]["arrays"]
    attributes = document["quantizer"]["header"]["encoding"]["attributes"]
    sites, centroids = np.array(arrays["blocks/0/sites"]), np.array(arrays["centroids"])
    cell_of, chance = design.cell_of, frame["chance"].to_numpy()
    alone = [cell for cell in range(len(sites)) if (chance[cell_of == cell] == FEW).sum() == 1]
    assert len(alone) >= 5
    told = 0
    for cell in alone:
        members = np.flatnonzero(cell_of == cell)
        weight = FEW + MANY * (len(members) - 1)
        refuser = members[chance[members] == FEW][0]
        guesses = []
        for place, attribute in enumerate(attributes):
            plain, other = (
                attribute["reference"] + attribute["offset"] + attribute["scale"] * mean[cell, place]
                for mean in (sites, centroids)
            )
            guesses.append((MANY * len(members) * plain - weight * other) / (MANY - FEW))
        true = [frame[name][int(refuser)] for name in ("age", "income")]
        told += bool(np.allclose(guesses, true, rtol=1e-3))
    assert told == 0


def test_centroids_are_plain_means_and_shares_are_round() -> None:
    frame = with_refusers()
    design = designed(frame, quasi_identifiers=["age", "income"], participation="chance", k=3, failure=0.01)
    specification = design.specification
    released = specification.quantizer.centroids
    counts = np.bincount(design.cell_of)
    for place, name in enumerate(("age", "income")):
        values = frame[name].to_numpy().astype(float)
        standard = (values - values.mean()) / values.std()
        means = np.bincount(design.cell_of, standard) / counts
        slope, start = np.polyfit(means, released[:, place], 1)  # whatever the scale and the centre are
        assert released[:, place] == pytest.approx(slope * means + start, abs=1e-9)
    shares = np.array(specification.participation.shares)
    assert (20 * shares).round(9).tolist() == (20 * shares).round().tolist()
    means = np.bincount(design.cell_of, frame["chance"].to_numpy()) / counts
    assert (shares <= means + 1e-9).all() and (means - shares < 0.05 + 1e-9).all()
    assert specification.verify().ok


def test_forms_tell_plain_means_too() -> None:
    frame = with_refusers()
    promise = ProbabilisticAnonymity(3, 0.01, frame["chance"].to_numpy())
    design = design_boxes(
        frame, promise=promise, quasi_identifiers=["age", "income"], rounding={"income": "none"}, seed=1, effort=20
    )
    box_of = design.assign(frame)
    means = np.bincount(box_of, frame["income"].to_numpy()) / np.bincount(box_of)
    assert design.released["income"].to_numpy() == pytest.approx(means, rel=1e-9)
    assert (20 * design.shares).round(9).tolist() == (20 * design.shares).round().tolist()
    assert (design.failures <= 0.01).all()
    assert promise.kept_by(box_of)


def test_loss_is_weighted_by_who_is_likely_to_answer() -> None:
    points, cell_of = np.array([[0.0], [2.0], [10.0], [12.0]]), np.array([0, 0, 1, 1])
    assert loss_of_means(points, cell_of, None) == pytest.approx(4 / 104)
    weights = np.array([1.0, 3.0, 2.0, 2.0])
    mean = np.average(points[:, 0], weights=weights)
    assert loss_of_means(points, cell_of, weights) == pytest.approx(8 / (weights @ (points[:, 0] - mean) ** 2))


def test_an_order_that_comes_with_the_table_lists_nobody() -> None:
    """Story: an ordered category that one person has went into the form, because an order was taken for given."""
    schools = ["a-none", "b-some", "c-all of it"]
    rng = np.random.default_rng(2)
    values = [*rng.choice(schools, 399).tolist(), "d-rare"]
    frame = pl.DataFrame(
        {"age": rng.integers(18, 90, 400), "school": pl.Series(values, dtype=pl.Enum([*schools, "d-rare"]))}
    )
    with pytest.raises(RolesError, match="1 value of it belongs to fewer than") as refused:
        design_boxes(frame, promise=5, quasi_identifiers=["age", "school"], seed=1, effort=5)
    assert "d-rare" not in str(refused.value)
    given = {"school": [*schools, "d-rare"]}
    design_boxes(frame, promise=5, quasi_identifiers=["age", "school"], orders=given, seed=1, effort=5)


def test_the_encoding_of_a_specification_tells_no_mean_and_no_spread() -> None:
    """Exact ones were equations for the few members who have a value that most others lack."""
    rng = np.random.default_rng(12)
    income = [float(value) if index < 30 else None for index, value in enumerate(rng.normal(3000, 900, 400).round())]
    frame = pl.DataFrame({"age": rng.integers(18, 90, 400), "income": income})
    specification = design_frame(
        frame, k=3, failure=0.01, participation=0.7, quasi_identifiers=["age", "income"], missing="own-cell", seed=1
    ).specification
    quantizer = specification.quantizer
    assert not quantizer.intake.centre.any()
    for attribute in quantizer.intake.encoding.attributes:
        assert coarse_size(attribute.scale, fine=True) == attribute.scale
        assert attribute.reference % (SCALES_PER_ORIGIN * coarse_size(attribute.scale, fine=False)) == 0.0
        assert attribute.offset == 0.0
