"""What a request to the service can fail with, besides what every server can. None shows a coordinate or a token."""

from __future__ import annotations

from shoal.web.problems import Conflict, HttpProblem

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


class DesignRunning(Conflict):
    """One design at a time."""

    type = "design-running"
    title = "A design is running"
