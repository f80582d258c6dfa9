"""The signed lists of places: fetched now and then, and whenever a device has one that is not known.

A list of the generation before is accepted for a while, so that devices take new pseudonyms at times of their own,
and not in answer to a refusal: an old pseudonym that is refused, and a new one in the next second, belong together. A
list of the same generation is replaced when places are merged; there a place counts as long as its key is the same.

Any other list of the same generation is refused: lists that differ a little could be given to one device each, and
their digests would tell the devices apart. With this rule each further list costs the anonymiser a place.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass

from shoal.credentials.place_list import ListedPlace, NotAPlaceList, PlaceList
from shoal.errors import needs_extra
from shoal.provider.problems import ListTooOld, NoList, OtherList, WrongCredential
from shoal.web.clock import ServiceClock
from shoal.web.logs import LOGGER

with needs_extra("client", "shoal.provider", ("httpx",)):
    import httpx

LIST_PATH = "/v1/places"
TIMEOUT_S = 30.0
LEAST_PAUSE_S = 5.0  # between two requests for the list, however many devices have an unknown one
KEPT_LISTS = 64  # digests that are known; one more for each generation and each merge

log = logging.getLogger(LOGGER)


class NotAfterMerges(NotAPlaceList):
    """This list does not follow from the last one of its generation by merging places."""


@dataclass(frozen=True)
class HeldList:
    """A list, and until when it is accepted (steady clock; None: it is the newest)."""

    places: PlaceList
    until: float | None


class KnownLists:
    """The lists that this provider got from the service. ``trusted`` is the service's public key, if it is given."""

    def __init__(self, service: str, trusted: str | None, age_s: float, grace_s: float, clock: ServiceClock) -> None:
        self._url = f"{service}{LIST_PATH}"
        self._trusted = trusted
        self._age_s, self._grace_s = age_s, grace_s
        self._steady = clock.steady
        self._held: dict[str, HeldList] = {}  # by digest, the newest last
        self._asked: float | None = None
        self._lock = threading.Lock()

    @property
    def newest(self) -> PlaceList | None:
        """The list that was fetched last."""
        return next(reversed(self._held.values())).places if self._held else None

    def refresh_if_old(self) -> None:
        """Fetch the list if the last one is older than it may be. A failure is logged, and tried again later."""
        if self._asked is None or self.newest is None or self._steady() - self._asked >= self._age_s:
            self.refresh()

    def refresh(self) -> None:
        """Fetch the list, at most every few seconds."""
        with self._lock:
            now = self._steady()
            if self._asked is not None and now - self._asked < LEAST_PAUSE_S:
                return
            self._asked = now
            try:
                answer = httpx.get(self._url, timeout=TIMEOUT_S)
                answer.raise_for_status()
                self._take(PlaceList.read(answer.text, self._trusted))
            except (httpx.HTTPError, NotAPlaceList) as error:
                log.warning("no list of places", extra={"error": type(error).__name__})

    def place(self, digest: str, latitude: float, longitude: float) -> tuple[PlaceList, ListedPlace]:
        """The list with this digest, and the entry of a place in it, if both are accepted now."""
        if digest not in self._held:
            self.refresh()
        newest, held = self.newest, self._held.get(digest)
        if newest is None:
            raise NoList
        if held is None:
            raise OtherList
        place = held.places.place(latitude, longitude)
        if place is None:
            raise WrongCredential("This place is not in the list of places.")
        if held.until is not None and not self._still_accepted(held, place, newest):
            raise ListTooOld
        return held.places, place

    def _still_accepted(self, held: HeldList, place: ListedPlace, newest: PlaceList) -> bool:
        if held.places.generation == newest.generation:
            now = newest.place(place.latitude, place.longitude)
            return now is not None and now.n == place.n
        return held.until is not None and self._steady() < held.until

    def _take(self, fetched: PlaceList) -> None:
        newest = self.newest
        if newest is not None and newest.digest == fetched.digest:
            return
        self._require_merges(fetched)
        held = {digest: self._ended(own) for digest, own in self._held.items() if digest != fetched.digest}
        held[fetched.digest] = HeldList(fetched, None)
        self._held = dict(list(held.items())[-KEPT_LISTS:])  # at once, so that readers need no lock
        self._trusted = fetched.service_key
        log.info("list of places", extra={"generation": fetched.generation, "places": len(fetched.places)})

    def _require_merges(self, fetched: PlaceList) -> None:
        """A further list of a generation that is known has merged places, and is otherwise as before."""
        same = [own.places for own in self._held.values() if own.places.generation == fetched.generation]
        if same and same[-1].digest != fetched.digest and not _follows_by_merges(same[-1], fetched):
            raise NotAfterMerges("The list of places is not the last one of its generation with some places merged.")

    def _ended(self, held: HeldList) -> HeldList:
        return held if held.until is not None else HeldList(held.places, self._steady() + self._grace_s)


def _follows_by_merges(before: PlaceList, after: PlaceList) -> bool:
    """Each new place stands for two or more that are gone. What has the key of before is where it was."""
    places_before, places_after = ({own.n: place for place, own in each.places.items()} for each in (before, after))
    remaining = places_before.keys() & places_after.keys()
    if before.k != after.k or any(places_before[n] != places_after[n] for n in remaining):
        return False
    gone, new = len(places_before) - len(remaining), len(places_after) - len(remaining)
    return new >= 1 and 2 * new <= gone
