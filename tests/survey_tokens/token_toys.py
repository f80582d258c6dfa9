"""A survey's digest, and the way of one token."""

from __future__ import annotations

import hashlib

from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.blind_rsa import BlindPrivateKey, blind_sign
from shoal.survey.tokens.token import Token

SURVEY = hashlib.sha256(b"a survey").hexdigest()
OTHER_SURVEY = hashlib.sha256(b"another survey").hexdigest()


def token_of(key: BlindPrivateKey, survey: str = SURVEY) -> Token:
    request = TokenRequest.of(survey, key.public)
    return request.token(blind_sign(key, request.blinded))
