"""A whole device: it knows its place, has credentials for its providers, and finds what is near its home.

::

    with Client("https://shoal.example") as client:
        device = HomeDevice.signed_up(client, "https://shoal.example", 40.7, -74.0, ["https://poi.example"])
        device.refresh()                                   # now and then, not just before a question
        device.nearest("https://poi.example", count=3)     # Ranking(points=…, sure=True)

Three rules keep it from giving itself away. It asks for the credentials of all its providers together, when it first
sees a place, and not when it asks one: the times of two requests would link them. What it asks a provider is a function
of its place alone, the same for all devices of the place: also the margin, which follows from the list of places and
not from where the home is. And it reads that list again with each refresh: a list of another day would be known by its
digest, to all its providers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from shoal.blind_signatures.key_pairs import thumbprint
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.client.client import Client, Place, ServiceError
from shoal.client.device_state import DeviceState, Proofs
from shoal.client.provider_client import ProviderClient
from shoal.client.ranking import Ranking, ranked
from shoal.credentials.asking import CredentialRequest
from shoal.credentials.place_list import ListedPlace, NotAPlaceList, PlaceList
from shoal.credentials.pseudonyms import provider_name
from shoal.errors import WrongUse

NOT_YET = ("not-found", "keys-not-ready", "other-place")  # no credentials at all, or not at this moment


class HomeDevice:
    """A device. ``state`` is what it remembers; whoever keeps the device keeps that."""

    def __init__(self, client: Client, state: DeviceState) -> None:
        self._client = client
        self.state = state

    @classmethod
    def signed_up(
        cls,
        client: Client,
        url: str,
        latitude: float,
        longitude: float,
        providers: Iterable[str] = (),
        voucher: dict[str, str] | None = None,
    ) -> HomeDevice:
        """A new device with this home."""
        names = tuple(provider_name(own) for own in providers)
        device, place = client.sign_up(latitude, longitude, voucher)
        return cls(client, DeviceState(url, device, (latitude, longitude), place=place, providers=names))

    def refresh(self) -> Place:
        """Ask for the place and the list of places. If the place, or its key, is another one, or a provider is new,
        credentials for all providers are fetched.
        """
        place = self._client.location(self.state.device, self.state.place)
        self.state = replace(self.state, place=place)
        if place.status == "placed" and self.state.providers:
            self._renew(place)
        return place

    def use(self, provider: str) -> None:
        """One more provider; the next refresh fetches a credential for it."""
        name = provider_name(provider)
        if name not in self.state.providers:
            self.state = replace(self.state, providers=(*self.state.providers, name))

    def nearest(self, provider: str, count: int = 1) -> Ranking:
        """The nearest points to the home. The provider gets the place; the anonymiser hears nothing of it."""
        name, proofs = provider_name(provider), self.state.proofs
        proof = None if proofs is None else proofs.of(name)
        if proofs is None or proof is None:
            raise WrongUse(
                "The device has no credential for this provider.",
                hint="Add the provider and ask for the location; if the device waits, try again later.",
            )
        with ProviderClient(name) as asked:
            sent = asked.nearest(proof, count, 2.0 * proofs.reach_m)
        place = proof.latitude, proof.longitude
        return ranked(self.state.home, place, sent.points, sent.complete_to_m, count)

    def move(self, latitude: float, longitude: float) -> Place:
        """Another home. Credentials for the place before are forgotten."""
        place = self._client.move(self.state.device, latitude, longitude)
        self.state = replace(self.state, home=(latitude, longitude), place=place, proofs=None)
        return place

    def cancel(self) -> None:
        """Leave; the anonymiser deletes the home at once."""
        self._client.cancel(self.state.device)

    # --- steps

    def _renew(self, place: Place) -> None:
        """Take over what the list says now, and fetch what is missing. What fails now is asked for next time."""
        try:
            signed = self._client.newer_places(self._known_list(place))
            if signed is None:
                return
            listed = PlaceList.read(signed, self.state.service_key)
            self.state = replace(self.state, service_key=listed.service_key)
            entry = _entry(listed, place)
            if entry is not None:
                self._fetch(entry, self._taken_over(listed, entry))
        except ServiceError as error:
            if error.type not in NOT_YET:
                raise

    def _known_list(self, place: Place) -> str | None:
        """The digest of the list that is known, if nothing else is needed from it."""
        proofs = self.state.proofs
        if proofs is None or not proofs.is_for(place) or self._missing(proofs):
            return None
        return proofs.list

    def _missing(self, proofs: Proofs) -> list[str]:
        """The providers for which there is no credential among these."""
        return [name for name in self.state.providers if name not in proofs.credentials]

    def _taken_over(self, listed: PlaceList, entry: ListedPlace) -> Proofs:
        """The place as this list has it, with the credentials that its key signed."""
        held, key = self.state.proofs, base64url(thumbprint(entry.key))
        kept = {} if held is None or held.key != key else held.credentials
        return Proofs(listed.generation, entry.latitude, entry.longitude, entry.reach_m, listed.digest, key, kept)

    def _fetch(self, entry: ListedPlace, proofs: Proofs) -> None:
        """Credentials for all providers that have none, in one request."""
        if proofs.credentials:
            self.state = replace(self.state, proofs=proofs)  # also if the request below fails
        names = self._missing(proofs)
        if not names:
            return
        requests = [CredentialRequest.of(entry.key, name, self.state.secret) for name in names]
        answers = self._client.credentials(self.state.device, proofs.key, [base64url(own.blinded) for own in requests])
        got = {
            name: own.credential(bytes_of(answer, "The answer of the anonymiser")).to_dict()
            for name, own, answer in zip(names, requests, answers, strict=True)
        }
        self.state = replace(self.state, proofs=replace(proofs, credentials={**proofs.credentials, **got}))


def _entry(listed: PlaceList, place: Place) -> ListedPlace | None:
    """The place in the list; None if it has changed between the two requests: the next refresh asks again."""
    if listed.generation != place.generation or place.latitude is None or place.longitude is None:
        return None
    entry = listed.place(place.latitude, place.longitude)
    if entry is not None and listed.k != place.k:
        raise NotAPlaceList("The list of places names another k than the place of this device.")
    return entry
