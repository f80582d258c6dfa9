"""The file of a design of boxes, and every check on the way back.

The file holds what the form and the decoding table show, and nothing else of the frame: thresholds in use, categories
that enough people have, counts and centroids of boxes. The caller chooses the class of the result.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl

from shoal.errors import WriteError, WrongUse
from shoal.quantizer.files.plain_json import DAMAGED, parsed
from shoal.survey.boxes.codes import codes_of
from shoal.survey.boxes.content import FORMAT, RELEASED_TYPES, WHAT, BoxContent, BoxPromise
from shoal.survey.boxes.questions import KINDS
from shoal.survey.boxes.rules import rule_from
from shoal.survey.shared.canonical import digest_of, restored
from shoal.survey.shared.design_files import FileKind, require_digest
from shoal.table.atomic import atomically

SUFFIX = ".json"
LEFT_OUT = ("boxes", "rule", "released")  # of an inspection: far too long for a screen
OTHER_FILE = "Give a .json file that a design of boxes was saved to."
BOXES_FILE = FileKind(WHAT, "a design of boxes", FORMAT, "boxes.schema.json", OTHER_FILE)
ROUNDING = 1e-9  # of a failure that was computed in another order

Made = TypeVar("Made", bound=BoxContent)


def save(design: BoxContent, path: Path) -> None:
    """Write a design; one line for each box and a node, so that people can read it."""
    if path.suffix.lower() != SUFFIX:
        raise WriteError(f"A design of boxes is written as {SUFFIX}; {path.name} is not.")
    document = design.to_document()
    whole = {**document, "digest": digest_of(document)}
    parts = [f"{json.dumps(name)}: {_lines(value)}" for name, value in whole.items()]
    with atomically(path) as draft:
        draft.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def is_design(path: str | Path) -> bool:
    """Whether a file says that it is a design of boxes; other files are read elsewhere."""
    try:
        raw = parsed(Path(path).read_text(encoding="utf-8"), Path(path).name)
    except (WrongUse, OSError, UnicodeDecodeError):
        return False
    return isinstance(raw, dict) and raw.get("what") == WHAT


def load(path: Path, made: type[Made]) -> Made:
    """Read a design, or say why the file is not one, or is damaged."""
    if not path.is_file():
        raise WrongUse(f"There is no file {path}. {OTHER_FILE}")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        text = ""
    return _design_from(parsed(text, path.name), path.name, made)


def _design_from(document: Any, where: str, made: type[Made]) -> Made:
    """The design that a JSON value describes, as an instance of ``made``, or an error in words."""
    BOXES_FILE.require_structure(document, where)
    require_digest(document, where)
    try:
        return _built(restored(document), made)
    except WrongUse as error:
        unsound = error.retold(WrongUse, before=f"{where} is not sound. ", after=DAMAGED)
    raise unsound


def inspect(path: Path) -> dict[str, Any]:
    """What a file says about itself; nothing of it is checked."""
    if not path.is_file() or not is_design(path):
        raise WrongUse(f"{path.name} is not a design of boxes. {OTHER_FILE}")
    raw: dict[str, Any] = parsed(path.read_text(encoding="utf-8"), path.name)
    shown = {name: value for name, value in raw.items() if name not in LEFT_OUT}
    return {"file": path.name, "file_bytes": path.stat().st_size, **shown}


def _lines(value: Any) -> str:
    """Long lists with one element a line."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False, allow_nan=False) for item in value) + "\n]"
    if isinstance(value, dict) and "nodes" in value:
        return f'{{"layout": {json.dumps(value["layout"])}, "nodes": {_lines(value["nodes"])}}}'
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _built(document: Mapping[str, Any], made: type[Made]) -> Made:
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
    return made(
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


def _released(document: Mapping[str, Any]) -> pl.DataFrame:
    columns = {}
    for described in document["released"]:
        name, kind = described["column"], RELEASED_TYPES[described["type"]]
        values = [box["released"].get(name) for box in document["boxes"]]
        if any(value is None for value in values):
            raise WrongUse(f"A box lacks what is released for '{name}'.")
        try:
            plain = pl.Series(name, values, dtype=pl.Int64 if kind.is_temporal() else kind, strict=kind != pl.Float64())
            columns[name] = plain.cast(pl.Int32).cast(kind) if kind == pl.Date() else plain.cast(kind)
        except (TypeError, OverflowError, pl.exceptions.PolarsError):
            raise WrongUse(f"What is released for '{name}' is not of the type that it says.") from None
    return pl.DataFrame(columns)
