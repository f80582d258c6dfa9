"""Health and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from shoal.service.http.access import metrics_reader
from shoal.service.http.device_routes import PROBLEMS
from shoal.service.http.overview import overview, show
from shoal.service.problems import REPEATING
from shoal.service.store.schema import SCHEMA
from shoal.web.health import health_routes

router = APIRouter(tags=["operation"])
router.include_router(health_routes(SCHEMA, REPEATING))


@router.get(
    "/metrics",
    dependencies=[Depends(metrics_reader)],
    responses={200: {"content": {"text/plain": {}}}, 401: PROBLEMS[401], 429: PROBLEMS[429], 503: PROBLEMS[503]},
    summary="For Prometheus",
)
def metrics(request: Request) -> Response:
    """The exposition format. Needs the metrics key or the operator key."""
    with request.app.state.parts.database.snapshot() as connection:
        show(request.app.state.metrics, overview(connection))
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)
