"""Cells with few answers, joined with the nearest cell that has enough: what is released, and what it gives away."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from benchmarks.survey.running import specification
from benchmarks.survey.sealed_answers import SealedSurvey
from shoal.errors import ParameterError, ShoalError, TableError, WrongUse
from shoal.survey.closing.closing import AnswersKey, close_survey
from shoal.survey.collection.releasing import Collected
from shoal.survey.design.frame import design_frame

COUNTS = (5, 4, 2, 3, 1)  # k is 3: the third and the fifth cell have few answers
QI = ["age", "income"]


def collected(counts: Any, design: shoal.Specification | None = None, **options: Any) -> Collected:
    own = specification() if design is None else design
    cells = [cell for cell, count in enumerate(counts) for _ in range(count)]
    opinions = [("yes", "no")[row % 2] for row in range(len(cells))]
    answers = pl.DataFrame({"cell": cells, "specification": [own.digest] * len(cells), "opinion": opinions})
    wishes = {"few": "join", "trust_answers": True, "confidential": ["opinion"]}
    return shoal.collect(own, answers, **{**wishes, **options})


def test_few_answers_are_released_with_those_of_the_nearest_cell_with_enough() -> None:
    own = specification()
    found = collected(COUNTS)
    attained = found.attained
    assert attained.n_released == sum(COUNTS) and attained.n_withheld == attained.n_cells_withheld == 0
    assert attained.n_cells_released == 3 and attained.n_cells_joined == own.n_cells - 3
    assert (attained.n_cells_failed, attained.n_cells_failed_joined, attained.n_cells_lacking) == (2, 2, 0)
    centroids, enough = own.quantizer.centroids, [0, 1, 3]
    nearest = [enough[int(np.argmin(((centroids[enough] - each) ** 2).sum(1)))] for each in centroids]
    classes = {kind: [cell for cell in range(own.n_cells) if nearest[cell] == kind] for kind in enough}
    assert sorted(found.joined) == sorted(cells for cells in classes.values() if len(cells) > 1)
    sizes = found.table.group_by(QI).len()
    wanted = sorted(sum(COUNTS[cell] for cell in cells if cell < len(COUNTS)) for cells in classes.values())
    assert sizes["len"].sort().to_list() == wanted
    people = frame_of()
    cell_of = own.assign(people)
    released = sizes.select(QI).to_numpy()
    for cells in classes.values():  # the mean of all members, whoever answered
        mean = people.filter(pl.Series(np.isin(cell_of, cells))).select(QI).mean().row(0)
        assert np.abs(released - mean).min(axis=0) == pytest.approx([0.0, 0.0], abs=0.6)  # rounded: ages are whole


def frame_of() -> pl.DataFrame:
    """The frame of `specification`."""
    draw = np.random.default_rng(1)
    return pl.DataFrame({"age": draw.integers(18, 90, 400), "income": draw.normal(3000, 700, 400).round()})


def test_the_cells_of_a_class_tell_no_more_than_withholding_does() -> None:
    """Whatever the counts below k, an observer sees the same cells joined, with the same values."""
    seen = set()
    for few in product(range(3), repeat=2):
        found = collected((5, 4, few[0], 3, few[1]))
        facts = (str(found.joined), str(found.table.select(QI).unique().sort(QI).rows()))
        seen.add((*facts, found.attained.n_cells_released, found.attained.n_cells_joined))
    assert len(seen) == 1


def test_answers_decide_nothing_about_classes() -> None:
    own = specification()
    cells = [cell for cell, count in enumerate(COUNTS) for _ in range(count)]
    for opinions in (["yes"] * len(cells), ["no"] * 5 + ["yes"] * (len(cells) - 5)):
        table = pl.DataFrame({"cell": cells, "opinion": opinions})
        found = shoal.collect(own, table, few="join", trust_answers=True, confidential=["opinion"])
        assert found.joined == collected(COUNTS).joined


def test_joining_is_refused_where_it_would_tell_more() -> None:
    for promise in ({"diversity": {"opinion": 2}}, {"closeness": {"opinion": 0.5}}):
        with pytest.raises(ParameterError, match="would show which answer"):
            collected(COUNTS, **promise)
    alone = collected(COUNTS, few="withhold")
    assert alone.attained.n_cells_joined == 0 and alone.joined == []
    with pytest.raises(ParameterError, match="beside an earlier release"):
        collected(COUNTS, earlier=[alone.table])
    with pytest.raises(TableError, match="cells were joined in it"):
        collected(COUNTS, few="withhold", earlier=[collected((5, 4, 2, 3)).table.vstack(alone.table)])
    with pytest.raises(ShoalError, match="'withhold' or 'join'"):
        collected(COUNTS, few="merge")


def test_joining_is_refused_where_a_joined_class_looks_like_a_cell() -> None:
    """Story: three towns were published as the largest one. Beside that, the next release showed two new answers."""
    towns = pl.DataFrame({"town": ["Avila"] * 120 + ["Bern"] * 60 + ["Cadiz"] * 60})
    made = design_frame(towns, k=5, failure=0.05, participation=0.5, quasi_identifiers=["town"], seed=1)
    counts = [4] * made.specification.n_cells
    counts[int(made.cell_of[0])] = 10  # Avila, whose name a class with Bern or Cadiz has too
    with pytest.raises(ParameterError, match="values of a single cell") as refused:
        collected(counts, made.specification)
    assert "withhold" in str(refused.value).lower()
    assert collected(counts, made.specification, few="withhold").attained.n_released == 10
    nothing_to_join = collected([5] * len(counts), made.specification)
    assert nothing_to_join.joined == [] and nothing_to_join.attained.n_released == 5 * len(counts)


def test_a_stratum_is_never_joined_with_another() -> None:
    """One stratum has answers in two cells, the other two answers in one: these are withheld."""
    rng = np.random.default_rng(3)
    frame = pl.DataFrame({"age": rng.integers(18, 90, 300), "region": ["north"] * 150 + ["south"] * 150})
    given: dict[str, Any] = {"k": 3, "failure": 0.01, "participation": 0.6, "seed": 1, "method": "pcl(rounds=5)"}
    design = design_frame(frame, quasi_identifiers=["age"], by="region", **given).specification
    regions = design.quantizer.blocks[0].rule.n_cells
    found = collected([4, 1, *([0] * (regions - 2)), 2], design)
    assert found.attained.n_released == 5 and found.attained.n_withheld == 2
    assert found.table["region"].unique().to_list() == [str(frame["region"][0])]
    assert found.attained.n_cells_lacking == design.n_cells - regions


def test_a_cell_with_too_many_answers_takes_nobody_in() -> None:
    own = specification()
    counts = [int(own.frame_counts[0]) + 1, 4, 1]
    found = collected(counts, overfull="withhold")
    assert found.attained.n_released == 5 and found.attained.n_cells_overfull == 1
    assert all(0 not in cells for cells in found.joined)


def test_closing_joins_too_and_says_so(sealed: SealedSurvey) -> None:
    bundle = sealed.bundle(sealed.entries(COUNTS))
    key = AnswersKey(sealed.key, sealed.key_path)
    with pytest.raises(ParameterError, match="would show which answer"):
        close_survey(sealed.survey, bundle, key, few="join", diversity={"opinion": 2})
    paths = close_survey(sealed.survey, bundle, key, few="join").save(sealed.folder / "out")
    report = json.loads(paths["report_json"].read_text("utf-8"))
    assert report["n_released"] == sum(COUNTS) and report["cells"]["lacking"] == 0
    assert report["failure"]["failed_at_most"] == report["cells"]["joined"] == report["cells"]["designed"] - 3
    assert sum(len(cells) - 1 for cells in report["joined"]) == report["cells"]["joined"]
    assert "released together with the nearest cell" in paths["report"].read_text("utf-8")
    with pytest.raises(WrongUse, match="closed before"):  # both releases together would show the few answers
        close_survey(sealed.survey, bundle, key)
