"""Schemathesis over the OpenAPI document: whatever is sent, no server error, and every answer is as documented."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from benchmarks.survey.running import ORGANISER_KEY, Issuer, Repository, envelope, submission, write_survey

EXAMPLES = 15  # for each operation; deterministic
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Repository, Issuer]]:
    """An open survey with an answer."""
    folder, issuer = tmp_path_factory.mktemp("openapi"), Issuer()
    server = Repository(folder / "repository", survey=write_survey(folder, issuer)).start()
    httpx.put(f"{server.base}/surveys/{issuer.digest}/answers", json=submission(issuer.token(), envelope()))
    yield server, issuer
    server.stop()


@pytest.mark.parametrize("who", ["stranger", "organiser"])  # in this order: the organiser closes the survey
def test_schemathesis_finds_no_server_error(survey: tuple[Repository, Issuer], who: str, tmp_path: Path) -> None:
    server, issuer = survey
    (tmp_path / "schemathesis.toml").write_text(f'[parameters]\n"path.digest" = "{issuer.digest}"\n')
    command = [str(Path(sys.executable).with_name("schemathesis")), "--no-color", "run", f"{server.base}/openapi.json"]
    command += ["--checks", CHECKS, "--max-examples", str(EXAMPLES), "--generation-deterministic"]
    command += ["--phases", "examples,coverage,fuzzing", "--request-timeout", "30"]
    command += ["--header", f"Authorization: Bearer {ORGANISER_KEY if who == 'organiser' else 'x' * 30}"]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"CI": "1"}, timeout=300, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
    assert '"bug"' not in server.logs and '"status": 500' not in server.logs
    stage = httpx.get(f"{server.base}/survey").json()["stage"]
    assert stage == ("closed" if who == "organiser" else "open")
