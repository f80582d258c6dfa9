"""Addresses of servers, as a content security policy names them."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from shoal.errors import WrongUse

HOST = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::[0-9]{1,5})?")  # other signs could end the policy early


def origin_of(address: str) -> str:
    """Scheme, host and port."""
    parts = urlsplit(address)
    if parts.scheme not in ("https", "http") or not HOST.fullmatch(parts.netloc):
        raise WrongUse(
            "An address in the survey file has signs that the page for respondents cannot name.",
            hint="Write its host with plain letters, digits, points and hyphens (xn--… for others).",
        )
    return f"{parts.scheme}://{parts.netloc}"
