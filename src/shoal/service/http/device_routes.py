"""/v1/devices: what devices say and hear over HTTP."""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Header, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from shoal.service.devices.devices import Devices, Home, SignedUp
from shoal.service.generations.guard import Placement
from shoal.service.http.access import device_token, may_sign_up, operator, refuse
from shoal.service.http.bodies import HomeBody, LocationFeature, SignedUpBody, SignUpBody
from shoal.service.http.directory import homes_from
from shoal.service.problems import WrongToken
from shoal.service.store.models import ID_LETTERS
from shoal.web.bodies import documented_problems
from shoal.web.strict_json import StrictRoute

GEOJSON = "application/geo+json"
NDJSON = "application/x-ndjson"
KEPT_BODIES = 4096  # places worded lately; a quarter of a kilobyte each
ID_FORM = re.compile(rf"[A-Za-z0-9_-]{{{ID_LETTERS}}}")
PROBLEMS = documented_problems(
    {
        401: "The id or the token is wrong.",
        403: "The voucher cannot be taken, or one is missing.",
        409: "Does not fit the present state.",
        410: "The device was cancelled.",
        413: "The body is too large.",
        415: "The body is of a kind that is not understood.",
        422: "The request is not valid.",
        429: "Too many requests of this kind.",
        503: "The database does not answer.",
    }
)
LOCATION: dict[int | str, dict[str, Any]] = {
    200: {"model": LocationFeature, "content": {GEOJSON: {}}, "description": "Where the device may say that it lives."}
}

PREFIX = "/v1/devices"
BULK_PATH = f"{PREFIX}/bulk"

router = APIRouter(prefix=PREFIX, tags=["devices"], route_class=StrictRoute)

DeviceId = Annotated[str, Path(description="The id that sign-up answered with.", min_length=1, max_length=128)]
Token = Annotated[str, Depends(device_token)]


def _devices(request: Request) -> Devices:
    devices: Devices = request.app.state.parts.devices
    return devices


@lru_cache(KEPT_BODIES)
def _worded(placement: Placement) -> tuple[bytes, str]:
    """GeoJSON with an ETag that is a function of the body alone, so that it tells nothing more than the body.

    Only the wording is kept. Which placement is answered with is decided by the guard, from the database, each time.
    """
    body = LocationFeature.of(placement).model_dump_json().encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def _feature(placement: Placement, request: Request) -> Response:
    body, tag = _worded(placement)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    known = [word.strip().removeprefix("W/") for word in request.headers.get("if-none-match", "").split(",")]
    if request.method == "GET" and (tag in known or "*" in known):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=GEOJSON)


def require_known_form(request: Request, device_id: str) -> None:
    """An id of another form is refused like a wrong one, without a look into the database."""
    if not ID_FORM.fullmatch(device_id):
        refuse(request, WrongToken())


@router.post(
    "",
    status_code=201,
    response_model=SignedUpBody,
    responses={status: PROBLEMS[status] for status in (401, 403, 409, 413, 422, 429, 503)},
    dependencies=[Depends(may_sign_up)],
    summary="Sign up",
)
def sign_up(
    request: Request,
    home: SignUpBody,
    idempotency_key: Annotated[
        str | None,
        Header(min_length=22, max_length=128, description="Random; repeats of a lost request are the same device."),
    ] = None,
) -> Response:
    """Sign up a home. The answer holds id and token (shown once) and the place to use instead of the home."""
    voucher = None if home.voucher is None else home.voucher.model_dump()
    done = _devices(request).sign_up(Home(home.latitude, home.longitude), idempotency_key, voucher)
    body = SignedUpBody(id=done.id, token=done.token or "", location=LocationFeature.of(done.placement))
    headers = {"Location": f"/v1/devices/{done.id}/location", "Cache-Control": "no-store"}
    return Response(body.model_dump_json(), 201, headers, media_type="application/json")


@router.post(
    "/bulk",
    responses={
        200: {"content": {NDJSON: {}}, "description": "A line for each row: row, id, token, status, location."},
        **{status: PROBLEMS[status] for status in (401, 413, 415, 422, 429, 503)},
    },
    dependencies=[Depends(operator)],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/csv": {"schema": {"type": "string"}}, NDJSON: {"schema": {"type": "string"}}},
        }
    },
    summary="Sign up an address directory",
)
async def sign_up_directory(
    request: Request,
    reissue: Annotated[
        Literal["true", "false"], Query(description="Give known keys new tokens; the old ones end.")
    ] = "false",
) -> Response:
    """Sign up all rows of a CSV (latitude, longitude, key) or NDJSON, or none.

    Rows with a key can be sent again: status `known` (or `reissued`), never a second device. `differs`: the key is
    known with another home, and nothing was changed; `cancelled`: the device was cancelled and stays so.
    """
    settings = request.app.state.parts.settings
    content = await request.body()
    kind = request.headers.get("content-type", "")
    homes = await run_in_threadpool(homes_from, content, kind, settings.bulk_rows)
    done = await run_in_threadpool(_devices(request).sign_up_many, homes, reissue=reissue == "true")
    return Response("".join(_lines(done)), headers={"Cache-Control": "no-store"}, media_type=NDJSON)


def _lines(done: list[SignedUp]) -> list[str]:
    return [
        json.dumps(
            {
                "row": row,
                "id": own.id,
                "token": own.token,
                "status": own.status,
                "location": "waiting" if own.placement.waiting else "placed",
            }
        )
        + "\n"
        for row, own in enumerate(done, start=1)
    ]


@router.get(
    "/{device_id}/location",
    responses={**LOCATION, 304: {"description": "Unchanged."}}
    | {status: PROBLEMS[status] for status in (401, 410, 422, 429, 503)},
    summary="The present location",
)
async def location(request: Request, device_id: DeviceId, token: Token) -> Response:
    """The place that at least k active devices share now, or `waiting`. Poll with If-None-Match."""
    require_known_form(request, device_id)
    ask = _devices(request).location
    try:
        # SQLite answers from memory and never waits for a writer: that is quicker than handing over to a thread
        here = request.app.state.parts.database.is_sqlite
        placement = ask(device_id, token) if here else await run_in_threadpool(ask, device_id, token)
    except WrongToken as wrong:
        return refuse(request, wrong)  # type: ignore[no-any-return]
    return _feature(placement, request)


@router.put(
    "/{device_id}/home",
    responses=LOCATION | {status: PROBLEMS[status] for status in (401, 410, 413, 422, 429, 503)},
    summary="Move house",
)
def move(request: Request, device_id: DeviceId, token: Token, home: Annotated[HomeBody, Body()]) -> Response:
    """Replace the exact location. The old one is overwritten at once."""
    require_known_form(request, device_id)
    try:
        placement = _devices(request).move(device_id, token, Home(home.latitude, home.longitude))
    except WrongToken as wrong:
        return refuse(request, wrong)  # type: ignore[no-any-return]
    return _feature(placement, request)


@router.delete(
    "/{device_id}",
    status_code=204,
    responses={status: PROBLEMS[status] for status in (401, 422, 429, 503)},
    summary="Cancel",
)
def cancel(request: Request, device_id: DeviceId, token: Token) -> Response:
    """Delete the exact location at once. Can be repeated."""
    require_known_form(request, device_id)
    try:
        _devices(request).cancel(device_id, token)
    except WrongToken as wrong:
        return refuse(request, wrong)  # type: ignore[no-any-return]
    return Response(status_code=204)
