"""Credentials, pseudonyms and lists of places without any server."""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64decode
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign
from shoal.blind_signatures.key_pairs import thumbprint
from shoal.blind_signatures.plain_bytes import base64url
from shoal.blind_signatures.sealed_keys import key_of_bytes, new_key_bytes
from shoal.credentials.asking import CredentialRequest
from shoal.credentials.credential import NotACredential, check_credential
from shoal.credentials.place_list import ListedPlace, NotAPlaceList, PlaceList, signed_list
from shoal.credentials.pseudonyms import new_secret, provider_name, pseudonym
from shoal.errors import WrongUse

POI, OTHER = "https://poi.example", "https://other.example"
SECRET = bytes(range(32))


@pytest.fixture(scope="module")
def keys() -> list[BlindPrivateKey]:
    """Of two places, or of one place in two generations."""
    return [key_of_bytes(new_key_bytes()[0]) for _ in range(2)]


def modulus(key: BlindPrivateKey) -> str:
    return base64url(key.public.n.to_bytes(key.public.n_bytes))


@pytest.fixture(scope="module")
def places(keys: list[BlindPrivateKey]) -> list[ListedPlace]:
    return [ListedPlace(40.7, -74.0, 300, modulus(keys[0])), ListedPlace(40.6, -74.1, 450, modulus(keys[1]))]


def test_a_private_key_comes_back_from_its_bytes() -> None:
    content, public = new_key_bytes()
    assert key_of_bytes(content).public == public


def test_a_credential_is_the_pseudonym_signed_for_one_provider(keys: list[BlindPrivateKey]) -> None:
    request = CredentialRequest.of(keys[0].public, POI, SECRET)
    credential = request.credential(blind_sign(keys[0], request.blinded)).to_dict()
    shown = check_credential(keys[0].public, POI, credential)
    assert shown == base64url(pseudonym(SECRET, keys[0].public, POI))
    with pytest.raises(NotACredential, match="not for this provider"):
        check_credential(keys[0].public, OTHER, credential)
    with pytest.raises(NotACredential, match="signature of this place"):
        check_credential(keys[1].public, POI, credential)


def test_an_answer_with_another_key_is_no_credential(keys: list[BlindPrivateKey]) -> None:
    """An anonymiser that signs with a key of its own choice gives the device nothing that it would show."""
    request = CredentialRequest.of(keys[0].public, POI, SECRET)
    other = CredentialRequest.of(keys[1].public, POI, SECRET)
    with pytest.raises(WrongUse):
        request.credential(blind_sign(keys[1], other.blinded))


@pytest.mark.parametrize("position", [0, 40, 70, 110])
def test_a_changed_credential_is_none(keys: list[BlindPrivateKey], position: int) -> None:
    """In the random bytes, the prefix, the provider and the pseudonym."""
    request = CredentialRequest.of(keys[0].public, POI, SECRET)
    credential = request.credential(blind_sign(keys[0], request.blinded))
    prepared = bytearray(credential.prepared)
    prepared[position] ^= 1
    with pytest.raises(NotACredential):
        check_credential(keys[0].public, POI, replace(credential, prepared=bytes(prepared)).to_dict())


@pytest.mark.parametrize(
    "content",
    [
        *({}, [], None, "x", {"prepared": "AA"}, {"prepared": 1, "signature": 2}, {"prepared": "", "signature": ""}),
        *({"prepared": "AA==", "signature": "AA"}, {"prepared": "A" * 156, "signature": "A" * 342, "more": ""}),
    ],
)
def test_what_is_no_credential_is_refused_in_words(keys: list[BlindPrivateKey], content: object) -> None:
    with pytest.raises(NotACredential):
        check_credential(keys[0].public, POI, content)  # type: ignore[arg-type]


def test_a_pseudonym_depends_on_secret_provider_and_key(keys: list[BlindPrivateKey]) -> None:
    mine = pseudonym(SECRET, keys[0].public, POI)
    assert mine == pseudonym(SECRET, keys[0].public, POI)
    others = [
        pseudonym(new_secret(), keys[0].public, POI),
        pseudonym(SECRET, keys[0].public, OTHER),
        pseudonym(SECRET, keys[1].public, POI),
    ]
    assert len({mine, *others}) == 4
    with pytest.raises(WrongUse):
        pseudonym(b"short", keys[0].public, POI)


def test_a_pseudonym_is_the_hmac_that_the_reference_says(keys: list[BlindPrivateKey]) -> None:
    """Written out by hand (RFC 2104), because the page computes the same."""
    jwk = f'{{"e":"AQAB","kty":"RSA","n":"{modulus(keys[0])}"}}'
    message = b"shoal pseudonym 1\0" + hashlib.sha256(jwk.encode()).digest() + hashlib.sha256(POI.encode()).digest()
    padded = SECRET.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(own ^ 0x36 for own in padded) + message).digest()
    assert (
        pseudonym(SECRET, keys[0].public, POI) == hashlib.sha256(bytes(own ^ 0x5C for own in padded) + inner).digest()
    )
    assert thumbprint(keys[0].public) == hashlib.sha256(jwk.encode()).digest()


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://POI.example/", POI),
        ("https://poi.example:443", POI),
        ("http://127.0.0.1:8001", "http://127.0.0.1:8001"),
        ("http://[::1]:80/", "http://[::1]"),
    ],
)
def test_a_provider_is_named_by_its_origin(url: str, name: str) -> None:
    assert provider_name(url) == name


@pytest.mark.parametrize(
    "url", ["poi.example", "ftp://poi.example", "https://poi.example/a", "https://a@b", "https://:99999"]
)
def test_other_addresses_name_no_provider(url: str) -> None:
    with pytest.raises(WrongUse, match="named by its address"):
        provider_name(url)


# --- the list of places


def test_a_list_is_read_as_it_was_signed(places: list[ListedPlace]) -> None:
    private = Ed25519PrivateKey.generate()
    signed = signed_list(3, 20, places, private)
    found = PlaceList.read(signed)
    assert (found.generation, found.k, len(found.places)) == (3, 20, 2)
    assert found.place(40.7, -74.0) == places[0] and found.place(40.7, -74.1) is None
    assert found.places[40.7, -74.0].key.n_bits == 2048
    assert PlaceList.read(signed, trusted=found.service_key) == found
    assert signed_list(3, 20, places[::-1], private) == signed
    with pytest.raises(NotAPlaceList, match="another service"):
        PlaceList.read(signed, trusted=base64url(bytes(32)))


def test_the_list_is_a_json_web_signature(places: list[ListedPlace]) -> None:
    """Read by the steps of RFC 7515, section 5.2, and not by our own reader."""
    private = Ed25519PrivateKey.generate()
    head, body, signature = signed_list(3, 20, places, private).split(".")
    header, content = (json.loads(urlsafe_b64decode(part + "=" * (-len(part) % 4))) for part in (head, body))
    assert header["alg"] == "EdDSA" and header["jwk"]["crv"] == "Ed25519"
    private.public_key().verify(urlsafe_b64decode(signature + "=="), f"{head}.{body}".encode())
    assert content["what"] == "shoal places"


def test_a_changed_list_is_refused(places: list[ListedPlace]) -> None:
    signed = signed_list(3, 20, places, Ed25519PrivateKey.generate())
    head, body, signature = signed.split(".")
    content = json.loads(urlsafe_b64decode(body + "=="))
    content["k"] = 2
    for changed in (
        f"{head}.{base64url(json.dumps(content).encode())}.{signature}",
        f"{head}.{body}.{base64url(bytes(64))}",
    ):
        with pytest.raises(NotAPlaceList, match="signature"):
            PlaceList.read(changed)


@pytest.mark.parametrize("text", ["", "a.b", "a.b.c", "....", "e30.e30.e30", "☃.☃.☃"])
def test_what_is_no_list_is_refused_in_words(text: str) -> None:
    with pytest.raises(NotAPlaceList):
        PlaceList.read(text)


def test_a_list_has_each_place_and_each_key_once(places: list[ListedPlace]) -> None:
    """Two keys for one place would tell its devices apart; so would one key under two names of a place."""
    private = Ed25519PrivateKey.generate()
    for twice in (replace(places[0], n=places[1].n), replace(places[1], latitude=40.7, longitude=-74.0)):
        with pytest.raises(NotAPlaceList, match="twice"):
            PlaceList.read(signed_list(3, 20, [*places, twice], private))


@pytest.mark.parametrize(
    "change",
    [{"latitude": 91.0}, {"longitude": float("inf")}, {"latitude": True}, {"reach_m": -1}, {"reach_m": 1.5}, {"n": 5}],
)
def test_places_off_the_globe_are_refused(places: list[ListedPlace], change: dict[str, object]) -> None:
    with pytest.raises(NotAPlaceList):
        PlaceList.read(signed_list(3, 20, [replace(places[0], **change)], Ed25519PrivateKey.generate()))  # type: ignore[arg-type]


def test_an_unsound_key_is_refused_when_it_is_used(places: list[ListedPlace]) -> None:
    """A list is long, and a device needs one key of it."""
    found = PlaceList.read(signed_list(3, 20, [replace(places[0], n="AQAB")], Ed25519PrivateKey.generate()))
    with pytest.raises(NotAPlaceList, match="sound"):
        _ = found.places[40.7, -74.0].key
