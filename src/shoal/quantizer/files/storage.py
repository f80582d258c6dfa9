"""Quantizer files: saved completely or not at all, inspected by their header, loaded with all checks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shoal.errors import Setting, WriteError, WrongUse
from shoal.quantizer.disclosures import disclosed_by
from shoal.quantizer.files.binary_form import binary_header, is_binary, read_binary, write_binary
from shoal.quantizer.files.content import WHAT, content_of, is_plain_header, model_from
from shoal.quantizer.files.json_form import begins_like_one, json_header, json_text, read_json
from shoal.quantizer.model import QuantizerModel
from shoal.table.atomic import atomically

JSON_SUFFIX = ".json"
BINARY_SUFFIX = ".shoalq"
WITH_COSTS = ("best", "pcl")  # methods whose cells nearly always have sites and costs


def save(model: QuantizerModel, path: Path, *, disclose: bool = False) -> None:
    """Write a quantizer in the form of the suffix; a file that would reveal single records needs ``disclose``."""
    require_suffix(path)
    require_harmless(model, disclose=disclose)
    content = content_of(model)
    with atomically(path) as draft:
        if path.suffix.lower() == JSON_SUFFIX:
            draft.write_text(json_text(content), encoding="utf-8")
        else:
            write_binary(content, draft)


def require_suffix(path: Path) -> None:
    """Refuse a name that tells neither form."""
    if path.suffix.lower() not in (JSON_SUFFIX, BINARY_SUFFIX):
        raise WriteError(
            f"A quantizer is written as {JSON_SUFFIX} (readable) or {BINARY_SUFFIX} (compact); {path.name} is neither."
        )


def require_harmless(model: QuantizerModel, *, disclose: bool) -> None:
    """Refuse to write what the release does not reveal about single records, unless it was requested."""
    disclosed = disclosed_by(model)
    if disclosed and not disclose:
        raise WrongUse(
            f"A file of this quantizer would show something of single records. {' '.join(disclosed)} Nothing was "
            "written.",
            parameter="disclose",
            hint=("If the file stays with you, say ", Setting("disclose", True), f"; to publish it, {_remedy(model)}."),
        )


def _remedy(model: QuantizerModel) -> str:
    """What would make a quantizer fit for publication; not the method that it comes from."""
    remedies = []
    if any(block.rule.n_record_points for block in model.blocks):
        name = model.origin.method.partition("(")[0]
        others = [method for method in WITH_COSTS if method != name]
        found = f"use a method with cell costs ({' or '.join(others)})"
        remedies.append(found if name not in WITH_COSTS else f"try another seed or the method {others[0]}")
    if model.origin.thin_cells:
        remedies.append("use fewer cells, or more samples with smaller weights, or a raster")
    if model.rare:
        remedies.append("merge rare categories, or give their columns an order or a taxonomy")
    return "; ".join(remedies)


def load(path: Path) -> QuantizerModel:
    """Read a quantizer, or say why the file is not one, or is damaged."""
    _require_file(path)
    header, arrays = read_binary(path) if is_binary(path) else read_json(path)
    return model_from(header, arrays, path.name)


def inspect(path: Path) -> dict[str, Any]:
    """What the header says: nothing else is read, and nothing of it is checked but that it can be shown."""
    _require_file(path)
    binary = is_binary(path)
    header = binary_header(path) if binary else json_header(path)
    if not isinstance(header, dict) or header.get("what") != WHAT or not is_plain_header(header):
        raise WrongUse(f"{path.name} is not a quantizer, or its header is damaged. There is nothing to look at.")
    seen = {"file": path.name, "form": "binary" if binary else "json", "file_bytes": path.stat().st_size}
    return {**seen, **header, **seen}  # a header that speaks of these does not know better


def says_quantizer(path: Path) -> bool:
    """Whether a file begins as one of the two forms does. That is all that is read."""
    return path.is_file() and (is_binary(path) or begins_like_one(path))


def _require_file(path: Path) -> None:
    if not path.is_file():
        raise WrongUse(f"There is no file {path}. Give a .json or .shoalq file that Quantizer.save wrote.")
