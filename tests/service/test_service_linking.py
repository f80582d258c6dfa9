"""Attack: a provider keeps everything it ever received. Which pseudonym of this generation was which of the last one?

The cells are sticky, so the same devices share a place in both generations, and the place helps as little as it can.
The attacker may use all that arrived: pseudonym, random bytes, signature; and the private keys, as if the anonymiser
were at its side. That party also knows which device had which blinded message signed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import gcd

import pytest
from service_toys import design, parts_for, town

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign
from shoal.blind_signatures.key_pairs import thumbprint
from shoal.blind_signatures.sealed_keys import key_of_bytes, new_key_bytes
from shoal.blind_signatures.signed_message import SignedMessage
from shoal.credentials.asking import CredentialRequest
from shoal.credentials.credential import check_credential
from shoal.credentials.place_list import PlaceList
from shoal.credentials.pseudonyms import new_secret
from shoal.service.credentials.place_keys import make_some
from shoal.service.parts import ServiceContext

POI = "https://poi.example"
N = 60  # devices, all of one place
# A random assignment of N to N has k right ones with a probability near e⁻¹/k! (matching problem, Montmort 1713): 8 or
# more once in a hundred thousand.
MOST_BY_CHANCE = 7


@dataclass(frozen=True)
class Received:
    """What came from one device in one generation: at the provider, and (blinded) at the anonymiser."""

    place: tuple[float, float]
    pseudonym: str
    prepared: int
    signature: int
    blinded: int


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceContext]:
    made = parts_for(tmp_path_factory.mktemp("linking") / "service", credentials=1)
    yield made
    made.database.close()


@pytest.fixture(scope="module")
def generations(parts: ServiceContext) -> list[list[Received]]:
    """Two generations; row i of both is the same device, which is what the attacker wants."""
    devices = parts.devices.sign_up_many(town(N))
    secrets = [new_secret() for _ in devices]
    found = []
    for _ in range(2):
        design(parts, k=N, sticky=True)
        while make_some(parts.database, parts.vault):
            pass
        listed = PlaceList.read(parts.places.list().signed)
        (place,) = listed.places.values()
        received = []
        for device, secret in zip(devices, secrets, strict=True):
            request = CredentialRequest.of(place.key, POI, secret)
            (answer,) = parts.desk.sign(device.id, device.token or "", thumbprint(place.key), [request.blinded])
            own = request.credential(answer)
            received.append(as_received((place.latitude, place.longitude), place.key, own, request.blinded))
        found.append(received)
    return found


def as_received(place: tuple[float, float], key: object, own: SignedMessage, blinded: bytes) -> Received:
    shown = check_credential(key, POI, own.to_dict())  # type: ignore[arg-type]
    numbers = (int.from_bytes(part) for part in (own.prepared, own.signature, blinded))
    return Received(place, shown, *numbers)


def test_nothing_that_was_received_is_received_again(generations: list[list[Received]]) -> None:
    """Only the place, which is that of everybody here."""
    first, second = generations
    assert {own.place for own in first} == {own.place for own in second} and len({own.place for own in first}) == 1
    for part in ("pseudonym", "prepared", "signature", "blinded"):
        seen = [getattr(own, part) for own in (*first, *second)]
        assert len(set(seen)) == 2 * N, part


# How the attacker orders a generation; the first of one goes with the first of the other.
ORDERS: dict[str, Callable[[Received], object]] = {
    "pseudonym": lambda own: own.pseudonym,
    "end of the pseudonym": lambda own: own.pseudonym[::-1],
    "random bytes": lambda own: own.prepared,
    "signature": lambda own: own.signature,
    "last digits": lambda own: own.signature % 2**32,
    "number of ones": lambda own: (own.prepared.bit_count(), own.signature.bit_count()),
    "product": lambda own: own.prepared * own.signature % (2**2048 - 1),
}


def right_guesses(first: list[Received], second: list[Received], order: str) -> int:
    rank = ORDERS[order]
    ranked = (sorted(range(N), key=lambda row: rank(received[row])) for received in (first, second))
    return sum(one == other for one, other in zip(*ranked, strict=True))


@pytest.mark.parametrize("order", ORDERS)
def test_no_order_links_two_generations(generations: list[list[Received]], order: str) -> None:
    assert right_guesses(*generations, order) <= MOST_BY_CHANCE


@pytest.mark.parametrize("part", ["prepared", "signature"])
def test_the_most_similar_is_not_the_right_one(generations: list[list[Received]], part: str) -> None:
    """Every credential of the first generation goes with the one that agrees with it in most bits."""
    first, second = ([getattr(own, part) for own in received] for received in generations)
    nearest = [min(range(N), key=lambda j: (one ^ second[j]).bit_count()) for one in first]
    assert sum(i == j for i, j in enumerate(nearest)) <= MOST_BY_CHANCE


@pytest.mark.parametrize("order", ["pseudonym", "end of the pseudonym"])
def test_the_attack_works_where_pseudonyms_stay(generations: list[list[Received]], order: str) -> None:
    """With pseudonyms that are kept, the same attacker links everybody: the attack is one."""
    first, _ = generations
    assert right_guesses(first, first, order) == N


def test_anonymiser_and_provider_together_can_strike_nobody_out() -> None:
    """Who asked for a blinded message is known. Each credential fits each of them, by exactly one factor."""
    key: BlindPrivateKey = key_of_bytes(new_key_bytes()[0])
    n, e = key.public.n, key.public.e
    asked, shown = [], []
    for _ in range(8):
        request = CredentialRequest.of(key.public, POI, new_secret())
        answer = blind_sign(key, request.blinded)
        asked.append((int.from_bytes(request.blinded), int.from_bytes(answer)))
        shown.append(int.from_bytes(request.credential(answer).signature))
    factors = set()
    for blinded, answer in asked:
        for signature in shown:
            factor = answer * pow(signature, -1, n) % n
            assert gcd(factor, n) == 1 and pow(signature, e, n) * pow(factor, e, n) % n == blinded
            factors.add(factor)
    assert len(factors) == len(asked) * len(shown)
