"""Opening: every token or code is checked again, and every envelope is opened; what does not count has a reason.

The repository could have invented entries, doubled them, swapped envelopes, or put envelopes of its own in the place of
others. None of this makes an answer: a token needs the signature of the issuer, an envelope opens for its own token
only, and it holds the secret of whoever made that token (`tokens/secret.py`). A token that comes twice counts not even
once, because nobody can say which of its answers is the last one. (What a repository drops, nobody sees here.)
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
from shoal.survey.tokens.token import Admitted

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

ENTRY_MEMBERS = ({"token", "envelope"}, {"code_id", "envelope"})
AT_ONCE = 500  # entries that a thread gets together
TokenCheck = Callable[[Mapping[str, str]], Admitted]


class Refusal(StrEnum):
    """Why an entry of a bundle does not count."""

    NO_ENTRY = "it is no entry of a bundle"
    NOT_ADMITTED = "its token or code is not valid for this survey"
    AGAIN = "its token or code comes more than once"
    NOT_OPENED = "its envelope does not open for this survey, token and key"
    NOT_THE_OWNER = "somebody else than the owner of its token or code sealed it"
    NO_ANSWER = "its content does not fit the survey"


@dataclass(frozen=True)
class OpenedAnswers:
    """What counts, in the order of token ids, and how many entries were refused for which reason."""

    answers: tuple[SurveyAnswer, ...] = field(repr=False)
    token_ids: tuple[bytes, ...] = field(repr=False)
    n_with_tokens: int  # the others came with codes
    refused: Mapping[Refusal, int]

    @property
    def n_refused(self) -> int:
        """In all."""
        return sum(self.refused.values())


@dataclass(frozen=True)
class _Entry:
    owner: Admitted
    envelope: bytes = field(repr=False)


def opened_answers(
    survey: Survey, entries: Sequence[Any], check: TokenCheck, key: EllipticCurvePrivateKey, threads: int
) -> OpenedAnswers:
    """Everything that counts. ``check`` raises `WrongUse` for a token or code that is not good."""
    parts = [entries[at : at + AT_ONCE] for at in range(0, len(entries), AT_ONCE)]
    with ThreadPoolExecutor(max_workers=threads) as pool:  # signatures and envelopes are checked without the GIL
        admitted = [one for part in pool.map(lambda some: [_admitted(e, check) for e in some], parts) for one in part]
        seen = Counter(one.owner.id for one in admitted if isinstance(one, _Entry))
        judged = [Refusal.AGAIN if isinstance(one, _Entry) and seen[one.owner.id] > 1 else one for one in admitted]
        once = sorted((one for one in judged if isinstance(one, _Entry)), key=lambda one: one.owner.id)
        groups = [once[at : at + AT_ONCE] for at in range(0, len(once), AT_ONCE)]
        read = [one for part in pool.map(lambda some: [_opened(survey, e, key) for e in some], groups) for one in part]
    refused = Counter(one for one in (*judged, *read) if isinstance(one, Refusal))
    counting = [(own.owner, one) for own, one in zip(once, read, strict=True) if isinstance(one, SurveyAnswer)]
    return OpenedAnswers(
        tuple(answer for _, answer in counting),
        tuple(bytes.fromhex(owner.id) for owner, _ in counting),
        sum(not owner.has_card for owner, _ in counting),
        {why: refused[why] for why in Refusal if refused[why]},
    )


def _admitted(entry: Any, check: TokenCheck) -> _Entry | Refusal:
    if not isinstance(entry, dict) or set(entry) not in ENTRY_MEMBERS:
        return Refusal.NO_ENTRY
    token = entry.get("token", {"code_id": entry.get("code_id")})
    if not isinstance(token, dict) or not all(isinstance(text, str) for text in token.values()):
        return Refusal.NO_ENTRY
    try:
        envelope = bytes_of(entry["envelope"], "An envelope")
    except WrongUse:
        return Refusal.NO_ENTRY
    try:
        return _Entry(check(token), envelope)
    except WrongUse:
        return Refusal.NOT_ADMITTED


def _opened(survey: Survey, own: _Entry, key: EllipticCurvePrivateKey) -> SurveyAnswer | Refusal:
    try:
        opened = unseal(
            own.envelope,
            key,
            survey_digest=survey.digest_bytes,
            token_id=bytes.fromhex(own.owner.id),
            size=survey.envelope_size,
        )
    except WrongUse:
        return Refusal.NOT_OPENED
    if not own.owner.is_owned_with(opened.secret):
        return Refusal.NOT_THE_OWNER
    try:
        return read_answer(survey, opened.answer)
    except WrongUse:
        return Refusal.NO_ANSWER
