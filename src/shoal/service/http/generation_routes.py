"""/v1/generations and /v1/overview: what operators say and hear over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BeforeValidator
from sqlalchemy import Row, select
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from shoal.service.design import attacker
from shoal.service.generations.generations import ENDED, Generations, Wish
from shoal.service.generations.rules import bound_outlines
from shoal.service.geometry.outlines import outlines_from
from shoal.service.http.access import operator
from shoal.service.http.bodies import GenerationBody, OverviewBody, WishBody
from shoal.service.http.device_routes import GEOJSON, PROBLEMS
from shoal.service.http.overview import overview
from shoal.service.parts import ServiceContext
from shoal.service.store.models import cell, design, generation, place
from shoal.web.plain_numbers import plain_whole
from shoal.web.problems import NotFound
from shoal.web.strict_json import StrictRoute

EVENT_PAUSE_S = 0.5
LARGEST_NUMBER = 2**31 - 1  # of a generation, in either database

router = APIRouter(
    prefix="/v1",
    tags=["generations"],
    route_class=StrictRoute,
    dependencies=[Depends(operator)],
    responses={status: PROBLEMS[status] for status in (401, 422, 429, 503)},
)
Number = Annotated[
    int,
    BeforeValidator(plain_whole),
    Path(ge=1, le=LARGEST_NUMBER, description="The number of the generation."),
]
MISSING: dict[int | str, dict[str, Any]] = {404: {**PROBLEMS[401], "description": "There is no such generation."}}
CONFLICT: dict[int | str, dict[str, Any]] = {409: PROBLEMS[409]}


def _parts(request: Request) -> ServiceContext:
    parts: ServiceContext = request.app.state.parts
    return parts


def _generations(request: Request) -> Generations:
    return _parts(request).generations


@router.get("/overview", response_model=OverviewBody, summary="The state at a glance")
def state(request: Request) -> dict[str, Any]:
    """Counts of devices, places and generations."""
    with _parts(request).database.snapshot() as connection:
        return asdict(overview(connection))


@router.post(
    "/generations",
    status_code=202,
    response_model=GenerationBody,
    responses=CONFLICT | {413: PROBLEMS[413]},
    summary="Design a new generation",
)
def begin(request: Request, response: Response, body: WishBody | None = None) -> GenerationBody:
    """Start a design in a process of its own. One runs at a time."""
    wish = _wish(_parts(request), body or WishBody())
    number = request.app.state.supervisor.design(wish, "operator")
    response.headers["Location"] = f"/v1/generations/{number}"
    return _body(_generations(request), number)


def _wish(parts: ServiceContext, body: WishBody) -> Wish:
    settings = parts.settings
    snap = body.snap_decimals if "snap_decimals" in body.model_fields_set else settings.snap_decimals
    return Wish(
        k=settings.k if body.k is None else body.k,
        reserve=settings.reserve if body.reserve is None else body.reserve,
        sticky=settings.sticky if body.sticky is None else body.sticky,
        snap_decimals=snap,
        publish_when_ready=body.publish,
        seed=body.seed,
    )


@router.get("/generations", response_model=list[GenerationBody], summary="All generations, the newest first")
def every(request: Request) -> list[GenerationBody]:
    """With the figures of their designs."""
    generations = _generations(request)
    current = generations.current()
    return [_body_of(row, current, generations.figures(row.id)) for row in generations.all()]


@router.get("/generations/{number}", response_model=GenerationBody, responses=MISSING, summary="One generation")
def one(request: Request, number: Number) -> GenerationBody:
    """State, progress and figures."""
    return _body(_generations(request), number)


@router.get(
    "/generations/{number}/events",
    responses=MISSING | {200: {"content": {"text/event-stream": {}}, "description": "Server-sent events."}},
    summary="Watch a design",
)
async def events(request: Request, number: Number) -> Response:
    """Event `progress` whenever something changed, and `end` at the end of the design."""
    await run_in_threadpool(_generations(request).one, number)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_events(request, number), headers=headers, media_type="text/event-stream")


async def _events(request: Request, number: int) -> AsyncIterator[str]:
    said = ""
    while not request.app.state.stopping.is_set() and not await request.is_disconnected():
        row = await run_in_threadpool(_generations(request).one, number)
        content = json.dumps({name: getattr(row, name) for name in ("id", "state", "progress", "stage", "failure")})
        ended = row.state in ENDED
        if content != said:
            said = content
            yield f"event: {'end' if ended else 'progress'}\ndata: {content}\n\n"
        if ended:
            return
        await asyncio.sleep(EVENT_PAUSE_S)


@router.get("/generations/{number}/report", responses=MISSING, summary="What an attacker sees")
def report(request: Request, number: Number) -> dict[str, Any]:
    """Anonymity for observers who know more and more, and distortion in metres."""
    with _parts(request).database.snapshot() as connection:
        return attacker.report(connection, number)


@router.get(
    "/generations/{number}/cells",
    responses=MISSING | {200: {"content": {GEOJSON: {}}, "description": "GeoJSON FeatureCollection."}},
    summary="The cells for a map",
)
def cells(request: Request, number: Number) -> Response:
    """Outlines, places and counts of the cells; no home is in it."""
    with _parts(request).database.snapshot() as connection:
        content = connection.execute(
            select(design.c.outlines).where(design.c.generation_id == number)
        ).scalar_one_or_none()
        if content is None:
            raise NotFound("There is no design of this generation (not yet, or not any more).")
        k = connection.execute(select(generation.c.k).where(generation.c.id == number)).scalar_one()
        rows = connection.execute(
            select(cell.c.cell, cell.c.place, cell.c.first_place, cell.c.spacing_m, place)
            .join(place, (place.c.generation_id == cell.c.generation_id) & (place.c.place == cell.c.place))
            .where(cell.c.generation_id == number)
            .order_by(cell.c.cell)
        ).all()
    outlines = outlines_from(_parts(request).vault.open(bytes(content), bound_outlines(number)))
    features = [_cell_feature(row, k, geometry) for row, geometry in zip(rows, outlines, strict=True)]
    return Response(json.dumps({"type": "FeatureCollection", "features": features}), media_type=GEOJSON)


def _cell_feature(row: Row[Any], k: int, geometry: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "type": "Feature",
        "id": row.cell,
        "geometry": geometry,
        "properties": {
            "cell": row.cell,
            "place": row.place,
            "merged": row.place != row.first_place,
            "longitude": row.longitude,
            "latitude": row.latitude,
            "active": row.active,
            "handed_out": row.active >= k,
            "spacing_m": row.spacing_m,
        },
    }


@router.post(
    "/generations/{number}/publish", response_model=GenerationBody, responses=MISSING | CONFLICT, summary="Publish"
)
def publish(request: Request, number: Number) -> GenerationBody:
    """Make a designed generation the current one, in one transaction."""
    _generations(request).publish(number)
    return _body(_generations(request), number)


@router.post("/generations/roll-back", response_model=GenerationBody, responses=CONFLICT, summary="Roll back")
def roll_back(request: Request) -> GenerationBody:
    """Make the generation that was current before the current one again."""
    return _body(_generations(request), _generations(request).roll_back())


@router.delete(
    "/generations/{number}", status_code=204, responses=MISSING | CONFLICT, summary="Discard a design, or stop it"
)
def discard(request: Request, number: Number) -> Response:
    """A published generation cannot be discarded."""
    _generations(request).discard(number)
    return Response(status_code=204)


def _body(generations: Generations, number: int) -> GenerationBody:
    return _body_of(generations.one(number), generations.current(), generations.figures(number))


def _body_of(row: Row[Any], current: int | None, figures: dict[str, Any] | None) -> GenerationBody:
    times = ("created_at", "designed_at", "published_at", "retired_at")
    plain = {name: value for name, value in row._mapping.items() if name in GenerationBody.model_fields}
    return GenerationBody(
        **{**plain, **{name: _iso(getattr(row, name)) for name in times}}, current=row.id == current, figures=figures
    )


def _iso(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
