"""Content: a quantizer as plain data (a header of JSON and named arrays), its digest, and every check on the way back.

Both forms of file hold the same header and the same arrays, so they carry the same digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from hmac import compare_digest
from importlib.resources import files as package_files
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.encoding import Encoding
from shoal.errors import ParameterError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.checks import LARGEST_COORDINATE
from shoal.quantizer.design_counts import POOLED
from shoal.quantizer.files.plain_json import DAMAGED, is_plain, schema_problem
from shoal.quantizer.intake.intake import BlockKey, Column, Intake
from shoal.quantizer.model import BlockCells, DesignOrigin, QuantizerModel, asks_for_weights
from shoal.quantizer.rules.base import Rule
from shoal.quantizer.rules.neighbour import NeighbourRule
from shoal.quantizer.rules.power import PowerRule, WeightedPowerRule
from shoal.quantizer.rules.reference import ReferenceRule
from shoal.table.foreign_errors import attempt
from shoal.table.roles.roles import Role

WHAT = "shoal quantizer"
FORMAT = 1
RULES: dict[str, type[Rule]] = {
    rule.kind: rule for rule in (PowerRule, WeightedPowerRule, ReferenceRule, NeighbourRule)
}
TYPES = {"float64": np.dtype("<f8"), "int64": np.dtype("<i8")}

SQUARES = ("/costs", "/squared_radii")  # arrays of squared lengths; all others hold coordinates

Arrays = dict[str, FloatArray | IntArray]


@dataclass(frozen=True)
class Content:
    """``header`` without its digest; ``arrays`` in the order in which the header lists them."""

    header: dict[str, Any]
    arrays: Arrays = field(repr=False)

    @property
    def digest(self) -> str:
        """Over the header in one spelling and the bytes of the arrays, each with its length."""
        hasher = hashlib.sha256()
        spelled = json.dumps(self.header, sort_keys=True, separators=(",", ":"), allow_nan=False)
        for part in (spelled.encode(), *(_bytes(array) for array in self.arrays.values())):
            hasher.update(len(part).to_bytes(8, "little"))
            hasher.update(part)
        return f"sha256:{hasher.hexdigest()}"


def content_of(model: QuantizerModel) -> Content:
    """Everything that a file of this quantizer holds."""
    arrays: Arrays = {"centroids": model.centroids, "sizes": model.sizes}
    if model.rule_counts is not None:
        arrays["rule_counts"] = model.rule_counts
    intake = model.intake
    if intake is not None:
        arrays["centre"] = intake.centre
    blocks = []
    for number, block in enumerate(model.blocks):
        own = slice(block.first_cell, block.first_cell + block.rule.n_cells)
        for name, array in block.rule.arrays(model.centroids[own]).items():
            arrays[f"blocks/{number}/{name}"] = array
        blocks.append(
            {
                "stratum": list(block.key.stratum),
                "void": list(block.key.void),
                "n_cells": block.rule.n_cells,
                "rule": block.rule.kind,
            }
        )
    header = {
        "what": WHAT,
        "format": FORMAT,
        "k": model.guarantee.k,
        "n_cells": model.n_cells,
        "n_coordinates": model.n_coordinates,
        "origin": model.origin.to_dict(),
        "columns": [] if intake is None else [column.to_dict() for column in intake.columns],
        "rare": dict(model.rare),
        "blocks": blocks,
        "encoding": None if intake is None else intake.encoding.to_dict(),
        "arrays": [
            {"name": name, "type": str(array.dtype), "shape": list(array.shape)} for name, array in arrays.items()
        ],
    }
    return Content(header, arrays)


def model_from(header: Mapping[str, Any], arrays: Arrays, where: str) -> QuantizerModel:
    """The model that a file describes, or an error in words. ``header`` has passed `require_header`."""
    plain = {name: value for name, value in header.items() if name != "digest"}
    for name, array in arrays.items():
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise WrongUse(f"{where} holds NaN or infinite numbers in '{name}'. {DAMAGED}")
        most = LARGEST_COORDINATE**2 if name.endswith(SQUARES) else LARGEST_COORDINATE
        if array.dtype.kind == "f" and np.abs(array).max(initial=0.0) > most:
            raise WrongUse(f"{where} holds numbers in '{name}' that no distance can be computed with. {DAMAGED}")
    if not compare_digest(Content(plain, arrays).digest, header["digest"]):
        raise WrongUse(f"{where} does not have the digest that it states: it was changed or damaged. {DAMAGED}")
    try:
        return _built(header, arrays)
    except WrongUse as error:
        unsound = error.retold(WrongUse, before=f"{where} is not sound. ", after=DAMAGED)
    raise unsound


def require_header(header: Any, where: str) -> dict[str, Any]:
    """Refuse anything that is not the header of a quantizer of this format."""
    if not isinstance(header, dict) or header.get("what") != WHAT:
        raise WrongUse(f"{where} is not a quantizer. Give a .json or .shoalq file that Quantizer.save wrote.")
    require_format(header.get("format"), where)
    if not is_plain_header(header):
        raise WrongUse(f"The header of {where} holds numbers or text that nothing can be done with. {DAMAGED}")
    wrong = schema_problem(_header_validator(), header)
    if wrong is not None:
        raise WrongUse(f"The header of {where} is not as the schema wants it ({wrong}). {DAMAGED}")
    return header


def is_plain_header(header: dict[str, Any]) -> bool:
    """Whether everything in a header can be computed with; a seed is only told, and may be as long as it likes."""
    origin = header.get("origin")
    seedless = {**origin, "seed": None} if isinstance(origin, dict) and type(origin.get("seed")) is int else origin
    return is_plain({**header, "origin": seedless})


def require_format(number: object, where: str) -> None:
    """Refuse other format numbers; a newer one is worth a word."""
    if type(number) is int and number == FORMAT:
        return
    if type(number) is int and number > FORMAT:
        raise WrongUse(
            f"{where} has the format number {number}, and this version of Shoal reads {FORMAT}: it was made by a newer "
            "version. Update Shoal."
        )
    raise WrongUse(f"{where} has no format number that Shoal knows (it reads {FORMAT}). {DAMAGED}")


@cache
def quantizer_schema() -> dict[str, Any]:
    """The published JSON Schema of a quantizer file."""
    text = package_files("shoal.quantizer").joinpath("quantizer.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def _header_validator() -> Any:
    """The schema of the header, with whole numbers that are written as such: to JSON Schema 60.0 is one as well."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    strict = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    whole = quantizer_schema()
    checked = extend(Draft202012Validator, type_checker=strict)  # type: ignore[no-untyped-call]
    return checked({"$ref": "#/$defs/header", "$defs": whole["$defs"]})


def _bytes(array: FloatArray | IntArray) -> bytes:
    return np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()


def _built(header: Mapping[str, Any], arrays: Arrays) -> QuantizerModel:
    n_cells, n_coordinates = header["n_cells"], header["n_coordinates"]
    centroids = _array(arrays, "centroids", (n_cells, n_coordinates))
    sizes = _array(arrays, "sizes", (n_cells,), "i")
    promise = KAnonymity(header["k"])
    n_records = header["origin"]["n_records"]
    if sizes.min() < promise.k or sum(sizes.tolist()) != n_records:  # Python's sum: one of int64 may wrap around
        raise ParameterError(f"Its design sizes fall below k = {promise.k}, or do not sum up to its records.")
    if header["origin"]["forced_apart"] > n_records:
        raise ParameterError("It speaks of more records forced apart than there are.")
    rule_counts = _rule_counts(arrays, sizes, header["origin"]["forced_apart"])
    intake = _intake(header, arrays)
    if intake is not None:
        if intake.encoding.n_coordinates != n_coordinates:
            raise ParameterError("Its encoding gives points of another dimension than its centroids have.")
        _require_released_values(intake, centroids)
    blocks = _blocks(header, arrays, np.asarray(centroids, dtype=np.float64), intake)
    if intake is not None and asks_for_weights(blocks):
        if not intake.weight:
            raise ParameterError("Its rule asks for record weights, and it names no column of them.")
        intake = replace(intake, weighted=True)
    known = {"centroids", "sizes", "rule_counts", *(["centre"] if intake is not None else [])}
    strange = {name for name in arrays if not name.startswith("blocks/")} - known
    if strange:
        raise ParameterError("It holds arrays that no quantizer has.")
    return QuantizerModel(
        np.asarray(centroids, dtype=np.float64),
        np.asarray(sizes, dtype=np.int64),
        blocks,
        promise,
        DesignOrigin(**header["origin"]),
        intake,
        dict(header["rare"]),
        rule_counts,
    )


def _array(arrays: Arrays, name: str, shape: tuple[int, ...], kind: str = "f") -> FloatArray | IntArray:
    array = arrays.get(name)
    if array is None or array.shape != shape or array.dtype.kind != kind:
        raise ParameterError(f"Its array '{name}' is not there, or not of the shape {shape}.")
    return array


def _rule_counts(arrays: Arrays, sizes: FloatArray | IntArray, forced_apart: int) -> IntArray | None:
    """How many design records the rule assigns to each cell. Files of older versions do not say."""
    if "rule_counts" not in arrays:
        return None
    counts = np.asarray(_array(arrays, "rule_counts", sizes.shape, "i"), dtype=np.int64)
    told = counts != POOLED
    gone = [int(count) - int(size) for count, size in zip(counts[told], sizes[told], strict=True)]  # int64 may wrap
    if not told.all():
        gone.append(-sum(gone))
    if counts.min() < POOLED or sum(gone) != 0 or forced_apart == 0 or sum(map(abs, gone)) > 2 * forced_apart:
        raise ParameterError("The counts of its rule are not those of its sizes but for the records forced apart.")
    return counts


def _intake(header: Mapping[str, Any], arrays: Arrays) -> Intake | None:
    if header["encoding"] is None:
        if header["columns"] or header["rare"]:
            raise ParameterError("It names columns, but has no encoding.")
        return None
    encoding = Encoding.from_dict(header["encoding"])
    columns = tuple(Column.from_dict(column) for column in header["columns"])
    names = [column.name for column in columns]
    quasi = {column.name for column in columns if column.role is Role.QUASI_IDENTIFYING}
    if len(set(names)) < len(names) or quasi != set(encoding.columns) or not set(header["rare"]) <= quasi:
        raise ParameterError("Its columns are not those of its encoding, or one of them stands there twice.")
    return Intake(encoding, np.asarray(_array(arrays, "centre", (encoding.n_coordinates,)), dtype=np.float64), columns)


def _require_released_values(intake: Intake, centroids: FloatArray | IntArray) -> None:
    """Refuse an encoding by which the centroids turn into no values: too large for their column, or not at all."""

    def decoded() -> None:
        with np.errstate(over="raise", invalid="raise"):
            intake.encoding.decode(centroids)

    attempt(decoded, lambda _: ParameterError("Its centroids turn into values that no table can hold."))


def _blocks(
    header: Mapping[str, Any], arrays: Arrays, centroids: FloatArray, intake: Intake | None
) -> tuple[BlockCells, ...]:
    blocks: list[BlockCells] = []
    first_cell = 0
    used: set[str] = set()
    for number, described in enumerate(header["blocks"]):
        key = BlockKey(tuple(described["stratum"]), tuple(described["void"]))
        _require_key(key, intake)
        prefix = f"blocks/{number}/"
        own = {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
        used |= {prefix + name for name in own}
        last_cell = first_cell + described["n_cells"]
        if last_cell > len(centroids):
            raise ParameterError("Its blocks have more cells than there are.")
        rule = RULES[described["rule"]].from_arrays(own, centroids[first_cell:last_cell])
        blocks.append(BlockCells(key, first_cell, rule))
        first_cell = last_cell
    if first_cell != len(centroids) or used != {name for name in arrays if name.startswith("blocks/")}:
        raise ParameterError("Its blocks do not have exactly the cells and arrays that there are.")
    if len({block.key for block in blocks}) < len(blocks):
        raise ParameterError("Two of its blocks have the same place.")
    return tuple(blocks)


def _require_key(key: BlockKey, intake: Intake | None) -> None:
    n_strata = 0 if intake is None else len(intake.strata)
    columns = () if intake is None else intake.encoding.columns
    if len(key.stratum) != n_strata or not set(key.void) <= set(columns):
        raise ParameterError("A block names strata or columns that are not there.")
