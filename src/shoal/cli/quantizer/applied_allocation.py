"""shoal apply with the rule of an allocation: the centre of each later record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from shoal.allocation.file import needs_graph
from shoal.allocation.rule import AllocationRule
from shoal.cli.quantizer.allocated_tables import NOT_ANONYMOUS, allocated_table
from shoal.cli.quantizer.allocation_distances import called, rule_distance
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, say_json, say_summary, say_warnings
from shoal.cli.shared.streets import graph_of
from shoal.errors import PromiseNotKept, Setting, WrongUse


def apply_allocation(
    path: str,
    table: str,
    output: str | None,
    *,
    identifiers: list[str] | None,
    matrix: str | None,
    graph: str | None,
    reading: words.Reading,
    quote_formulas: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Write the centre of each record, and how far that is."""
    started = perf_counter()
    from shoal.cli.shared.destinations import require_distinct, require_table_format, require_writable
    from shoal.table.files.writing import write_table
    from shoal.table.formulas import formula_counts, formula_warnings, quoted

    if output is None:
        raise WrongUse("Say where the centres go, with ", Setting("output"), ".")
    target = Path(output)
    require_table_format(target)
    require_distinct([target], [Path(given) for given in (path, table, matrix, graph) if given is not None])
    require_writable(target)
    with compilation_announced(silent=quiet or as_json):
        rule = _loaded(path, graph, reading)
        people = reading.open(table)
        identifier = _identifier(identifiers, people.columns)
        words.require_columns(people, identifiers=identifier, columns=rule.columns, workload=rule.workload)
        distance = rule_distance(rule, matrix, people, identifier, reading)
        points = None if distance is not None else rule.points_of(people)
        center_of = rule.assign(points, workloads=rule.workloads_of(people), distance=distance)
        own = rule.distances(points, center_of, distance)
    allocated = allocated_table(called(people, identifier), _named(rule), center_of, own)
    formulas = formula_counts(allocated)
    write_table(quoted(allocated) if quote_formulas else allocated, target)
    sizes = np.bincount(center_of, minlength=len(rule.names)).tolist()
    facts: dict[str, Any] = {
        "rule": rule.digest,
        "records": people.n_records,
        "distance": rule.measure.name,
        "centers": [{"center": name, "records": size} for name, size in zip(rule.names, sizes, strict=True)],
        "seconds": round(perf_counter() - started, 3),
        "files": [output],
        "warnings": [NOT_ANONYMOUS, *formula_warnings(allocated.columns, formulas, were_quoted=quote_formulas)],
    }
    if as_json:
        say_json(facts)
    elif not quiet:
        rows = [("records", f"{people.n_records:,}"), ("distance", rule.measure.name)]
        rows += [(f"center {name}", f"{size:,} records") for name, size in zip(rule.names, sizes, strict=True)]
        rows += [("seconds", f"{facts['seconds']:.1f}"), ("written", output)]
        say_summary("Every record goes to the centre of least price. No shares were kept.", rows)
        say_warnings(facts["warnings"])


def _loaded(path: str, graph: str | None, reading: words.Reading) -> AllocationRule:
    """The rule of a file, with the streets that it measures along."""
    wanted = False
    try:
        wanted = needs_graph(Path(path))
        if wanted == (graph is not None):
            streets = None if graph is None else graph_of(graph, replace(reading, sheet=None))
            return AllocationRule.load(path, streets)
    except WrongUse as error:
        if error.parameters or error.columns:  # about the streets, not about the file
            raise
        told = f"{Path(path).name} is not to be trusted. "
        raise error.retold(PromiseNotKept, before=told, after="Nothing was written.") from None
    if wanted:
        raise WrongUse(
            "The distances of this rule are along streets.",
            parameter="graph",
            hint=("Give the table of streets that the allocation was made with, with ", Setting("graph"), "."),
        )
    raise WrongUse(Setting("graph"), " means nothing to a rule without streets.", hint="Leave it out.")


def _identifier(identifiers: list[str] | None, columns: tuple[str, ...]) -> str | None:
    """The one column that names the records."""
    names = words.column_names(identifiers, columns)
    if len(names) > 1:
        raise WrongUse(
            Setting("identifiers"), f" names {len(names)} columns, and one names the records.", hint="Give one."
        )
    return names[0] if names else None


def _named(rule: AllocationRule) -> Any:
    """The names of the centres as a column: whole numbers, or texts."""
    import polars as pl

    numbered = all(isinstance(name, int) for name in rule.names)
    return pl.Series(list(rule.names) if numbered else [str(name) for name in rule.names])
