"""Health and metrics."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, Response

from shoal.errors import ShoalError
from shoal.service.http.access import metrics_reader
from shoal.service.http.device_routes import PROBLEMS
from shoal.service.http.overview import overview, show
from shoal.service.problems import PROBLEM_MEDIA_TYPE, DatabaseAway
from shoal.service.store.schema import require_current

router = APIRouter(tags=["operation"])


@router.get("/health/live", summary="Is the process alive?")
async def live() -> dict[str, str]:
    """Says so without asking the database."""
    return {"status": "alive"}


@router.get("/health/ready", responses={503: PROBLEMS[503]}, summary="Can it answer?")
def ready(request: Request) -> Response:
    """The database answers and has the right schema."""
    try:
        require_current(request.app.state.parts.database)
    except (SQLAlchemyError, ShoalError):
        away = DatabaseAway()
        return JSONResponse(away.body(), away.status, away.headers, media_type=PROBLEM_MEDIA_TYPE)
    return JSONResponse({"status": "ready"})


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
