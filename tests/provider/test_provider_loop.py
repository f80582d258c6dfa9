"""The whole loop with real processes: anonymiser, provider, and devices that find what is near their homes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from loop_toys import K, Loop, await_digest, await_list
from typer.testing import CliRunner

from benchmarks.service.running import designed
from shoal.cli.app import app
from shoal.client import ServiceError
from shoal.client.home_device import HomeDevice
from shoal.client.provider_client import ProviderClient
from shoal.client.ranking import metres_between
from shoal.credentials.place_list import PlaceList


@pytest.fixture
def device(loop: Loop) -> Iterator[HomeDevice]:
    with loop.anonymiser.client() as client:
        made = HomeDevice.signed_up(client, loop.anonymiser.base, 40.702, -74.003, [loop.provider.base])
        made.refresh()
        yield made
        made.cancel()


def test_a_device_finds_what_is_nearest_to_its_home(loop: Loop, device: HomeDevice) -> None:
    found = device.nearest(loop.provider.base, count=3)
    truth = sorted(metres_between(device.state.home, own) for own in loop.points)[:3]
    assert [own.metres for own in found.points] == pytest.approx(truth) and found.sure


def test_the_home_never_leaves_the_device(loop: Loop, device: HomeDevice) -> None:
    """Nothing that the provider saw has a digit of it beyond those of the place."""
    device.nearest(loop.provider.base)
    latitude, longitude = device.state.home
    place = device.state.place
    assert place is not None and (place.latitude, place.longitude) != (latitude, longitude)
    asked = [line for line in loop.provider.seen if line["event"] == "nearest"]
    assert (asked[-1]["latitude"], asked[-1]["longitude"]) == (place.latitude, place.longitude)
    assert device.state.device.id not in json.dumps(loop.provider.seen)
    assert not any(own in json.dumps(loop.provider.seen) for own in (repr(latitude), repr(longitude)))


def test_two_devices_of_a_place_ask_the_same(loop: Loop, device: HomeDevice) -> None:
    """Wherever their homes are: else the margin would tell how far a home is from its place."""
    with loop.anonymiser.client() as client:
        neighbour = HomeDevice.signed_up(client, loop.anonymiser.base, 40.7021, -74.003, [loop.provider.base])
        neighbour.refresh()
        assert neighbour.state.proofs is not None and device.state.proofs is not None
        assert neighbour.state.proofs.latitude == device.state.proofs.latitude
        for own in (device, neighbour):
            own.nearest(loop.provider.base, count=2)
        neighbour.cancel()
    one, other = (dict(line) for line in loop.provider.seen[-2:])
    for secret in ("time", "pseudonym", "credential"):
        assert one.pop(secret) != other.pop(secret) or secret == "time"
    assert one == other


def test_a_provider_refuses_what_does_not_fit(loop: Loop, device: HomeDevice) -> None:
    proofs = device.state.proofs
    assert proofs is not None
    proof = proofs.of(loop.provider.base)
    assert proof is not None
    elsewhere = next(
        (entry["latitude"], entry["longitude"])
        for entry in _listed(loop)
        if (entry["latitude"], entry["longitude"]) != (proof.latitude, proof.longitude)
    )
    wrong = [
        (replace(proof, latitude=elsewhere[0], longitude=elsewhere[1]), "wrong-credential"),
        (replace(proof, latitude=1.0, longitude=2.0), "wrong-credential"),
        (replace(proof, list="0" * 64), "other-list"),
        (replace(proof, credential={"prepared": "AA", "signature": "AA"}), "wrong-credential"),
    ]
    with ProviderClient(loop.provider.base) as asked:
        assert asked.within(proof, 1000.0).complete_to_m == 1000.0
        for own, kind in wrong:
            with pytest.raises(ServiceError) as refused:
                asked.nearest(own, 1)
            assert refused.value.type == kind


def _listed(loop: Loop) -> list[dict[str, float]]:
    with loop.anonymiser.client() as client:
        return [own.to_dict() for own in PlaceList.read(client.places()).places.values()]


def test_a_new_generation_brings_a_new_pseudonym(loop: Loop, device: HomeDevice) -> None:
    device.nearest(loop.provider.base)
    with loop.anonymiser.client() as client:
        designed(client, k=K, publish=True, sticky=True)
        await_list(client)
        newest = PlaceList.read(client.places()).digest
    await_digest(loop.provider, newest)
    device.nearest(loop.provider.base)  # still with what was signed for the last generation
    device.refresh()
    device.nearest(loop.provider.base)
    first, second, third = (line["pseudonym"] for line in loop.provider.seen[-3:])
    assert first == second != third


def test_the_list_of_today_is_taken_over(loop: Loop, device: HomeDevice) -> None:
    """The same credential, shown with the list of today; an unchanged list is not sent again."""
    now = device.state.proofs
    assert now is not None
    device.state = replace(device.state, proofs=replace(now, list="0" * 64, reach_m=1))
    device.refresh()
    assert device.state.proofs == now
    with loop.anonymiser.client() as client:
        assert client.newer_places(now.list) is None and client.newer_places("0" * 64) == client.places()


def test_the_provider_says_what_it_is(loop: Loop) -> None:
    with ProviderClient(loop.provider.base) as asked:
        about = asked.about()
    with loop.anonymiser.client() as client:
        assert about["service_key"] == PlaceList.read(client.places()).service_key
    assert about["keeps_what_it_sees"] and about["n_points"] == 40 and about["name"] == loop.provider.base
    assert httpx.get(f"{loop.provider.base}/health/ready").json() == {"status": "ready"}
    assert httpx.get(f"{loop.provider.base}/metrics").status_code == 401
    assert httpx.get(f"{loop.provider.base}/docs").status_code == 200
    assert (loop.provider.folder / "seen.ndjson").stat().st_mode & 0o077 == 0


def test_the_commands_of_a_device(loop: Loop, tmp_path: Path) -> None:
    file = str(tmp_path / "device.json")

    def say(*words: str) -> str:
        done = CliRunner().invoke(app, ["device", words[0], "--file", file, "--json", *words[1:]])
        assert done.exit_code == 0, done.output
        return done.output

    say("sign-up", "40.702", "--url", loop.anonymiser.base, "--", "-74.003")
    say("use", loop.provider.base)
    assert json.loads(say("location"))["status"] == "placed"
    found = json.loads(say("nearest", loop.provider.base, "--count", "2"))
    assert len(found["points"]) == 2 and found["sure"]
    say("move", "40.71", "--", "-74.003")
    refused = CliRunner().invoke(app, ["device", "nearest", loop.provider.base, "--file", file])
    assert refused.exit_code == 2 and "no credential" in refused.output
    say("location")
    assert json.loads(say("nearest", loop.provider.base))["points"]
    assert Path(file).stat().st_mode & 0o077 == 0
    say("cancel")
    assert not Path(file).exists()
