"""What a device or an operator's script says to a running anonymiser, request by request."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from shoal.errors import Setting, ShoalError, WrongUse, needs_extra

with needs_extra("client", "shoal.client", ("httpx",)):
    import httpx

TIMEOUT_S = 30.0
TRIES = 4  # of requests that may be repeated, while the service or its database is away
FIRST_PAUSE_S = 0.25
POLL_S = 0.5
MOST_LATITUDE, MOST_LONGITUDE = 90.0, 180.0
SECONDS = re.compile(r"[0-9]{1,9}")  # Retry-After; a date is not expected from this service
ENDED = ("designed", "published", "retired", "failed", "discarded")


class ServiceError(ShoalError):
    """The service refused, in its own words (RFC 9457). ``status`` and ``type`` are for programs.

    ``retry_after_s`` is how long to wait before asking again, if the service said so. It does for 429: too many
    sign-ups of one address, or too many moves of one device in a day.
    """

    def __init__(
        self,
        status: int,
        kind: str,
        detail: str,
        retry_after_s: int | None = None,
        *,
        parameter: Sequence[str] = (),
        count: int | None = None,
    ) -> None:
        super().__init__(f"The service answered {status}: {detail}", parameter=parameter, count=count)
        self.status = status
        self.type = kind.removeprefix("urn:shoal:problem:")
        self.retry_after_s = retry_after_s


@dataclass(frozen=True)
class Device:
    """What a device has to remember."""

    id: str
    token: str = field(repr=False)


@dataclass(frozen=True)
class Place:
    """What a device may say about its home: a place that at least k share, or nothing yet (``waiting``)."""

    status: str
    latitude: float | None = None
    longitude: float | None = None
    generation: int | None = None
    k: int | None = None
    etag: str | None = field(default=None, repr=False, compare=False)


class Client:
    """A connection to a service. ``operator_key`` is needed for directories and generations only."""

    def __init__(
        self,
        url: str,
        *,
        operator_key: str | None = None,
        sign_up_key: str | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise WrongUse("The address of the service must begin with http:// or https://.", parameter="url")
        self._http = httpx.Client(base_url=url.rstrip("/"), timeout=timeout_s)
        self._operator_key = operator_key
        self._sign_up_key = sign_up_key

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    # --- devices

    def sign_up(self, latitude: float, longitude: float, voucher: dict[str, str] | None = None) -> tuple[Device, Place]:
        """Sign up a home. Repeated by itself if the answer is lost; it is one device all the same."""
        headers = {"Idempotency-Key": secrets.token_urlsafe(32)}
        if self._sign_up_key is not None:
            headers["Authorization"] = f"Bearer {self._sign_up_key}"
        body: dict[str, Any] = {**_home(latitude, longitude)}
        if voucher is not None:
            body["voucher"] = voucher
        answer = self._repeated("POST", "/v1/devices", headers=headers, json=body).json()
        return Device(answer["id"], answer["token"]), _place(answer["location"], None)

    def location(self, device: Device, known: Place | None = None) -> Place:
        """The present place. With the one that is known already, an unchanged one costs next to nothing."""
        headers = _bearer(device.token)
        if known is not None and known.etag is not None:
            headers["If-None-Match"] = known.etag
        answer = self._repeated("GET", f"/v1/devices/{device.id}/location", headers=headers)
        if answer.status_code == httpx.codes.NOT_MODIFIED and known is not None:
            return replace(known)
        return _place(answer.json(), answer.headers.get("etag"))

    def move(self, device: Device, latitude: float, longitude: float) -> Place:
        """Another home."""
        answer = self._repeated(
            "PUT",
            f"/v1/devices/{device.id}/home",
            headers=_bearer(device.token),
            json=_home(latitude, longitude),
        )
        return _place(answer.json(), answer.headers.get("etag"))

    def cancel(self, device: Device) -> None:
        """Leave; the exact location is deleted at once."""
        self._repeated("DELETE", f"/v1/devices/{device.id}", headers=_bearer(device.token))

    def places(self) -> str:
        """The signed list of places, the same for everybody (`shoal.credentials.place_list` reads it)."""
        return self._repeated("GET", "/v1/places").text

    def newer_places(self, known: str | None) -> str | None:
        """The same, or None if it is still the list with this digest."""
        headers = {} if known is None else {"If-None-Match": f'"{known}"'}
        answer = self._repeated("GET", "/v1/places", headers=headers)
        return None if answer.status_code == httpx.codes.NOT_MODIFIED else answer.text

    def credentials(self, device: Device, key: str, blinded: Sequence[str]) -> list[str]:
        """Blinded messages signed for the place with this key; all in base64url. The same again are not counted."""
        path, body = f"/v1/devices/{device.id}/credentials", {"key": key, "blinded": list(blinded)}
        answer = self._repeated("POST", path, headers=_bearer(device.token), json=body).json()
        return [str(own) for own in answer["blind_signatures"]]

    # --- operators

    def sign_up_directory(self, content: bytes, *, ndjson: bool = False, reissue: bool = False) -> list[dict[str, Any]]:
        """Sign up all rows of a CSV (latitude, longitude, key) or NDJSON. Safe to repeat if all rows have keys."""
        kind = "application/x-ndjson" if ndjson else "text/csv"
        headers = self._operator() | {"Content-Type": kind}
        query = {"reissue": "true"} if reissue else {}
        answer = self._once("POST", "/v1/devices/bulk", headers=headers, content=content, params=query)
        return [json.loads(line) for line in answer.text.splitlines()]

    def overview(self) -> dict[str, Any]:
        """Counts of devices, places and generations."""
        return self._object("GET", "/v1/overview")

    def design(self, **wish: Any) -> dict[str, Any]:
        """Start a design: k, reserve, sticky, snap_decimals, publish, seed; the settings say what is left out."""
        return self._object("POST", "/v1/generations", json=wish)

    def generation(self, number: int) -> dict[str, Any]:
        """State, progress and figures of a generation."""
        return self._object("GET", f"/v1/generations/{number}")

    def generations(self) -> list[dict[str, Any]]:
        """All generations, the newest first."""
        found: list[dict[str, Any]] = self._repeated("GET", "/v1/generations", headers=self._operator()).json()
        return found

    def watched(self, number: int) -> Iterator[dict[str, Any]]:
        """The generation again and again, until its design has ended."""
        while True:
            found = self.generation(number)
            yield found
            if found["state"] in ENDED:
                return
            time.sleep(POLL_S)

    def report(self, number: int) -> dict[str, Any]:
        """What an attacker sees of a generation."""
        return self._object("GET", f"/v1/generations/{number}/report")

    def cells(self, number: int) -> dict[str, Any]:
        """The cells as GeoJSON."""
        return self._object("GET", f"/v1/generations/{number}/cells")

    def publish(self, number: int) -> dict[str, Any]:
        """Make a designed generation the current one."""
        return self._object("POST", f"/v1/generations/{number}/publish")

    def roll_back(self) -> dict[str, Any]:
        """Make the generation before the current one."""
        return self._object("POST", "/v1/generations/roll-back")

    def discard(self, number: int) -> None:
        """Forget a design, or stop it."""
        self._once("DELETE", f"/v1/generations/{number}", headers=self._operator())

    # --- steps

    def _operator(self) -> dict[str, str]:
        if self._operator_key is None:
            raise WrongUse(
                "This is for operators.",
                parameter="operator_key",
                hint=("Give Client an ", Setting("operator_key"), "."),
            )
        return _bearer(self._operator_key)

    def _object(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        ask = self._repeated if method == "GET" else self._once
        found: dict[str, Any] = ask(method, path, headers=self._operator(), **request).json()
        return found

    def _repeated(self, method: str, path: str, **request: Any) -> httpx.Response:
        """For what may be done twice: tried again while the service or its database is away."""
        pause = FIRST_PAUSE_S
        for _ in range(TRIES - 1):
            try:
                return self._once(method, path, **request)
            except ServiceError as error:
                if error.status != httpx.codes.SERVICE_UNAVAILABLE:
                    raise
            except httpx.TransportError:
                pass
            time.sleep(pause)
            pause *= 2.0
        return self._once(method, path, **request)

    def _once(self, method: str, path: str, **request: Any) -> httpx.Response:
        answer = self._http.request(method, path, **request)
        if answer.status_code >= httpx.codes.BAD_REQUEST:
            raise error_of(answer)
        return answer


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def _home(latitude: float, longitude: float) -> dict[str, float]:
    """What is sent; NaN is not even JSON."""
    if not (abs(latitude) <= MOST_LATITUDE and abs(longitude) <= MOST_LONGITUDE):
        raise WrongUse(
            "A home has a latitude from −90 to 90 and a longitude from −180 to 180 degrees.",
            parameter=("latitude", "longitude"),
        )
    return {"latitude": latitude, "longitude": longitude}


def _place(feature: Mapping[str, Any], etag: str | None) -> Place:
    told = feature["properties"]
    longitude, latitude = feature["geometry"]["coordinates"] if feature["geometry"] else (None, None)
    return Place(told["status"], latitude, longitude, told["generation"], told["k"], etag)


def error_of(answer: httpx.Response) -> ServiceError:
    """A problem body in words; what is not one is not repeated."""
    after = answer.headers.get("retry-after", "")
    try:
        body = answer.json()
        return ServiceError(
            answer.status_code,
            str(body["type"]),
            str(body["detail"]),
            int(after) if SECONDS.fullmatch(after) else None,
            parameter=[str(name) for name in body.get("parameters", ())],
            count=body.get("count"),
        )
    except (ValueError, KeyError, TypeError):
        return ServiceError(answer.status_code, "unknown", "without a problem body; is this a Shoal service?")
