"""What a request can fail with, as problem bodies of RFC 9457. None of them shows what was sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PROBLEM_MEDIA_TYPE = "application/problem+json"


class HttpProblem(Exception):
    """A refusal in words. ``type`` is stable, for programs; ``detail`` is for people.

    ``hint``, what to do, ends the detail and is a member of the body as well. Other members (``parameters``, ``count``,
    ``rows``) are named like the fields of `ShoalError`, and like these they show no value.
    """

    status = 400
    type = "bad-request"
    title = "The request cannot be carried out"

    def __init__(
        self, problem: str, *, hint: str = "", headers: Mapping[str, str] | None = None, **members: Any
    ) -> None:
        self.detail = f"{problem} {hint}".strip()
        super().__init__(self.detail)
        self.headers = dict(headers or {})
        self.members = {**members, **({"hint": hint} if hint else {})}

    def body(self) -> dict[str, Any]:
        """The members of the problem body."""
        return problem_body(self.status, self.type, self.title, self.detail, **self.members)


def problem_body(status: int, kind: str, title: str, detail: str, **members: Any) -> dict[str, Any]:
    """A problem body. The reference page of each server lists its types."""
    return {"type": f"urn:shoal:problem:{kind}", "title": title, "status": status, "detail": detail, **members}


class InvalidRequest(HttpProblem):
    """Something in the request has the wrong form or range."""

    status = 422
    type = "invalid-request"
    title = "The request is not valid"


class NotFound(HttpProblem):
    """There is no such thing."""

    status = 404
    type = "not-found"
    title = "There is nothing here"


class Conflict(HttpProblem):
    """The request does not fit the present state."""

    status = 409
    type = "conflict"
    title = "This does not fit the present state"


class TooLarge(HttpProblem):
    """The body is larger than allowed."""

    status = 413
    type = "too-large"
    title = "The body is too large"


class UnsupportedType(HttpProblem):
    """The body is of a kind that is not understood."""

    status = 415
    type = "unsupported-media-type"
    title = "The body is of a kind that is not understood"


class TooMany(HttpProblem):
    """Too many requests of this kind from one address."""

    status = 429
    type = "too-many-requests"
    title = "Too many requests"


class DatabaseAway(HttpProblem):
    """The database does not answer; nothing was changed."""

    status = 503
    type = "database-away"
    title = "The database does not answer"

    def __init__(self, hint: str = "") -> None:
        super().__init__(
            f"Nothing is known to have been changed. Try again in a moment{hint}.", headers={"Retry-After": "2"}
        )
