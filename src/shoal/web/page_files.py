"""/ and /page/…: the page of a server, a handful of files that load nothing from anywhere else.

The files are read once and served by name, so no path of a request ever reaches the file system. The page itself is
not secret: whatever it shows comes through the API, with a key.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header
from starlette.responses import Response

from shoal.web.problems import NotFound

SHARED = Path(__file__).parent / "page"  # what the pages of all servers have in common
MEDIA_TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}  # what is not listed is not served: the sources and licences beside the files
UNCHANGED = 304


def policy_for(*origins: str) -> str:
    """What a page may load and reach: its own origin, and these for requests."""
    reached = " ".join(("'self'", *origins))
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            f"connect-src {reached}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        )
    )


POLICY = policy_for()


@dataclass(frozen=True)
class PageFile:
    """One file, ready to be sent."""

    plain: bytes
    zipped: bytes
    media_type: str
    tag: str


def files_by_path(*folders: Path) -> Mapping[str, PageFile]:
    """Every file of a page by the path in its folder; paths are unique across folders."""
    paths = [(folder, path) for folder in folders for path in sorted(folder.rglob("*"))]
    return {path.relative_to(own).as_posix(): _read(path) for own, path in paths if path.suffix in MEDIA_TYPES}


def _read(path: Path) -> PageFile:
    plain = path.read_bytes()
    tag = f'"{hashlib.sha256(plain).hexdigest()[:24]}"'
    return PageFile(plain, gzip.compress(plain, mtime=0), MEDIA_TYPES[path.suffix], tag)


def page_routes(
    files: Callable[[], Mapping[str, PageFile]],
    at: str = "/",
    name: str = "index.html",
    folder: str = "/page",
    policy: str = POLICY,
) -> APIRouter:
    """The routes of a page that is made of these files, with the file that is shown at an address."""
    router = APIRouter(include_in_schema=False)

    @router.get(at)
    def index(
        if_none_match: Annotated[str | None, Header()] = None, accept_encoding: Annotated[str | None, Header()] = None
    ) -> Response:
        """The page."""
        return _answer(files().get(name), policy, if_none_match, accept_encoding)

    @router.get(f"{folder}/{{file:path}}")
    def page_file(
        file: str,
        if_none_match: Annotated[str | None, Header()] = None,
        accept_encoding: Annotated[str | None, Header()] = None,
    ) -> Response:
        """What the page is made of."""
        return _answer(files().get(file), policy, if_none_match, accept_encoding)

    return router


def _answer(found: PageFile | None, policy: str, known: str | None, encodings: str | None) -> Response:
    if found is None:
        raise NotFound("The page has no such file.")
    headers = {
        "ETag": found.tag,
        "Cache-Control": "no-cache",  # asked again each time, answered with 304: a new version is seen at once
        "Vary": "Accept-Encoding",
        "Content-Security-Policy": policy,
        "Permissions-Policy": "geolocation=(), camera=(), microphone=()",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    if known is not None and found.tag in known:
        return Response(status_code=UNCHANGED, headers=headers)
    if encodings is not None and "gzip" in encodings:
        return Response(found.zipped, headers=headers | {"Content-Encoding": "gzip"}, media_type=found.media_type)
    return Response(found.plain, headers=headers, media_type=found.media_type)
