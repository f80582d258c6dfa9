"""Access: the organiser shows a key as a header, which no other page can make a browser send."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from shoal.survey.repository.http.metrics import WRONG_KEY
from shoal.survey.repository.problems import WrongKey
from shoal.web.secret_files import same_secret

organiser_bearer = HTTPBearer(auto_error=False, scheme_name="organiser's key", description="Of organiser.key.")
Given = Annotated[HTTPAuthorizationCredentials | None, Depends(organiser_bearer)]


async def organiser(request: Request, given: Given) -> None:
    """Only with the organiser's key."""
    if given is None or not same_secret(given.credentials, request.app.state.organiser_secret):
        request.app.state.metrics.refuse(WRONG_KEY)
        raise WrongKey


async def totals_reader(request: Request, given: Given) -> None:
    """Only with the metrics key or the organiser's key."""
    own = request.app.state.parts.settings.metrics_key
    known = [request.app.state.organiser_secret, *([] if own is None else [own.get_secret_value()])]
    if given is None or not any(same_secret(given.credentials, secret) for secret in known):
        request.app.state.metrics.refuse(WRONG_KEY)
        raise WrongKey("Send SHOAL_REPOSITORY_METRICS_KEY or the organiser's key as Authorization: Bearer KEY.")
