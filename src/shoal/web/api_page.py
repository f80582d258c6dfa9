"""/docs: the OpenAPI document as a plain page, which loads nothing from anywhere."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

router = APIRouter(include_in_schema=False)
STYLE = "body{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}code{background:#eee}"
STYLE_HASH = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
POLICY = f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'"


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """Every operation in a few lines."""
    document = request.app.openapi()
    parts = [
        f"<h2><code>{escape(method.upper())} {escape(path)}</code></h2>{_operation(operation)}"
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    title = escape(document["info"]["title"])
    return HTMLResponse(
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>"
        f"<h1>{title}</h1><p>{escape(document['info']['description'])} "
        f"The whole document: <a href=/openapi.json>/openapi.json</a>.</p>{''.join(parts)}</html>",
        headers={"Content-Security-Policy": POLICY},
    )


def _operation(operation: dict[str, Any]) -> str:
    answers = "".join(
        f"<li><code>{escape(status)}</code> {escape(answer.get('description', ''))}</li>"
        for status, answer in operation.get("responses", {}).items()
    )
    needs = ", ".join(name for scheme in operation.get("security", []) for name in scheme)
    return (
        f"<p><strong>{escape(operation.get('summary', ''))}.</strong> {escape(operation.get('description', ''))}</p>"
        f"<p>Needs: {escape(needs) or 'nothing'}</p><ul>{answers}</ul>"
    )
