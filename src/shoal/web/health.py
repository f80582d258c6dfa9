"""Health: is the process alive, and can it answer?"""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, Response

from shoal.errors import ShoalError
from shoal.web.bodies import documented_problems
from shoal.web.database.schema import Schema
from shoal.web.problems import PROBLEM_MEDIA_TYPE, DatabaseAway

AWAY = documented_problems({DatabaseAway.status: "The database does not answer."})


def health_routes(schema: Schema, away_hint: str = "") -> APIRouter:
    """Both questions, about the database of the application's parts."""
    router = APIRouter(tags=["operation"])

    @router.get("/health/live", summary="Is the process alive?")
    async def live() -> dict[str, str]:
        """Says so without asking the database."""
        return {"status": "alive"}

    @router.get("/health/ready", responses=AWAY, summary="Can it answer?")
    def ready(request: Request) -> Response:
        """The database answers and has the right schema."""
        try:
            schema.require_current(request.app.state.parts.database)
        except (SQLAlchemyError, ShoalError):
            away = DatabaseAway(away_hint)
            return JSONResponse(away.body(), away.status, away.headers, media_type=PROBLEM_MEDIA_TYPE)
        return JSONResponse({"status": "ready"})

    return router
