"""Schemathesis over the OpenAPI document: whatever is sent, no server error, and every answer is as documented."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from service_toys import csv_of, town

from benchmarks.service.running import OPERATOR_KEY, Server, designed

EXAMPLES = 12  # for each operation; deterministic
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def test_schemathesis_finds_no_server_error(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(SHOAL_K="5")
    with server.client() as client:
        client.sign_up_directory(csv_of(town(30), "town-"))
        designed(client, publish=True)
    for phase, key in (("operator", OPERATOR_KEY), ("stranger", "x" * 30)):
        command = [str(Path(sys.executable).with_name("schemathesis")), "run", f"{server.base}/openapi.json"]
        command += ["--checks", CHECKS, "--max-examples", str(EXAMPLES), "--phases", "examples,coverage,fuzzing"]
        left_out = (
            "events|^/v1/generations$" if phase == "operator" else "^$"
        )  # streams, and a design for every example
        command += ["--exclude-path-regex", left_out, "--generation-deterministic", "--no-color"]
        command += ["--header", f"Authorization: Bearer {key}"]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=os.environ | {"CI": "1"},
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{phase}:\n{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
    assert '"status": 500' not in server.logs
