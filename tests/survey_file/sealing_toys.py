"""Keys whose secret part is known, and what envelopes are bound to."""

from __future__ import annotations

from typing import Any

from shoal.survey.sealing.envelope import SECRET_BYTES, envelope_size

SURVEY = bytes(range(32))
TOKEN = bytes(range(32, 64))
TOKEN_ID = TOKEN.hex()
SECRET = bytes(range(64, 64 + SECRET_BYTES))
SIZE = envelope_size(100)
BOUND: dict[str, Any] = {"survey_digest": SURVEY, "token_id": TOKEN, "size": SIZE}


def private_key(number: int = 4711) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(number, ec.SECP256R1())
