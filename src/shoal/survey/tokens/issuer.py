"""The issuer: an invitation and a blinded message become a blind signature, once for each invitation.

The same message again gets the same answer, because a reply can be lost on its way. Another message is refused: it
would be a second token.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign, is_root_of, number_of
from shoal.errors import WrongUse
from shoal.survey.tokens.invitations import Invitations, invitation_hash


class AskedBefore(WrongUse):
    """The invitation was used for another message."""


@dataclass(frozen=True)
class Issuer:
    """The private key and the list of the invited."""

    key: BlindPrivateKey = field(repr=False)
    invitations: Invitations

    def sign(self, code: str, blinded: bytes) -> bytes:
        """The blind signature for an invitation."""
        public = self.key.public
        number_of(public, blinded)
        code_hash = invitation_hash(public, code)
        answer = self.invitations.signature_of(code_hash)
        if answer is None:
            # Signed before it is noted: the private key is used at most once for each request of somebody invited.
            answer = self.invitations.record(code_hash, blind_sign(self.key, blinded))
        if not is_root_of(public, answer, blinded):
            raise AskedBefore(
                "This invitation was used already, and each gives one token. If it was not you, tell the organiser."
            )
        return answer
