"""The page for one respondent: a single HTML file that works from a disk, without any network.

With a specification inside it is made for one survey. Without, it asks for the file: then the page can come from
somebody whom the respondent trusts, and the specification from the survey.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from importlib.resources import files as package_files
from pathlib import Path

from shoal.errors import WriteError
from shoal.survey.asked_words import require_asked
from shoal.survey.document import text_of_document
from shoal.survey.specification import Specification
from shoal.table.atomic import atomically

SUFFIXES = (".html", ".htm")
PLACES = re.compile(r"/\*(MODULE|SPECIFICATION|WORDING)\*/")


def browser_module() -> str:
    """The JavaScript module that checks and applies specifications."""
    return _browser_file("shoal-specification.js")


def respondent_page(specification: Specification | None = None, *, wording: Mapping[str, str] | None = None) -> str:
    """The page, for this survey or for any. ``wording``: what it asks for a column, whose name stands there otherwise.

    The words are in the page alone: the specification, its digest and its signature know nothing of them.
    """
    if wording:
        require_asked(wording, () if specification is None else specification.columns)
    contents = {
        "MODULE": browser_module(),
        # Inside a script element nothing may look like its end; in JSON every < can be written as an escape.
        "SPECIFICATION": "" if specification is None else text_of_document(specification).replace("<", "\\u003c"),
        "WORDING": html.escape(json.dumps(dict(wording or {}), ensure_ascii=False)),
    }
    # All at once: what is put in may itself look like a place.
    return PLACES.sub(lambda place: contents[place[1]], _browser_file("respond.html"))


def write_page(
    path: str | Path, specification: Specification | None = None, *, wording: Mapping[str, str] | None = None
) -> None:
    """Write the page, whole or not at all."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise WriteError(f"The page for respondents is written as .html; {target.name} is not.")
    text = respondent_page(specification, wording=wording)
    with atomically(target) as draft:
        draft.write_text(text, encoding="utf-8")


def _browser_file(name: str) -> str:
    return package_files("shoal.survey").joinpath("browser", name).read_text("utf-8")
