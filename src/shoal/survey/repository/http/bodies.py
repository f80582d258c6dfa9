"""The bodies of requests and answers, as types; FastAPI documents them."""

from __future__ import annotations

from typing import Annotated, Literal, cast, get_args

from pydantic import BaseModel, Field

from shoal.survey.repository.period import SurveyStage
from shoal.web.bodies import StrictBody, documented_problems

LONGEST_SIGNATURE = 683  # letters of base64url: an RSA key of 4096 bits
PREPARED_LETTERS = 156  # 117 bytes
PROOF_LETTERS = 43  # 32 bytes
LETTERS = r"^[A-Za-z0-9_-]+$"

PROBLEMS = documented_problems(
    {
        401: "The key is wrong.",
        403: "The token is not good for this survey.",
        404: "This repository holds another survey.",
        409: "Does not fit the present state.",
        413: "The body is too large.",
        422: "The request is not valid.",
        429: "Too many requests of this kind.",
        503: "The database does not answer, or too much is waiting.",
    }
)


class TokenBody(StrictBody):
    """A token that the issuer signed without seeing it (RFC 9474); both parts in base64url without padding."""

    prepared: Annotated[str, Field(min_length=PREPARED_LETTERS, max_length=PREPARED_LETTERS, pattern=LETTERS)]
    signature: Annotated[str, Field(min_length=1, max_length=LONGEST_SIGNATURE, pattern=LETTERS)]


class SubmissionBody(StrictBody):
    """A sealed answer, with what shows that its sender has a token, or a card: then there is no token."""

    token: TokenBody | None = None
    proof: Annotated[
        str,
        Field(
            min_length=PROOF_LETTERS,
            max_length=PROOF_LETTERS,
            pattern=LETTERS,
            description="Of the secret to which the token commits, or of that of a card. Not stored.",
        ),
    ]
    envelope: Annotated[str, Field(min_length=1, pattern=LETTERS, description="base64url without padding.")]


TakenStatus = Literal["stored", "replaced", "unchanged"]


class TakenBody(BaseModel):
    """What became of the answer."""

    status: TakenStatus


class StageBody(BaseModel):
    """Where the survey stands. Times are those of the survey file."""

    survey: str
    stage: SurveyStage
    opens: str
    closes: str


class DayBody(BaseModel):
    """How many had answered by the end of a day (UTC)."""

    day: str
    answers: int


class OutlookBody(BaseModel):
    """What the total means, if nobody else answers. From totals alone."""

    as_few: float
    failing_cells: float | None
    answers_withheld: float | None


class OrganiserBody(BaseModel):
    """Totals against the design. ``answers`` is null until a day has ended and a step had answered (`totals.py`)."""

    survey: str
    title: str
    stage: SurveyStage
    closed_by: Literal["clock", "command"] | None
    opens: str
    closes: str
    invited: int
    expected: float
    k: int
    cells: int
    designed_failure: float
    designed_failing_cells: float
    answers: int | None
    days: list[DayBody]
    outlook: OutlookBody | None


def taken_text(status: str) -> str:
    """What became of an answer, in as many bytes as any: the network sees lengths."""
    longest = max(len(TakenBody(status=one).model_dump_json()) for one in get_args(TakenStatus))
    return TakenBody(status=cast(TakenStatus, status)).model_dump_json().ljust(longest)


def most_body_bytes(envelope_size: int) -> int:
    """The longest body that can be right: its letters, and room for the punctuation of JSON."""
    envelope = -(-envelope_size * 4 // 3)
    return envelope + PREPARED_LETTERS + LONGEST_SIGNATURE + PROOF_LETTERS + PUNCTUATION


PUNCTUATION = 256  # names, quotes and spaces of the body
