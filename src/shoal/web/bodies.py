"""The bodies of requests and answers that every server has, as types; FastAPI documents them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from shoal.web.problems import PROBLEM_MEDIA_TYPE


class StrictBody(BaseModel):
    """Of a request. Nothing is converted silently, and nothing unknown is ignored."""

    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class ProblemBody(BaseModel):
    """RFC 9457. ``parameters`` are the fields that are wrong, ``count`` is how many it is about."""

    type: str
    title: str
    status: int
    detail: str
    parameters: list[str] | None = None
    count: int | None = None
    hint: str | None = None


def documented_problems(words: dict[int, str]) -> dict[int | str, dict[str, Any]]:
    """Problems by their status, for the OpenAPI document."""
    content: dict[str, Any] = {PROBLEM_MEDIA_TYPE: {}}
    return {status: {"model": ProblemBody, "content": content, "description": said} for status, said in words.items()}
