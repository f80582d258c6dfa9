"""Whether a token is good: signed by the issuer for this survey (RFC 9474), or a paper code that was registered.

A blind signature is checked like any other RSASSA-PSS signature (SHA-384, MGF1 with SHA-384, salt of 48 bytes).
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from shoal.errors import WrongUse
from shoal.survey.repository.door import TOKEN_ID_BYTES, RefusedToken, TokenCheck

RANDOMIZER_BYTES = NONCE_BYTES = 32
SALT_BYTES = 48  # of RSABSSA-SHA384-PSS-Randomized
TOKEN_TAG, CODE_TAG = b"shoal survey token 1\0", b"shoal survey code 1\0"
PSS = padding.PSS(padding.MGF1(hashes.SHA384()), SALT_BYTES)


def token_check(digest: str, issuer_key: str | None, codes: frozenset[bytes]) -> TokenCheck:
    """The check for one survey: with the issuer's public key, the ids of registered codes, or both."""
    key = None if issuer_key is None else _public_key(issuer_key)
    survey = bytes.fromhex(digest)

    def check(given: Mapping[str, str]) -> bytes:
        if "code" in given:
            return _code_id(given["code"], survey, codes)
        if key is None:
            raise RefusedToken
        return _token_id(given, survey, key)

    return check


def _token_id(given: Mapping[str, str], survey: bytes, key: rsa.RSAPublicKey) -> bytes:
    prepared = bytes_of(given["prepared"])
    begins = TOKEN_TAG + survey
    if prepared is None or len(prepared) != RANDOMIZER_BYTES + len(begins) + NONCE_BYTES:
        raise RefusedToken
    if not prepared[RANDOMIZER_BYTES:].startswith(begins):
        raise RefusedToken
    try:
        key.verify(bytes_of(given["signature"]) or b"", prepared, PSS, hashes.SHA384())
    except InvalidSignature:
        raise RefusedToken from None
    return hashlib.sha256(prepared).digest()


def _code_id(code: str, survey: bytes, codes: frozenset[bytes]) -> bytes:
    plain = code.replace("-", "").replace(" ", "").upper().encode("utf-8", "surrogatepass")
    own = hashlib.sha256(CODE_TAG + survey + plain).digest()
    if own not in codes:
        raise RefusedToken
    return own


def registered_codes(path: Path | None) -> frozenset[bytes]:
    """The ids of registered paper codes: hexadecimal digits, one id a line."""
    if path is None:
        return frozenset()
    try:
        ids = frozenset(bytes.fromhex(line) for line in path.read_text("ascii").split())
    except OSError:
        raise WrongUse(f"There is no list of codes {path} that can be read.") from None
    except ValueError:
        ids = frozenset((b"",))
    if any(len(own) != TOKEN_ID_BYTES for own in ids):
        raise WrongUse(f"{path.name} is not a list of registered codes: each line has 64 hexadecimal digits.")
    return ids


def bytes_of(text: str) -> bytes | None:
    """What a base64url text without padding stands for; None if it is not the one spelling of it."""
    try:
        content = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (Base64Error, ValueError):
        return None
    return content if text_of(content) == text else None


def text_of(content: bytes) -> str:
    """The base64url spelling, without padding."""
    return urlsafe_b64encode(content).rstrip(b"=").decode("ascii")


def _public_key(pem: str) -> rsa.RSAPublicKey:
    try:
        key = load_pem_public_key(pem.encode())
    except ValueError:
        key = None
    if not isinstance(key, rsa.RSAPublicKey):
        raise WrongUse("The issuer's public key in the survey file is not an RSA key.")
    return key
