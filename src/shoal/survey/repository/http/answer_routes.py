"""/surveys/DIGEST: what respondents say and hear. Nothing here is logged, and nothing asks who they are."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from shoal.blind_signatures.plain_bytes import bytes_of
from shoal.errors import WrongUse
from shoal.survey.questionnaire.content import time_text
from shoal.survey.repository.answers import Submission, Taken
from shoal.survey.repository.http.bodies import PROBLEMS, StageBody, SubmissionBody, TakenBody, taken_text
from shoal.survey.repository.parts import RepositoryParts
from shoal.survey.repository.problems import AnotherSurvey, Closed, NotOpenYet, TokenRefused, WrongSize
from shoal.survey.tokens.secret import commitment_to
from shoal.web.problems import InvalidRequest
from shoal.web.strict_json import StrictRoute

PREFIX = "/surveys/{digest}"
ANSWERS = "/answers"
WHICH, STAGE = "/survey", "/stage"
DigestPath = Annotated[str, Path(description="The digest of the survey file.", pattern="^[0-9a-f]{64}$")]
FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {}}, "description": "The file, byte for byte."}
}
NOT_STORED = {"Cache-Control": "no-store"}

router = APIRouter(prefix=PREFIX, tags=["respondents"], route_class=StrictRoute)
which_router = APIRouter(tags=["respondents"])


@which_router.get(WHICH, response_model=StageBody, responses={503: PROBLEMS[503]}, summary="Which survey is this?")
async def which(request: Request) -> Response:
    """The digest of the survey that this repository holds, and where it stands."""
    return await run_in_threadpool(stage_response, request.app.state.parts)


def parts_for(request: Request, digest: str) -> RepositoryParts:
    """The parts, if this is the survey that they hold."""
    parts: RepositoryParts = request.app.state.parts
    if digest != parts.view.digest:
        raise AnotherSurvey
    return parts


@router.get(
    "",
    responses=FILE | {status: PROBLEMS[status] for status in (404, 422)},
    summary="The survey file",
)
async def survey_file(request: Request, digest: DigestPath) -> Response:
    """The signed file with which a respondent checks everything else."""
    return Response(parts_for(request, digest).view.content, media_type="application/json")


@router.get(
    STAGE,
    response_model=StageBody,
    responses={status: PROBLEMS[status] for status in (404, 422, 503)},
    summary="Is the survey open?",
)
async def stage(request: Request, digest: DigestPath) -> Response:
    """Waiting, open or closed."""
    parts = parts_for(request, digest)
    return await run_in_threadpool(stage_response, parts)


def stage_response(parts: RepositoryParts) -> Response:
    """Where the survey stands."""
    survey, stage = parts.view.survey, parts.answers.settle()
    times = {"opens": time_text(survey.opens), "closes": time_text(survey.closes)}
    body = StageBody(survey=survey.hex_digest, stage=stage, **times)
    return Response(body.model_dump_json(), headers=NOT_STORED, media_type="application/json")


@router.put(
    ANSWERS,
    response_model=TakenBody,
    responses={status: PROBLEMS[status] for status in (403, 404, 409, 413, 422, 429, 503)},
    summary="Send a sealed answer",
)
async def submit(request: Request, digest: DigestPath, body: SubmissionBody) -> Response:
    """Send as often as needed: the same again changes nothing. Another envelope with the same token takes the place.

    After closing only an answer that is stored already is acknowledged. All acknowledgements have one length.
    """
    parts = parts_for(request, digest)
    submission = _submission(request, parts, body)
    request.app.state.changes.count(submission.token_id.hex())
    taken = await request.app.state.writing.put(submission)
    if taken in (Taken.TOO_EARLY, Taken.TOO_LATE):
        raise NotOpenYet if taken is Taken.TOO_EARLY else Closed
    return Response(taken_text(taken.value), headers=NOT_STORED, media_type="application/json")


def _submission(request: Request, parts: RepositoryParts, body: SubmissionBody) -> Submission:
    commitment = commitment_to(_bytes(body.proof, "proof"))
    envelope = _bytes(body.envelope, "envelope")
    if len(envelope) != parts.view.envelope_size:
        raise WrongSize(parts.view.envelope_size, len(envelope))
    given = {"code_id": commitment.hex()} if body.token is None else body.token.model_dump()
    try:
        admitted = parts.check(given)
        is_owner = admitted.commitment == commitment
    except WrongUse:
        is_owner = False
    if not is_owner:  # which of the two is wrong, is not said
        request.app.state.wrong_tokens.count("")
        raise TokenRefused
    kept = given if body.token is None else {"token": given}
    return Submission(bytes.fromhex(admitted.id), json.dumps(kept, sort_keys=True, separators=(",", ":")), envelope)


def _bytes(text: str, name: str) -> bytes:
    try:
        return bytes_of(text, f"'{name}'")
    except WrongUse as error:
        raise InvalidRequest(str(error), parameters=[name]) from None
