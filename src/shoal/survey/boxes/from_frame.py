"""From a population frame to boxes: the entry point for paper forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.arrays import FloatArray, IntArray
from shoal.encode.attributes.category import text_of
from shoal.encode.attributes.nominal import Nominal
from shoal.encode.encoding import Encoding
from shoal.encode.naming import refuse_naming_columns
from shoal.encode.units import Units
from shoal.errors import ParameterError, PromiseNotKept, RolesError, Setting
from shoal.guarantee import KAnonymity, ProbabilisticAnonymity
from shoal.partition.checks import check_seed
from shoal.survey.boxes.box_design import BoxDesign, refuse_no_answer
from shoal.survey.boxes.content import BoxPromise
from shoal.survey.boxes.questions import ANYTHING_ELSE, Question, SetQuestion
from shoal.survey.boxes.rules import Flow, Grid
from shoal.survey.boxes.search.drafts import Rounding, drafts_of
from shoal.survey.boxes.search.flow import flow_of, search_flow
from shoal.survey.boxes.search.grid import grid_of, search_grid
from shoal.survey.boxes.search.population import Population, Promise, fewest_records
from shoal.survey.shared.decoded_columns import series_of
from shoal.survey.shared.plain_means import loss_of_means, plain_means
from shoal.survey.shared.question_wording import readable, require_asked
from shoal.survey.shared.rounding import rounded_failure, rounded_loss, rounded_share
from shoal.table.frames.table import Table
from shoal.table.roles.checks import refuse_stray_text, require_readable
from shoal.table.roles.roles import Decimals, Names, Roles
from shoal.table.roles.roles_file import roles_of_named
from shoal.table.sources import table_of

LAYOUTS = (Flow.LAYOUT, Grid.LAYOUT)


def design_boxes(
    frame: Any,
    *,
    promise: Promise | int,
    quasi_identifiers: Names = None,
    roles: str | Path | Roles | None = None,
    types: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    taxonomies: Mapping[str, str | Path] | None = None,
    attribute_weights: Mapping[str, float] | None = None,
    rounding: Mapping[str, Decimals] | None = None,
    layout: str = Flow.LAYOUT,
    round_numbers: Rounding = False,
    most_boxes: int | None = None,
    effort: float | None = None,
    seed: int = 0,
    title: str = "",
    wording: Mapping[str, str] | None = None,
) -> BoxDesign:
    """Design boxes that people find with a pencil, each with enough people of the frame, at small distortion.

    Parameters
    ----------
    frame : table of everybody who may be asked (pandas, polars, pyarrow, or the path of a file).
    promise : `ProbabilisticAnonymity`, `KAnonymity`, or k itself.
    quasi_identifiers : what the form asks: columns an outsider may know about a person.
    roles : a roles file (or roles) instead of the arguments around it.
    types, orders, taxonomies, attribute_weights, rounding : details of quasi-identifiers, as in `anonymize`.
    layout : 'flow' (each answer leads to the next question: least distortion) or 'grid' (one list of ranges each).
    round_numbers : True for thresholds that look round; or by column, a step (None: whatever looks round).
    most_boxes : no more boxes than this, for a shorter form.
    effort : how often the search visits each record; more lowers the distortion a little.
    seed : the same seed gives the same boxes.
    title, wording : what the form is called, and what it asks for each column; by default the column's name.
    """
    guarantee = KAnonymity(promise) if isinstance(promise, int) else promise
    _check(guarantee, layout, most_boxes, effort, seed)
    table = table_of(frame)
    given = {
        "quasi_identifiers": quasi_identifiers, "types": types, "orders": orders, "taxonomies": taxonomies,
        "attribute_weights": attribute_weights, "rounding": rounding,
    }  # fmt: skip
    named = roles_of_named(table, roles, given)
    population, encoding = _population(table, named, guarantee, round_numbers, most_boxes)
    texts = _texts(population, wording)
    rule: Flow | Grid
    if layout == Flow.LAYOUT:
        questions, rule, box_of = flow_of(*search_flow(population, effort, seed), population.drafts, texts)
    else:
        questions, rule, box_of = grid_of(search_grid(population, most_boxes), population, texts)
    return _counted(
        BoxDesign(
            title=title,
            promise=_said(guarantee, population),
            questions=questions,
            rule=rule,
            counts=np.bincount(box_of),
            shares=_shares(guarantee, box_of),
            failures=_failures(guarantee, box_of),
            released=_released(encoding, population, questions, box_of),
            loss=_loss(encoding, population, box_of),
            seed=seed,
        ),
        guarantee,
        table,
        box_of,
    )


def _check(promise: object, layout: str, most_boxes: object, effort: object, seed: int) -> None:
    if not isinstance(promise, (KAnonymity, ProbabilisticAnonymity)):
        raise ParameterError(
            Setting("promise"), " must be k, KAnonymity(k) or ProbabilisticAnonymity(k, failure, participation)."
        )
    if layout not in LAYOUTS:
        raise ParameterError(Setting("layout"), f" must be one of {', '.join(LAYOUTS)}.")
    whole = isinstance(most_boxes, Integral) and not isinstance(most_boxes, bool)
    if most_boxes is not None and not (whole and int(most_boxes) >= 1):  # type: ignore[call-overload]
        raise ParameterError(Setting("most_boxes"), " must be a whole number of at least 1.")
    if effort is not None and not (isinstance(effort, Real) and 0.0 <= float(effort) < float("inf")):
        raise ParameterError(Setting("effort"), " must be a number of at least 0: visits of the search to each record.")
    check_seed(seed)


def _population(
    table: Table, roles: Roles, promise: Promise, round_numbers: Rounding, most_boxes: int | None
) -> tuple[Population, Encoding]:
    if roles.stratum:
        raise RolesError(
            "A form has no strata.",
            hint="Make that column a quasi-identifier: the form then asks for it like for the others.",
        )
    if roles.weight is not None:
        raise RolesError("A frame has one row for each person; a form cannot be designed with record weights.")
    if roles.mass is not None:
        raise RolesError("A frame has one row for each person; a form cannot be designed for rows of several persons.")
    if roles.household is not None:
        raise RolesError("Everybody fills in a form alone; a form cannot be designed for households.")
    require_readable(table, roles.quasi_identifiers)
    refuse_stray_text(table, roles)
    refuse_naming_columns(table, roles)
    for name in roles.quasi_identifiers:
        refuse_no_answer(table, name)
    fewest = fewest_records(promise, table.n_records, most_boxes, table.origin.name)
    weights = getattr(promise, "participation", None)
    encoding = Encoding.fit(table, roles, weights if isinstance(weights, np.ndarray) else None)
    listed_from = max(fewest, promise.n_min) if isinstance(promise, ProbabilisticAnonymity) else fewest
    drafts = drafts_of(encoding, table, roles, round_numbers, listed_from)
    slices = {
        column: part
        for attribute, part in zip(encoding.attributes, encoding.slices.values(), strict=True)
        for column in attribute.columns
    }
    return Population(encoding.points(table), drafts, promise, fewest, slices), encoding


def _texts(population: Population, wording: Mapping[str, str] | None) -> list[str]:
    columns = [draft.column for draft in population.drafts]
    require_asked(wording or {}, columns, "wording")
    return [(wording or {}).get(column, readable(column)) for column in columns]


def _said(promise: Promise, population: Population) -> BoxPromise:
    if isinstance(promise, KAnonymity):
        return BoxPromise(promise.k, None, promise.k)
    n_min = None if promise.constant is None else promise.cell_size(population.n_records)
    return BoxPromise(promise.k, promise.failure, n_min)


def _shares(promise: Promise, box_of: IntArray) -> FloatArray:
    """How likely the people of each box are to answer, in the mean; surely, where nothing else is promised."""
    counts = np.bincount(box_of)
    if isinstance(promise, KAnonymity):
        return np.ones(len(counts))
    if promise.constant is not None:
        return np.full(len(counts), promise.constant)
    means = np.bincount(box_of, weights=promise.participation) / counts
    return np.array([rounded_share(mean) for mean in means.tolist()])


def _failures(promise: Promise, box_of: IntArray) -> FloatArray:
    if not isinstance(promise, ProbabilisticAnonymity):
        return np.zeros(int(box_of.max()) + 1)
    failures = promise.cell_failures(box_of)
    if promise.constant is not None:
        return failures
    return np.array([rounded_failure(failure, promise.failure) for failure in failures.tolist()])


def _released(
    encoding: Encoding, population: Population, questions: Sequence[Question], box_of: IntArray
) -> pl.DataFrame:
    """Decoded centroids; a category that the form does not list, because too few people have it, is not named here."""
    decoded = encoding.decode(plain_means(population.points, box_of))
    listed = {question.column: question.categories for question in questions if isinstance(question, SetQuestion)}
    columns = {}
    for attribute in encoding.attributes:
        for column in attribute.columns:
            series = series_of(attribute, decoded[column])
            if isinstance(attribute, Nominal):
                texts = [text_of(value) for value in decoded[column].tolist()]
                if not set(texts) <= set(listed[column]):
                    series = pl.Series([text if text in listed[column] else ANYTHING_ELSE for text in texts])
            columns[column] = series.alias(column)
    return pl.DataFrame(columns)


def _loss(encoding: Encoding, population: Population, box_of: IntArray) -> float:
    """The loss stands in the file of the design, so it is rounded."""
    exact_points = Units.of(encoding, population.points, {}, population.mass).points(population.points, {})
    loss = loss_of_means(exact_points, box_of, population.mass)
    return rounded_loss(loss, population.n_records, population.promise.k)


def _counted(design: BoxDesign, promise: Promise, table: Table, box_of: IntArray) -> BoxDesign:
    """Everybody finds the box that the search had put them in, and every box keeps the promise: it is counted."""
    found = design.assign(table)
    if isinstance(promise, KAnonymity):
        promise.require_kept(np.bincount(found, minlength=design.n_boxes), "the boxes")
    else:
        promise.require_kept(found, "the boxes")
    if not np.array_equal(found, box_of):
        raise PromiseNotKept("The form does not lead to the boxes that the search found. Do not print it.")
    return design
