"""The issuer as a server: what it answers, and what it leaves behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from token_toys import SURVEY, body_of

from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.codes import new_code, new_codes
from shoal.survey.tokens.issuer import Issuer
from shoal.survey.tokens.issuer_app import LinesWithoutTimes, make_issuer_app
from shoal.survey.tokens.token import check_token


@pytest.fixture
def client(issuer: Issuer) -> TestClient:
    return TestClient(make_issuer_app(issuer), raise_server_exceptions=False)


def test_a_token_comes_over_http_and_comes_again(client: TestClient, issuer: Issuer) -> None:
    code = new_code()
    issuer.invitations.add([code])
    request = TokenRequest.of(SURVEY, issuer.key.public)
    answers = [client.post("/tokens", json=body_of(code, request)) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert answers[0].headers["cache-control"] == "no-store"
    token = request.token(bytes_of(answers[0].json()["blind_signature"], "answer"))
    assert check_token(SURVEY, issuer.key.public, token.to_dict())


def test_refusals_are_problems_in_words_without_what_was_sent(client: TestClient, issuer: Issuer) -> None:
    code, unused, foreign = new_codes(3)
    issuer.invitations.add([code, unused])
    first, second = (TokenRequest.of(SURVEY, issuer.key.public) for _ in range(2))
    assert client.post("/tokens", json=body_of(code, first)).status_code == 200
    mistyped = unused[:-1] + ("0" if unused[-1] != "0" else "1")
    cases: list[tuple[Any, int, str]] = [
        (body_of(code, second), 409, "invitation-used"),
        (body_of(foreign, second), 403, "unknown-invitation"),
        (body_of(mistyped, second), 422, "invalid-request"),
        ({"invitation": unused, "blinded": "A"}, 422, "invalid-request"),
        ({"invitation": unused, "blinded": "A" * 342}, 422, "invalid-request"),
        ({"invitation": unused, "blinded": "A" * 700}, 422, "invalid-request"),
        ({"invitation": unused}, 422, "invalid-request"),
        ({**body_of(unused, second), "name": "Ada"}, 422, "invalid-request"),
        ({"invitation": 5, "blinded": 5}, 422, "invalid-request"),
        ([], 422, "invalid-request"),
    ]
    for body, status, kind in cases:
        answer = client.post("/tokens", json=body)
        assert (answer.status_code, answer.json()["type"]) == (status, f"urn:shoal:problem:{kind}"), body
        assert answer.headers["content-type"] == "application/problem+json"
        for secret in (code, unused, mistyped, foreign, base64url(second.blinded), "Ada"):
            assert secret not in answer.text
    assert issuer.invitations.counts().n_asked == 1
    assert client.post("/tokens", json=body_of(unused, second)).status_code == 200


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"{", 422), (b'{"invitation": "a", "invitation": "b", "blinded": "c"}', 422), (b"\xff", 422), (b"A" * 5000, 413)],
)
def test_what_is_no_body_is_refused(client: TestClient, content: bytes, status: int) -> None:
    answer = client.post("/tokens", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == status


def test_wrong_codes_are_limited_for_all_and_right_ones_are_not(issuer: Issuer) -> None:
    code = new_code()
    issuer.invitations.add([code])
    client = TestClient(make_issuer_app(issuer, wrong_code_rate="3/minute"))
    request = TokenRequest.of(SURVEY, issuer.key.public)
    found = [client.post("/tokens", json=body_of(new_code(), request)) for _ in range(5)]
    assert [answer.status_code for answer in found] == [403, 403, 403, 429, 429]
    assert int(found[-1].headers["retry-after"]) > 0
    assert "address" not in found[-1].text
    assert client.post("/tokens", json=body_of(code, request)).status_code == 200


def test_a_page_from_elsewhere_may_ask(client: TestClient) -> None:
    asked = {
        "origin": "null",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
    }
    answer = client.options("/tokens", headers=asked)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers


def test_a_list_that_is_gone_is_said(client: TestClient, issuer: Issuer, tmp_path: Path) -> None:
    code = new_code()
    issuer.invitations.add([code])
    assert client.get("/health/ready").json() == {"status": "ready"}
    (tmp_path / "issuer.db").unlink()
    request = TokenRequest.of(SURVEY, issuer.key.public)
    assert client.get("/health/live").json() == {"status": "alive"}
    assert client.get("/health/ready").status_code == 503
    assert client.post("/tokens", json=body_of(code, request)).status_code == 503


def test_lines_about_failures_have_no_time() -> None:
    import logging

    record = logging.LogRecord("shoal.service", logging.ERROR, __file__, 1, "list of invitations away", (), None)
    line = json.loads(LinesWithoutTimes(()).format(record))
    assert line == {"level": "error", "logger": "shoal.service", "event": "list of invitations away"}
