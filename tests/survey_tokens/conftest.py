"""One pair of keys for all tests: making one takes longer than anything else here."""

from __future__ import annotations

from pathlib import Path

import pytest

from shoal.blind_signatures.blind_rsa import BlindPrivateKey
from shoal.survey.tokens.invitations import Invitations
from shoal.survey.tokens.issuer import Issuer
from shoal.survey.tokens.issuer_keys import make_issuer_keys, private_key


@pytest.fixture(scope="session")
def key_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """issuer.key and issuer.jwk."""
    return make_issuer_keys(tmp_path_factory.mktemp("keys") / "issuer")


@pytest.fixture(scope="session")
def key(key_files: tuple[Path, Path]) -> BlindPrivateKey:
    return private_key(key_files[0])


@pytest.fixture
def issuer(key: BlindPrivateKey, tmp_path: Path) -> Issuer:
    """An issuer to whom nobody is invited yet."""
    return Issuer(key, Invitations.created(tmp_path / "issuer.db", key.public))
