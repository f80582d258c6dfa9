"""How many credentials a provider checks in a second on one core, and what the anonymiser's side costs.

python -m benchmarks.service.credentials [--places N] [--checks N]

Checked is what `shoal provider` checks of each query: the place in the list, and form, provider and signature of the
credential. Processor time of this process; each figure is the median of five rounds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmarks.results import write_result
from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign
from shoal.blind_signatures.plain_bytes import base64url
from shoal.blind_signatures.sealed_keys import key_of_bytes, new_key_bytes
from shoal.credentials.asking import CredentialRequest
from shoal.credentials.credential import check_credential
from shoal.credentials.place_list import ListedPlace, PlaceList, signed_list
from shoal.credentials.pseudonyms import new_secret

NAME = "https://poi.example"
ROUNDS = 5
PER_PLACE = 5  # different credentials for each place
BAR = 2000  # checks a second on one core, which we promise


def seconds(do: Callable[[], object]) -> float:
    """Processor time, the median of some rounds."""
    taken = []
    for _ in range(ROUNDS):
        began = time.process_time()
        do()
        taken.append(time.process_time() - began)
    return median(taken)


def world(n_places: int) -> tuple[list[BlindPrivateKey], str, float]:
    """Keys, the signed list, and the seconds that one key took."""
    began = time.process_time()
    keys = [key_of_bytes(new_key_bytes()[0]) for _ in range(n_places)]
    per_key = (time.process_time() - began) / n_places
    spots = np.random.default_rng(0).uniform([40.5, -74.3], [40.9, -73.7], (n_places, 2)).round(6)
    places = [
        ListedPlace(*spot, 300, base64url(key.public.n.to_bytes(key.public.n_bytes)))
        for spot, key in zip(spots.tolist(), keys, strict=True)
    ]
    return keys, signed_list(1, 20, places, Ed25519PrivateKey.generate()), per_key


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--places", type=int, default=200)
    parser.add_argument("--checks", type=int, default=5000)
    options = parser.parse_args()
    keys, signed, per_key = world(options.places)
    listed = PlaceList.read(signed)
    key_of = {key.public.n: key for key in keys}
    asked = [
        (spot, CredentialRequest.of(place.key, NAME, new_secret()), key_of[place.key.n])
        for spot, place in listed.places.items()
        for _ in range(PER_PLACE)
    ]
    began = time.process_time()
    signatures = [blind_sign(key, request.blinded) for _, request, key in asked]
    per_signature = (time.process_time() - began) / len(asked)
    shown = [
        (spot, request.credential(own).to_dict()) for (spot, request, _), own in zip(asked, signatures, strict=True)
    ]

    def check_all() -> None:
        for number in range(options.checks):
            spot, credential = shown[number % len(shown)]
            place = listed.place(*spot)
            assert place is not None
            check_credential(place.key, NAME, credential)

    rate = options.checks / seconds(check_all)
    assert rate >= BAR, f"{rate:.0f} checks a second, {BAR} were promised"
    reading = seconds(lambda: PlaceList.read(signed))
    lines = [
        "| what | processor time |",
        "|---|---|",
        f"| credentials checked in a second on one core | {rate:,.0f} (at least {BAR:,} are promised) |",
        f"| a key of a place (2048 bits) | {1e3 * per_key:.0f} ms |",
        f"| a blind signature | {1e3 * per_signature:.1f} ms |",
        f"| reading a list of {options.places} places | {1e3 * reading:.1f} ms |",
        f"| size of that list | {len(signed) / options.places:.0f} bytes for each place |",
    ]
    command = f"python -m benchmarks.service.credentials --places {options.places} --checks {options.checks}"
    write_result("service_credentials", "Credentials: what checking and making them costs", command, lines)


if __name__ == "__main__":
    main()
