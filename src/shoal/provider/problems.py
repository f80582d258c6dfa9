"""What a request to the provider can fail with, besides what every server can. None shows what was sent."""

from __future__ import annotations

from shoal.web.problems import Conflict, HttpProblem


class WrongCredential(HttpProblem):
    """It is not signed with the key of this place, or not for this provider."""

    status = 403
    type = "wrong-credential"
    title = "The credential does not fit"


class OtherList(Conflict):
    """The device has a list of places that this provider never got."""

    type = "other-list"
    title = "Another list of places"

    def __init__(self) -> None:
        super().__init__(
            "The anonymiser has not given this list of places to this provider.",
            hint="Load the list again. If it stays so, the anonymiser shows different lists: do not use them.",
        )


class ListTooOld(Conflict):
    """The list was replaced, and its time is over."""

    type = "list-too-old"
    title = "The list of places has been replaced"

    def __init__(self) -> None:
        super().__init__(
            "The place or its key has been replaced.",
            hint="Ask the anonymiser for your location at your usual time, not at once: two pseudonyms that follow "
            "each other belong together.",
        )


class NoList(HttpProblem):
    """The anonymiser has not answered yet."""

    status = 503
    type = "no-list"
    title = "There is no list of places yet"

    def __init__(self) -> None:
        super().__init__(
            "The anonymiser has given no list of places.", hint="Try again later.", headers={"Retry-After": "10"}
        )
