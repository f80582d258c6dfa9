"""What the repository is given: a view of the survey file, and a way to check tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Protocol

from shoal.survey.shared.scheme import Scheme

TOKEN_ID_BYTES = 32  # SHA-256

# A token, {"prepared", "signature"} or {"code"}, to its id of 32 bytes; `RefusedToken` if it is not good.
TokenCheck = Callable[[Mapping[str, str]], bytes]


class RefusedToken(Exception):
    """A token that the issuer did not sign for this survey, or a code that was not registered."""


class SurveyView(Protocol):
    """What the repository needs to know of a survey. ``digest`` names it everywhere: 64 hexadecimal digits."""

    @property
    def digest(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def opens(self) -> datetime: ...
    @property
    def closes(self) -> datetime: ...
    @property
    def envelope_size(self) -> int: ...
    @property
    def invited(self) -> int: ...
    @property
    def scheme(self) -> Scheme: ...
    @property
    def content(self) -> bytes: ...
