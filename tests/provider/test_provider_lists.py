"""Which lists of places a provider accepts, and for how long. The anonymiser is a plain web server with a file."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from shoal.blind_signatures.plain_bytes import base64url
from shoal.blind_signatures.sealed_keys import new_key_bytes
from shoal.credentials.place_list import ListedPlace, PlaceList, signed_list
from shoal.provider.lists import LEAST_PAUSE_S, KnownLists
from shoal.provider.problems import ListTooOld, NoList, OtherList, WrongCredential
from shoal.web.clock import ServiceClock

AGE_S, GRACE_S = 3600.0, 86400.0
HERE, THERE = (40.7, -74.0), (40.6, -74.1)


class Anonymiser:
    """Answers with whatever list it holds; None: it is away."""

    def __init__(self) -> None:
        self.key = Ed25519PrivateKey.generate()
        self.shown: str | None = None
        self.asked = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked += 1
                self.send_response(503 if outer.shown is None else 200)
                self.end_headers()
                self.wfile.write((outer.shown or "").encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def show(self, generation: int, places: list[ListedPlace]) -> PlaceList:
        self.shown = signed_list(generation, 5, places, self.key)
        return PlaceList.read(self.shown)


@pytest.fixture
def anonymiser() -> Iterator[Anonymiser]:
    made = Anonymiser()
    yield made
    made.server.shutdown()
    made.server.server_close()
    made.thread.join()


@pytest.fixture(scope="module")
def moduli() -> list[str]:
    publics = [new_key_bytes()[1] for _ in range(4)]
    return [base64url(own.n.to_bytes(own.n_bytes)) for own in publics]


class Provider:
    """The lists of a provider, and a clock that is set by hand."""

    def __init__(self, anonymiser: Anonymiser, trusted: str | None = None) -> None:
        self.now = 1000.0
        clock = ServiceClock(steady=lambda: self.now)
        self.lists = KnownLists(anonymiser.url, trusted, AGE_S, GRACE_S, clock)
        self.lists.refresh()

    def later(self, seconds: float) -> None:
        self.now += seconds
        self.lists.refresh_if_old()


def two(moduli: list[str], first: int = 0) -> list[ListedPlace]:
    return [ListedPlace(*HERE, 300, moduli[first]), ListedPlace(*THERE, 300, moduli[first + 1])]


def test_a_place_of_the_list_is_known(anonymiser: Anonymiser, moduli: list[str]) -> None:
    shown = anonymiser.show(1, two(moduli))
    provider = Provider(anonymiser)
    assert provider.lists.place(shown.digest, *HERE) == (shown, shown.places[HERE])
    with pytest.raises(WrongCredential):
        provider.lists.place(shown.digest, 1.0, 2.0)


def test_a_device_with_a_list_of_its_own_is_told(anonymiser: Anonymiser, moduli: list[str]) -> None:
    """The anonymiser gave it a key for itself, to know it again. The provider has never got that list."""
    for_everybody = anonymiser.show(1, two(moduli))
    alone = PlaceList.read(signed_list(1, 5, [replace(two(moduli)[0], n=moduli[3])], anonymiser.key))
    provider = Provider(anonymiser)
    with pytest.raises(OtherList):
        provider.lists.place(alone.digest, *HERE)
    assert provider.lists.place(for_everybody.digest, *HERE)


def test_an_unknown_list_is_asked_for_but_not_too_often(anonymiser: Anonymiser, moduli: list[str]) -> None:
    anonymiser.show(1, two(moduli))
    provider = Provider(anonymiser)
    second = anonymiser.show(2, two(moduli, 2))
    with pytest.raises(OtherList):  # asked for a moment ago
        provider.lists.place(second.digest, *HERE)
    provider.now += LEAST_PAUSE_S
    assert provider.lists.place(second.digest, *HERE)[0] == second
    asked = anonymiser.asked
    for _ in range(20):
        with pytest.raises(OtherList):
            provider.lists.place("0" * 64, *HERE)
    assert anonymiser.asked == asked


def test_the_generation_before_is_accepted_for_a_while(anonymiser: Anonymiser, moduli: list[str]) -> None:
    """Else all devices would change their pseudonyms in answer to a refusal, which links the old to the new."""
    first = anonymiser.show(1, two(moduli))
    provider = Provider(anonymiser)
    anonymiser.show(2, two(moduli, 2))
    provider.later(AGE_S)
    assert provider.lists.place(first.digest, *HERE)[0] == first
    provider.later(GRACE_S)
    with pytest.raises(ListTooOld):
        provider.lists.place(first.digest, *HERE)


def test_a_merged_place_ends_at_once_and_others_do_not(anonymiser: Anonymiser, moduli: list[str]) -> None:
    """Its old key would go on saying in which half of the merged place a device is."""
    before = anonymiser.show(1, [*two(moduli), ListedPlace(40.5, -74.2, 300, moduli[2])])
    provider = Provider(anonymiser)
    anonymiser.show(1, [ListedPlace(40.65, -74.05, 300, moduli[3]), ListedPlace(40.5, -74.2, 400, moduli[2])])
    provider.later(AGE_S)
    assert provider.lists.place(before.digest, 40.5, -74.2)
    with pytest.raises(ListTooOld):
        provider.lists.place(before.digest, *HERE)


@pytest.mark.parametrize("way", ["reach", "moved", "key", "gone", "more", "k", "before"])
def test_lists_that_differ_otherwise_than_by_merges_are_refused(
    anonymiser: Anonymiser, moduli: list[str], way: str
) -> None:
    """A list for each device would tell who it is, even if its own place is the same in all."""
    far = ListedPlace(-40.0, 100.0, 5000, moduli[2])
    first = anonymiser.show(1, [*two(moduli), far])
    provider = Provider(anonymiser)
    tagged = {
        "reach": [*two(moduli), replace(far, reach_m=5001)],
        "moved": [replace(two(moduli)[0], latitude=40.71), ListedPlace(40.0, 99.0, 300, moduli[3])],
        "key": [*two(moduli), replace(far, n=moduli[3])],
        "gone": two(moduli),
        "more": [*two(moduli), far, ListedPlace(-41.0, 100.0, 300, moduli[3])],
        "k": [two(moduli)[0], ListedPlace(0.0, 0.0, 300, moduli[3])],
        "before": [two(moduli)[0], ListedPlace(0.0, 0.0, 300, moduli[3])],
    }[way]
    accepted = first
    if way == "before":  # the list of before the merge is not the newest again
        accepted = anonymiser.show(1, tagged)
        provider.later(AGE_S)
        tagged = [*two(moduli), far]
    other = anonymiser.show(1, tagged)
    if way == "k":
        anonymiser.shown = signed_list(1, 6, tagged, anonymiser.key)
        other = PlaceList.read(anonymiser.shown)
    provider.later(AGE_S)
    assert provider.lists.newest == accepted
    if way != "before":
        with pytest.raises(OtherList):
            provider.lists.place(other.digest, *HERE)


def test_merges_that_were_missed_are_accepted_together(anonymiser: Anonymiser, moduli: list[str]) -> None:
    """Three places became one while the provider did not look; the next generation may be anything."""
    anonymiser.show(1, [*two(moduli), ListedPlace(40.5, -74.2, 300, moduli[2])])
    provider = Provider(anonymiser)
    for generation, places in ((1, [ListedPlace(*HERE, 300, moduli[3])]), (2, two(moduli))):
        shown = anonymiser.show(generation, places)
        provider.later(AGE_S)
        assert provider.lists.newest == shown


def test_a_generation_that_is_rolled_back_to_is_the_newest_again(anonymiser: Anonymiser, moduli: list[str]) -> None:
    first = anonymiser.show(1, two(moduli))
    provider = Provider(anonymiser)
    for generation in (2, 1):
        anonymiser.show(generation, two(moduli, 0 if generation == 1 else 2))
        provider.later(AGE_S)
    provider.later(2 * GRACE_S)
    assert provider.lists.newest == first
    assert provider.lists.place(first.digest, *HERE)


def test_only_one_service_is_trusted(anonymiser: Anonymiser, moduli: list[str]) -> None:
    """The key that was given, or else the first that was seen."""
    shown = anonymiser.show(1, two(moduli))
    assert Provider(anonymiser, shown.service_key).lists.newest == shown
    assert Provider(anonymiser, base64url(bytes(32))).lists.newest is None
    provider = Provider(anonymiser)
    anonymiser.key = Ed25519PrivateKey.generate()
    anonymiser.show(2, two(moduli))
    provider.later(AGE_S)
    assert provider.lists.newest == shown


def test_a_service_that_is_away_is_waited_for(anonymiser: Anonymiser, moduli: list[str]) -> None:
    provider = Provider(anonymiser)
    with pytest.raises(NoList):
        provider.lists.place("0" * 64, *HERE)
    shown = anonymiser.show(1, two(moduli))
    provider.later(LEAST_PAUSE_S)
    anonymiser.shown = None
    provider.later(AGE_S)
    assert provider.lists.place(shown.digest, *HERE)
