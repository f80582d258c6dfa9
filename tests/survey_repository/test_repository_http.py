"""Requests to the repository: what is taken, what is refused, and what nobody may learn from logs and metrics."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from repository_toys import CLOSES, DAY, NOON, Toy

from benchmarks.survey.running import (
    ORGANISER,
    ORGANISER_KEY,
    Repository,
    TokenMaker,
    envelope,
    envelope_bytes,
    submission,
    submission_with_card,
    write_survey,
)
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.survey.questionnaire.content import Admission
from shoal.survey.repository.answers import Submission, Taken
from shoal.survey.repository.app import make_repository, tend
from shoal.survey.repository.http.bodies import PUNCTUATION, most_body_bytes
from shoal.survey.repository.problems import Busy
from shoal.survey.repository.writing import MOST_AT_ONCE, MOST_WAITING, Writing
from shoal.survey.tokens.codes import new_code
from shoal.survey.tokens.paper import IDS_FILE, PaperCodes
from shoal.survey.tokens.secret import code_id

ANSWERS = 'route="/surveys/{digest}/answers"'
ELSEWHERE = "https://elsewhere.example"


@pytest.fixture
def online(toy: Toy) -> Iterator[httpx.Client]:
    with toy.serving() as http:
        yield http


def kind(answer: httpx.Response) -> str:
    """The type of a problem."""
    assert answer.headers["content-type"] == "application/problem+json"
    return str(answer.json()["type"]).removeprefix("urn:shoal:problem:")


def test_a_submission_can_be_repeated_and_changed(toy: Toy, online: httpx.Client) -> None:
    token, first, second = toy.issuer.token(), envelope(), envelope()
    said = [
        online.put(f"{toy.path}/answers", json=submission(token, sealed)) for sealed in (first, first, second, first)
    ]
    assert [(answer.status_code, answer.json()["status"]) for answer in said] == [
        (200, "stored"),
        (200, "unchanged"),
        (200, "replaced"),
        (200, "replaced"),
    ]
    assert said[0].headers["cache-control"] == "no-store"
    toy.calendar.set(CLOSES)
    late = online.put(f"{toy.path}/answers", json=submission(token, second))
    assert (late.status_code, kind(late)) == (409, "closed")
    again = online.put(f"{toy.path}/answers", json=submission(token, first))
    assert (again.status_code, again.json()) == (200, {"status": "unchanged"})  # its sender did not hear the answer


def test_tokens_and_envelopes_that_are_not_right_are_refused(toy: Toy, online: httpx.Client) -> None:
    token, sealed = toy.issuer.token(), envelope()
    stranger, elsewhere = TokenMaker(digest=toy.issuer.digest), TokenMaker(toy.issuer.key, "ab" * 32)
    other_secret = bytes([token.secret[0] ^ 1]) + token.secret[1:]
    other_prepared = token.prepared[:-1] + bytes([token.prepared[-1] ^ 1])
    good = submission(token, sealed)
    bodies: list[tuple[object, int, str]] = [
        (submission(stranger.token(), sealed), 403, "wrong-token"),
        (submission(elsewhere.token(), sealed), 403, "wrong-token"),
        (submission(replace(token, prepared=other_prepared), sealed), 403, "wrong-token"),
        (submission(replace(token, signature=token.signature[:-3]), sealed), 403, "wrong-token"),
        (submission(replace(token, secret=other_secret), sealed), 403, "wrong-token"),
        ({**good, "proof": base64url(token.secret)}, 403, "wrong-token"),
        ({**good, "proof": base64url(token.prepared[-32:])}, 403, "wrong-token"),
        ({**good, "proof": good["proof"][:-1] + "_"}, 422, "invalid-request"),
        ({**good, "proof": good["proof"][:-1]}, 422, "invalid-request"),
        (submission_with_card(toy.issuer.digest, new_code(), sealed), 403, "wrong-token"),
        ({"proof": good["proof"], "envelope": sealed}, 403, "wrong-token"),
        ({"code": new_code(), "envelope": sealed}, 422, "invalid-request"),
        (submission(token, envelope(size=envelope_bytes() - 1)), 422, "wrong-size"),
        (submission(token, envelope(size=envelope_bytes() + 1)), 422, "wrong-size"),
        (submission(token, sealed[:-1] + "="), 422, "invalid-request"),
        ({"envelope": sealed}, 422, "invalid-request"),
        ({"token": good["token"], "envelope": sealed}, 422, "invalid-request"),
        ({**good, "age": 44}, 422, "invalid-request"),
        ([], 422, "invalid-request"),
    ]
    for body, status, expected in bodies:
        answer = online.put(f"{toy.path}/answers", json=body)
        assert (answer.status_code, kind(answer)) == (status, expected)
        assert good["token"]["signature"][:40] not in answer.text and sealed[:40] not in answer.text
    twice = json.dumps(submission(token, sealed))[:-1] + ',"envelope":"AAAA"}'
    answer = online.put(f"{toy.path}/answers", content=twice, headers={"Content-Type": "application/json"})
    assert (answer.status_code, "twice" in answer.text) == (422, True)
    answer = online.put(f"/surveys/{'ab' * 32}/answers", json=submission(token, sealed))
    assert (answer.status_code, kind(answer)) == (404, "another-survey")
    online.post(f"{toy.path}/closing", headers=ORGANISER)
    assert online.get(f"{toy.path}/bundle", headers=ORGANISER).text.count("\n") == 1


def test_one_spelling_of_a_signature_or_an_envelope(toy: Toy, online: httpx.Client) -> None:
    """base64url has spare bits at the end: a second spelling would be a second envelope of the same bytes."""
    token, sealed = toy.issuer.token(), envelope()
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    assert envelope_bytes() * 8 % 6 != 0
    other = sealed[:-1] + letters[letters.index(sealed[-1]) ^ 1]
    answer = online.put(f"{toy.path}/answers", json=submission(token, other))
    assert (answer.status_code, kind(answer)) == (422, "invalid-request")


def test_a_body_may_be_as_long_as_the_longest_right_one(toy: Toy, online: httpx.Client) -> None:
    body = json.dumps(submission(toy.issuer.token(), envelope()))
    most = most_body_bytes(envelope_bytes())
    assert len(body) < most < len(body) + PUNCTUATION + 400  # room for a key of 4096 bits
    headers = {"Content-Type": "application/json"}
    fits = online.put(f"{toy.path}/answers", content=body.ljust(most), headers=headers)
    longer = online.put(f"{toy.path}/answers", content=body.ljust(most + 1), headers=headers)
    parts = online.put(f"{toy.path}/answers", content=iter([b" " * 1000] * 9), headers=headers)
    assert (fits.status_code, longer.status_code, parts.status_code) == (200, 413, 413)


def test_printed_codes_take_the_place_of_tokens(tmp_path: Path) -> None:
    toy = Toy(tmp_path, admission=(Admission.TOKENS, Admission.CODES))
    codes = PaperCodes.made(2, toy.issuer.digest)
    toy.settings = toy.settings.model_copy(update={"codes": codes.write(tmp_path / "codes")[IDS_FILE]})
    code, first, second = codes.codes[0], envelope(), envelope()
    with toy.serving() as http:
        for typed, sealed, status in (
            (code, first, 200),
            (code.lower().replace("-", " "), first, 200),
            (code.replace("-", ""), second, 200),
            (new_code(), second, 403),
        ):
            body = submission_with_card(toy.issuer.digest, typed, sealed)
            assert http.put(f"{toy.path}/answers", json=body).status_code == status, typed
        http.post(f"{toy.path}/closing", headers=ORGANISER)
        (row,) = http.get(f"{toy.path}/bundle", headers=ORGANISER).text.splitlines()[1:]
        assert json.loads(row) == {"code_id": code_id(toy.issuer.digest, code), "envelope": second}


def test_what_is_stored_of_a_card_lets_nobody_answer_and_marks_nobody(tmp_path: Path) -> None:
    """Story: the code was stored and handed out as it was typed. Its reader could answer with it, and capitals and
    spaces told one person from another."""
    toy = Toy(tmp_path, admission=(Admission.CODES,))
    codes = PaperCodes.made(2, toy.issuer.digest)
    toy.settings = toy.settings.model_copy(update={"codes": codes.write(tmp_path / "codes")[IDS_FILE]})
    bodies = [submission_with_card(toy.issuer.digest, code, envelope()) for code in codes.codes]
    with toy.serving() as http:
        for body in bodies:
            assert http.put(f"{toy.path}/answers", json=body).status_code == 200
        files = b"".join(path.read_bytes() for path in (tmp_path / "repository").glob("repository.db*"))
        for code, body in zip(codes.codes, bodies, strict=True):
            assert code_id(toy.issuer.digest, code).encode() in files
            assert not any(each.encode() in files for each in (code, code.replace("-", ""), body["proof"]))
            assert bytes_of(body["proof"], "It") not in files
            by_id = base64url(bytes.fromhex(code_id(toy.issuer.digest, code)))
            answer = http.put(f"{toy.path}/answers", json={**body, "proof": by_id, "envelope": envelope()})
            assert (answer.status_code, kind(answer)) == (403, "wrong-token")


def test_a_reader_of_the_database_cannot_replace_an_answer(toy: Toy, online: httpx.Client) -> None:
    """Story: a token alone was enough to answer under it, and the database holds tokens."""
    token = toy.issuer.token()
    online.put(f"{toy.path}/answers", json=submission(token, envelope()))
    for proof in (token.prepared[-32:], bytes.fromhex(token.id), token.prepared[:32]):
        read = {"token": token.to_dict(), "proof": base64url(proof), "envelope": envelope()}
        answer = online.put(f"{toy.path}/answers", json=read)
        assert (answer.status_code, kind(answer)) == (403, "wrong-token")


def test_all_acknowledgements_have_one_length(toy: Toy, online: httpx.Client) -> None:
    """Story: somebody on the network saw by the length whether a person answered for the first time."""
    token, first, second = toy.issuer.token(), envelope(), envelope()
    said = [online.put(f"{toy.path}/answers", json=submission(token, sealed)) for sealed in (first, first, second)]
    assert [answer.json()["status"] for answer in said] == ["stored", "unchanged", "replaced"]
    lengths = {
        (answer.status_code, len(answer.content), sum(len(name) + len(value) for name, value in answer.headers.items()))
        for answer in said
    }
    assert len(lengths) == 1


def test_rate_limits_count_tokens_and_never_addresses(tmp_path: Path) -> None:
    toy = Toy(tmp_path, change_rate="3/minute", wrong_token_rate="2/minute")
    with toy.serving() as http:
        token = toy.issuer.token()
        said = [http.put(f"{toy.path}/answers", json=submission(token, envelope())) for _ in range(4)]
        assert [answer.status_code for answer in said] == [200, 200, 200, 429]
        assert "with this token" in said[3].text and int(said[3].headers["retry-after"]) > 0
        wrong = [
            http.put(f"{toy.path}/answers", json=submission(TokenMaker(digest=toy.issuer.digest).token(), envelope()))
            for _ in range(3)
        ]
        assert [answer.status_code for answer in wrong] == [403, 403, 429]
        assert http.put(f"{toy.path}/answers", json=submission(toy.issuer.token(), envelope())).status_code == 200
        toy.calendar.pass_by(61)
        assert http.put(f"{toy.path}/answers", json=submission(token, envelope())).status_code == 200


def test_ids_of_tokens_are_forgotten_although_nobody_else_comes(toy: Toy) -> None:
    """Story: the limit by token kept the ids with their times in memory until the next answer came, all night long."""
    app = make_repository(toy.parts())
    try:
        app.state.changes.count("ab" * 32)
        toy.calendar.pass_by(59)
        tend(app)
        assert app.state.changes.n_remembered == 1
        toy.calendar.pass_by(2)
        tend(app)
        assert app.state.changes.n_remembered == 0
    finally:
        app.state.parts.database.close()


def test_a_full_queue_asks_to_come_again_and_every_batch_is_answered() -> None:
    """While one batch is written, the others gather; a batch that fails fails alone."""
    may_go, sizes = threading.Event(), []

    def take(batch: Sequence[Submission]) -> list[Taken]:
        may_go.wait()
        sizes.append(len(batch))
        if len(sizes) == 2:
            raise OSError
        return [Taken.STORED] * len(batch)

    async def run() -> list[Taken | BaseException]:
        writing = Writing(take)
        writing.start()
        own = Submission(b"", "", b"")
        tasks = [asyncio.create_task(writing.put(own)) for _ in range(MOST_WAITING + 1)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await tasks[-1]
        may_go.set()
        done = await asyncio.gather(*tasks[:-1], return_exceptions=True)
        await writing.stop()
        return done

    done = asyncio.run(run())
    assert done.count(Taken.STORED) == MOST_WAITING - MOST_AT_ONCE and max(sizes) == MOST_AT_ONCE
    assert sum(isinstance(one, OSError) for one in done) == MOST_AT_ONCE


@pytest.mark.parametrize("deed", ["totals", "bundle", "opening", "closing"])
def test_the_organiser_needs_the_key_and_no_other_page_can_send_it(toy: Toy, online: httpx.Client, deed: str) -> None:
    """A page from elsewhere may send answers. It can neither send the key nor have the browser send it."""
    method = "GET" if deed in ("totals", "bundle") else "POST"
    for headers in ({}, {"Authorization": "Bearer x"}, {"Cookie": f"key={ORGANISER_KEY}"}):
        answer = online.request(method, f"{toy.path}/{deed}", headers=headers)
        assert (answer.status_code, kind(answer)) == (401, "wrong-key")
        assert "set-cookie" not in answer.headers
    asked = {"Origin": ELSEWHERE, "Access-Control-Request-Method": method}
    refused = online.options(f"{toy.path}/{deed}", headers=asked | {"Access-Control-Request-Headers": "authorization"})
    assert refused.status_code == 400
    assert "authorization" not in refused.headers.get("access-control-allow-headers", "").lower()
    asked = {"Origin": "null", "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "content-type"}
    allowed = online.options(f"{toy.path}/answers", headers=asked)
    assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (200, "*")


def test_totals_against_the_design(toy: Toy, online: httpx.Client) -> None:
    def seen() -> dict[str, object]:
        return dict(online.get(f"{toy.path}/totals", headers=ORGANISER).json())

    for _ in range(14):
        online.put(f"{toy.path}/answers", json=submission(toy.issuer.token(), envelope()))
    before = seen()
    assert (before["answers"], before["days"], before["outlook"]) == (None, [], None)
    toy.calendar.pass_by(DAY)
    online.put(f"{toy.path}/answers", json=submission(toy.issuer.token(), envelope()))
    after = seen()
    assert (after["answers"], after["days"]) == (14, [{"day": NOON.date().isoformat(), "answers": 14}])
    assert isinstance(after["outlook"], dict) and after["outlook"]["as_few"] < 1e-9
    assert 0 < after["outlook"]["failing_cells"] <= 14
    assert after["expected"] == pytest.approx(240)
    closed = online.post(f"{toy.path}/closing", headers=ORGANISER).json()
    assert closed["stage"] == "closed"
    final = seen()
    assert (final["answers"], final["closed_by"], len(final["days"])) == (15, "command", 1)  # type: ignore[arg-type]
    assert online.post(f"{toy.path}/opening", headers=ORGANISER).status_code == 409


@pytest.mark.parametrize("workers", [1, 2])
def test_logs_and_metrics_show_neither_who_nor_when(tmp_path: Path, workers: int) -> None:
    """A whole survey against a server process, with an address in every header that could carry one."""
    issuer = TokenMaker()
    now = datetime.now(UTC)
    survey = write_survey(tmp_path, issuer, opens=now - timedelta(days=1), closes=now + timedelta(days=9))
    server = Repository(tmp_path / "repository", survey=survey, settings={"SHOAL_REPOSITORY_LOG_LEVEL": "DEBUG"})
    server.start(workers=workers)
    try:
        address = {"X-Forwarded-For": "203.0.113.77", "Forwarded": "for=203.0.113.77", "User-Agent": "Zyxwin/1"}
        sent = []
        with httpx.Client(base_url=server.base, headers=address, timeout=30) as http:
            for _ in range(40):
                token, sealed = issuer.token(), envelope()
                body = submission(token, sealed)
                sent += [*token.to_dict().values(), body["proof"], sealed]
                assert http.put(f"/surveys/{issuer.digest}/answers", json=body).status_code == 200
                http.get(f"/surveys/{issuer.digest}/stage")
            http.put(f"/surveys/{issuer.digest}/answers", content=b"{")
            counted = http.get("/metrics", headers=ORGANISER).text
            assert ANSWERS not in counted
            for _ in range(20):
                http.put(f"/surveys/{issuer.digest}/answers", json=submission(issuer.token(), envelope()))
            counted = http.get("/metrics", headers=ORGANISER).text
    finally:
        server.stop()
    assert ANSWERS not in counted and "/stage" not in counted
    assert "shoal_survey_answers 0.0" in counted  # no day has ended
    logs = server.logs
    assert '"event": "started"' in logs
    for secret in (*sent, "203.0.113.77", "127.0.0.1:", "Zyxwin", "/answers", "/stage"):
        assert secret not in logs.replace("http://127.0.0.1:", "")
    for line in filter(None, logs.splitlines()):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\dZ", json.loads(line)["time"])


def test_no_request_that_a_respondent_can_make_is_logged_or_counted(
    toy: Toy, online: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    """Story: a browser asks before it sends an answer (OPTIONS), and that question was logged and counted at once, as
    was a visit to the bare address. And whoever reads metrics could fill a step of a hundred to 99, and see the next
    person complete it."""
    caplog.set_level(logging.DEBUG, logger="shoal")
    asks = {"Origin": "null", "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "content-type"}
    own = submission(toy.issuer.token(), envelope())
    stranger = submission(TokenMaker(digest=toy.issuer.digest).token(), envelope())
    for _ in range(34):  # more than a hundred of each kind that was counted in steps
        for wanted in (own, stranger, submission_with_card(toy.issuer.digest, new_code(), own["envelope"])):
            online.put(f"{toy.path}/answers", json=wanted)
    online.options(f"{toy.path}/answers", headers=asks)
    for path in ("/", "/favicon.ico", "/survey", toy.path, f"{toy.path}/stage", f"{toy.path}/", "/docs", "/nowhere"):
        for method in ("GET", "HEAD", "DELETE", "OPTIONS"):
            online.request(method, path)
    online.put(f"{toy.path}/answers/", json=own)
    assert [record for record in caplog.records if record.message == "request"] == []
    first = online.get("/metrics", headers=ORGANISER).text
    assert "shoal_requests_total{" not in first and "shoal_refused_total{" not in first
    online.get(f"{toy.path}/totals")
    then = online.get("/metrics", headers=ORGANISER).text
    assert 'route="/metrics"' in then and 'shoal_refused_total{why="wrong key"} 1.0' in then
    assert {record.route for record in caplog.records if record.message == "request"} == {  # type: ignore[attr-defined]
        "/metrics",
        "/surveys/{digest}/totals",
    }


def test_two_processes_share_a_repository(tmp_path: Path) -> None:
    issuer = TokenMaker()
    server = Repository(tmp_path / "repository", survey=write_survey(tmp_path, issuer)).start(workers=2)
    try:
        with httpx.Client(base_url=f"{server.base}/surveys/{issuer.digest}", timeout=30) as http:
            bodies = [submission(issuer.token(), envelope()) for _ in range(30)]
            for body in (*bodies, *bodies):
                assert http.put("/answers", json=body, headers={"Connection": "close"}).status_code == 200
            http.post("/closing", headers=ORGANISER)
            assert http.put("/answers", json=submission(issuer.token(), envelope())).status_code == 409
            assert http.get("/bundle", headers=ORGANISER).text.count("\n") == 31
    finally:
        server.stop()
