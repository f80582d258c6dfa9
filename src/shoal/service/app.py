"""The application: parts, routes and the entrance put together; `shoal serve` runs it with uvicorn."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import FastAPI

from shoal import __version__
from shoal.service.design.supervisor import Supervisor
from shoal.service.http import credential_routes, device_routes, generation_routes, operation_routes
from shoal.service.http.bodies import BulkLine, SignUpBody, WishBody
from shoal.service.http.credential_routes import CredentialsBody
from shoal.service.http.metrics import Metrics
from shoal.service.http.page_files import device_page
from shoal.service.http.page_files import router as page
from shoal.service.logs import set_up_logs
from shoal.service.parts import ServiceContext
from shoal.service.problems import REPEATING
from shoal.service.settings import ServiceSettings, settings_from_environment
from shoal.web.api_page import router as api_page
from shoal.web.clock import ServiceClock
from shoal.web.database.database import POOL_SIZE
from shoal.web.entrance import Entrance, add_problems
from shoal.web.limiting import RateLimit
from shoal.web.logs import LOGGER

log = logging.getLogger(LOGGER)


def make_app(settings: ServiceSettings, clock: ServiceClock | None = None) -> FastAPI:
    """The application for these settings."""
    app = FastAPI(
        title="Shoal location anonymiser",
        version=__version__,
        description="Hands out places that at least k devices share.",
        lifespan=_lifespan,
        docs_url=None,  # the usual page loads scripts from elsewhere; ours is at /docs too, and needs none
        redoc_url=None,
        redirect_slashes=False,  # a redirect would send the token on to an absolute http:// address
    )
    parts = ServiceContext.of(settings, clock)
    metrics = Metrics()
    app.state.parts = parts
    app.state.metrics = metrics
    app.state.operator_secret = settings.operator_secret()
    app.state.sign_ups = RateLimit(settings.sign_up_rate, "SHOAL_SIGN_UP_RATE", "sign-ups", parts.clock)
    app.state.wrong_tokens = RateLimit(settings.wrong_token_rate, "SHOAL_WRONG_TOKEN_RATE", "wrong tokens", parts.clock)
    app.state.supervisor = Supervisor(parts)
    limits = {device_routes.BULK_PATH: settings.bulk_bytes}
    app.add_middleware(Entrance, metrics=metrics, body_bytes=settings.body_bytes, other_limits=limits)
    add_problems(app, (BulkLine, SignUpBody, WishBody, CredentialsBody), REPEATING)
    for routes in (device_routes, credential_routes, generation_routes, operation_routes):
        app.include_router(routes.router)
    for router in (api_page, page, device_page(settings.provider_names)):
        app.include_router(router)
    return app


def app_from_environment() -> FastAPI:
    """The application for the environment; what uvicorn calls, in each of its processes."""
    settings = settings_from_environment()
    set_up_logs(settings.log_level)
    return make_app(settings)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Count before the first answer; on the way out end designs and connections."""
    parts: ServiceContext = app.state.parts
    app.state.stopping = asyncio.Event()
    anyio.to_thread.current_default_thread_limiter().total_tokens = POOL_SIZE
    lost = await anyio.to_thread.run_sync(parts.generations.restore)
    if lost is not None:
        log.error("current generation had lost its cells; back to the one before", extra={"lost_generation": lost})
    wrong = await anyio.to_thread.run_sync(parts.check_counts)
    log.log(logging.ERROR if wrong else logging.INFO, "started", extra={"wrong_counts": wrong})
    app.state.supervisor.start()
    try:
        yield
    finally:
        app.state.stopping.set()
        await anyio.to_thread.run_sync(app.state.supervisor.stop)
        parts.database.close()
        log.info("stopped")
