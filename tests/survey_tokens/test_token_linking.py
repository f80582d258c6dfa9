"""Attack: organiser, issuer and repository put everything they have on one table. Who sent which token?

The organiser has the letters (who got which invitation), the issuer its whole file and its private key (its log is
empty: `test_token_process.py`), the repository all tokens.

The proof says that nothing links them: for each pair of a recorded answer and a token there is exactly one factor that
leads from one to the other, and the respondent drew it at random. Here the attacker tries.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from math import gcd

import pytest
from make_token_vectors import seeded_request, vector_key
from token_toys import SURVEY

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign, blinded_with
from shoal.survey.tokens.codes import new_codes
from shoal.survey.tokens.invitations import Invitations, invitation_hash
from shoal.survey.tokens.issuer import Issuer
from shoal.survey.tokens.token import Token, check_token

N = 80  # people
# A random assignment of N people to N tokens has k right ones with a probability near e⁻¹/k! (matching problem,
# Montmort 1713): 8 or more once in a hundred thousand.
MOST_BY_CHANCE = 7

Pair = tuple[int, int]  # a blinded message and its blind signature; or an encoded message and its signature


@pytest.fixture(scope="module")
def key() -> BlindPrivateKey:
    return vector_key()


@pytest.fixture(scope="module")
def survey(key: BlindPrivateKey, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Pair], list[Pair]]:
    """What the issuer's file holds, person by person, and the tokens in the same order, which the attacker wants."""
    path = tmp_path_factory.mktemp("issuer") / "issuer.db"
    draw, letters = random.Random(5), new_codes(N)
    issuer = Issuer(key, Invitations.created(path, key.public))
    issuer.invitations.add(letters)
    sent = []
    for code in letters:
        request, _ = seeded_request(key.public, draw)
        token = request.token(issuer.sign(code, request.blinded))
        assert check_token(SURVEY, key.public, token.to_dict())
        sent.append(as_numbers(key, token))
    with closing(sqlite3.connect(path)) as connection:
        rows = dict(connection.execute("SELECT code_hash, blind_signature FROM invitation WHERE asked = 1"))
    answers = [int.from_bytes(rows[invitation_hash(key.public, code)]) for code in letters]
    return [(pow(answer, key.public.e, key.public.n), answer) for answer in answers], sent


def as_numbers(key: BlindPrivateKey, token: Token) -> Pair:
    signature = int.from_bytes(token.signature)
    return pow(signature, key.public.e, key.public.n), signature


def test_every_token_fits_every_person(key: BlindPrivateKey, survey: tuple[list[Pair], list[Pair]]) -> None:
    """If one pair did not fit, the attacker could strike it out."""
    seen, sent = survey
    n, e = key.public.n, key.public.e
    factors = set()
    for blinded, answer in seen:
        for message, signature in sent:
            factor = answer * pow(signature, -1, n) % n
            assert gcd(factor, n) == 1
            assert message * pow(factor, e, n) % n == blinded
            factors.add(factor)
    assert len(factors) == N * N


def jacobi(a: int, n: int) -> int:
    """The Jacobi symbol, a property that products keep."""
    a, sign = a % n, 1
    while a:
        while a % 2 == 0:
            a //= 2
            if n % 8 in (3, 5):
                sign = -sign
        a, n = n, a
        if a % 4 == 3 and n % 4 == 3:
            sign = -sign
        a %= n
    return sign if n == 1 else 0


# How the attacker orders what the issuer saw and what the repository got; the first of one goes with the first of the
# other. A factor of the key is at hand, because the attacker is the issuer.
ORDERS: dict[str, Callable[[Pair, BlindPrivateKey], object]] = {
    "size of the message": lambda pair, key: pair[0],
    "size of the signature": lambda pair, key: pair[1],
    "last digits": lambda pair, key: (pair[0] % 2**32, pair[1]),
    "digits in the middle": lambda pair, key: (pair[1] >> 1024) % 2**32,
    "residue by a factor": lambda pair, key: pair[1] % key.p,
    "residue of the message by a factor": lambda pair, key: pair[0] % key.q,
    "number of ones": lambda pair, key: (pair[0].bit_count(), pair[1].bit_count()),
    "quadratic residues": lambda pair, key: (
        jacobi(pair[0], key.p),
        jacobi(pair[0], key.q),
        jacobi(pair[0], key.public.n),
        pair[0],
    ),
    "product": lambda pair, key: pair[0] * pair[1] % key.public.n,
}


def right_guesses(seen: list[Pair], sent: list[Pair], key: BlindPrivateKey, order: str) -> int:
    rank = ORDERS[order]
    people = sorted(range(len(seen)), key=lambda person: rank(seen[person], key))
    tokens = sorted(range(len(sent)), key=lambda token: rank(sent[token], key))
    return sum(person == token for person, token in zip(people, tokens, strict=True))


@pytest.mark.parametrize("order", ORDERS)
def test_no_order_links_better_than_chance(
    key: BlindPrivateKey, survey: tuple[list[Pair], list[Pair]], order: str
) -> None:
    assert right_guesses(*survey, key, order) <= MOST_BY_CHANCE


@pytest.mark.parametrize("order", ORDERS)
def test_the_attack_works_where_nothing_is_hidden(key: BlindPrivateKey, order: str) -> None:
    """Without a factor the same attacker finds everybody, so the attack is one."""
    draw = random.Random(6)
    sent = []
    for _ in range(20):
        request, salt = seeded_request(key.public, draw)
        plain = blinded_with(key.public, request.prepared, salt, 1)
        sent.append((int.from_bytes(plain.blinded), int.from_bytes(blind_sign(key, plain.blinded))))
    assert right_guesses(sent, sent, key, order) == 20


@pytest.mark.parametrize("symbol_of", ["p", "q"])
def test_quadratic_residues_say_nothing(
    key: BlindPrivateKey, survey: tuple[list[Pair], list[Pair]], symbol_of: str
) -> None:
    """A product keeps the Jacobi symbol. The factor has a random one, so it hides that of the message."""
    seen, sent = survey
    prime = getattr(key, symbol_of)
    alike = sum(jacobi(a[0], prime) == jacobi(b[0], prime) for a, b in zip(seen, sent, strict=True))
    assert abs(alike - N / 2) < 4 * (N / 4) ** 0.5  # four standard deviations of a fair coin
