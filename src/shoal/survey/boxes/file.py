"""A design of boxes as plain data, its digest, the file, and every check on the way back.

The file holds what the form and the decoding table show, and nothing else of the frame: thresholds in use, categories
that enough people have, counts and centroids of boxes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hmac import compare_digest
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.errors import WriteError, WrongUse
from shoal.quantizer.plain_json import DAMAGED, parsed
from shoal.survey.boxes.box_design import BoxDesign, BoxPromise
from shoal.survey.boxes.codes import codes_of
from shoal.survey.boxes.questions import KINDS
from shoal.survey.boxes.rules import rule_from
from shoal.survey.shared.canonical import exact, restored
from shoal.survey.specification.file import digest_of
from shoal.table.atomic import atomically

WHAT = "shoal boxes"
FORMAT = 1  # of the first release; whatever changes the file after it takes the next number
SUFFIX = ".json"
LEFT_OUT = ("boxes", "rule", "released")  # of an inspection: far too long for a screen
OTHER_FILE = "Give a .json file that a design of boxes was saved to."

__all__ = ["boxes_schema", "design_from", "digest_of", "document_of", "inspect", "is_design", "load", "save"]

# What a released column is read back as, by the name its polars type has in the file.
TYPES: dict[str, Any] = {
    "integer": pl.Int64(),
    "number": pl.Float64(),
    "boolean": pl.Boolean(),
    "text": pl.String(),
    "date": pl.Date(),
    "time": pl.Time(),
    "datetime ms": pl.Datetime("ms"),
    "datetime us": pl.Datetime("us"),
    "datetime ns": pl.Datetime("ns"),
    "zoned datetime ms": pl.Datetime("ms", "UTC"),
    "zoned datetime us": pl.Datetime("us", "UTC"),
    "zoned datetime ns": pl.Datetime("ns", "UTC"),
    "duration ms": pl.Duration("ms"),
    "duration us": pl.Duration("us"),
    "duration ns": pl.Duration("ns"),
}


def document_of(design: BoxDesign) -> dict[str, Any]:
    """Everything that a file holds but its digest, as JSON can hold it."""
    name_of = {str(kind): name for name, kind in TYPES.items()}
    released = design.released
    whole = {
        name: released[name].cast(pl.Int64).to_list()
        if released[name].dtype.is_temporal()
        else released[name].to_list()
        for name in released.columns
    }
    plain = {
        "what": WHAT,
        "format": FORMAT,
        "title": design.title,
        "promise": {
            "k": design.promise.k,
            "failure": design.promise.failure,
            "n_min": design.promise.n_min,
            "words": design.promise.words,
        },
        "frame": {"n_records": design.n_records, "n_boxes": design.n_boxes},
        "loss": design.loss,
        "seed": design.seed,
        "questions": [question.to_dict() for question in design.questions],
        "rule": design.rule.to_dict(),
        "released": [{"column": name, "type": name_of[str(released[name].dtype)]} for name in released.columns],
        "boxes": [
            {
                "box": box,
                "code": code,
                "frame_records": int(design.counts[box]),
                "mean_share": float(design.shares[box]),
                "failure": float(design.failures[box]),
                "released": {name: values[box] for name, values in whole.items()},
            }
            for box, code in enumerate(design.codes)
        ],
    }
    made: dict[str, Any] = exact(plain)
    return made


def save(design: BoxDesign, path: Path) -> None:
    """Write a design; one line a box and a node, so that people can read it."""
    if path.suffix.lower() != SUFFIX:
        raise WriteError(f"A design of boxes is written as {SUFFIX}; {path.name} is not.")
    document = document_of(design)
    whole = {**document, "digest": digest_of(document)}
    parts = [f"{json.dumps(name)}: {_lines(value)}" for name, value in whole.items()]
    with atomically(path) as draft:
        draft.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def is_design(path: str | Path) -> bool:
    """Whether a file says that it is a design of boxes; anything else is left to whoever reads other files."""
    try:
        raw = parsed(Path(path).read_text(encoding="utf-8"), Path(path).name)
    except (WrongUse, OSError, UnicodeDecodeError):
        return False
    return isinstance(raw, dict) and raw.get("what") == WHAT


def load(path: Path) -> BoxDesign:
    """Read a design, or say why the file is none, or is not whole."""
    if not path.is_file():
        raise WrongUse(f"There is no file {path}. {OTHER_FILE}")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        text = ""
    return design_from(parsed(text, path.name), path.name)


def design_from(document: Any, where: str) -> BoxDesign:
    """The design that a JSON value describes, or a worded refusal."""
    _require_structure(document, where)
    if not compare_digest(digest_of(document), document["digest"]):
        raise WrongUse(f"{where} does not have the digest that it states: it was changed or damaged. {DAMAGED}")
    try:
        return _built(restored(document))
    except WrongUse as error:
        problem = str(error)
    raise WrongUse(f"{where} is not sound. {problem} {DAMAGED}")


def inspect(path: Path) -> dict[str, Any]:
    """What a file says of itself; nothing of it is checked."""
    if not path.is_file() or not is_design(path):
        raise WrongUse(f"{path.name} is not a design of boxes. {OTHER_FILE}")
    raw: dict[str, Any] = parsed(path.read_text(encoding="utf-8"), path.name)
    shown = {name: value for name, value in raw.items() if name not in LEFT_OUT}
    return {"file": path.name, "file_bytes": path.stat().st_size, **shown}


@cache
def boxes_schema() -> dict[str, Any]:
    """The published JSON Schema of the file."""
    text = package_files("shoal.survey").joinpath("boxes.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _lines(value: Any) -> str:
    """Long lists with one element a line."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False, allow_nan=False) for item in value) + "\n]"
    if isinstance(value, dict) and "nodes" in value:
        return f'{{"layout": {json.dumps(value["layout"])}, "nodes": {_lines(value["nodes"])}}}'
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _require_structure(document: Any, where: str) -> None:
    from jsonschema import Draft202012Validator

    if not isinstance(document, dict) or document.get("what") != WHAT:
        raise WrongUse(f"{where} is not a design of boxes. {OTHER_FILE}")
    number = document.get("format")
    if isinstance(number, int) and not isinstance(number, bool) and number > FORMAT:
        raise WrongUse(
            f"{where} has the format number {number}, and this version of Shoal reads {FORMAT}: it was made by a newer "
            "version. Update Shoal."
        )
    wrong = next(iter(Draft202012Validator(boxes_schema()).iter_errors(document)), None)
    if wrong is not None:
        place = ".".join(str(step) for step in wrong.absolute_path) or "its top level"
        raise WrongUse(f"{where} does not fit the schema ({place}: {wrong.validator}). {DAMAGED}")


def _built(document: Mapping[str, Any]) -> BoxDesign:
    boxes, n_boxes = document["boxes"], document["frame"]["n_boxes"]
    counts = np.array([box["frame_records"] for box in boxes], dtype=np.int64)
    numbered = [box["box"] for box in boxes] == list(range(n_boxes))
    if not numbered or [box["code"] for box in boxes] != list(codes_of(n_boxes)):
        raise WrongUse("Its boxes or their codes cannot come from a form.")
    stated = document["promise"]
    promise = BoxPromise(stated["k"], stated["failure"], stated["n_min"])
    if stated["words"] != promise.words:
        raise WrongUse("Its promise in words differs from its promise in numbers.")
    if counts.sum() != document["frame"]["n_records"] or counts.min() < (promise.n_min or promise.k):
        raise WrongUse("Its boxes hold fewer people than it promises, or another number than its frame has.")
    failures = np.array([box["failure"] for box in boxes], dtype=np.float64)
    if promise.failure is not None and failures.max() > promise.failure * (1.0 + ROUNDING):
        raise WrongUse("A box fails more often than it promises.")
    if promise.failure is None and promise.n_min != promise.k:
        raise WrongUse("It promises a size of boxes that is not k.")
    questions = tuple(KINDS[question["kind"]].from_dict(question) for question in document["questions"])
    if sorted(column["column"] for column in document["released"]) != sorted(each.column for each in questions):
        raise WrongUse("The released columns are not those that the form asks for.")
    rule = rule_from(document["rule"])
    rule.require_sound(questions, n_boxes)
    return BoxDesign(
        title=document["title"],
        promise=promise,
        questions=questions,
        rule=rule,
        counts=counts,
        shares=np.array([box["mean_share"] for box in boxes], dtype=np.float64),
        failures=failures,
        released=_released(document),
        loss=float(document["loss"]),
        seed=document["seed"],
    )


ROUNDING = 1e-9  # of a failure that was computed in another order


def _released(document: Mapping[str, Any]) -> pl.DataFrame:
    columns = {}
    for described in document["released"]:
        name, kind = described["column"], TYPES[described["type"]]
        values = [box["released"].get(name) for box in document["boxes"]]
        if any(value is None for value in values):
            raise WrongUse(f"A box lacks what is released for '{name}'.")
        try:
            plain = pl.Series(name, values, dtype=pl.Int64 if kind.is_temporal() else kind, strict=kind != pl.Float64())
            columns[name] = plain.cast(pl.Int32).cast(kind) if kind == pl.Date() else plain.cast(kind)
        except (TypeError, OverflowError, pl.exceptions.PolarsError):
            raise WrongUse(f"What is released for '{name}' is not of the type that it says.") from None
    return pl.DataFrame(columns)
