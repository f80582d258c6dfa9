"""What a device shows is that of its place today: the newest list, and credentials of the key that is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from shoal.blind_signatures.blind_rsa import blind_sign
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.blind_signatures.sealed_keys import key_of_bytes, new_key_bytes
from shoal.client.client import Client, Device, Place
from shoal.client.device_state import DeviceState
from shoal.client.home_device import HomeDevice
from shoal.credentials.credential import NotACredential, check_credential
from shoal.credentials.place_list import ListedPlace, PlaceList, signed_list

HERE, FAR = (40.7, -74.0), (40.0, -75.0)
WEATHER, SHOP = "https://weather.example", "https://shop.example"


@dataclass
class Key:
    """The key pair of a place."""

    private: bytes
    modulus: str


@dataclass
class Anonymiser(Client):
    """Answers as the service does, without a network. ``here`` is the key of the place of all devices."""

    here: Key
    others: list[ListedPlace]
    reach_m: int = 300
    own: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    n_lists: int = 0
    n_signed: int = 0

    @property
    def shown(self) -> str:
        listed = [ListedPlace(*HERE, self.reach_m, self.here.modulus), *self.others]
        return signed_list(3, 5, listed, self.own)

    def location(self, device: Device, known: Place | None = None) -> Place:
        return Place("placed", *HERE, 3, 5)

    def newer_places(self, known: str | None) -> str | None:
        signed = self.shown
        if PlaceList.read(signed).digest == known:
            return None
        self.n_lists += 1
        return signed

    def credentials(self, device: Device, key: str, blinded: Sequence[str]) -> list[str]:
        self.n_signed += len(blinded)
        private = key_of_bytes(self.here.private)
        return [base64url(blind_sign(private, bytes_of(own, "'blinded'"))) for own in blinded]

    def device(self, *providers: str) -> HomeDevice:
        made = HomeDevice(self, DeviceState("https://shoal.example", Device("1", "t"), HERE, providers=providers))
        made.refresh()
        return made


@pytest.fixture(scope="module")
def keys() -> list[Key]:
    made = [new_key_bytes() for _ in range(3)]
    return [Key(private, base64url(public.n.to_bytes(public.n_bytes))) for private, public in made]


@pytest.fixture
def anonymiser(keys: list[Key]) -> Anonymiser:
    return Anonymiser(keys[0], [ListedPlace(*FAR, 400, keys[1].modulus)])


def shown_by(device: HomeDevice) -> tuple[str, int]:
    """What providers see of its list: the digest, and the margin, which is twice the reach."""
    assert device.state.proofs is not None
    return device.state.proofs.list, device.state.proofs.reach_m


def pseudonym_of(device: HomeDevice, provider: str, anonymiser: Anonymiser) -> str:
    """As a provider finds it, with the key of its own list."""
    proofs, place = device.state.proofs, PlaceList.read(anonymiser.shown).place(*HERE)
    assert proofs is not None and place is not None
    return check_credential(place.key, provider, dict(proofs.credentials[provider]))


def test_devices_of_a_place_show_the_same_list_whenever_they_came(anonymiser: Anonymiser, keys: list[Key]) -> None:
    """Places are merged far away, and each time there is a new list. It must not tell who came before it."""
    first = anonymiser.device(WEATHER, SHOP)
    pseudonym = pseudonym_of(first, WEATHER, anonymiser)
    anonymiser.others = [ListedPlace(*FAR, 900, keys[2].modulus)]
    anonymiser.reach_m = 350
    second = anonymiser.device(WEATHER, SHOP)
    assert shown_by(first) != shown_by(second)
    first.refresh()
    assert shown_by(first) == shown_by(second) == (PlaceList.read(anonymiser.shown).digest, 350)
    assert anonymiser.n_signed == 4 and pseudonym_of(first, WEATHER, anonymiser) == pseudonym


def test_a_merged_place_at_the_same_coordinates_is_another_place(anonymiser: Anonymiser, keys: list[Key]) -> None:
    """Its old key is deleted, so the old credentials would be refused for good."""
    device = anonymiser.device(WEATHER, SHOP)
    before = pseudonym_of(device, WEATHER, anonymiser)
    anonymiser.here = keys[2]
    with pytest.raises(NotACredential):
        pseudonym_of(device, WEATHER, anonymiser)
    device.refresh()
    assert pseudonym_of(device, WEATHER, anonymiser) != before and pseudonym_of(device, SHOP, anonymiser)
    assert shown_by(device)[0] == PlaceList.read(anonymiser.shown).digest


def test_a_list_that_is_known_is_not_loaded_again(anonymiser: Anonymiser) -> None:
    device = anonymiser.device(WEATHER)
    device.refresh()
    assert (anonymiser.n_lists, anonymiser.n_signed) == (1, 1)
    device.use(SHOP)
    device.refresh()
    assert (anonymiser.n_lists, anonymiser.n_signed) == (2, 2)
    assert pseudonym_of(device, SHOP, anonymiser) != pseudonym_of(device, WEATHER, anonymiser)


def test_what_a_device_remembers_is_plain_data(anonymiser: Anonymiser) -> None:
    state = anonymiser.device(WEATHER).state
    assert DeviceState.from_dict(state.to_dict()) == state
