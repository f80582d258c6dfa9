"""Makes vectors/tokens.json, with which Python and JavaScript check each other: python make_token_vectors.py

All random numbers come from a seed, so the file is always the same. Its key is for tests only: everybody can read it.
"""

from __future__ import annotations

import json
import random
from math import gcd
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers
from token_toys import SURVEY

from shoal.blind_signatures.blind_rsa import (
    RANDOMIZER_BYTES,
    SALT_BYTES,
    BlindPrivateKey,
    BlindPublicKey,
    blind_sign,
    blinded_with,
)
from shoal.blind_signatures.key_pairs import EXPONENT, jwk_of
from shoal.survey.tokens import codes
from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.secret import SECRET_BYTES, code_id, proof_of, secret_of_code
from shoal.survey.tokens.token import check_token, token_message

VECTOR_FILE = Path(__file__).parent / "vectors" / "tokens.json"
N_TOKENS, N_CODES = 3, 5
MILLER_RABIN_ROUNDS = 40  # a composite number passes with a probability below 4⁻⁴⁰


def key_of(p: int, q: int) -> BlindPrivateKey:
    d = pow(EXPONENT, -1, (p - 1) * (q - 1))
    public = BlindPublicKey(p * q, EXPONENT, RSAPublicNumbers(EXPONENT, p * q).public_key())
    return BlindPrivateKey(public, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))


def vector_key() -> BlindPrivateKey:
    """The key in the file."""
    content = json.loads(VECTOR_FILE.read_text("utf-8"))
    return key_of(int(content["private"]["p"], 16), int(content["private"]["q"], 16))


def seeded_request(key: BlindPublicKey, draw: random.Random, survey: str = SURVEY) -> tuple[TokenRequest, bytes]:
    """A request with random numbers from a seed, and the salt, which JavaScript needs."""
    randomizer, secret = draw.randbytes(RANDOMIZER_BYTES), draw.randbytes(SECRET_BYTES)
    prepared = randomizer + token_message(survey, secret)
    salt = draw.randbytes(SALT_BYTES)
    hidden = blinded_with(key, prepared, salt, draw.randrange(1, key.n))
    return TokenRequest(key, hidden.blinded, prepared, hidden.inverse, secret), salt


def content() -> dict[str, Any]:
    draw = random.Random(9474)
    key = key_of(_prime(draw), _prime(draw))
    made = []
    for _ in range(N_TOKENS):
        request, salt = seeded_request(key.public, draw)
        answer = blind_sign(key, request.blinded)
        token = request.token(answer).to_dict()
        made.append(
            {
                "secret": request.secret.hex(),
                "proof": proof_of(request.secret).hex(),
                "prepared": request.prepared.hex(),
                "salt": salt.hex(),
                "inverse": request.inverse.hex(),
                "blinded": request.blinded.hex(),
                "blind_signature": answer.hex(),
                "token": token,
                "id": check_token(SURVEY, key.public, token).id,
            }
        )
    return {
        "survey": SURVEY,
        "issuer": jwk_of(key.public),
        "private": {"p": f"{key.p:x}", "q": f"{key.q:x}"},
        "tokens": made,
        "codes": [
            {"code": code, "secret": secret_of_code(SURVEY, code).hex(), "id": code_id(SURVEY, code)}
            for code in _codes(draw)
        ],
    }


def _codes(draw: random.Random) -> list[str]:
    """Codes as `new_code` makes them, with signs from the seed: of all check signs, the one that fits."""
    found = []
    for _ in range(N_CODES):
        start = "".join(draw.choice(codes.SIGNS) for _ in range(codes.CODE_SIGNS - 1))
        for sign in codes.SIGNS:
            try:
                found.append(codes.shown(codes.read_code(start + sign)))
            except codes.CodeError:
                continue
    return found


def _prime(draw: random.Random) -> int:
    while True:
        number = draw.getrandbits(1024) | (3 << 1022) | 1
        if gcd(number - 1, EXPONENT) == 1 and _is_prime(number, draw):
            return number


def _is_prime(number: int, draw: random.Random) -> bool:
    if any(number % small == 0 for small in range(3, 2000, 2)):
        return False
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(MILLER_RABIN_ROUNDS):
        power = pow(draw.randrange(2, number - 1), odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


if __name__ == "__main__":
    VECTOR_FILE.write_text(f"{json.dumps(content(), indent=1)}\n", encoding="utf-8")
