"""The page for one respondent: a single HTML file that works from a disk, without any network.

With a specification inside it is made for one survey. Without, it asks for the file: then the page can come from
somebody whom the respondent trusts, and the specification from the survey.
"""

from __future__ import annotations

from pathlib import Path

from shoal.errors import WriteError
from shoal.survey.shared.one_file_page import browser_file, one_file_page
from shoal.survey.specification.file import text_of_document
from shoal.survey.specification.specification import Specification
from shoal.table.atomic import atomically

SUFFIXES = (".html", ".htm")


def browser_module() -> str:
    """The JavaScript module that checks and applies specifications."""
    return browser_file("shoal-specification.js")


def respondent_page(specification: Specification | None = None) -> str:
    """The page, for this survey or for any. It asks in the words of the specification."""
    return one_file_page("respond.html", "" if specification is None else text_of_document(specification))


def write_page(path: str | Path, specification: Specification | None = None) -> None:
    """Write the page, whole or not at all."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise WriteError(f"The page for respondents is written as .html; {target.name} is not.")
    text = respondent_page(specification)
    with atomically(target) as draft:
        draft.write_text(text, encoding="utf-8")
