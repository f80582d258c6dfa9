"""Schemathesis over the provider's OpenAPI document: no server error, and every answer is as documented.

Nobody can guess a credential, so what it sends is refused; the hooks give it a real one, so that answers are seen too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from loop_toys import Loop

from shoal.client.home_device import HomeDevice

EXAMPLES = 10  # for each operation; deterministic
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
HOOKS = """
import json
import schemathesis

PROOF = json.loads({proof!r})


@schemathesis.hook
def map_body(context, body):
    return body | PROOF if isinstance(body, dict) and "list" in body else body
"""


def test_schemathesis_finds_no_server_error(loop: Loop, tmp_path: Path) -> None:
    with loop.anonymiser.client() as client:
        device = HomeDevice.signed_up(client, loop.anonymiser.base, 40.702, -74.003, [loop.provider.base])
        device.refresh()
    assert device.state.proofs is not None
    proof = device.state.proofs.of(loop.provider.base)
    assert proof is not None
    (tmp_path / "hooks.py").write_text(HOOKS.format(proof=json.dumps(proof.to_dict())), "utf-8")
    before = len(loop.provider.seen)
    command = [str(Path(sys.executable).with_name("schemathesis")), "--no-color", "run"]
    command += [f"{loop.provider.base}/openapi.json", "--checks", CHECKS, "--max-examples", str(EXAMPLES)]
    command += ["--phases", "examples,coverage,fuzzing", "--generation-deterministic"]
    environment = os.environ | {"CI": "1", "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=300, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
    assert '"status": 500' not in loop.provider.logs
    assert len(loop.provider.seen) > before, "no query was ever admitted"
