"""Access control: devices authenticate with their token, operators and Prometheus with their keys."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param

from shoal.service.devices.tokens import LONGEST_TOKEN
from shoal.service.problems import WrongToken
from shoal.web.secret_files import same_secret

operator_bearer = HTTPBearer(auto_error=False, scheme_name="operator key", description="SHOAL_OPERATOR_KEY.")
SUBSCRIBER_BITS = 64  # the least that is handed to one subscriber (RFC 6177; RFC 4291 has 64 bits for the interface)
OPERATOR_ADVICE = "Send the operator key as Authorization: Bearer KEY."


def address_of(request: Request) -> str:
    """The address for which wrong tokens and sign-ups are counted: in memory only, while the rate limit needs it."""
    return counted_as(request.client.host) if request.client else "unknown"


def counted_as(host: str) -> str:
    """The address itself for IPv4; the network for IPv6, because one subscriber has a whole network.

    An IPv4 address in IPv6 spelling is that IPv4 address.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host  # a socket that has a name
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), SUBSCRIBER_BITS), strict=False))


def refuse(request: Request, problem: Exception) -> Any:
    """Count a wrong token, which may turn it into a refusal for being one too many; then say so."""
    request.app.state.metrics.refuse("wrong token")
    request.app.state.wrong_tokens.count(address_of(request))
    raise problem


class DeviceBearer(HTTPBearer):
    """The token that was sent, of whatever device. One step, because it is taken at every poll of every device."""

    async def __call__(self, request: Request) -> str:  # type: ignore[override]
        """The token, or the refusal."""
        scheme, token = get_authorization_scheme_param(request.headers.get("authorization"))
        if scheme.lower() != "bearer" or not 0 < len(token) <= LONGEST_TOKEN:
            return str(refuse(request, WrongToken()))
        return token


device_token = DeviceBearer(auto_error=False, scheme_name="device token", description="Shown once at sign-up.")


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
