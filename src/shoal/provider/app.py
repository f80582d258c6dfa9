"""The application: points, lists and routes put together; `shoal provider` runs it with uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.cors import CORSMiddleware

from shoal import __version__
from shoal.provider import routes
from shoal.provider.lists import KnownLists
from shoal.provider.nearby import Nearby
from shoal.provider.points import points_from
from shoal.provider.routes import CredentialBody, NearestBody, WithinBody
from shoal.provider.seen import SeenFile
from shoal.provider.settings import PREFIX, ProviderSettings, provider_settings
from shoal.web.api_page import router as api_page
from shoal.web.clock import ServiceClock
from shoal.web.entrance import Entrance, add_problems
from shoal.web.limiting import RateLimit
from shoal.web.logs import LOGGER, REQUEST_FIELDS, logs_to_standard_error
from shoal.web.metrics import RequestMetrics

BODY_BYTES = 4096  # the longest query has less than half of it
LOOK_S = 5.0  # between two looks whether the list is too old
FIELDS = (*REQUEST_FIELDS, "generation", "places")

log = logging.getLogger(LOGGER)


def make_provider(settings: ProviderSettings, clock: ServiceClock | None = None) -> FastAPI:
    """The application for these settings."""
    app = FastAPI(
        title="Shoal example of a provider",
        version=__version__,
        description="Says what is near a place that at least k devices share.",
        lifespan=_lifespan,
        docs_url=None,  # the usual page loads scripts from elsewhere; ours is at /docs too, and needs none
        redoc_url=None,
        redirect_slashes=False,
    )
    clock = ServiceClock() if clock is None else clock
    app.state.settings = settings
    app.state.metrics = RequestMetrics()
    app.state.nearby = Nearby(points_from(settings.points), settings.most_answers)
    app.state.lists = KnownLists(settings.service, settings.service_key, settings.list_age_s, settings.grace_s, clock)
    app.state.seen = SeenFile(settings.seen)
    app.state.requests = RateLimit(settings.rate, f"{PREFIX}RATE", "requests", clock, whose="under this pseudonym")
    # A device's page comes from the anonymiser, or from a disk. No cookies and no passwords are involved.
    app.add_middleware(
        CORSMiddleware, allow_origins=["*"], allow_methods=["GET", "POST"], allow_headers=["Content-Type"]
    )
    app.add_middleware(Entrance, metrics=app.state.metrics, body_bytes=BODY_BYTES)
    add_problems(app, (NearestBody, WithinBody, CredentialBody))
    for router in (routes.router, routes.operation_router, api_page):
        app.include_router(router)
    return app


def provider_from_environment() -> FastAPI:
    """The application for the environment; what uvicorn calls, in each of its processes."""
    settings = provider_settings()
    set_up_provider_logs(settings.log_level)
    return make_provider(settings)


def set_up_provider_logs(level: str) -> None:
    """JSON lines to standard error."""
    logs_to_standard_error(level, FIELDS)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Fetch the list before the first answer, and again while the server runs."""
    await run_in_threadpool(app.state.lists.refresh)
    watch = asyncio.create_task(_watch(app))
    log.info("started")
    try:
        yield
    finally:
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch
        log.info("stopped")


async def _watch(app: FastAPI) -> None:
    while True:
        await asyncio.sleep(LOOK_S)
        await run_in_threadpool(app.state.lists.refresh_if_old)
