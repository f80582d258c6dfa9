"""The file of an allocation rule: plain JSON, saved completely or not at all, loaded with all checks.

A graph of streets is not part of the file, only its digest: whoever applies the rule needs the same graph.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from hmac import compare_digest
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

import numpy as np

from shoal.allocation.kind import FORMAT, WHAT
from shoal.allocation.model import MATRIX, SAVED, AllocationModel
from shoal.errors import ParameterError, WriteError, WrongUse
from shoal.partition.checks import LARGEST_COORDINATE
from shoal.partition.distances.graph import Graph
from shoal.partition.distances.matrix import DistanceMatrix
from shoal.partition.distances.named import DISTANCES
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN
from shoal.quantizer.files.plain_json import DAMAGED, is_plain, parsed, schema_problem
from shoal.table.atomic import atomically

SUFFIX = ".json"
OTHER_FILE = "Give a .json file that shoal allocate --save or AllocationRule.save wrote."
GRAPH = Graph.name
LARGEST_COST = LARGEST_COORDINATE**2  # squared lengths


def save(rule: AllocationModel, path: Path) -> None:
    """Write a rule; one line for each centre, so that people can read it."""
    if path.suffix.lower() != SUFFIX:
        raise WriteError(f"An allocation rule is written as {SUFFIX}; {path.name} is not.")
    document = _document(rule)
    whole = {**document, "digest": _digest(document)}
    parts = [f"{json.dumps(name)}: {_lines(value)}" for name, value in whole.items()]
    with atomically(path) as draft:
        draft.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def load(path: Path, graph: Distance | None = None) -> AllocationModel:
    """Read a rule, or say why the file is not one, or is damaged."""
    document = _checked(path)
    return _sound(document, _distance(document, graph), path.name)


def inspect(path: Path) -> dict[str, Any]:
    """What a file says about itself; nothing of it is checked but that it can be shown."""
    document = _read(path)
    return {**document, "file": path.name, "file_bytes": path.stat().st_size}


def check(path: Path) -> dict[str, Any]:
    """The content of a file that has passed all checks but that of its graph."""
    document = _checked(path)
    name = document["distance"]
    _sound(document, None if name == MATRIX else DISTANCES.get(name, SQUARED_EUCLIDEAN), path.name)
    return document


def needs_graph(path: Path) -> bool:
    """Whether the rule of a file measures along streets."""
    return bool(_checked(path)["distance"] == GRAPH)


def digest_of_rule(rule: AllocationModel) -> str:
    """The SHA-256 that its file has."""
    return _digest(_document(rule))


def digest_of_graph(graph: Graph) -> str:
    """The SHA-256 of vertices, edges and lengths."""
    hasher = hashlib.sha256()
    for array in (graph.edges, graph.lengths, graph.positions):
        part = b"" if array is None else np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()
        hasher.update(len(part).to_bytes(8, "little"))
        hasher.update(part)
    return f"sha256:{hasher.hexdigest()}"


def _document(rule: AllocationModel) -> dict[str, Any]:
    name = rule.measure.name
    if name not in (*SAVED, GRAPH):
        raise WrongUse(
            f"A rule with the distance {name!r} cannot be saved: a file holds data, no programs.",
            parameter="distance",
            hint="Keep it in memory, or give the distances as a matrix.",
        )
    positions = [None] * len(rule.names) if rule.centers is None else rule.centers.tolist()
    costs = [cost if np.isfinite(cost) else None for cost in rule.costs.tolist()]
    return {
        "what": WHAT,
        "format": FORMAT,
        "distance": name,
        "graph": digest_of_graph(rule.measure) if isinstance(rule.measure, Graph) else None,
        "columns": list(rule.columns),
        "scales": list(rule.scales),
        "workload": rule.workload,
        "centers": [
            {"center": _plain(called), "position": position, "cost": cost}
            for called, position, cost in zip(rule.names, positions, costs, strict=True)
        ],
    }


def _plain(name: Any) -> str | int:
    return name if isinstance(name, str) else int(name)


def _lines(value: Any) -> str:
    """Lists of centres with one a line."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False, allow_nan=False) for item in value) + "\n]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _digest(document: Mapping[str, Any]) -> str:
    """Over the content in one spelling: sorted keys, no spaces, ASCII."""
    covered = {name: value for name, value in document.items() if name != "digest"}
    spelled = json.dumps(covered, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return f"sha256:{hashlib.sha256(spelled.encode()).hexdigest()}"


@cache
def allocation_schema() -> dict[str, Any]:
    """The published JSON Schema of the file."""
    text = package_files("shoal.allocation").joinpath("allocation.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _read(path: Path) -> dict[str, Any]:
    """The JSON object of a file that says that it is a rule."""
    where = path.name
    if not path.is_file():
        raise WrongUse(f"There is no file {path}. {OTHER_FILE}")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        text = ""
    document = parsed(text, where)
    if not isinstance(document, dict) or document.get("what") != WHAT:
        raise WrongUse(f"{where} is not an allocation rule. {OTHER_FILE}")
    if not is_plain(document):
        raise WrongUse(f"{where} holds numbers or text that nothing can be done with. {DAMAGED}")
    return document


def _checked(path: Path) -> dict[str, Any]:
    """The document of a file: its kind, format, schema and digest are right."""
    from jsonschema import Draft202012Validator

    document, where = _read(path), path.name
    number = document.get("format")
    if type(number) is int and number > FORMAT:
        raise WrongUse(
            f"{where} has the format number {number}, and this version of Shoal reads {FORMAT}: it was made by a newer "
            "version. Update Shoal."
        )
    wrong = schema_problem(Draft202012Validator(allocation_schema()), document)
    if wrong is not None:
        raise WrongUse(f"{where} does not fit the schema ({wrong}). {DAMAGED}")
    if not compare_digest(_digest(document), document["digest"]):
        raise WrongUse(f"{where} does not have the digest that it states: it was changed or damaged. {DAMAGED}")
    return document


def _distance(document: Mapping[str, Any], graph: Distance | None) -> Distance | None:
    """The distance of a rule; None for that of a matrix, which comes with the records."""
    name = document["distance"]
    if (name == GRAPH) != (document["graph"] is not None):
        raise ParameterError(f"It has a graph without measuring along one, or the other way round. {DAMAGED}")
    if name == GRAPH:
        if graph is None:
            raise ParameterError(
                "Its distances are along the streets of a graph.",
                parameter="graph",
                hint="Give the graph that the allocation was made with.",
            )
        if not isinstance(graph, Graph) or not compare_digest(digest_of_graph(graph), document["graph"]):
            raise ParameterError(
                "The allocation was made with another graph, in which ways may have other lengths.",
                parameter="graph",
                hint="Give the one that it was made with, or allocate again.",
            )
        return graph
    if graph is not None:
        raise ParameterError(f"Its distance is {name!r}, not that along a graph.", parameter="graph")
    return None if name == MATRIX else DISTANCES[name]


def _sound(document: Mapping[str, Any], measure: Distance | None, where: str) -> AllocationModel:
    """The rule of a document, or why there is none."""
    try:
        return _built(document, measure)
    except WrongUse as error:
        unsound = error.retold(WrongUse, before=f"{where} is not sound. ")
    raise unsound


def _built(document: Mapping[str, Any], measure: Distance | None) -> AllocationModel:
    listed = document["centers"]
    names = tuple(center["center"] for center in listed)
    costs = np.array([np.inf if center["cost"] is None else center["cost"] for center in listed], dtype=np.float64)
    if len(set(names)) < len(names) or not np.isfinite(costs).any():
        raise ParameterError(f"Two of its centres have the same name, or none of them takes anybody. {DAMAGED}")
    positions = [center["position"] for center in listed]
    widths = {None if position is None else len(position) for position in positions}
    columns, scales = tuple(document["columns"]), tuple(float(scale) for scale in document["scales"])
    if measure is None:
        if widths != {None} or columns or scales:
            raise ParameterError(f"Its distances are a matrix, and it has positions too. {DAMAGED}")
        unknown = DistanceMatrix(np.zeros((1, len(names))))  # every assignment brings its own
        return AllocationModel(names, costs, unknown, None, (), (), document["workload"])
    if None in widths or len(widths) > 1 or not {len(columns), len(scales)} <= {0, *widths}:
        raise ParameterError(f"Its centres, columns and scales do not have the same number of coordinates. {DAMAGED}")
    centers = np.array(positions, dtype=np.float64)
    if np.abs(centers).max() > LARGEST_COORDINATE or np.abs(costs[np.isfinite(costs)]).max() > LARGEST_COST:
        raise ParameterError(f"It holds numbers that no distance can be computed with. {DAMAGED}")
    measure.embedded_sites(centers)  # refuses what is no position
    return AllocationModel(names, costs, measure, centers, columns, scales, document["workload"])
