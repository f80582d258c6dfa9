"""A real issuer in a process of its own: what it leaves behind, what a crash does, and whatever else is sent."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from token_toys import SURVEY, RunningIssuer, body_of

from shoal.blind_signatures.plain_bytes import bytes_of
from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.codes import new_code, new_codes
from shoal.survey.tokens.invitations import InvitationCounts, Invitations
from shoal.survey.tokens.issuer_keys import public_key
from shoal.survey.tokens.token import check_token

pytestmark = pytest.mark.slow
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
EXAMPLES = 30  # for each operation; deterministic
N_CODES, N_KILLS = 24, 2
PAUSE_S, PATIENCE_S = 0.05, 60.0  # between two tries; until a respondent gives up


@pytest.fixture
def codes() -> list[str]:
    return new_codes(N_CODES)


@pytest.fixture
def running(key_files: tuple[Path, Path], codes: list[str], tmp_path: Path) -> Iterator[RunningIssuer]:
    Invitations.created(tmp_path / "issuer.db", public_key(key_files[1])).add(codes)
    made = RunningIssuer(key_files[0], tmp_path / "issuer.db")
    yield made
    made.stop()


def test_a_real_issuer_logs_neither_who_nor_when(
    key_files: tuple[Path, Path], codes: list[str], tmp_path: Path
) -> None:
    """The whole output of the server and every file that it leaves are read after a day at the office."""
    public = public_key(key_files[1])
    Invitations.created(tmp_path / "issuer.db", public).add(codes)
    running = RunningIssuer(key_files[0], tmp_path / "issuer.db")
    request = TokenRequest.of(SURVEY, public)
    with httpx.Client(base_url=running.base) as client:
        answer = client.post("/tokens", json=body_of(codes[0], request))
        assert answer.status_code == 200
        token = request.token(bytes_of(answer.json()["blind_signature"], "answer"))
        statuses = [
            client.post("/tokens", json=body_of(codes[0], TokenRequest.of(SURVEY, public))).status_code,
            client.post("/tokens", json=body_of(new_code(), request)).status_code,
            client.post("/tokens", content=b"nonsense").status_code,
            client.get("/nowhere").status_code,
        ]
    assert statuses == [409, 403, 422, 404]
    running.stop()
    assert "127.0.0.1" not in running.output
    assert not re.search(r"\d\d:\d\d|20\d\d", running.output), running.output
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir()) + running.output.encode()
    token_id = check_token(SURVEY, public, token.to_dict()).id
    plain = [code.replace("-", "") for code in codes]
    for secret in (*codes, *plain, token_id, token.to_dict()["signature"], SURVEY):
        assert secret.encode() not in left
    for secret in (token.prepared, token.signature, bytes.fromhex(token_id), request.inverse):
        assert secret not in left


def test_no_token_is_lost_or_doubled_when_the_issuer_is_killed(
    key_files: tuple[Path, Path], codes: list[str], running: RunningIssuer, tmp_path: Path
) -> None:
    """Every respondent repeats the same request until there is an answer. The issuer is killed meanwhile."""
    public = public_key(key_files[1])
    requests = {code: TokenRequest.of(SURVEY, public) for code in codes}
    answers: dict[str, set[str]] = {code: set() for code in codes}

    def ask(mine: list[str]) -> None:
        for code in (*mine, *mine):
            while True:
                try:
                    answer = httpx.post(f"{running.base}/tokens", json=body_of(code, requests[code]))
                except httpx.TransportError:
                    time.sleep(PAUSE_S)
                    continue
                assert answer.status_code == 200, answer.text
                answers[code].add(answer.json()["blind_signature"])
                break

    threads = [threading.Thread(target=ask, args=(codes[part::3],), daemon=True) for part in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(N_KILLS):
        running.stop(signal.SIGKILL)
        running.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    ids = set()
    for code, found in answers.items():
        assert len(found) == 1
        token = requests[code].token(bytes_of(found.pop(), "answer"))
        ids.add(check_token(SURVEY, public, token.to_dict()).id)
    assert len(ids) == N_CODES
    assert Invitations(tmp_path / "issuer.db", public).counts() == InvitationCounts(N_CODES, N_CODES)


def test_schemathesis_finds_no_server_error(running: RunningIssuer, tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("schemathesis")), "--no-color"]
    command += ["run", f"{running.base}/openapi.json", "--checks", CHECKS, "--max-examples", str(EXAMPLES)]
    command += ["--phases", "examples,coverage,fuzzing", "--generation-deterministic"]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"CI": "1"}, timeout=300, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
