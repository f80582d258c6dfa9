"""Who may ask: devices by their token, operators and Prometheus by their keys."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from shoal.service.problems import WrongToken
from shoal.service.tokens import LONGEST_TOKEN, same_secret

device_bearer = HTTPBearer(auto_error=False, scheme_name="device token", description="Shown once at sign-up.")
operator_bearer = HTTPBearer(auto_error=False, scheme_name="operator key", description="SHOAL_OPERATOR_KEY.")
OPERATOR_ADVICE = "Send the operator key as Authorization: Bearer KEY."


def address_of(request: Request) -> str:
    """Whom to count a wrong token or a sign-up for. It is kept in memory only, as long as the rate limit looks back."""
    return request.client.host if request.client else "unknown"


def refuse(request: Request, problem: Exception) -> Any:
    """Count a wrong token, which may turn it into a refusal for being one too many; then say so."""
    request.app.state.metrics.refused.labels("wrong token").inc()
    request.app.state.wrong_tokens.count(address_of(request))
    raise problem


async def device_token(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(device_bearer)]
) -> str:
    """The token that was sent, of whatever device."""
    if given is None or not 0 < len(given.credentials) <= LONGEST_TOKEN:
        return str(refuse(request, WrongToken()))
    return given.credentials


async def operator(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(operator_bearer)]
) -> None:
    """Only with the operator key."""
    if given is None or not same_secret(given.credentials, request.app.state.operator_secret):
        refuse(request, WrongToken(OPERATOR_ADVICE))


async def metrics_reader(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(operator_bearer)]
) -> None:
    """Only with the metrics key or the operator key: counts that change tell when somebody came or went."""
    settings = request.app.state.parts.settings
    known = [request.app.state.operator_secret]
    if settings.metrics_key is not None:
        known.append(settings.metrics_key.get_secret_value())
    if given is None or not any(same_secret(given.credentials, secret) for secret in known):
        refuse(request, WrongToken("Send SHOAL_METRICS_KEY or the operator key as Authorization: Bearer KEY."))


async def may_sign_up(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(operator_bearer)]
) -> None:
    """Anybody, at a limited rate; or only with the sign-up key, if the operator set one."""
    wanted = request.app.state.parts.settings.sign_up_key
    if wanted is not None and (given is None or not same_secret(given.credentials, wanted.get_secret_value())):
        refuse(request, WrongToken("This service wants SHOAL_SIGN_UP_KEY as Authorization: Bearer KEY to sign up."))
    request.app.state.sign_ups.count(address_of(request))
