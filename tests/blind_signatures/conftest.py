"""One pair of keys for all tests: making one takes longer than anything else here."""

from __future__ import annotations

from pathlib import Path

import pytest

from shoal.blind_signatures.blind_rsa import BlindPrivateKey
from shoal.blind_signatures.key_pairs import KeyPairs

PAIRS = KeyPairs(
    command="shoal toys keys",
    name="toy",
    what="A toy",
    abuse="invent toys",
    renewal="make other toys",
    extra="survey",
)


@pytest.fixture(scope="session")
def pairs() -> KeyPairs:
    return PAIRS


@pytest.fixture(scope="session")
def key_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """toy.key and toy.jwk."""
    return PAIRS.make(tmp_path_factory.mktemp("keys") / "toy")


@pytest.fixture(scope="session")
def key(key_files: tuple[Path, Path]) -> BlindPrivateKey:
    return PAIRS.private(key_files[0])
