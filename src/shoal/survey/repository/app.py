"""The application: parts, routes and the entrance put together; `shoal survey serve` runs it with uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Route

from shoal import __version__
from shoal.errors import place_of
from shoal.survey.repository.http import answer_routes, organiser_routes
from shoal.survey.repository.http.bodies import SubmissionBody, TokenBody, most_body_bytes
from shoal.survey.repository.http.metrics import RepositoryMetrics
from shoal.survey.repository.http.page_files import organiser_routes as organiser_page
from shoal.survey.repository.http.page_files import respondent_routes
from shoal.survey.repository.parts import RepositoryParts
from shoal.survey.repository.period import SETTLE_EVERY_S
from shoal.survey.repository.settings import PREFIX, repository_settings
from shoal.survey.repository.store.schema import REPOSITORY_SCHEMA
from shoal.survey.repository.writing import Writing
from shoal.web.api_page import router as api_page
from shoal.web.entrance import Entrance, add_problems
from shoal.web.health import health_routes
from shoal.web.limiting import RateLimit
from shoal.web.logs import LOGGER, REQUEST_FIELDS, logs_to_standard_error

AWAY_HINT = "; send the same answer again"
log = logging.getLogger(LOGGER)


def make_repository(parts: RepositoryParts) -> FastAPI:
    """The application for these parts."""
    app = FastAPI(
        title="Shoal survey repository",
        version=__version__,
        description="Takes sealed answers, one for each token, and cannot read them.",
        lifespan=_lifespan,
        docs_url=None,  # the usual page loads scripts from elsewhere; ours is at /docs too, and needs none
        redoc_url=None,
        redirect_slashes=False,
    )
    settings = parts.settings
    health = health_routes(REPOSITORY_SCHEMA, AWAY_HINT)
    shown = shown_routes(organiser_routes.router, organiser_routes.metrics_router, health, organiser_page)
    metrics = RepositoryMetrics(shown)
    app.state.parts = parts
    app.state.metrics = metrics
    app.state.organiser_secret = settings.organiser_secret()
    app.state.writing = Writing(parts.answers.take)
    app.state.changes = RateLimit(
        settings.change_rate, f"{PREFIX}CHANGE_RATE", "submissions", parts.clock, whose="with this token"
    )
    app.state.wrong_tokens = RateLimit(
        settings.wrong_token_rate, f"{PREFIX}WRONG_TOKEN_RATE", "wrong tokens", parts.clock, whose="of all senders"
    )
    # A page on a respondent's disk may send answers. Keys are not among the headers that it may send.
    app.add_middleware(
        CORSMiddleware, allow_origins=["*"], allow_methods=["GET", "PUT"], allow_headers=["Content-Type"]
    )
    app.add_middleware(
        Entrance,
        metrics=metrics,
        body_bytes=most_body_bytes(parts.view.envelope_size),
        logged=shown,
    )
    add_problems(app, (SubmissionBody, TokenBody), AWAY_HINT)
    for router in (
        answer_routes.which_router,
        answer_routes.router,
        organiser_routes.router,
        organiser_routes.metrics_router,
        health,
        api_page,
        organiser_page,
        respondent_routes(parts.view.survey),
    ):
        app.include_router(router)
    return app


def shown_routes(*routers: APIRouter) -> frozenset[str]:
    """The routes of these routers. What is asked for elsewhere is neither logged nor counted."""
    return frozenset(route.path for router in routers for route in router.routes if isinstance(route, Route))


def repository_from_environment() -> FastAPI:
    """The application for the environment; what uvicorn calls, in each of its processes."""
    settings = repository_settings()
    set_up_repository_logs(settings.log_level)
    return make_repository(RepositoryParts.of(settings))


def set_up_repository_logs(level: str) -> None:
    """JSON lines to standard error, with times to the hour."""
    logs_to_standard_error(level, REQUEST_FIELDS, to_the_hour=True)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Watch the clock while the server runs; on the way out store what is waiting."""
    parts: RepositoryParts = app.state.parts
    await run_in_threadpool(parts.answers.settle)
    await run_in_threadpool(parts.answers.shuffle)  # a server that was killed may not have come to it
    app.state.writing.start()
    watch = asyncio.create_task(_watch(app))
    log.info("started")
    try:
        yield
    finally:
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch
        await app.state.writing.stop()
        parts.database.close()
        log.info("stopped")


def tend(app: FastAPI) -> None:
    """Compare stage and clock, and forget the ids of tokens that no limit needs any more."""
    app.state.changes.forget()
    app.state.parts.answers.settle()


async def _watch(app: FastAPI) -> None:
    while True:
        await asyncio.sleep(SETTLE_EVERY_S)
        try:
            await run_in_threadpool(tend, app)
        except Exception as error:  # the database may come back; the next try is soon
            log.error(
                "could not compare stage and clock", extra={"error": type(error).__name__, "where": place_of(error)}
            )
