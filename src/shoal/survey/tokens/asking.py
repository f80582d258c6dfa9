"""The respondent's side: a secret message is blinded and sent, and the issuer's answer becomes a token.

The page for respondents does the same in JavaScript (`browser/shoal-tokens.js`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from shoal.blind_signatures.blind_rsa import BlindPublicKey, blind, finalize, prepare
from shoal.survey.tokens.secret import new_secret
from shoal.survey.tokens.token import Token, token_message


@dataclass(frozen=True)
class TokenRequest:
    """What is sent (``blinded``), and what the respondent keeps until the answer is there."""

    key: BlindPublicKey
    blinded: bytes
    prepared: bytes = field(repr=False)
    inverse: bytes = field(repr=False)
    secret: bytes = field(repr=False)

    @classmethod
    def of(cls, survey_digest: str, issuer_public_key: BlindPublicKey) -> TokenRequest:
        """A new message for this survey, hidden from the issuer.

        The key must be the one in the signed survey file: an issuer that could give everybody a key of their own would
        know tokens again by the key.
        """
        secret = new_secret()
        prepared = prepare(token_message(survey_digest, secret))
        hidden = blind(issuer_public_key, prepared)
        return cls(issuer_public_key, hidden.blinded, prepared, hidden.inverse, secret)

    def token(self, blind_signature: bytes) -> Token:
        """The token, if the issuer answered what was asked."""
        return Token(self.prepared, finalize(self.key, self.prepared, blind_signature, self.inverse), self.secret)
