"""Mistakes of a tired organiser with keys and invitations."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from shoal.cli.app import app
from shoal.survey.tokens.issuer_keys import make_issuer_keys


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_issuer_keys(tmp_path_factory.mktemp("keys") / "issuer")


def test_people_who_are_invited_twice_are_told_of(tmp_path: Path, pair: tuple[Path, Path]) -> None:
    people = tmp_path / "people.csv"
    people.write_text("name,street\nA,1\nB,2\nC,3\n")
    command = ["tokens", "invite", str(people), "--key", str(pair[1]), "--list", str(tmp_path / "list.db"), "-o"]
    first = CliRunner().invoke(app, [*command, str(tmp_path / "one.csv")])
    assert first.exit_code == 0 and "twice" not in first.output
    second = CliRunner().invoke(app, [*command, str(tmp_path / "two.csv")])
    assert second.exit_code == 0
    assert "3 people were on the list before" in " ".join(second.output.split())


def test_the_public_key_in_place_of_the_private_one_is_named(tmp_path: Path, pair: tuple[Path, Path]) -> None:
    told = CliRunner().invoke(app, ["tokens", "serve", "--key", str(pair[1]), "--list", str(tmp_path / "list.db")])
    assert told.exit_code == 2
    assert "is the public key" in told.output and "issuer.key" in told.output.replace("\n", "")
