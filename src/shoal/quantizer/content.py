"""Content: a quantizer as plain data (a header of JSON and named arrays), its digest, and every check on the way back.

Both forms of file hold the same header and the same arrays, so they carry the same digest.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from hmac import compare_digest
from importlib.resources import files as package_files
from typing import Any, NoReturn

import numpy as np

from shoal.encode.encoding import Encoding
from shoal.errors import ParameterError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.entrance import LARGEST_COORDINATE
from shoal.partition.partition import FloatArray, IntArray
from shoal.quantizer.intake import Column, Intake, Place
from shoal.quantizer.neighbour_rule import NeighbourRule
from shoal.quantizer.power_rule import PowerRule, WeightedPowerRule
from shoal.quantizer.quantizer import Block, Origin, Quantizer, asks_for_weights
from shoal.quantizer.reference_rule import ReferenceRule
from shoal.quantizer.rule import Rule
from shoal.table.roles import Role

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


def content_of(quantizer: Quantizer) -> Content:
    """Everything that a file of this quantizer holds."""
    arrays: Arrays = {"centroids": quantizer.centroids, "sizes": quantizer.sizes}
    intake = quantizer.intake
    if intake is not None:
        arrays["centre"] = intake.centre
    blocks = []
    for number, block in enumerate(quantizer.blocks):
        own = slice(block.first_cell, block.first_cell + block.rule.n_cells)
        for name, array in block.rule.arrays(quantizer.centroids[own]).items():
            arrays[f"blocks/{number}/{name}"] = array
        blocks.append(
            {
                "stratum": list(block.place.stratum),
                "void": list(block.place.void),
                "n_cells": block.rule.n_cells,
                "rule": block.rule.kind,
            }
        )
    header = {
        "what": WHAT,
        "format": FORMAT,
        "k": quantizer.guarantee.k,
        "n_cells": quantizer.n_cells,
        "n_coordinates": quantizer.n_coordinates,
        "origin": asdict(quantizer.origin),
        "columns": [] if intake is None else [column.to_dict() for column in intake.columns],
        "rare": dict(quantizer.rare),
        "blocks": blocks,
        "encoding": None if intake is None else intake.encoding.to_dict(),
        "arrays": [
            {"name": name, "type": str(array.dtype), "shape": list(array.shape)} for name, array in arrays.items()
        ],
    }
    return Content(header, arrays)


def quantizer_from(header: Mapping[str, Any], arrays: Arrays, where: str) -> Quantizer:
    """The quantizer that a file describes, or a worded refusal. ``header`` has passed `require_header`."""
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
        problem = str(error)
    raise WrongUse(f"{where} is not sound. {problem} {DAMAGED}")


DAMAGED = "Get the file again from where it came."


def require_header(header: Any, where: str) -> dict[str, Any]:
    """Refuse anything that is not the header of a quantizer of this format."""
    from jsonschema import Draft202012Validator

    if not isinstance(header, dict) or header.get("what") != WHAT:
        raise WrongUse(f"{where} is not a quantizer. Give a .json or .shoalq file that Quantizer.save wrote.")
    require_format(header.get("format"), where)
    schema = {**quantizer_schema(), "$ref": "#/$defs/header"}
    schema.pop("properties")
    schema.pop("required")
    schema.pop("additionalProperties")
    wrong = next(iter(Draft202012Validator(schema).iter_errors(header)), None)
    if wrong is not None:
        place = ".".join(str(step) for step in wrong.absolute_path) or "its top level"
        raise WrongUse(f"The header of {where} is not as the schema wants it ({place}: {wrong.validator}). {DAMAGED}")
    return header


def require_format(number: object, where: str) -> None:
    """Refuse other format numbers; a newer one is worth a word."""
    if number == FORMAT and not isinstance(number, bool):
        return
    if isinstance(number, int) and number > FORMAT:
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


def parsed(text: str, where: str) -> Any:
    """JSON without NaN, infinities, overflowing numbers or keys given twice."""

    def refused(_: str) -> NoReturn:
        raise _NotFinite

    def finite(digits: str) -> float:
        number = float(digits)
        if not math.isfinite(number):
            raise _NotFinite
        return number

    try:
        return json.loads(text, parse_constant=refused, parse_float=finite, object_pairs_hook=_once)
    except _NotFinite:
        problem = f"{where} holds NaN or infinite numbers. {DAMAGED}"
    except _Repeated:
        problem = f"{where} gives a key twice, so nobody can tell which one counts. {DAMAGED}"
    except (ValueError, RecursionError):
        problem = f"{where} cannot be read as JSON: it is cut off, damaged, or something else. {DAMAGED}"
    raise WrongUse(problem)


class _NotFinite(Exception):
    """A number that no quantizer holds."""


class _Repeated(Exception):
    """A key that stands twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        raise _Repeated
    return unique


def _bytes(array: FloatArray | IntArray) -> bytes:
    return np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()


def _built(header: Mapping[str, Any], arrays: Arrays) -> Quantizer:
    n_cells, n_coordinates = header["n_cells"], header["n_coordinates"]
    centroids = _array(arrays, "centroids", (n_cells, n_coordinates))
    sizes = _array(arrays, "sizes", (n_cells,), "i")
    promise = KAnonymity(header["k"])
    if sizes.min() < promise.k or sizes.sum() != header["origin"]["n_records"]:
        raise ParameterError(f"Its design sizes fall below k = {promise.k}, or do not sum up to its records.")
    intake = _intake(header, arrays)
    if intake is not None and intake.encoding.n_coordinates != n_coordinates:
        raise ParameterError("Its encoding gives points of another dimension than its centroids have.")
    blocks = _blocks(header, arrays, np.asarray(centroids, dtype=np.float64), intake)
    if intake is not None and asks_for_weights(blocks):
        if not intake.weight:
            raise ParameterError("Its rule asks for record weights, and it names no column of them.")
        intake = replace(intake, weighted=True)
    known = {"centroids", "sizes", *(["centre"] if intake is not None else [])}
    strange = {name for name in arrays if not name.startswith("blocks/")} - known
    if strange:
        raise ParameterError("It holds arrays that no quantizer has.")
    return Quantizer(
        np.asarray(centroids, dtype=np.float64),
        np.asarray(sizes, dtype=np.int64),
        blocks,
        promise,
        Origin(**header["origin"]),
        intake,
        dict(header["rare"]),
    )


def _array(arrays: Arrays, name: str, shape: tuple[int, ...], kind: str = "f") -> FloatArray | IntArray:
    array = arrays.get(name)
    if array is None or array.shape != shape or array.dtype.kind != kind:
        raise ParameterError(f"Its array '{name}' is not there, or not of the shape {shape}.")
    return array


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


def _blocks(
    header: Mapping[str, Any], arrays: Arrays, centroids: FloatArray, intake: Intake | None
) -> tuple[Block, ...]:
    blocks: list[Block] = []
    first_cell = 0
    used: set[str] = set()
    for number, described in enumerate(header["blocks"]):
        place = Place(tuple(described["stratum"]), tuple(described["void"]))
        _require_place(place, intake)
        prefix = f"blocks/{number}/"
        own = {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
        used |= {prefix + name for name in own}
        last_cell = first_cell + described["n_cells"]
        if last_cell > len(centroids):
            raise ParameterError("Its blocks have more cells than there are.")
        rule = RULES[described["rule"]].from_arrays(own, centroids[first_cell:last_cell])
        blocks.append(Block(place, first_cell, rule))
        first_cell = last_cell
    if first_cell != len(centroids) or used != {name for name in arrays if name.startswith("blocks/")}:
        raise ParameterError("Its blocks do not have exactly the cells and arrays that there are.")
    if len({block.place for block in blocks}) < len(blocks):
        raise ParameterError("Two of its blocks have the same place.")
    return tuple(blocks)


def _require_place(place: Place, intake: Intake | None) -> None:
    n_strata = 0 if intake is None else len(intake.strata)
    columns = () if intake is None else intake.encoding.columns
    if len(place.stratum) != n_strata or not set(place.void) <= set(columns):
        raise ParameterError("A block names strata or columns that are not there.")
