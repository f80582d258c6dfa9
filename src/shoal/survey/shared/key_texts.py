"""Small JSON files that people keep, such as keys: read in words, and written so that a person can look at them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoal.errors import WrongUse
from shoal.quantizer.files.plain_json import parsed

LARGEST_BYTES = 1 << 16  # 64 KiB; such a file has less than 1 KiB


def json_of_file(path: Path, what: str) -> Any:
    """The JSON value in a small file, or an error in words."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_BYTES + 1)
        if len(raw) <= LARGEST_BYTES:
            return parsed(raw.decode("utf-8"), path.name)
        wrong = f"{path.name} is far too large for a {what}."
    except OSError:
        wrong = f"There is no {what} {path} that can be read."
    except UnicodeDecodeError:
        wrong = f"{path.name} is not a {what}: it is no text."
    raise WrongUse(wrong)


def pretty(document: Mapping[str, Any]) -> str:
    """One line for each key."""
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
