"""JSON without surprises: no key twice, no NaN, no Infinity."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response


def strict_json(content: bytes | str) -> Any:
    """The parsed content; JSONDecodeError for what a lenient parser would let pass."""
    try:
        text = content.decode("utf-8") if isinstance(content, bytes) else content
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError):  # not UTF-8; an integer of more digits than Python reads; nested too deep
        raise json.JSONDecodeError("not JSON in UTF-8 of a usual size", "", 0) from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise json.JSONDecodeError("a key stands twice in one object", "", 0)
    return members


def _no_constant(_: str) -> Any:
    raise json.JSONDecodeError("NaN and Infinity are not JSON", "", 0)


class StrictRequest(Request):
    """A request whose JSON is read strictly."""

    async def json(self) -> Any:
        """The body."""
        return strict_json(await self.body())


class StrictRoute(APIRoute):
    """A route whose requests are read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The usual handler, with strict requests."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            return await handler(StrictRequest(request.scope, request.receive))

        return handle
