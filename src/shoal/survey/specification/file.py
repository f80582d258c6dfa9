"""Document: a specification as plain data, its digest, the file, and every check on the way back."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from hmac import compare_digest
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

import numpy as np

from shoal.errors import WriteError, WrongUse
from shoal.quantizer.content import WHAT as QUANTIZER
from shoal.quantizer.content import content_of, quantizer_from
from shoal.quantizer.files import require_harmless
from shoal.quantizer.json_form import form_of, header_and_arrays
from shoal.quantizer.plain_json import DAMAGED, parsed
from shoal.survey.shared.canonical import canonical_bytes, exact, restored
from shoal.survey.specification.participation import Participation
from shoal.survey.specification.released_cells import released_rows
from shoal.survey.specification.signing import Signature
from shoal.survey.specification.specification import Specification
from shoal.table.atomic import atomically

WHAT = "shoal specification"
FORMAT = 1  # of the first release; whatever changes the file after it takes the next number
SUFFIX = ".json"
NOT_SIGNED = ("digest", "signature")  # everything else is covered by the digest
LEFT_OUT = ("cells", "quantizer")  # of an inspection: far too long for a screen
SAME_RELEASED = 1e-9  # far below any digit that a released value is read to
OTHER_FILE = "Give a .json file that shoal design wrote."
STATED = re.compile(r'"what"\s*:\s*"(shoal [a-z]+)"')


def document_of(specification: Specification) -> dict[str, Any]:
    """Everything that a file holds but digest and signature, as JSON can hold it."""
    quantizer = specification.quantizer
    content = content_of(quantizer)
    n_min: Any = None
    if specification.n_min:
        n_min = specification.n_min[0] if len(set(specification.n_min)) == 1 else list(specification.n_min)
    plain = {
        "what": WHAT,
        "format": FORMAT,
        "title": specification.title,
        **({"questions": dict(specification.questions)} if specification.questions else {}),
        "promise": {"k": specification.k, "failure": specification.failure, "words": specification.describe()},
        "participation": specification.participation.to_dict(),
        "n_min": n_min,
        "frame": {"n_records": quantizer.origin.n_records, "n_cells": quantizer.n_cells},
        "cells": [
            {"cell": cell, "frame_records": int(count), "failure": float(failure), "released": values}
            for cell, (count, failure, values) in enumerate(
                zip(quantizer.sizes, specification.failures, released_rows(quantizer), strict=True)
            )
        ],
        "origin": asdict(quantizer.origin),
        "quantizer": {
            "header": {**content.header, "digest": content.digest},
            "arrays": {name: array.tolist() for name, array in content.arrays.items()},
        },
    }
    made: dict[str, Any] = exact(plain)
    return made


def digest_of(document: Mapping[str, Any]) -> str:
    """sha256 of the canonical spelling of a document, without what it says about its own digest and signature."""
    covered = {name: value for name, value in document.items() if name not in NOT_SIGNED}
    return f"sha256:{hashlib.sha256(canonical_bytes(covered)).hexdigest()}"


def text_of_document(specification: Specification) -> str:
    """The file: one line for each cell and for each row of an array, so that people can read it."""
    document = document_of(specification)
    cells = ",\n".join(json.dumps(cell, ensure_ascii=False, allow_nan=False) for cell in document["cells"])
    content = content_of(specification.quantizer)
    long = {
        "cells": f"[\n{cells}\n]",
        "quantizer": form_of(document["quantizer"]["header"], content.arrays),
    }
    signature = specification.signature
    whole = {
        **document,
        "digest": specification.digest,
        "signature": None if signature is None else signature.to_dict(),
    }
    parts = [
        f"{json.dumps(name)}: {long.get(name) or json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)}"
        for name, value in whole.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def save(specification: Specification, path: Path) -> None:
    """Write a specification, unless it would show something of single members of the frame."""
    if path.suffix.lower() != SUFFIX:
        raise WriteError(f"A specification is written as {SUFFIX}; {path.name} is not.")
    require_harmless(specification.quantizer, disclose=False)
    with atomically(path) as draft:
        draft.write_text(text_of_document(specification), encoding="utf-8")


def is_specification(path: str | Path) -> bool:
    """Whether a file says that it is a specification, be it damaged: then there are words for what is wrong with it."""
    return stated_kind(Path(path)) == WHAT


def stated_kind(path: Path) -> str | None:
    """What a JSON file of Shoal says that it is, also when it is cut off or damaged; None: nothing of Shoal's."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    try:
        raw = json.loads(text)  # NaN and keys given twice pass here; whoever loads the file refuses them
    except (ValueError, RecursionError):
        said = STATED.findall(text)
        # A specification holds a quantizer, so the word of that one says the least.
        return next((what for what in said if what != QUANTIZER), QUANTIZER if said else None)
    if not isinstance(raw, dict):
        return None
    header = raw.get("header")  # where a quantizer says it
    what = raw.get("what", header.get("what") if isinstance(header, dict) else None)
    return what if isinstance(what, str) else None


def load(path: Path) -> Specification:
    """Read a specification, or say why the file is none, or is not whole."""
    if not path.is_file():
        raise WrongUse(f"There is no file {path}. {OTHER_FILE}")
    return specification_from(_raw(path), path.name)


def specification_from(document: Any, where: str) -> Specification:
    """The specification that a JSON value describes, or a worded refusal."""
    _require_structure(document, where)
    if not compare_digest(digest_of(document), document["digest"]):
        raise WrongUse(f"{where} does not have the digest that it states: it was changed or damaged. {DAMAGED}")
    try:
        return _built(restored(document), where)
    except WrongUse as error:
        problem = str(error)
    raise WrongUse(f"{where} is not sound. {problem}")


def inspect(path: Path) -> dict[str, Any]:
    """What a file says of itself; nothing of it is checked."""
    if not path.is_file():
        raise WrongUse(f"There is no file {path}. {OTHER_FILE}")
    raw = _raw(path)
    if not isinstance(raw, dict) or raw.get("what") != WHAT:
        raise WrongUse(f"{path.name} is not a specification. {OTHER_FILE}")
    header = raw["quantizer"].get("header") if isinstance(raw.get("quantizer"), dict) else None
    columns = header.get("columns") if isinstance(header, dict) else None
    shown = {name: value for name, value in raw.items() if name not in LEFT_OUT}
    return {"file": path.name, "file_bytes": path.stat().st_size, **shown, "columns": columns}


@cache
def specification_schema() -> dict[str, Any]:
    """The published JSON Schema of a specification file."""
    text = package_files("shoal.survey").joinpath("specification.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _raw(path: Path) -> Any:
    try:
        return parsed(path.read_text(encoding="utf-8"), path.name)
    except UnicodeDecodeError:
        problem = f"{path.name} is not UTF-8 text."
    except WrongUse as error:
        problem = str(error)
    if is_specification(path):
        raise WrongUse(f"This specification is damaged. {problem}")
    raise WrongUse(f"{problem} It is not a specification. {OTHER_FILE}")


def _require_structure(document: Any, where: str) -> None:
    from jsonschema import Draft202012Validator

    if not isinstance(document, dict) or document.get("what") != WHAT:
        raise WrongUse(f"{where} is not a specification. {OTHER_FILE}")
    number = document.get("format")
    if isinstance(number, int) and not isinstance(number, bool) and number > FORMAT:
        raise WrongUse(
            f"{where} has the format number {number}, and this version of Shoal reads {FORMAT}: it was made by a newer "
            "version. Update Shoal."
        )
    wrong = next(iter(Draft202012Validator(specification_schema()).iter_errors(document)), None)
    if wrong is not None:
        place = ".".join(str(step) for step in wrong.absolute_path) or "its top level"
        raise WrongUse(f"{where} does not fit the schema ({place}: {wrong.validator}). {DAMAGED}")


def _built(document: Mapping[str, Any], where: str) -> Specification:
    header, arrays = header_and_arrays(document["quantizer"], where)
    quantizer = quantizer_from(header, arrays, "its quantizer")
    cells, n_min = document["cells"], document["n_min"]
    participation = Participation.from_dict(document["participation"])
    if document["promise"]["k"] != quantizer.guarantee.k or document["origin"] != asdict(quantizer.origin):
        raise WrongUse(f"Its promise or its origin does not fit its quantizer. {DAMAGED}")
    in_order = [cell["cell"] for cell in cells] == list(range(quantizer.n_cells))
    counted = [cell["frame_records"] for cell in cells] == quantizer.sizes.tolist()
    frame = {"n_records": int(quantizer.sizes.sum()), "n_cells": quantizer.n_cells}
    same = _same_released([cell["released"] for cell in cells], released_rows(quantizer))
    if not in_order or not counted or not same or document["frame"] != frame:
        raise WrongUse(f"Its list of cells does not fit its quantizer. {DAMAGED}")
    if len(participation.shares) != participation.expected(quantizer):
        raise WrongUse(f"It does not have one share of participation for each block, or for each cell. {DAMAGED}")
    sizes = _n_min(n_min, quantizer_blocks=len(quantizer.blocks))
    built = Specification(
        quantizer=quantizer,
        failure=float(document["promise"]["failure"]),
        participation=participation,
        n_min=sizes,
        failures=np.array([cell["failure"] for cell in cells], dtype=np.float64),
        title=document["title"],
        questions=document.get("questions", {}),
        signature=None if document["signature"] is None else Signature.from_dict(document["signature"]),
    )
    if not set(built.questions) <= set(built.columns):
        raise WrongUse(f"It has a question for a column that no cell depends on. {DAMAGED}")
    if document["promise"]["words"] != built.describe():
        raise WrongUse(f"Its promise in words differs from its promise in numbers. {DAMAGED}")
    if bool(sizes) == built.is_uneven:
        raise WrongUse(f"It states n_min although participation is uneven, or no n_min although it is even. {DAMAGED}")
    return built


def _same_released(stated: list[dict[str, Any]], true: list[dict[str, Any]]) -> bool:
    """Whether cells claim to be published as their centroids say, up to digits that libraries round their own way."""
    return len(stated) == len(true) and all(
        set(one) == set(two) and all(_same_value(one[name], two[name]) for name in one)
        for one, two in zip(stated, true, strict=True)
    )


def _same_value(one: Any, two: Any) -> bool:
    if isinstance(one, (int, float)) and isinstance(two, (int, float)):
        return math.isclose(one, two, rel_tol=SAME_RELEASED, abs_tol=SAME_RELEASED)
    return type(one) is type(two) and bool(one == two)


def _n_min(given: Any, *, quantizer_blocks: int) -> tuple[int, ...]:
    if given is None:
        return ()
    sizes = tuple(given) if isinstance(given, list) else (given,) * quantizer_blocks
    if len(sizes) != quantizer_blocks:
        raise WrongUse(f"It does not state n_min for each of its blocks. {DAMAGED}")
    return sizes
