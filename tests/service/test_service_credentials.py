"""Credentials as the anonymiser gives them: for the place of now, so many, and the key goes when the place does."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service_toys import Hands, design, parts_for, town
from sqlalchemy import func, select

from shoal.blind_signatures.key_pairs import thumbprint
from shoal.credentials.asking import CredentialRequest
from shoal.credentials.credential import check_credential
from shoal.credentials.place_list import ListedPlace, PlaceList
from shoal.credentials.pseudonyms import new_secret
from shoal.service.credentials.maker import FAILED_PAUSE_S, LOOK_S, KeyMaker
from shoal.service.credentials.place_keys import KEYS_AT_ONCE, make_some, some_missing
from shoal.service.devices.devices import SignedUp
from shoal.service.parts import ServiceContext
from shoal.service.problems import Cancelled, CredentialsUsed, KeysNotReady, OtherPlace, WrongToken
from shoal.service.resealing import reseal_all
from shoal.service.store.models import issued, place_key
from shoal.web.problems import Conflict, InvalidRequest

POI = "https://poi.example"
K, MOST = 5, 3
N_DEVICES = 14


@pytest.fixture
def parts(tmp_path: Path, database_url: str | None) -> Iterator[ServiceContext]:
    """A service that gives credentials."""
    made = parts_for(tmp_path / "service", database_url, credentials=MOST)
    yield made
    made.database.close()


@pytest.fixture
def devices(parts: ServiceContext) -> list[SignedUp]:
    """Two places of a published generation, with their keys."""
    signed_up = parts.devices.sign_up_many(town(N_DEVICES))
    design(parts, k=K)
    make_keys(parts)
    return signed_up


def make_keys(parts: ServiceContext) -> None:
    while make_some(parts.database, parts.vault):
        pass


def own_place(parts: ServiceContext, device: SignedUp) -> ListedPlace:
    """The entry of a device's place in the list."""
    told = parts.devices.location(device.id, device.token or "")
    assert told.latitude is not None and told.longitude is not None
    found = PlaceList.read(parts.places.list().signed).place(told.latitude, told.longitude)
    assert found is not None
    return found


def asked(parts: ServiceContext, device: SignedUp, place: ListedPlace) -> CredentialRequest:
    return CredentialRequest.of(place.key, POI, new_secret())


def signed(parts: ServiceContext, device: SignedUp, request: CredentialRequest) -> bytes:
    (answer,) = parts.desk.sign(device.id, device.token or "", thumbprint(request.key), [request.blinded])
    return answer


def count(parts: ServiceContext, table: Any) -> int:
    return parts.database.ask(lambda c: c.execute(select(func.count()).select_from(table)).scalar_one())


def test_a_device_gets_a_credential_for_its_own_place(parts: ServiceContext, devices: list[SignedUp]) -> None:
    place = own_place(parts, devices[0])
    request = asked(parts, devices[0], place)
    credential = request.credential(signed(parts, devices[0], request))
    assert check_credential(place.key, POI, credential.to_dict())


def test_the_list_has_every_shared_place_once(parts: ServiceContext, devices: list[SignedUp]) -> None:
    published = parts.places.list()
    found = PlaceList.read(published.signed)
    told = {(p.latitude, p.longitude) for p in (parts.devices.location(d.id, d.token or "") for d in devices)}
    assert set(found.places) == told and len(told) == 2
    assert (found.generation, found.k, found.digest) == (1, K, published.digest)
    assert all(own.reach_m > 0 for own in found.places.values())
    assert parts.places.list() is published  # made once for each state
    again = ServiceContext.of(parts.settings)  # another server
    assert again.places.list() == published
    again.database.close()


def test_no_device_gets_a_credential_for_another_place(parts: ServiceContext, devices: list[SignedUp]) -> None:
    mine = own_place(parts, devices[0])
    other = next(place for place in (own_place(parts, d) for d in devices) if place != mine)
    with pytest.raises(OtherPlace):
        signed(parts, devices[0], asked(parts, devices[0], other))
    assert count(parts, issued) == 0


def test_only_so_many_are_signed_and_repeats_do_not_count(parts: ServiceContext, devices: list[SignedUp]) -> None:
    place = own_place(parts, devices[0])
    requests = [asked(parts, devices[0], place) for _ in range(MOST)]
    answers = [signed(parts, devices[0], request) for request in requests]
    assert [signed(parts, devices[0], request) for request in requests] == answers
    with pytest.raises(CredentialsUsed):
        signed(parts, devices[0], asked(parts, devices[0], place))
    assert count(parts, issued) == MOST
    design(parts, k=K)
    make_keys(parts)
    assert signed(parts, devices[0], asked(parts, devices[0], own_place(parts, devices[0])))


def test_who_may_not_ask_gets_nothing(parts: ServiceContext, devices: list[SignedUp]) -> None:
    place = own_place(parts, devices[0])
    request = asked(parts, devices[0], place)
    name = thumbprint(place.key)
    for own, token in ((devices[0].id, "x"), ("A" * 22, devices[0].token or "")):
        with pytest.raises(WrongToken):
            parts.desk.sign(own, token, name, [request.blinded])
    for blinded in (b"", b"\0" * 256, b"\xff" * 256):
        with pytest.raises(InvalidRequest):
            parts.desk.sign(devices[0].id, devices[0].token or "", name, [blinded])
    assert count(parts, issued) == 0
    assert signed(parts, devices[0], request)
    parts.devices.cancel(devices[0].id, devices[0].token or "")
    assert count(parts, issued) == 0
    with pytest.raises(Cancelled):
        signed(parts, devices[0], request)


def test_a_merged_place_has_a_new_key(parts: ServiceContext, devices: list[SignedUp]) -> None:
    """Old keys would go on saying in which of two places a device was: among fewer than k."""
    first = parts.places.list()
    old = {place.n for place in PlaceList.read(first.signed).places.values()}
    place = own_place(parts, devices[0])
    mates = [d for d in devices[1:] if own_place(parts, d) == place]
    for device in mates[: len(mates) + 2 - K]:
        parts.devices.cancel(device.id, device.token or "")
    assert count(parts, place_key) == 0
    with pytest.raises(KeysNotReady):
        parts.places.list()
    with pytest.raises(KeysNotReady):
        signed(parts, devices[0], asked(parts, devices[0], place))
    make_keys(parts)
    merged = PlaceList.read(parts.places.list().signed)
    assert len(merged.places) == 1 and merged.digest != first.digest
    assert not old & {own.n for own in merged.places.values()}
    with pytest.raises(OtherPlace):
        signed(parts, devices[0], asked(parts, devices[0], place))
    assert signed(parts, devices[0], asked(parts, devices[0], own_place(parts, devices[0])))


def test_nothing_is_certified_while_devices_wait(parts: ServiceContext) -> None:
    signed_up = parts.devices.sign_up_many(town(K))
    with pytest.raises(KeysNotReady):
        parts.places.list()
    design(parts, k=K)
    make_keys(parts)
    request = asked(parts, signed_up[0], own_place(parts, signed_up[0]))
    parts.devices.cancel(signed_up[1].id, signed_up[1].token or "")
    with pytest.raises(Conflict, match="no place now"):
        signed(parts, signed_up[0], request)
    with pytest.raises(KeysNotReady):
        parts.places.list()


def test_keys_go_with_their_generation(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "service", credentials=MOST, history=1)
    parts.devices.sign_up_many(town(N_DEVICES))
    for _ in range(2):
        design(parts, k=K)
        assert some_missing(parts.database)
        make_keys(parts)
        assert count(parts, place_key) == 2 and not some_missing(parts.database)
    parts.database.close()


def test_a_generation_that_is_rolled_back_to_has_its_old_list(parts: ServiceContext, devices: list[SignedUp]) -> None:
    first = parts.places.list()
    design(parts, k=K)
    make_keys(parts)
    assert parts.places.list().digest != first.digest
    parts.generations.roll_back()
    assert parts.places.list() == first


def test_two_makers_give_each_place_one_key(parts: ServiceContext) -> None:
    """Each of two servers makes keys for the same places; what comes second is thrown away."""
    parts.devices.sign_up_many(town(N_DEVICES))
    design(parts, k=K)
    other = ServiceContext.of(parts.settings)
    assert make_some(parts.database, parts.vault) <= KEYS_AT_ONCE
    first = parts.places.list()
    assert make_some(other.database, other.vault) == 0
    assert other.places.list() == first
    other.database.close()


def test_a_service_without_credentials_makes_no_keys(tmp_path: Path) -> None:
    parts = parts_for(tmp_path / "service")
    parts.devices.sign_up_many(town(N_DEVICES))
    design(parts, k=K)
    maker = KeyMaker(parts.database, parts.clock, wanted=parts.desk.most > 0)
    maker.look()
    maker.stop()
    assert parts.desk.most == 0 and maker.n_started == 0 and count(parts, place_key) == 0
    parts.database.close()


def test_a_program_that_fails_is_not_started_again_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It looks for a database where there is none."""
    hands = Hands()
    parts = parts_for(tmp_path / "service", clock=hands.clock, credentials=MOST)
    parts.devices.sign_up_many(town(N_DEVICES))
    design(parts, k=K)
    monkeypatch.setenv("SHOAL_FOLDER", str(tmp_path / "elsewhere"))
    maker = KeyMaker(parts.database, hands.clock, wanted=True)
    maker.look()
    while "not made" not in caplog.text:
        hands.pass_by(LOOK_S)
        maker.look()
        time.sleep(0.05)
    for _ in range(3):
        maker.look()
    assert maker.n_started == 1
    hands.pass_by(FAILED_PAUSE_S)
    maker.look()
    maker.stop()
    assert maker.n_started == 2
    parts.database.close()


def test_keys_are_sealed_anew(tmp_path: Path) -> None:
    """Whoever takes the old key of the vault away can still sign, and signs the same list."""
    old, new = "an-old-key-0123456789", "a-new-key-0123456789"
    parts = parts_for(tmp_path / "service", credentials=MOST)
    parts = ServiceContext.of(parts.settings)
    signed_up = parts.devices.sign_up_many(town(N_DEVICES))
    design(parts, k=K)
    make_keys(parts)
    first = parts.places.list()
    own_keys = ",".join(parts.settings.vault_keys())
    both = ServiceContext.of(parts.settings.model_copy(update={"key": _secret(f"{new},{own_keys}")}))
    assert reseal_all(both) == 1 + 1 + 1 + 2 + N_DEVICES  # pepper, key of the list, design, keys of places, homes
    alone = ServiceContext.of(parts.settings.model_copy(update={"key": _secret(new)}))
    assert alone.places.list() == first and old not in first.signed
    assert signed(alone, signed_up[0], asked(alone, signed_up[0], own_place(alone, signed_up[0])))
    for opened in (parts, both, alone):
        opened.database.close()


def _secret(text: str) -> Any:
    from pydantic import SecretStr

    return SecretStr(text)
