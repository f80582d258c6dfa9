"""The pair of keys of a survey's issuer: NAME.key, which the issuer alone may read; NAME.jwk, for the survey file.

One pair for each survey. The issuer does not see what it signs, so it cannot see for which survey a token is. With one
key for two surveys, everybody who was invited to the first could answer the second.
"""

from __future__ import annotations

from shoal.blind_signatures.key_pairs import KeyPairs

_PAIRS = KeyPairs(
    command="shoal tokens keys",
    name="issuer",
    what="A token",
    abuse="invent tokens",
    renewal="make a new pair for a new survey",
    extra="survey",
)
make_issuer_keys = _PAIRS.make
private_key = _PAIRS.private
public_key = _PAIRS.public
key_from_jwk = _PAIRS.from_jwk
