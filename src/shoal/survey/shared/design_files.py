"""Files of designs: what a JSON file says that it is, and the checks that are the same for every kind of design."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hmac import compare_digest
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

from shoal.errors import WrongUse
from shoal.quantizer.files.content import WHAT as QUANTIZER
from shoal.quantizer.files.plain_json import DAMAGED, schema_problem
from shoal.survey.shared.canonical import digest_of

STATED = re.compile(r'"what"\s*:\s*"(shoal [a-z]+)"')


@dataclass(frozen=True)
class FileKind:
    """One kind of file: a specification, or a design of boxes."""

    what: str  # what such a file says about itself
    called: str  # what messages call it, with its article
    newest: int  # format number that this version reads
    schema_file: str  # in the folder of `shoal.survey`
    other_file: str  # advice to somebody who gave a file of another kind
    oldest: int = 1  # format number that this version still reads

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The published JSON Schema."""
        text = package_files("shoal.survey").joinpath(self.schema_file).read_text("utf-8")
        schema: dict[str, Any] = json.loads(text)
        return schema

    def require_structure(self, document: Any, where: str) -> None:
        """Refuse a JSON value of another kind, of a format that is not read here, or against the schema."""
        from jsonschema import Draft202012Validator

        if not isinstance(document, dict) or document.get("what") != self.what:
            raise WrongUse(f"{where} is not {self.called}. {self.other_file}")
        number = document.get("format")
        if isinstance(number, int) and not isinstance(number, bool) and number > self.newest:
            raise WrongUse(
                f"{where} has the format number {number}, and this version of Shoal reads {self.newest}: it was made "
                "by a newer version. Update Shoal."
            )
        if isinstance(number, int) and not isinstance(number, bool) and 0 < number < self.oldest:
            raise WrongUse(
                f"{where} has the format number {number}, and this version of Shoal reads {self.newest}: it was made "
                "by an earlier version. Use that one, or make the file again."
            )
        wrong = schema_problem(Draft202012Validator(self.schema), document)
        if wrong is not None:
            raise WrongUse(f"{where} does not fit the schema ({wrong}). {DAMAGED}")


def laid_out(document: Mapping[str, Any], long: Mapping[str, str]) -> str:
    """The text of a file, key by key; ``long`` holds those that were laid out already."""
    parts = [
        f"{json.dumps(name)}: {long.get(name) or json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)}"
        for name, value in document.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def require_digest(document: Mapping[str, Any], where: str) -> None:
    """Refuse a document whose content does not have the digest that it states."""
    if not compare_digest(digest_of(document), document["digest"]):
        raise WrongUse(f"{where} does not have the digest that it states: it was changed or damaged. {DAMAGED}")


def stated_kind(path: Path) -> str | None:
    """What a JSON file of Shoal says that it is, also when it is cut off or damaged; None: nothing of Shoal's."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    try:
        raw = json.loads(text)  # NaN and repeated keys are accepted here; loading the file refuses them
    except (ValueError, RecursionError):
        said = STATED.findall(text)
        # A specification holds a quantizer, so the word of that one says the least.
        return next((what for what in said if what != QUANTIZER), QUANTIZER if said else None)
    if not isinstance(raw, dict):
        return None
    header = raw.get("header")  # where a quantizer says it
    what = raw.get("what", header.get("what") if isinstance(header, dict) else None)
    return what if isinstance(what, str) else None
