"""What every request passes first (size limit, clock, safe headers), and what every failure becomes: a problem body."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from time import perf_counter
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shoal.errors import ShoalError, place_of
from shoal.web.logs import LOGGER
from shoal.web.metrics import RequestMetrics
from shoal.web.problems import (
    PROBLEM_MEDIA_TYPE,
    Conflict,
    DatabaseAway,
    HttpProblem,
    InvalidRequest,
    NotFound,
    TooLarge,
    TooMany,
    problem_body,
)

log = logging.getLogger(LOGGER)

POLICY = b"content-security-policy"
SAFE_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
)
NOTHING_RUNS = (POLICY, b"default-src 'none'; frame-ancestors 'none'")  # for what is no page; pages bring their own
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})  # a client may send any word
INVALID, CLIENT_ERROR, SERVER_ERROR = 422, 400, 500


class Entrance:
    """ASGI middleware, without the cost of a task for each request."""

    def __init__(
        self,
        app: ASGIApp,
        metrics: RequestMetrics,
        body_bytes: int,
        other_limits: Mapping[str, int] = MappingProxyType({}),
        logged: frozenset[str] | None = None,
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._body_bytes = body_bytes
        self._other_limits = other_limits  # by path
        self._logged = logged  # routes of which the log says when they were asked for; None: all of them

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Limit, time, answer, count."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        answer: dict[str, int] = {"status": SERVER_ERROR}

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer["status"] = message["status"]
                headers = [*message.get("headers", ()), *SAFE_HEADERS]
                if not any(name == POLICY for name, _ in headers):
                    headers.append(NOTHING_RUNS)
                message["headers"] = headers
            await send(message)

        try:
            await self._app(scope, self._limited(scope, receive), send_safely)
        finally:
            self._note(scope, answer["status"], perf_counter() - began)

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        most = self._other_limits.get(scope["path"], self._body_bytes)
        seen = 0

        async def receive_limited() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(TooLarge.status, f"A body may have {most} bytes here.", {"Connection": "close"})
            return message

        return receive_limited

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "unknown")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._metrics.note(method, route, status, seconds)
        quiet = status < CLIENT_ERROR and method in ("GET", "HEAD")
        level = logging.DEBUG if quiet else logging.INFO
        if (self._logged is None or route in self._logged) and log.isEnabledFor(level):
            fields = {"method": method, "route": route, "status": status}
            log.log(level, "request", extra=fields | {"duration_ms": round(seconds * 1e3, 1)})


def add_problems(app: FastAPI, bodies: Sequence[type[BaseModel]] = (), away_hint: str = "") -> None:
    """Every failure as a problem body. Only fields of these bodies are ever named."""
    known = frozenset(name for body in bodies for name in body.model_fields)
    app.add_exception_handler(HttpProblem, _problem)
    app.add_exception_handler(RequestValidationError, partial(_invalid, known))
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(DBAPIError, partial(_database_away, away_hint))
    app.add_exception_handler(PoolTimeout, partial(_database_away, away_hint))
    app.add_exception_handler(ShoalError, _refused)
    app.add_exception_handler(Exception, _bug)


def problem_response(problem: HttpProblem) -> Response:
    """A problem as a response."""
    return JSONResponse(problem.body(), problem.status, problem.headers, media_type=PROBLEM_MEDIA_TYPE)


async def _problem(request: Request, error: Exception) -> Response:
    if isinstance(error, TooMany):
        request.app.state.metrics.refuse("rate limit")
    return problem_response(error if isinstance(error, HttpProblem) else HttpProblem("The request failed."))


async def _invalid(known: frozenset[str], _: Request, error: Exception) -> Response:
    """Which field is wrong and how; never what stood in it."""
    found = error.errors() if isinstance(error, RequestValidationError) else []
    errors = [
        {"field": _field(item["loc"], known), "message": _message(item), **_pointer(item["loc"], known)}
        for item in found
    ]
    return problem_response(InvalidRequest("Correct the fields that are named in errors.", errors=errors))


def _field(location: Any, known: frozenset[str]) -> str:
    named = [str(part) for part in location if part in known]
    return named[-1] if named else str(location[0]) if location else "body"


def _pointer(location: Any, known: frozenset[str]) -> dict[str, str]:
    """The JSON pointer of a known field of the body; a place in the query or the headers has none."""
    in_body = bool(location) and location[0] == "body" and location[-1] in known
    return {"pointer": f"#/{location[-1]}"} if in_body else {}


def _message(item: dict[str, Any]) -> str:
    if item["type"] == "json_invalid":
        return f"not JSON: {item.get('ctx', {}).get('error', 'cannot be read')}"
    if item["type"] == "extra_forbidden":
        return "an unknown field"
    return str(item["msg"])


async def _http(_: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        return await _bug(_, error)
    kinds = {NotFound.status: NotFound, TooLarge.status: TooLarge}
    kind = kinds.get(error.status_code, HttpProblem)
    titles = {405: ("method-not-allowed", "This method is not allowed here")}
    slug, title = titles.get(error.status_code, (kind.type, kind.title))
    body = problem_body(error.status_code, slug, title, str(error.detail))
    return JSONResponse(body, error.status_code, error.headers, media_type=PROBLEM_MEDIA_TYPE)


async def _database_away(hint: str, _: Request, error: Exception) -> Response:
    log.error("database away", extra={"error": type(error).__name__, "where": place_of(error)})
    return problem_response(DatabaseAway(hint))


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, ShoalError):
        return await _bug(_, error)
    return problem_response(Conflict(str(error.problem), **error.fields()))


async def _bug(_: Request, error: Exception) -> Response:
    log.error("bug", extra={"error": type(error).__name__, "where": place_of(error)})
    body = problem_body(SERVER_ERROR, "bug", "A bug in Shoal", "The log of the server says where. Nothing was changed.")
    return Response(json.dumps(body), SERVER_ERROR, media_type=PROBLEM_MEDIA_TYPE)
