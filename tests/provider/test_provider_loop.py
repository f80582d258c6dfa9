"""The whole loop with real processes: anonymiser, provider, and devices that find what is near their homes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest
from service_toys import found_town, town
from typer.testing import CliRunner

from benchmarks.service.running import Server, designed
from shoal.cli.app import app
from shoal.client import Client, ServiceError
from shoal.client.home_device import HomeDevice
from shoal.client.provider_client import ProviderClient
from shoal.client.ranking import metres_between
from shoal.credentials.place_list import PlaceList

K = 5
WAIT_S = 60.0


@dataclass
class ProviderServer(Server):
    """`shoal provider` in a process of its own."""

    service: str = ""
    points: str = ""
    extra: list[str] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        seen = str(self.folder / "seen.ndjson")
        return ["provider", self.points, "--service", self.service, "--name", self.base, "--seen", seen]

    @property
    def seen(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in (self.folder / "seen.ndjson").read_text("utf-8").splitlines()]


@dataclass
class Loop:
    anonymiser: Server
    provider: ProviderServer
    points: list[tuple[float, float]]


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loop]:
    """A town of thirty homes, and forty points of interest in it."""
    folder = tmp_path_factory.mktemp("loop")
    found_town(folder / "service", town(30), k=K)
    anonymiser = Server(folder / "service", settings={"SHOAL_K": str(K), "SHOAL_CREDENTIALS": "8"}).start()
    points = [(home.latitude, home.longitude) for home in town(40, seed=7)]
    rows = [f"point {number},{latitude!r},{longitude!r}" for number, (latitude, longitude) in enumerate(points)]
    (folder / "points.csv").write_text("\n".join(["name,latitude,longitude", *rows]), "utf-8")
    with anonymiser.client() as client:
        await_list(client)
    provider = ProviderServer(
        folder / "provider",
        settings={"SHOAL_PROVIDER_LIST_AGE_S": "1"},
        service=anonymiser.base,
        points=str(folder / "points.csv"),
    )
    provider.start()
    yield Loop(anonymiser, provider, points)
    provider.stop()
    anonymiser.stop()


def await_list(client: Client) -> None:
    """Keys are made by a program that the server starts."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        try:
            client.places()
            return
        except ServiceError as error:
            assert error.type == "keys-not-ready"
            time.sleep(0.2)
    raise AssertionError("no list of places")


def await_digest(provider: ProviderServer, digest: str) -> None:
    """The provider asks for the list by itself, when the last one is old enough."""
    deadline = time.monotonic() + WAIT_S
    with ProviderClient(provider.base) as asked:
        while asked.about()["list"] != digest:
            assert time.monotonic() < deadline, "the provider did not fetch the list"
            time.sleep(0.2)


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
        neighbour = HomeDevice.signed_up(client, loop.anonymiser.base, 40.7021, -74.0, [loop.provider.base])
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


def test_the_provider_says_what_it_is(loop: Loop) -> None:
    with ProviderClient(loop.provider.base) as asked:
        about = asked.about()
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
