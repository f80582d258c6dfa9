"""The issuer as a server: one request, an invitation and a blinded message in, a blind signature out.

It runs in a process of its own, and best under another operator than the repository. It writes down neither who asks
nor when: no address is read, requests are not logged, and a line about a failure has no time. The limit on wrong codes
counts everybody together, so it needs no address. A right code is never refused because of it.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import sys
from typing import Annotated

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.middleware.cors import CORSMiddleware
from pydantic import BaseModel, Field

from shoal import __version__
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import WrongUse, place_of
from shoal.survey.tokens.codes import CodeError
from shoal.survey.tokens.invitations import NotInvited
from shoal.survey.tokens.issuer import AskedBefore, Issuer
from shoal.web.bodies import StrictBody, documented_problems
from shoal.web.clock import ServiceClock
from shoal.web.entrance import Entrance, add_problems, problem_response
from shoal.web.limiting import RateLimit
from shoal.web.logs import LOGGER, JsonLines, logs_to_standard_error
from shoal.web.metrics import RequestMetrics
from shoal.web.problems import Conflict, DatabaseAway, HttpProblem, InvalidRequest, TooLarge, TooMany
from shoal.web.strict_json import StrictRoute

WRONG_CODE_RATE = "600/minute"  # of everybody together: ten a second mistype, and 95 bits need 10²⁷ tries
BODY_BYTES = 4096  # a code and 4096 bits in base64 have less than a quarter of it
LONGEST_CODE = 100  # signs, with all hyphens and spaces
LONGEST_MESSAGE = 683  # 4096 bits in base64url
PREFLIGHT_S = 600  # how long a browser may remember that it may ask
EVERYBODY = "everybody"

log = logging.getLogger(LOGGER)
router = APIRouter(route_class=StrictRoute)


class AskBody(StrictBody):
    """What a respondent's page sends."""

    invitation: Annotated[str, Field(max_length=LONGEST_CODE, description="The code from the letter.")]
    blinded: Annotated[str, Field(max_length=LONGEST_MESSAGE, description="The blinded message, base64url.")]


class AnswerBody(BaseModel):
    """What becomes a token on the respondent's device."""

    blind_signature: str = Field(description="base64url; as long as the issuer's modulus.")


class UnknownInvitation(HttpProblem):
    """No invitation has this code."""

    status = 403
    type = "unknown-invitation"
    title = "There is no such invitation"


class InvitationUsed(Conflict):
    """It gave its token to another message."""

    type = "invitation-used"
    title = "The invitation was used already"


PROBLEMS = documented_problems(
    {
        UnknownInvitation.status: "There is no invitation with this code.",
        InvitationUsed.status: "The invitation was used for another message.",
        TooLarge.status: "The body is too large.",
        InvalidRequest.status: "The code was mistyped, or the message is none for this issuer's key.",
        TooMany.status: "Too many wrong codes at present.",
        DatabaseAway.status: "The list of invitations cannot be read at present.",
    }
)

AWAY = documented_problems({DatabaseAway.status: "The list of invitations cannot be read."})


def make_issuer_app(
    issuer: Issuer, wrong_code_rate: str = WRONG_CODE_RATE, clock: ServiceClock | None = None
) -> FastAPI:
    """The application for this issuer."""
    app = FastAPI(
        title="Shoal issuer of tokens",
        version=__version__,
        description="Signs one blinded message for each invitation.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.issuer = issuer
    app.state.metrics = RequestMetrics()  # never shown: a count that rises says that somebody has just asked
    app.state.wrong_codes = RateLimit(wrong_code_rate, "wrong_code_rate", "wrong codes", clock or ServiceClock())
    # The page of the survey comes from elsewhere, or from a disk. No cookies and no passwords are involved.
    app.add_middleware(
        CORSMiddleware,
        allow_origins=["*"],
        allow_methods=["POST"],
        allow_headers=["content-type"],
        max_age=PREFLIGHT_S,
    )
    app.add_middleware(Entrance, metrics=app.state.metrics, body_bytes=BODY_BYTES)
    add_problems(app, (AskBody,))
    app.add_exception_handler(sqlite3.Error, _list_away)
    app.include_router(router)
    return app


@router.post("/tokens", responses=PROBLEMS, summary="Have a blinded message signed, once for each invitation")
def ask(body: AskBody, request: Request, response: Response) -> AnswerBody:
    """The same message again gets the same answer; another message with the same invitation is refused."""
    issuer: Issuer = request.app.state.issuer
    try:
        answer = issuer.sign(body.invitation, bytes_of(body.blinded, "'blinded'"))
    except AskedBefore as error:
        raise InvitationUsed(str(error)) from None
    except NotInvited as error:
        _count_wrong(request)
        raise UnknownInvitation(str(error)) from None
    except CodeError as error:
        raise InvalidRequest(str(error), parameters=["invitation"]) from None
    except WrongUse as error:
        raise InvalidRequest(str(error), parameters=["blinded"]) from None
    response.headers["Cache-Control"] = "no-store"
    return AnswerBody(blind_signature=base64url(answer))


@router.get("/health/live", summary="Is the process alive?")
async def live() -> dict[str, str]:
    """Says so without reading the list."""
    return {"status": "alive"}


@router.get("/health/ready", responses=AWAY, summary="Can it answer?")
def ready(request: Request) -> dict[str, str]:
    """The list of invitations can be read. How many were used is not said."""
    request.app.state.issuer.invitations.counts()
    return {"status": "ready"}


class LinesWithoutTimes(JsonLines):
    """Failures as JSON lines, without the moment: the moment of a failure is that of somebody's request."""

    def format(self, record: logging.LogRecord) -> str:
        """The usual line without its first field."""
        line = json.loads(super().format(record))
        del line["time"]
        return json.dumps(line, ensure_ascii=False)


def set_up_issuer_logs() -> None:
    """Warnings and errors to standard error. Requests are at a lower level and are not written."""
    logs_to_standard_error("warning", ())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LinesWithoutTimes())
    logging.getLogger().handlers[:] = [handler]


def _count_wrong(request: Request) -> None:
    try:
        request.app.state.wrong_codes.count(EVERYBODY)
    except TooMany as error:
        raise TooMany("Too many wrong codes at present.", hint="Wait a minute.", headers=error.headers) from None


async def _list_away(_: Request, error: Exception) -> Response:
    log.error("list of invitations away", extra={"error": type(error).__name__, "where": place_of(error)})
    return problem_response(DatabaseAway())
