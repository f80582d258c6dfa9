"""What a request to the service can fail with, besides what every server can. None shows a coordinate or a token."""

from __future__ import annotations

from shoal.web.problems import Conflict, HttpProblem, NotFound

REPEATING = "; repeat a sign-up with the same Idempotency-Key"  # what to do when the database was away


class WrongToken(HttpProblem):
    """No device has this id and this token; which of the two is wrong is not said."""

    status = 401
    type = "wrong-token"
    title = "The id or the token is wrong"

    def __init__(self, detail: str = "Send the token of this device as Authorization: Bearer TOKEN.") -> None:
        super().__init__(detail, headers={"WWW-Authenticate": "Bearer"})


class Cancelled(HttpProblem):
    """The device was cancelled; its location is gone."""

    status = 410
    type = "cancelled"
    title = "The device was cancelled"

    def __init__(self) -> None:
        super().__init__("Its exact location was deleted when it was cancelled. Sign up again to come back.")


class VoucherRefused(HttpProblem):
    """The voucher is none of this service's issuer, was shown before, or is missing."""

    status = 403
    type = "voucher-refused"
    title = "The voucher cannot be taken"


class NoCredentials(NotFound):
    """The operator has not switched credentials on."""

    def __init__(self) -> None:
        super().__init__("This service gives no credentials. The operator can switch them on (SHOAL_CREDENTIALS).")


class KeysNotReady(HttpProblem):
    """Not every place has its key yet."""

    status = 503
    type = "keys-not-ready"
    title = "The keys of the places are being made"

    def __init__(self) -> None:
        super().__init__("There is no list of places yet.", hint="Ask again in a moment.", headers={"Retry-After": "5"})


class OtherPlace(Conflict):
    """The device has another place than it thinks, or its place has another key."""

    type = "other-place"
    title = "The place has changed"

    def __init__(self) -> None:
        super().__init__(
            "The place of the device has another key now. Nothing was counted.",
            hint="Ask for the location and the list of places again.",
        )


class CredentialsUsed(Conflict):
    """So many were signed for this device in this generation."""

    type = "credentials-used"
    title = "All credentials are used"

    def __init__(self, most: int) -> None:
        super().__init__(
            "A device gets so many credentials in one generation.", hint="Wait for the next one.", count=most
        )


class DesignRunning(Conflict):
    """One design at a time."""

    type = "design-running"
    title = "A design is running"
