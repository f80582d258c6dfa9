"""A voucher from an issuer: fetched once for an invitation, and shown to the anonymiser when a device signs up.

Some time should pass in between. The issuer knows who asks, and the anonymiser when somebody signs up: two clocks would
name a customer whom the voucher itself does not name.
"""

from __future__ import annotations

import httpx

from shoal.blind_signatures.blind_rsa import BlindPublicKey
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.client.client import TIMEOUT_S
from shoal.credentials.voucher import VoucherRequest
from shoal.errors import WrongUse


def fetched_voucher(issuer_url: str, invitation: str, key: BlindPublicKey) -> dict[str, str]:
    """The voucher for an invitation, as it is sent to the anonymiser. An invitation gives one."""
    asked = VoucherRequest.of(key)
    body = {"invitation": invitation, "blinded": base64url(asked.blinded)}
    try:
        answer = httpx.post(f"{issuer_url.rstrip('/')}/tokens", json=body, timeout=TIMEOUT_S)
    except httpx.TransportError:
        raise WrongUse("The issuer does not answer. The invitation was not used.", hint="Try again later.") from None
    if answer.status_code != httpx.codes.OK:
        raise WrongUse(f"The issuer refused: {_reason(answer)}")
    return asked.voucher(bytes_of(answer.json()["blind_signature"], "'blind_signature' of the issuer")).to_dict()


def _reason(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return f"status {answer.status_code}."
