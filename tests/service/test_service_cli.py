"""shoal serve, shoal db and shoal device, as a shell calls them."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from service_toys import found_town, town
from typer.testing import CliRunner, Result

from benchmarks.service.running import OPERATOR_KEY, VAULT_KEY, Server
from shoal.cli.app import app


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs shoal in an empty folder with keys in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHOAL_KEY", VAULT_KEY)
    monkeypatch.setenv("SHOAL_OPERATOR_KEY", OPERATOR_KEY)
    return lambda *words: CliRunner().invoke(app, list(words))


def test_a_server_without_a_database_says_what_to_do(shell: Callable[..., Result], tmp_path: Path) -> None:
    done = shell("serve")
    assert (done.exit_code, "shoal db upgrade" in done.output) == (2, True)
    assert not (tmp_path / "shoal-service" / "service.db").exists()


def test_the_database_is_created_checked_and_resealed(
    shell: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert json.loads(shell("db", "upgrade", "--json").output) == {"before": None, "after": "0004"}
    assert json.loads(shell("db", "upgrade", "--json").output)["before"] == "0004"
    assert json.loads(shell("db", "check", "--json").output) == {
        "wrong_counts": 0,
        "lost_generation": None,
        "current": None,
    }
    copy = tmp_path / "backup.db"
    assert json.loads(shell("db", "backup", str(copy), "--json").output) == {"backup": str(copy)}
    again = shell("db", "backup", str(copy))
    assert again.exit_code == 2 and "exists" in again.output
    monkeypatch.setenv("SHOAL_KEY", f"another-key-0123456789 {VAULT_KEY}")
    assert json.loads(shell("db", "reseal", "--json").output) == {"resealed": 1}
    monkeypatch.setenv("SHOAL_KEY", VAULT_KEY)
    wrong = shell("db", "check")
    assert wrong.exit_code == 2 and "not among those given" in wrong.output
    assert VAULT_KEY not in wrong.output


def test_a_device_in_a_shell(shell: Callable[..., Result], serve: Callable[..., Server], tmp_path: Path) -> None:
    found_town(tmp_path / "service", town(30), k=5)
    server = serve(SHOAL_K="5")
    done = shell("device", "sign-up", "--url", server.base, "--json", "40.7", "--", "-74.0")
    assert done.exit_code == 0, done.output
    place = json.loads(done.output)
    assert place["status"] == "placed" and place["k"] == 5
    assert stat.S_IMODE((tmp_path / "device.json").stat().st_mode) == 0o600
    again = shell("device", "sign-up", "--url", server.base, "1", "1")
    assert again.exit_code == 2 and "exists" in again.output
    assert json.loads(shell("device", "location", "--json").output) == place
    assert "at least 5 devices" in shell("device", "location").output
    assert shell("device", "move", "40.71", "--", "-74.01").exit_code == 0
    for word in ("nan", "1_0", "４０", "inf", "0x1"):
        refused = shell("device", "move", word, "1")
        assert refused.exit_code == 2 and "40.7128" in refused.output
    assert shell("device", "cancel").exit_code == 0
    assert not (tmp_path / "device.json").exists()
    missing = shell("device", "location")
    assert missing.exit_code == 2 and "Sign up first" in missing.output
