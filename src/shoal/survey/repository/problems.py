"""What a request to the repository can fail with, besides what every server can. None shows a token or an envelope."""

from __future__ import annotations

from shoal.web.problems import Conflict, HttpProblem, InvalidRequest, NotFound

RETRY_S = 2


class AnotherSurvey(NotFound):
    """The address names a survey that this repository does not hold."""

    type = "another-survey"
    title = "This repository holds another survey"

    def __init__(self) -> None:
        super().__init__("Nothing was stored.", hint="Use the newest survey file and page of the organiser.")


class NotOpenYet(Conflict):
    """The survey has not begun."""

    type = "not-open-yet"
    title = "The survey is not open yet"

    def __init__(self) -> None:
        super().__init__("Nothing was stored.", hint="Send the answer again when the survey is open.")


class Closed(Conflict):
    """The survey is over, for good."""

    type = "closed"
    title = "The survey is closed"

    def __init__(self) -> None:
        super().__init__("This answer came too late and was not stored. An earlier one with this token still counts.")


class NotClosedYet(Conflict):
    """Answers are handed out after closing only."""

    type = "not-closed-yet"
    title = "The survey is not closed yet"

    def __init__(self) -> None:
        super().__init__("Answers are handed out after closing only.", hint="Close the survey first.")


class TokenRefused(HttpProblem):
    """A token that is not good; which part of it is wrong is not said."""

    status = 403
    type = "wrong-token"
    title = "The token is not good for this survey"

    def __init__(self) -> None:
        super().__init__(
            "Nothing was stored.",
            hint="Check the code for typing errors, or ask for a token of this survey.",
        )


class WrongKey(HttpProblem):
    """The organiser's key is missing or wrong."""

    status = 401
    type = "wrong-key"
    title = "The key is wrong"

    def __init__(self, detail: str = "Send the organiser's key as Authorization: Bearer KEY.") -> None:
        super().__init__(detail, headers={"WWW-Authenticate": "Bearer"})


class WrongSize(InvalidRequest):
    """All envelopes of a survey have one size."""

    type = "wrong-size"
    title = "The envelope has another size than this survey's"

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(
            f"An envelope of this survey has {expected} bytes; this one has {found}.", parameters=["envelope"]
        )


class Busy(HttpProblem):
    """More submissions are waiting than can be stored soon."""

    status = 503
    type = "busy"
    title = "The repository is busy"

    def __init__(self) -> None:
        super().__init__(
            "Nothing was stored.", hint="Send the same again in a moment.", headers={"Retry-After": str(RETRY_S)}
        )
