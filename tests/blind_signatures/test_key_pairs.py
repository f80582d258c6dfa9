"""An issuer's pair of keys, and bytes as text."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from shoal.blind_signatures.blind_rsa import BlindPrivateKey
from shoal.blind_signatures.key_pairs import KeyPairs, jwk_of
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.errors import WrongUse

PRIME = 2**2048 - 1557  # the largest one below 2²⁰⁴⁸ (by Miller–Rabin)


def test_bytes_have_one_spelling() -> None:
    assert bytes_of("AA", "x") == b"\x00"
    for second in ("AB", "AA==", "A", "AA\n", "A A", "++", "//"):
        with pytest.raises(WrongUse):
            bytes_of(second, "x")


def test_a_public_key_is_read_back(pairs: KeyPairs, key: BlindPrivateKey, key_files: tuple[Path, Path]) -> None:
    content = json.loads(key_files[1].read_text("utf-8"))
    assert content == jwk_of(key.public)
    assert set(content) == {"kty", "alg", "n", "e"}
    assert pairs.from_jwk(content) == key.public == pairs.public(key_files[1])


def test_public_keys_that_could_deceive_are_refused(pairs: KeyPairs, key: BlindPrivateKey) -> None:
    good = jwk_of(key.public)
    n = key.public.n
    for bad in (
        {**good, "kty": "EC"},
        {**good, "alg": "RS256"},
        {**good, "e": "Aw"},
        {**good, "e": "AAEAAQ"},
        {**good, "n": base64url(bytes(1) + n.to_bytes(256))},
        {**good, "n": base64url((n - 1).to_bytes(256))},
        {**good, "n": base64url((n >> 1024).to_bytes(128))},
        {**good, "d": "AQ"},
        {name: value for name, value in good.items() if name != "alg"},
        {},
    ):
        with pytest.raises(WrongUse, match="issuer's"):
            pairs.from_jwk(bad)


@pytest.mark.parametrize("modulus", ["a prime", "a square", "a multiple of 3", "a multiple of 751"])
def test_a_modulus_that_hides_nothing_is_refused(pairs: KeyPairs, key: BlindPrivateKey, modulus: str) -> None:
    """Story: whoever sees such a key can take roots, and so sign in the issuer's place."""
    n = {
        "a prime": PRIME,
        "a square": key.p**2,
        "a multiple of 3": key.public.n // 3 * 3,
        "a multiple of 751": key.public.n // 751 * 751,
    }[modulus]
    n += 0 if n % 2 else {"a multiple of 3": 3, "a multiple of 751": 751}[modulus]
    assert n.bit_length() == 2048 and n % 2 == 1
    with pytest.raises(WrongUse, match="not sound"):
        pairs.from_jwk({**jwk_of(key.public), "n": base64url(n.to_bytes(256))})


@pytest.mark.parametrize("text", ["[" * 100_000, "[" * 100 + "]" * 100, "{", '{"n": 1, "n": 2}', "[]", "\xff", ""])
def test_a_file_that_is_no_public_key_is_refused_in_words(pairs: KeyPairs, tmp_path: Path, text: str) -> None:
    """Story: brackets without end ended in a RecursionError."""
    path = tmp_path / "toy.jwk"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(WrongUse, match=r"toy\.jwk"):
        pairs.public(path)
    with pytest.raises(WrongUse, match="can be read"):
        pairs.public(tmp_path / "none.jwk")


def test_a_private_key_is_kept_from_others(pairs: KeyPairs, key_files: tuple[Path, Path], tmp_path: Path) -> None:
    private, public = pairs.make(tmp_path / "locked.key", passphrase="correct horse")
    assert private.name == "locked.key"
    assert private.stat().st_mode & 0o777 == 0o600
    assert b"ENCRYPTED" in private.read_bytes()
    assert pairs.private(private, "correct horse").public == pairs.public(public)
    for passphrase, words in ((None, "none was given"), ("wrong", "wrong")):
        with pytest.raises(WrongUse, match=words):
            pairs.private(private, passphrase)
    with pytest.raises(WrongUse, match="has no passphrase"):
        pairs.private(key_files[0], "needless")
    private.chmod(0o640)
    with pytest.raises(WrongUse, match="can be read by others"):
        pairs.private(private, "correct horse")


def test_no_key_is_written_over(pairs: KeyPairs, tmp_path: Path) -> None:
    pairs.make(tmp_path / "toy")
    before = (tmp_path / "toy.key").read_bytes()
    with pytest.raises(OSError, match="exists already"):
        pairs.make(tmp_path / "toy")
    assert (tmp_path / "toy.key").read_bytes() == before
    for stem, bits in (("", 2048), (".key", 2048), ("x", 1024)):
        with pytest.raises(WrongUse):
            pairs.make(stem, bits=bits)


def test_the_issuer_s_passphrase_opens_however_it_was_typed(pairs: KeyPairs, tmp_path: Path) -> None:
    """Story: ü typed as u and two dots was another passphrase."""
    composed, apart = (unicodedata.normalize(form, "Grüße") for form in ("NFC", "NFD"))
    for name, made, typed in (("a", composed, apart), ("b", apart, composed)):
        private, _ = pairs.make(tmp_path / name, passphrase=made)
        assert pairs.private(private, typed).public.n_bits == 2048
