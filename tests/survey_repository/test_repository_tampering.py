"""What comes cut off, or again after a crash, and survey files that somebody changed."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import httpx
import pytest
from repository_toys import Toy
from typer.testing import CliRunner

from benchmarks.service.running import Server
from benchmarks.survey.running import (
    ORGANISER_KEY,
    Issuer,
    Repository,
    TokenMaker,
    bundle,
    envelope,
    submission,
    token_id,
    write_survey,
)
from shoal.cli.app import app
from shoal.survey.sealing.key_files import make_answer_keys
from shoal.survey.shared.canonical import digest_of
from shoal.survey.tokens.codes import new_codes
from shoal.survey.tokens.invitations import Invitations
from shoal.survey.tokens.issuer_keys import make_issuer_keys, public_key

N_KILLS, N_ANSWERS = 2, 24


def broken_off(server: Server, method: str, path: str, body: dict[str, object]) -> bytes:
    """Half of a request, then the connection is gone; what the server still said."""
    content = json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(content)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(head.encode() + content[: len(content) // 2])
        connection.shutdown(socket.SHUT_WR)
        return connection.recv(1000)


def test_half_a_submission_is_not_stored_and_nothing_is_logged(tmp_path: Path) -> None:
    issuer = TokenMaker()
    server = Repository(tmp_path / "repository", survey=write_survey(tmp_path, issuer)).start()
    path, body = f"/surveys/{issuer.digest}/answers", submission(issuer.token(), envelope())
    try:
        before = server.logs
        for _ in range(3):
            assert b"200" not in broken_off(server, "PUT", path, body)[:20]
        assert server.logs == before
        assert httpx.put(f"{server.base}{path}", json=body, timeout=60).json() == {"status": "stored"}
        assert len(bundle(server.base, issuer.digest)) == 2
    finally:
        server.stop()


def test_half_a_request_for_a_token_leaves_the_invitation(tmp_path: Path) -> None:
    key, public = make_issuer_keys(tmp_path / "issuer")
    (code,) = new_codes(1)
    invitations = Invitations.created(tmp_path / "issuer.db", public_key(public))
    invitations.add([code])
    server = Issuer(tmp_path / "folder", key=key, invitations=tmp_path / "issuer.db").start()
    try:
        broken_off(server, "POST", "/tokens", {"invitation": code, "blinded": "A" * 342})
        assert invitations.counts().n_asked == 0 and server.logs == ""
        assert httpx.get(f"{server.base}/health/ready", timeout=60).status_code == 200
    finally:
        server.stop()


def test_what_was_acknowledged_is_there_after_kill_9_and_an_old_submission_changes_nothing(tmp_path: Path) -> None:
    """`benchmarks.survey.repository` does the same with 10,000 answers and both databases."""
    issuer = TokenMaker()
    server = Repository(tmp_path / "repository", survey=write_survey(tmp_path, issuer)).start()
    path = f"/surveys/{issuer.digest}/answers"
    given = [submission(issuer.token(), envelope()) for _ in range(N_ANSWERS)]
    try:
        for start in range(0, N_ANSWERS, N_ANSWERS // N_KILLS):
            with httpx.Client(base_url=server.base, timeout=60) as http:
                for body in given[start : start + N_ANSWERS // N_KILLS]:
                    assert http.put(path, json=body).json() == {"status": "stored"}
            server.kill()
            server.start()
        with httpx.Client(base_url=server.base, timeout=60) as http:
            assert {http.put(path, json=body).json()["status"] for body in given} == {"unchanged"}
        rows = bundle(server.base, issuer.digest)[1:]
        late = httpx.put(f"{server.base}{path}", json=submission(issuer.token(), envelope()), timeout=60)
        assert late.status_code == 409
    finally:
        server.stop()
    assert {token_id(row["token"]): row["envelope"] for row in rows} == {
        token_id(body["token"]): body["envelope"] for body in given
    }


@pytest.mark.parametrize("change", ["a letter", "a letter and the digest"])
def test_every_command_refuses_a_survey_file_that_was_changed(tmp_path: Path, change: str) -> None:
    """With a new digest it is another survey: then the repository's database and the bundle do not fit."""
    toy = Toy(tmp_path)
    toy.parts().database.close()
    document = json.loads(toy.survey.read_text("utf-8"))
    document["purpose"]["en"] += "!"
    if change != "a letter":
        document["digest"] = digest_of(document)
    toy.survey.write_text(json.dumps(document), encoding="utf-8")
    keys = make_answer_keys(tmp_path / "answers")
    head = {"kind": "shoal survey bundle", "version": 2, "survey": toy.issuer.digest, "answers": 0}
    (tmp_path / "bundle.jsonl").write_text(json.dumps(head) + "\n", encoding="utf-8")
    survey, folder = str(toy.survey), {"SHOAL_REPOSITORY_FOLDER": str(toy.settings.folder)}
    closing = ["survey", "close", survey, str(tmp_path / "bundle.jsonl"), "--answers-key", str(keys.private)]
    commands = [
        ["survey", "serve", survey],
        ["survey", "repository", "open", survey],
        ["survey", "repository", "close", survey, "--yes"],
        ["survey", "repository", "export", survey, "-o", str(tmp_path / "out.jsonl")],
        [*closing, "-o", str(tmp_path / "release")],
    ]
    for words in commands:
        outcome = CliRunner().invoke(app, words, env=folder | {"SHOAL_REPOSITORY_ORGANISER_KEY": ORGANISER_KEY})
        assert outcome.exit_code == 2, (words, outcome.output)
        assert ("digest" in outcome.output) == (change == "a letter"), outcome.output
    assert not (tmp_path / "release").exists() and not (tmp_path / "out.jsonl").exists()
