"""What devices can ask for: what is near a place, and what this provider is."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from shoal.credentials.credential import NotACredential, check_credential
from shoal.provider.lists import KnownLists
from shoal.provider.nearby import FARTHEST_M, Found, Nearby
from shoal.provider.problems import NoList, WrongCredential
from shoal.provider.seen import SeenFile
from shoal.provider.settings import ProviderSettings
from shoal.web.bodies import StrictBody, documented_problems
from shoal.web.problems import PROBLEM_MEDIA_TYPE, HttpProblem
from shoal.web.secret_files import same_secret
from shoal.web.strict_json import StrictRoute

LONGEST_PREPARED, LONGEST_SIGNATURE = 160, 683  # base64url: 115 bytes, and 4096 bits
DIGEST = r"^[0-9a-f]{64}$"
Latitude = Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)]
Longitude = Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)]
Metres = Annotated[float, Field(ge=0, le=FARTHEST_M, allow_inf_nan=False)]

router = APIRouter(tags=["devices"], route_class=StrictRoute)
operation_router = APIRouter(tags=["operation"])
bearer = HTTPBearer(auto_error=False, scheme_name="metrics key", description="SHOAL_PROVIDER_METRICS_KEY.")
PROBLEMS = documented_problems(
    {
        401: "The metrics key is wrong.",
        403: "The credential is not for this provider, or not for this place.",
        409: "The list of places is another one, or was replaced.",
        413: "The body is too large.",
        422: "The request is not valid.",
        429: "Too many requests under one pseudonym.",
        503: "There is no list of places yet.",
    }
)


class CredentialBody(StrictBody):
    """As the device finished it."""

    prepared: Annotated[str, Field(max_length=LONGEST_PREPARED)]
    signature: Annotated[str, Field(max_length=LONGEST_SIGNATURE)]


class QueryBody(StrictBody):
    """A place that at least k devices share, and the proof. No home."""

    latitude: Latitude
    longitude: Longitude
    list: Annotated[str, Field(pattern=DIGEST, description="The digest of the device's list of places.")]
    credential: CredentialBody


class NearestBody(QueryBody):
    """The nearest points, and those that are not more than a margin farther than the last of them."""

    count: Annotated[int, Field(ge=1, le=1000)]
    margin_m: Metres = 0.0


class WithinBody(QueryBody):
    """The points within a distance."""

    radius_m: Metres


class PointBody(BaseModel):
    """A point of interest, and its distance from the place."""

    name: str
    latitude: float
    longitude: float
    distance_m: float
    properties: dict[str, Any]


class FoundBody(BaseModel):
    """Points by their distance from the place."""

    points: list[PointBody]
    complete_to_m: float = Field(description="Each point nearer to the place than this is among them.")


class AboutBody(BaseModel):
    """What a device wants to know before it asks."""

    name: str = Field(description="Credentials must be made for this name.")
    service: str = Field(description="The anonymiser whose list of places is trusted.")
    n_points: int
    most_answers: int
    keeps_what_it_sees: bool
    list: str | None = Field(description="The digest of the newest list of places.")
    generation: int | None
    service_key: str | None = Field(description="The public key of the anonymiser that is trusted, base64url.")


@router.post(
    "/v1/nearest",
    responses={status: PROBLEMS[status] for status in (403, 409, 413, 422, 429, 503)},
    summary="The nearest points of interest",
)
def nearest(request: Request, body: NearestBody) -> FoundBody:
    """The nearest to the place, with a margin for homes that are not at the place."""
    pseudonym = _admitted(request, body)
    nearby: Nearby = request.app.state.nearby
    found = nearby.nearest(body.latitude, body.longitude, body.count, body.margin_m)
    _note(request, "nearest", pseudonym, body, {"count": body.count, "margin_m": body.margin_m})
    return _body(found)


@router.post(
    "/v1/within",
    responses={status: PROBLEMS[status] for status in (403, 409, 413, 422, 429, 503)},
    summary="Points of interest within a distance",
)
def within(request: Request, body: WithinBody) -> FoundBody:
    """All points within a distance of the place."""
    pseudonym = _admitted(request, body)
    nearby: Nearby = request.app.state.nearby
    found = nearby.within(body.latitude, body.longitude, body.radius_m)
    _note(request, "within", pseudonym, body, {"radius_m": body.radius_m})
    return _body(found)


@router.get("/v1/about", summary="What this provider is")
def about(request: Request) -> AboutBody:
    """Its name, its anonymiser, and the digest of its list of places, for devices to compare with theirs."""
    state = request.app.state
    settings: ProviderSettings = state.settings
    newest = state.lists.newest
    return AboutBody(
        name=settings.name,
        service=settings.service,
        n_points=len(state.nearby),
        most_answers=settings.most_answers,
        keeps_what_it_sees=state.seen.kept,
        list=None if newest is None else newest.digest,
        generation=None if newest is None else newest.generation,
        service_key=None if newest is None else newest.service_key,
    )


@operation_router.get("/health/live", summary="Is the process alive?")
async def live() -> dict[Literal["status"], Literal["alive"]]:
    """Says so."""
    return {"status": "alive"}


@operation_router.get("/health/ready", responses={503: PROBLEMS[503]}, summary="Can it answer?")
async def ready(request: Request) -> Response:
    """There is a list of places."""
    if request.app.state.lists.newest is None:
        away = NoList()
        return JSONResponse(away.body(), away.status, away.headers, media_type=PROBLEM_MEDIA_TYPE)
    return JSONResponse({"status": "ready"})


class WrongMetricsKey(HttpProblem):
    """Only with the metrics key."""

    status = 401
    type = "wrong-token"
    title = "The key is wrong"

    def __init__(self) -> None:
        super().__init__(
            "Send SHOAL_PROVIDER_METRICS_KEY as Authorization: Bearer KEY.", headers={"WWW-Authenticate": "Bearer"}
        )


@operation_router.get(
    "/metrics",
    responses={200: {"content": {"text/plain": {}}}, 401: PROBLEMS[401]},
    summary="For Prometheus",
)
async def metrics(request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> Response:
    """The exposition format."""
    key = request.app.state.settings.metrics_key
    if key is None or given is None or not same_secret(given.credentials, key.get_secret_value()):
        request.app.state.metrics.refuse("wrong token")
        raise WrongMetricsKey
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)


def _admitted(request: Request, body: QueryBody) -> str:
    """The pseudonym, if the credential is good for this provider at this place."""
    state = request.app.state
    lists: KnownLists = state.lists
    _, place = lists.place(body.list, body.latitude, body.longitude)
    try:
        pseudonym = check_credential(place.key, state.settings.name, body.credential.model_dump())
    except NotACredential as error:
        raise WrongCredential(str(error)) from None
    state.requests.count(pseudonym)
    return pseudonym


def _note(request: Request, kind: str, pseudonym: str, body: QueryBody, terms: dict[str, float]) -> None:
    seen: SeenFile = request.app.state.seen
    seen.note({"event": kind, "pseudonym": pseudonym, **body.model_dump(), **terms})


def _body(found: Found) -> FoundBody:
    points = [
        PointBody(
            name=own.name,
            latitude=own.latitude,
            longitude=own.longitude,
            distance_m=metres,
            properties=dict(own.properties),
        )
        for own, metres in found.points
    ]
    return FoundBody(points=points, complete_to_m=found.complete_to_m)
