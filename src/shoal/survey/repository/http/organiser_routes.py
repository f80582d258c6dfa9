"""What the organiser can ask for: totals, opening, closing, the bundle; and metrics."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

from fastapi import APIRouter, Depends, Request
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import func, select
from starlette.responses import Response, StreamingResponse

from shoal.survey.questionnaire.content import time_text
from shoal.survey.repository.http.access import organiser, totals_reader
from shoal.survey.repository.http.answer_routes import PREFIX, DigestPath, parts_for, stage_response
from shoal.survey.repository.http.bodies import PROBLEMS, DayBody, OrganiserBody, OutlookBody, StageBody
from shoal.survey.repository.outlook import outlook
from shoal.survey.repository.parts import RepositoryParts
from shoal.survey.repository.period import DAY_S, SurveyStage
from shoal.survey.repository.problems import Closed
from shoal.survey.repository.store.models import answer, survey
from shoal.survey.repository.totals import noted_totals
from shoal.web.strict_json import StrictRoute

BUNDLE_TYPE = "application/x-ndjson"
SHOWN_DECIMALS = 2  # of predicted cells and answers: they are means

router = APIRouter(
    prefix=PREFIX,
    tags=["organiser"],
    route_class=StrictRoute,
    dependencies=[Depends(organiser)],
    responses={status: PROBLEMS[status] for status in (401, 404, 422, 503)},
)
metrics_router = APIRouter(tags=["operation"])


@router.get("/totals", response_model=OrganiserBody, summary="Totals against the design")
def totals(request: Request, digest: DigestPath) -> OrganiserBody:
    """How many had answered by the end of each day, and what that means. After closing: how many there are."""
    return _totals(parts_for(request, digest))


def _totals(parts: RepositoryParts) -> OrganiserBody:
    view, scheme = parts.view, parts.view.scheme
    stage = parts.answers.settle()
    with parts.database.snapshot() as connection:
        row = connection.execute(select(survey)).one()
        noted = noted_totals(connection)
        n_answers = noted[-1][1] if noted else None
        if stage is SurveyStage.CLOSED:
            n_answers = connection.execute(select(func.count()).select_from(answer)).scalar_one()
    seen = outlook(scheme, n_answers or 0)
    told = seen.predicted
    closed_by: Literal["clock", "command"] | None = row.closed_by
    return OrganiserBody(
        survey=view.digest,
        title=view.title,
        stage=stage,
        closed_by=closed_by,
        opens=time_text(view.survey.opens),
        closes=time_text(view.survey.closes),
        invited=view.invited,
        expected=round(seen.expected, SHOWN_DECIMALS),
        k=scheme.k,
        cells=scheme.n_cells,
        designed_failure=scheme.failure,
        designed_failing_cells=round(seen.designed_failing_cells, SHOWN_DECIMALS),
        answers=n_answers,
        days=[DayBody(day=_date(day), answers=count) for day, count in noted],
        outlook=None
        if n_answers is None
        else OutlookBody(
            as_few=seen.as_few,
            failing_cells=None if told is None else round(told.failing_cells, SHOWN_DECIMALS),
            answers_withheld=None if told is None else round(told.answers_withheld, SHOWN_DECIMALS),
        ),
    )


def _date(day: int) -> str:
    return datetime.fromtimestamp(day * DAY_S, UTC).date().isoformat()


@router.post("/opening", response_model=StageBody, responses={409: PROBLEMS[409]}, summary="Open before the time")
def open_now(request: Request, digest: DigestPath) -> Response:
    """Take answers from now on. An open survey stays open."""
    parts = parts_for(request, digest)
    if parts.answers.open() is SurveyStage.CLOSED:
        raise Closed
    return stage_response(parts)


@router.post("/closing", response_model=StageBody, summary="Close for good")
def close_now(request: Request, digest: DigestPath) -> Response:
    """Take no more answers. This cannot be undone. It can be repeated."""
    parts = parts_for(request, digest)
    parts.answers.close()
    return stage_response(parts)


BUNDLE: dict[int | str, dict[str, Any]] = {
    200: {"content": {BUNDLE_TYPE: {}}, "description": "A header, then a line for each answer, sorted by token id."}
}


@router.get("/bundle", responses=BUNDLE | {409: PROBLEMS[409]}, summary="The answers, after closing")
def bundle(request: Request, digest: DigestPath) -> Response:
    """Tokens and sealed envelopes, for the machine that has the key."""
    lines = parts_for(request, digest).answers.bundle()
    return StreamingResponse(lines, headers={"Cache-Control": "no-store"}, media_type=BUNDLE_TYPE)


METRICS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}}}}


@metrics_router.get(
    "/metrics",
    dependencies=[Depends(totals_reader)],
    responses=METRICS | {status: PROBLEMS[status] for status in (401, 503)},
    summary="For Prometheus",
)
def metrics(request: Request) -> Response:
    """The exposition format. Answers by day; requests of respondents are not in it."""
    parts: RepositoryParts = request.app.state.parts
    seen, shown = _totals(parts), request.app.state.metrics
    shown.answers.set(seen.answers or 0)
    shown.invited.set(seen.invited)
    shown.open.set(seen.stage is SurveyStage.OPEN)
    shown.closed.set(seen.stage is SurveyStage.CLOSED)
    return Response(shown.text(), media_type=CONTENT_TYPE_LATEST)
