"""The file of a specification: written so that people can read it, and checked on the way back.

The caller chooses the class of the result: the content alone, or a `Specification` with all its methods.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from shoal.errors import ShoalError, WriteError, WrongUse
from shoal.quantizer.files.content import content_of, model_from
from shoal.quantizer.files.json_form import form_of, header_and_arrays
from shoal.quantizer.files.plain_json import DAMAGED, parsed
from shoal.quantizer.files.storage import require_harmless
from shoal.quantizer.quantizer import Quantizer
from shoal.survey.participation.shares import Earlier
from shoal.survey.shared.canonical import restored
from shoal.survey.shared.design_files import FileKind, laid_out, require_digest, stated_kind
from shoal.survey.specification.content import SOURCE_FORMAT, WHAT, SpecificationContent
from shoal.survey.specification.frame_source import FrameSource
from shoal.survey.specification.participation import Participation
from shoal.survey.specification.released_cells import released_rows
from shoal.survey.specification.signing import Signature
from shoal.table.atomic import atomically

SUFFIX = ".json"
LEFT_OUT = ("cells", "quantizer")  # of an inspection: far too long for a screen
SAME_RELEASED = 1e-9  # far below any digit that a released value is read to
OTHER_FILE = "Give a .json file that shoal design wrote."
SPECIFICATION_FILE = FileKind(WHAT, "a specification", SOURCE_FORMAT, "specification.schema.json", OTHER_FILE)

Made = TypeVar("Made", bound=SpecificationContent)


def text_of_document(specification: SpecificationContent) -> str:
    """The file: one line for each cell and for each row of an array, so that people can read it."""
    document = specification.to_document()
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
    return laid_out(whole, long)


def save(specification: SpecificationContent, path: Path) -> None:
    """Write a specification, unless it would reveal something about single members of the frame."""
    if path.suffix.lower() != SUFFIX:
        raise WriteError(f"A specification is written as {SUFFIX}; {path.name} is not.")
    require_harmless(specification.quantizer, disclose=False)
    with atomically(path) as draft:
        draft.write_text(text_of_document(specification), encoding="utf-8")


def is_specification(path: str | Path) -> bool:
    """Whether a file says that it is a specification, be it damaged: then there are words for what is wrong with it."""
    return stated_kind(Path(path)) == WHAT


def load(path: Path, made: type[Made]) -> Made:
    """Read a specification, or say why the file is not one, or is damaged."""
    if not path.is_file():
        raise WrongUse(f"There is no file {path}. {OTHER_FILE}")
    return specification_from(_raw(path), path.name, made)


def specification_from(document: Any, where: str, made: type[Made]) -> Made:
    """The specification that a JSON value describes, as an instance of ``made``, or an error in words."""
    SPECIFICATION_FILE.require_structure(document, where)
    require_digest(document, where)
    try:
        return _built(restored(document), where, made)
    except WrongUse as error:
        unsound = error.retold(WrongUse, before=f"{where} is not sound. ")
    raise unsound


def inspect(path: Path) -> dict[str, Any]:
    """What a file says about itself; nothing of it is checked."""
    if not path.is_file():
        raise WrongUse(f"There is no file {path}. {OTHER_FILE}")
    raw = _raw(path)
    if not isinstance(raw, dict) or raw.get("what") != WHAT:
        raise WrongUse(f"{path.name} is not a specification. {OTHER_FILE}")
    header = raw["quantizer"].get("header") if isinstance(raw.get("quantizer"), dict) else None
    columns = header.get("columns") if isinstance(header, dict) else None
    shown = {name: value for name, value in raw.items() if name not in LEFT_OUT}
    return {"file": path.name, "file_bytes": path.stat().st_size, **shown, "columns": columns}


def _raw(path: Path) -> Any:
    try:
        return parsed(path.read_text(encoding="utf-8"), path.name)
    except UnicodeDecodeError:
        wrong: ShoalError = WrongUse(f"{path.name} is not UTF-8 text.")
    except WrongUse as error:
        wrong = error.retold()
    if is_specification(path):
        raise wrong.retold(before="This specification is damaged. ")
    raise wrong.retold(after=f"It is not a specification. {OTHER_FILE}")


def _built(document: Mapping[str, Any], where: str, made: type[Made]) -> Made:
    header, arrays = header_and_arrays(document["quantizer"], where)
    quantizer = Quantizer.of(model_from(header, arrays, "its quantizer"))
    cells, n_min = document["cells"], document["n_min"]
    participation = Participation.from_dict(document["participation"])
    if document["promise"]["k"] != quantizer.guarantee.k or document["origin"] != quantizer.origin.to_dict():
        raise WrongUse(f"Its promise or its origin does not fit its quantizer. {DAMAGED}")
    in_order = [cell["cell"] for cell in cells] == list(range(quantizer.n_cells))
    counted = [cell["frame_records"] for cell in cells] == quantizer.sizes.tolist()
    source = FrameSource.from_dict(document["frame"])
    frame = {"n_records": int(quantizer.sizes.sum()), "n_cells": quantizer.n_cells, **source.to_dict()}
    same = _same_released([cell["released"] for cell in cells], released_rows(quantizer))
    if not in_order or not counted or not same or document["frame"] != frame:
        raise WrongUse(f"Its list of cells does not fit its quantizer. {DAMAGED}")
    if len(participation.shares) != participation.expected(quantizer):
        raise WrongUse(f"It does not have one share of participation for each block, or for each cell. {DAMAGED}")
    sizes = _n_min(n_min, quantizer_blocks=len(quantizer.blocks))
    built = made(
        quantizer=quantizer,
        failure=float(document["promise"]["failure"]),
        participation=participation,
        n_min=sizes,
        failures=np.array([cell["failure"] for cell in cells], dtype=np.float64),
        title=document["title"],
        questions=document.get("questions", {}),
        signature=None if document["signature"] is None else Signature.from_dict(document["signature"]),
        households=tuple(tuple(cell["households"]) for cell in cells if "households" in cell),
        source=source,
    )
    _require_households(built)
    _require_model(built)
    if document["format"] != built.format:
        raise WrongUse(f"Its format number does not fit what it says about who answers. {DAMAGED}")
    if not set(built.questions) <= set(built.columns):
        raise WrongUse(f"It has a question for a column that no cell depends on. {DAMAGED}")
    if document["promise"]["words"] != built.describe():
        raise WrongUse(f"Its promise in words differs from its promise in numbers. {DAMAGED}")
    if bool(sizes) != built.has_one_size:
        raise WrongUse(
            f"It states n_min although cells of one size can differ, or no n_min although they cannot. {DAMAGED}"
        )
    return built


def _require_households(built: SpecificationContent) -> None:
    """Households are told for every cell or for none, only beside those of the frame, and fit the counts."""
    told, participation = built.households, built.participation
    counted = [sum((at + 1) * count for at, count in enumerate(blocks)) for blocks in told]
    matters = participation.together > 0.0 and not built.is_uneven
    sizes = participation.households
    n_members = sum((at + 1) * count for at, count in enumerate(sizes))
    fit = not told or (bool(sizes) and counted == built.frame_counts.tolist())
    fit &= not sizes or (matters and n_members == int(built.frame_counts.sum()))
    if not fit:
        raise WrongUse(f"Its households do not fit the counts of its cells. {DAMAGED}")


def _require_model(built: SpecificationContent) -> None:
    """A model is of people who decide alone, and of more than its cells have members."""
    people, participation = built.source.people, built.participation
    fits = participation.together == participation.overdispersion == 0.0 and not built.is_uneven
    fits &= not any(isinstance(share, Earlier) for share in participation.assumed)
    if built.source.is_model and not (fits and people >= int(built.frame_counts.sum())):
        raise WrongUse(f"Its frame is a model, which does not fit what it says about who answers. {DAMAGED}")


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
