"""The list of places for everybody, and credentials for devices."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import WrongUse
from shoal.service.http.access import device_token, refuse
from shoal.service.http.device_routes import DeviceId, require_known_form
from shoal.service.parts import ServiceContext
from shoal.service.problems import NoCredentials, WrongToken
from shoal.web.bodies import StrictBody, documented_problems
from shoal.web.problems import InvalidRequest
from shoal.web.strict_json import StrictRoute

JOSE = "application/jose"  # RFC 7515, section 9.2.1
LONGEST_MESSAGE = 683  # 4096 bits in base64url
NAME_LETTERS = 43  # of a thumbprint, 32 bytes, in base64url
MOST_AT_ONCE = 16  # messages in one request; each takes about 6 ms to sign

router = APIRouter(tags=["credentials"], route_class=StrictRoute)
PROBLEMS = documented_problems(
    {
        401: "The id or the token is wrong.",
        404: "This service gives no credentials.",
        409: "No place now; another place than expected; or all credentials of this generation are used.",
        410: "The device was cancelled.",
        413: "The body is too large.",
        422: "The request is not valid.",
        429: "Too many wrong tokens.",
        503: "Keys are being made, or the database does not answer.",
    }
)

BlindedMessage = Annotated[str, Field(max_length=LONGEST_MESSAGE)]


class CredentialsBody(StrictBody):
    """Blinded messages to be signed with the key of the device's place."""

    key: Annotated[
        str,
        Field(
            min_length=NAME_LETTERS, max_length=NAME_LETTERS, description="SHA-256 of RFC 7638 of the key, base64url."
        ),
    ]
    blinded: Annotated[
        list[BlindedMessage], Field(min_length=1, max_length=MOST_AT_ONCE, description="base64url, as long as the key.")
    ]


class BlindSignaturesBody(BaseModel):
    """A blind signature for each message, in the same order."""

    blind_signatures: list[str]


def _parts(request: Request) -> ServiceContext:
    parts: ServiceContext = request.app.state.parts
    if not parts.desk.most:
        raise NoCredentials
    return parts


@router.get(
    "/v1/places",
    responses={
        200: {"content": {JOSE: {}}, "description": "A JSON Web Signature, compact."},
        304: {"description": "Unchanged."},
        **{status: PROBLEMS[status] for status in (404, 503)},
    },
    summary="The signed list of places",
)
def places(request: Request, if_none_match: Annotated[str | None, Header()] = None) -> Response:
    """Every place of the current generation with its key: the same for everybody. Poll with If-None-Match."""
    found = _parts(request).places.list()
    tag = f'"{found.digest}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
    if if_none_match is not None and tag in if_none_match:
        return Response(status_code=304, headers=headers)
    return Response(found.signed, headers=headers, media_type=JOSE)


class ProvidersBody(BaseModel):
    """The addresses of providers."""

    providers: list[str]


@router.get("/v1/providers", summary="Providers that the device's page offers")
async def providers(request: Request) -> ProvidersBody:
    """As the operator set them; a device may use others."""
    parts: ServiceContext = request.app.state.parts
    return ProvidersBody(providers=parts.settings.provider_names)


@router.post(
    "/v1/devices/{device_id}/credentials",
    responses={status: PROBLEMS[status] for status in (401, 404, 409, 410, 413, 422, 429, 503)},
    summary="Have blinded messages signed for the present place",
)
def credentials(
    request: Request,
    response: Response,
    device_id: DeviceId,
    token: Annotated[str, Depends(device_token)],
    body: CredentialsBody,
) -> BlindSignaturesBody:
    """Signs without seeing what, a stated number for each device and generation. Repeats are not counted."""
    require_known_form(request, device_id)
    desk = _parts(request).desk
    try:
        key = bytes_of(body.key, "'key'")
        blinded = [bytes_of(own, "'blinded'") for own in body.blinded]
    except WrongUse as error:
        raise InvalidRequest(str(error)) from None
    try:
        signed = desk.sign(device_id, token, key, blinded)
    except WrongToken as wrong:
        return refuse(request, wrong)  # type: ignore[no-any-return]
    response.headers["Cache-Control"] = "no-store"
    return BlindSignaturesBody(blind_signatures=[base64url(own) for own in signed])
