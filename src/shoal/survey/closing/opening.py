"""Opening: every token or code is checked again, and every envelope is opened; what does not count has a reason.

The repository could have invented entries, doubled them, or swapped envelopes. None of this makes an answer: a token
needs the signature of the issuer, an envelope opens for its own token only, and a token that comes twice counts not
even once, because nobody can say which of its answers is the last one. (What a repository drops, nobody sees here.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from shoal.blind_signatures.plain_bytes import bytes_of
from shoal.errors import WrongUse
from shoal.survey.questionnaire.answers import SurveyAnswer, read_answer
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.sealing.envelope import unseal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

ENTRY_MEMBERS = ({"token", "envelope"}, {"code", "envelope"})
AT_ONCE = 500  # entries that a thread gets together
TokenCheck = Callable[[Mapping[str, str]], bytes]


class Refusal(StrEnum):
    """Why an entry of a bundle does not count."""

    NO_ENTRY = "it is no entry of a bundle"
    NOT_ADMITTED = "its token or code is not valid for this survey"
    AGAIN = "its token or code comes more than once"
    NOT_OPENED = "its envelope does not open for this survey, token and key"
    NO_ANSWER = "its content does not fit the survey"


@dataclass(frozen=True)
class OpenedAnswers:
    """What counts, in the order of token ids, and how many entries were refused for which reason."""

    answers: tuple[SurveyAnswer, ...] = field(repr=False)
    token_ids: tuple[bytes, ...] = field(repr=False)
    refused: Mapping[Refusal, int]

    @property
    def n_refused(self) -> int:
        """In all."""
        return sum(self.refused.values())


@dataclass(frozen=True)
class _Admitted:
    token_id: bytes
    envelope: bytes = field(repr=False)


def opened_answers(
    survey: Survey, entries: Sequence[Any], check: TokenCheck, key: EllipticCurvePrivateKey, threads: int
) -> OpenedAnswers:
    """Everything that counts. ``check`` gives the id of a token or code, or raises `WrongUse`."""
    parts = [entries[at : at + AT_ONCE] for at in range(0, len(entries), AT_ONCE)]
    with ThreadPoolExecutor(max_workers=threads) as pool:  # signatures and envelopes are checked without the GIL
        admitted = [one for part in pool.map(lambda some: [_admitted(e, check) for e in some], parts) for one in part]
        seen = Counter(one.token_id for one in admitted if isinstance(one, _Admitted))
        judged = [Refusal.AGAIN if isinstance(one, _Admitted) and seen[one.token_id] > 1 else one for one in admitted]
        once = sorted((one for one in judged if isinstance(one, _Admitted)), key=lambda one: one.token_id)
        groups = [once[at : at + AT_ONCE] for at in range(0, len(once), AT_ONCE)]
        read = [one for part in pool.map(lambda some: [_opened(survey, e, key) for e in some], groups) for one in part]
    refused = Counter(one for one in (*judged, *read) if isinstance(one, Refusal))
    counting = [(own.token_id, one) for own, one in zip(once, read, strict=True) if isinstance(one, SurveyAnswer)]
    return OpenedAnswers(
        tuple(answer for _, answer in counting),
        tuple(token_id for token_id, _ in counting),
        {why: refused[why] for why in Refusal if refused[why]},
    )


def _admitted(entry: Any, check: TokenCheck) -> _Admitted | Refusal:
    if not isinstance(entry, dict) or set(entry) not in ENTRY_MEMBERS:
        return Refusal.NO_ENTRY
    token = entry.get("token", {"code": entry.get("code")})
    if not isinstance(token, dict) or not all(isinstance(text, str) for text in token.values()):
        return Refusal.NO_ENTRY
    try:
        envelope = bytes_of(entry["envelope"], "An envelope")
    except WrongUse:
        return Refusal.NO_ENTRY
    try:
        return _Admitted(check(token), envelope)
    except WrongUse:
        return Refusal.NOT_ADMITTED


def _opened(survey: Survey, own: _Admitted, key: EllipticCurvePrivateKey) -> SurveyAnswer | Refusal:
    try:
        content = unseal(
            own.envelope,
            key,
            survey_digest=survey.digest_bytes,
            token_id=own.token_id,
            size=survey.envelope_size,
        )
    except WrongUse:
        return Refusal.NOT_OPENED
    try:
        return read_answer(survey, content)
    except WrongUse:
        return Refusal.NO_ANSWER
