"""Schemathesis over the OpenAPI document: whatever is sent, no server error, and every answer is as documented.

As an operator with every operation there is, designs and event streams included; as a device with its own id and token;
and as a stranger with a made-up key.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from service_toys import found_town, town

from benchmarks.service.running import OPERATOR_KEY, Server

EXAMPLES = 12  # for each operation; deterministic
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
LONGEST_STREAM_S = 60  # events end with the design


@dataclass(frozen=True)
class Caller:
    """Who asks, and what about."""

    key: str
    reaches: tuple[tuple[str, int], ...]  # routes and the answers that show that more than the door was tested
    paths: str = ".*"
    settings: str = ""
    phases: str = "examples,coverage,fuzzing"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A published generation of a small town."""
    folder = tmp_path_factory.mktemp("openapi") / "service"
    found_town(folder, town(30), k=5)
    made = Server(folder, settings={"SHOAL_K": "5", "SHOAL_CREDENTIALS": "4"}).start()
    yield made
    made.stop()


def caller(server: Server, who: str) -> Caller:
    """Whoever asks, and what has to be reached."""
    if who == "operator":
        reached = ("/v1/generations", 202), ("/v1/generations/{number}/events", 200), ("/v1/devices/bulk", 422)
        return Caller(OPERATOR_KEY, reached)
    if who == "stranger":
        reached = ("/v1/generations/{number}/cells", 401), ("/v1/devices", 201)
        return Caller("x" * 30, reached, phases="examples,coverage")  # whatever else is sent is refused at the door
    with server.client() as client:
        own, _ = client.sign_up(40.7, -74.0)
    reached = ("/v1/devices/{device_id}/location", 200), ("/v1/devices/{device_id}/home", 422)
    reached += (("/v1/devices/{device_id}/credentials", 422),)
    return Caller(own.token, reached, "device_id", f'[parameters]\n"path.device_id" = "{own.id}"\n')


def answered(server: Server, route: str, status: int) -> int:
    """How often the service has answered so, by its own count."""
    text = httpx.get(f"{server.base}/metrics", headers={"Authorization": f"Bearer {OPERATOR_KEY}"}).text
    found = re.findall(
        rf'^shoal_requests_total{{method="\w+",route="{re.escape(route)}",status="{status}"}} (.+)$', text, re.M
    )
    return int(sum(map(float, found)))


@pytest.mark.parametrize("who", ["operator", "device", "stranger"])
def test_schemathesis_finds_no_server_error(server: Server, who: str, tmp_path: Path) -> None:
    asking = caller(server, who)
    before = {route: answered(server, route, status) for route, status in asking.reaches}
    (tmp_path / "schemathesis.toml").write_text(asking.settings)
    command = [str(Path(sys.executable).with_name("schemathesis")), "--no-color"]
    command += ["run", f"{server.base}/openapi.json", "--include-path-regex", asking.paths]
    command += ["--checks", CHECKS, "--max-examples", str(EXAMPLES), "--phases", asking.phases]
    command += ["--generation-deterministic", "--request-timeout", str(LONGEST_STREAM_S)]
    command += ["--header", f"Authorization: Bearer {asking.key}"]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"CI": "1"}, timeout=300, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
    assert '"status": 500' not in server.logs
    for route, status in asking.reaches:
        assert answered(server, route, status) > before[route], f"{route} was never answered with {status}"
