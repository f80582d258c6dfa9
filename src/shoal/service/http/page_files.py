"""/ and /page/…: the operator's page, a handful of files that load nothing from anywhere else.

The files are read once and served by name, so no path of a request ever reaches the file system. The page itself is
not secret: whatever it shows comes through the API, with the operator key.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header
from starlette.responses import Response

from shoal.service.problems import NotFound

FOLDER = Path(__file__).parent.parent / "page"
MEDIA_TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".bin": "application/octet-stream",
}  # what is not listed is not served: the sources and licences beside the files
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    )
)
UNCHANGED = 304

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class PageFile:
    """One file, ready to be sent."""

    plain: bytes
    zipped: bytes
    media_type: str
    tag: str


@cache
def page_files() -> Mapping[str, PageFile]:
    """Every file of the page by its name; names are unique across folders."""
    return {path.name: _read(path) for path in sorted(FOLDER.rglob("*")) if path.suffix in MEDIA_TYPES}


def _read(path: Path) -> PageFile:
    plain = path.read_bytes()
    tag = f'"{hashlib.sha256(plain).hexdigest()[:24]}"'
    return PageFile(plain, gzip.compress(plain, mtime=0), MEDIA_TYPES[path.suffix], tag)


@router.get("/")
def index(
    if_none_match: Annotated[str | None, Header()] = None, accept_encoding: Annotated[str | None, Header()] = None
) -> Response:
    """The page."""
    return _answer("index.html", if_none_match, accept_encoding)


@router.get("/page/{name}")
def page_file(
    name: str,
    if_none_match: Annotated[str | None, Header()] = None,
    accept_encoding: Annotated[str | None, Header()] = None,
) -> Response:
    """What the page is made of."""
    return _answer(name, if_none_match, accept_encoding)


def _answer(name: str, known: str | None, encodings: str | None) -> Response:
    found = page_files().get(name)
    if found is None:
        raise NotFound("The page has no such file.")
    headers = {
        "ETag": found.tag,
        "Cache-Control": "no-cache",  # asked again each time, answered with 304: a new version is seen at once
        "Vary": "Accept-Encoding",
        "Content-Security-Policy": POLICY,
        "Permissions-Policy": "geolocation=(), camera=(), microphone=()",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    if known is not None and found.tag in known:
        return Response(status_code=UNCHANGED, headers=headers)
    if encodings is not None and "gzip" in encodings:
        return Response(found.zipped, headers=headers | {"Content-Encoding": "gzip"}, media_type=found.media_type)
    return Response(found.plain, headers=headers, media_type=found.media_type)
