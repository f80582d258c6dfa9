"""A repository that exchanges answers, with all that it sees: tokens, proofs, envelopes, and the key that seals.

It tries to single out one person: it replaces the answers of all others by answers that it made up. Everything goes
through a real repository over HTTP, so the cheat knows exactly what a repository is told.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from benchmarks.survey.running import ORGANISER, ORGANISER_KEY, submission, submission_with_card
from benchmarks.survey.sealed_answers import SealedSurvey
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import PromiseNotKept
from shoal.survey.closing.closed import ClosedSurvey
from shoal.survey.closing.closing import AnswersKey, close_survey
from shoal.survey.closing.opening import Refusal
from shoal.survey.questionnaire.answers import SurveyAnswer
from shoal.survey.questionnaire.content import Admission
from shoal.survey.repository.admission import registered_codes, token_check
from shoal.survey.repository.app import make_repository
from shoal.survey.repository.parts import RepositoryParts, upgrade_repository
from shoal.survey.repository.settings import RepositorySettings
from shoal.survey.tokens.paper import PaperCodes
from shoal.survey.tokens.secret import code_id, commitment_to, secret_of_code

N_PEOPLE = 5  # in one cell; k is 3
MADE_UP = SurveyAnswer(0, {"opinion": "perhaps"})
Seen = dict[str, Any]  # the body of a request: all that a repository gets
Entry = dict[str, Any]
GUESSES: dict[str, Callable[[Seen, Seen], bytes]] = {
    "the proof": lambda own, _: bytes_of(own["proof"], "It"),
    "the commitment": lambda own, _: commitment_to(bytes_of(own["proof"], "It")),
    "the beginning of the envelope": lambda own, _: bytes_of(own["envelope"], "It")[:32],
    "the proof of somebody else": lambda _, other: bytes_of(other["proof"], "It"),
    "nothing": lambda _, __: bytes(32),
}


class World:
    """A survey, its repository, and the people of one cell."""

    def __init__(self, folder: Path, admission: Admission) -> None:
        self.sealed = SealedSurvey(folder, admission=(admission,))
        self.survey = self.sealed.survey
        self.cards = PaperCodes.made(N_PEOPLE, self.survey.hex_digest)
        ids = self.cards.write(folder / "codes")["code-ids.json"]
        self.codes = ids if admission is Admission.CODES else None
        self.check = token_check(self.survey, registered_codes(self.codes, self.survey))
        settings = RepositorySettings(  # type: ignore[call-arg]
            survey=self.sealed.path,
            folder=folder / "repository",
            organiser_key=ORGANISER_KEY,
            database_url=None,
            codes=self.codes,
        )
        upgrade_repository(settings)
        self.app = make_repository(RepositoryParts.of(settings))
        self.path = f"/surveys/{self.survey.hex_digest}"

    def body(self, person: int, opinion: str = "yes") -> Seen:
        """What the device of a person sends."""
        answer = SurveyAnswer(0, {"opinion": opinion})
        if self.codes is None:
            token = self.sealed.issuer.token()
            return submission(token, base64url(self.survey.seal(answer, token.id, token.secret)))
        code, digest = self.cards.codes[person], self.survey.hex_digest
        envelope = self.survey.seal(answer, code_id(digest, code), secret_of_code(digest, code))
        return submission_with_card(digest, code, base64url(envelope))

    def entry(self, seen: Seen, **other: str) -> Entry:
        """The line of a bundle in which an answer stands."""
        if self.codes is None:
            return {"token": seen["token"], "envelope": seen["envelope"], **other}
        return {"code_id": commitment_to(bytes_of(seen["proof"], "It")).hex(), "envelope": seen["envelope"], **other}

    def forged(self, seen: Seen, secret: bytes) -> Entry:
        """An answer that was made up, under the token or code of somebody, with a guess of their secret."""
        entry = self.entry(seen)
        named = self.check(entry.get("token", entry)).id
        return {**entry, "envelope": base64url(self.survey.seal(MADE_UP, named, secret))}

    def close(self, entries: list[Entry]) -> ClosedSurvey:
        key = AnswersKey(self.sealed.key, self.sealed.key_path)
        return close_survey(self.survey, self.sealed.bundle(entries), key, codes=self.codes)


@pytest.fixture(params=[Admission.TOKENS, Admission.CODES])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    return World(tmp_path, request.param)


def test_what_an_honest_repository_hands_out_counts(world: World) -> None:
    with TestClient(world.app, client=("203.0.113.9", 1)) as http:
        for person in range(N_PEOPLE):
            http.put(f"{world.path}/answers", json=world.body(person)).raise_for_status()
        http.post(f"{world.path}/closing", headers=ORGANISER).raise_for_status()
        head, *lines = http.get(f"{world.path}/bundle", headers=ORGANISER).text.splitlines()
    assert json.loads(head)["answers"] == N_PEOPLE
    made = world.close([json.loads(line) for line in lines])
    assert made.numbers.n_answers == N_PEOPLE and made.numbers.refused == {}


@pytest.mark.parametrize("guess", GUESSES)
def test_nobody_is_singled_out_by_replacing_the_others(world: World, guess: str) -> None:
    """Story: with made-up answers under the tokens of all others the cell was released, and whoever had made them up
    knew the answer of the one person who was left."""
    target, *others = [world.body(person) for person in range(N_PEOPLE)]
    forged = [world.forged(other, GUESSES[guess](other, target)) for other in others]
    with pytest.raises(PromiseNotKept):
        world.close([world.entry(target), *forged])


def test_what_was_made_up_is_counted_as_such(world: World) -> None:
    honest = [world.body(person) for person in range(N_PEOPLE)]
    forged = world.forged(honest[0], bytes_of(honest[0]["proof"], "It"))
    made = world.close([forged, *(world.entry(seen) for seen in honest[1:])])
    assert made.numbers.n_answers == N_PEOPLE - 1
    assert made.numbers.refused == {Refusal.NOT_THE_OWNER: 1}


def test_a_true_envelope_serves_its_own_token_only(world: World) -> None:
    """It holds a true secret, so it would count wherever else it opened."""
    honest = [world.body(person) for person in range(N_PEOPLE)]
    moved = world.entry(honest[0], envelope=honest[1]["envelope"])
    made = world.close([moved, *(world.entry(seen) for seen in honest[1:])])
    assert made.numbers.refused == {Refusal.NOT_OPENED: 1}
