"""Attack: issuer, repository and the network put everything on one table. Which token belongs to which person?

The organiser's letters tell who has which invitation, so the attacker knows what each person did at the issuer. The
attacker sorts people by something that the issuer's side shows (when they came, where their row lies, sizes, numbers)
and answers by something that the repository's side shows, and matches them in order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

import pytest
from recording import Connection, Relay
from watched_survey import Watched, WatchedSurvey

from benchmarks.survey.evidence import tables_of
from shoal.survey.tokens.invitations import invitation_hash
from shoal.survey.tokens.issuer_keys import public_key

PATIENT, HASTY = 40, 20
# A random assignment has k right ones with a probability near e⁻¹/k! (matching problem, Montmort 1713): ten or more
# once in ten million. Here are about a hundred assignments.
MOST_BY_CHANCE = 9

Order = Mapping[str, float]  # by a name that both sides have not in common: an invitation, or the id of a token


@dataclass
class Table:
    """Everything of both parties. Orders of the issuer's side are by invitation, those of the repository by token."""

    live_at_issuer: dict[str, Order]
    kept_at_issuer: dict[str, Order]
    live_at_repository: dict[str, Order]
    kept_at_repository: dict[str, Order]
    token_of: dict[str, str]  # the truth


def body_of(connection: Connection) -> dict[str, object]:
    body: dict[str, object] = json.loads(bytes(connection.sent).partition(b"\r\n\r\n")[2])
    return body


def at_issuer(relay: Relay) -> dict[str, Order]:
    """What each invitation did on the network."""
    seen = {str(body_of(each)["invitation"]): each for each in relay.connections}
    return {
        "order of coming": {code: each.number for code, each in seen.items()},
        "length of the request": {code: len(each.sent) for code, each in seen.items()},
        "length of the answer": {code: len(each.received) for code, each in seen.items()},
        "number that was signed": {code: number_of(str(body_of(each)["blinded"])) for code, each in seen.items()},
    }


def at_repository(relay: Relay) -> dict[str, Order]:
    """What each token did on the network."""
    seen = {token_text(body_of(each)): each for each in relay.connections}
    return {
        "order of coming": {token: each.number for token, each in seen.items()},
        "length of the request": {token: len(each.sent) for token, each in seen.items()},
        "length of the answer": {token: len(each.received) for token, each in seen.items()},
        "envelope": {token: number_of(str(body_of(each)["envelope"])) for token, each in seen.items()},
        "token": {token: number_of(token) for token in seen},
        "proof": {token: number_of(str(body_of(each)["proof"])) for token, each in seen.items()},
    }


def token_text(body: Mapping[str, object]) -> str:
    token = body["token"]
    assert isinstance(token, dict)
    return str(token["prepared"])


def number_of(text: str) -> float:
    return float(int.from_bytes(text[:12].encode()))


def kept_at_issuer(survey: WatchedSurvey) -> dict[str, Order]:
    """Where the row of each invitation lies in the list, and its hash."""
    path, key = survey.office.issuer.invitations, public_key(survey.office.folder / "issuer" / "issuer.jwk")
    content, rows = path.read_bytes(), tables_of(path)["invitation"]
    hashes = {who.person.invitation: invitation_hash(key, who.person.invitation) for who in survey.people}
    signature_of = {bytes(row["code_hash"]): bytes(row["blind_signature"]) for row in rows}  # type: ignore[call-overload]
    return {
        "place in the file": {code: content.index(own) for code, own in hashes.items()},
        "hash": {code: float(int.from_bytes(own[:6])) for code, own in hashes.items()},
        "signature": {code: float(int.from_bytes(signature_of[own][:6])) for code, own in hashes.items()},
    }


def kept_at_repository(survey: WatchedSurvey, tokens: Mapping[str, str]) -> dict[str, Order]:
    """Where each answer lies in the file of the database, and its id."""
    path = survey.office.repository.folder / "repository.db"
    content = path.read_bytes()
    ids = {token: hashlib.sha256(_prepared(survey, code)).digest() for code, token in tokens.items()}
    return {
        "place in the file": {token: content.rindex(token.encode()) for token in tokens.values()},
        "id": {token: float(int.from_bytes(own[:6])) for token, own in ids.items()},
    }


def _prepared(survey: WatchedSurvey, code: str) -> bytes:
    (token,) = (who.person.token for who in survey.people if who.person.invitation == code)
    assert token is not None
    return token.prepared


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, list[str], list[str]]:
    """What the parties have of patient people, who asked days before, and of hasty ones; their invitations."""
    survey = WatchedSurvey(tmp_path_factory.mktemp("linked") / "survey", PATIENT + HASTY)
    patient, hasty = survey.people[:PATIENT], survey.people[PATIENT:]
    try:
        survey.patiently(patient)
        survey.hastily(hasty)
        tokens = {who.person.invitation: prepared_text(who) for who in survey.people}
        survey.office.close()
    finally:
        survey.stop()
    table = Table(
        at_issuer(survey.to_issuer),
        kept_at_issuer(survey),
        at_repository(survey.to_repository),
        kept_at_repository(survey, tokens),
        tokens,
    )
    return table, [who.person.invitation for who in patient], [who.person.invitation for who in hasty]


def prepared_text(who: Watched) -> str:
    assert who.person.token is not None
    return who.person.token.to_dict()["prepared"]


def right_guesses(people: Order, answers: Order, token_of: Mapping[str, str], among: list[str]) -> int:
    """How many people the attacker finds who matches both orders, one of them turned around if that is better."""
    by_person = sorted(among, key=lambda code: people[code])
    by_answer = sorted((token_of[code] for code in among), key=lambda token: answers[token])
    return max(
        sum(token_of[code] == token for code, token in zip(by_person, guessed, strict=True))
        for guessed in (by_answer, by_answer[::-1])
    )


def best_guesses(
    table: Table, at_one: Mapping[str, Order], at_other: Mapping[str, Order], among: list[str]
) -> dict[tuple[str, str], int]:
    """The attacker's result for every pair of orders; orders in which all are alike say nothing."""
    tells: Callable[[Order], bool] = lambda order: len({order[name] for name in order}) > 1  # noqa: E731
    pairs = product(
        ((name, order) for name, order in at_one.items() if tells(order)),
        [(name, order) for name, order in at_other.items() if tells(order)],
    )
    return {
        (one, other): right_guesses(people, answers, table.token_of, among) for (one, people), (other, answers) in pairs
    }


def test_who_asks_first_and_answers_later_is_not_found(attacked: tuple[Table, list[str], list[str]]) -> None:
    table, patient, _ = attacked
    people, answers = table.live_at_issuer | table.kept_at_issuer, table.live_at_repository | table.kept_at_repository
    found = best_guesses(table, people, answers, patient)
    assert len(found) >= 12 and ("order of coming", "order of coming") in found
    assert max(found.values()) <= MOST_BY_CHANCE, found


def test_what_is_kept_finds_nobody_however_hasty(attacked: tuple[Table, list[str], list[str]]) -> None:
    """The order of the answers is gone from the file after closing, and the issuer's list never had one."""
    table, _, hasty = attacked
    found = best_guesses(table, table.kept_at_issuer, table.kept_at_repository, hasty)
    assert len(found) == 6 and max(found.values()) <= MOST_BY_CHANCE, found
    found = best_guesses(table, table.live_at_issuer, table.kept_at_repository, hasty)  # an issuer that takes notes
    assert ("order of coming", "place in the file") in found and max(found.values()) <= MOST_BY_CHANCE, found


def test_who_writes_down_when_hasty_people_come_finds_all_of_them(
    attacked: tuple[Table, list[str], list[str]],
) -> None:
    """The control, and a warning: the attack works, and no mathematics hides two steps that follow at once."""
    table, _, hasty = attacked
    found = best_guesses(table, table.live_at_issuer, table.live_at_repository, hasty)
    assert found["order of coming", "order of coming"] == HASTY
