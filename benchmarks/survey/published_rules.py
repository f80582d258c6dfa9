"""What each rule for the cells of a survey would publish of its frame: python -m benchmarks.survey.published_rules

k = 10, a participation of 0.75 and an acceptable failure of 10⁻⁵, so cells of 27 members. MDAV as balls around
reference records, any cells as a table of nearest records, and the sites and costs that `design_frame` publishes. A
point "of a member" has the coordinates of one; it identifies a member whose values nobody else has. Loss is that of the
cells as members find them by the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
from scipy.spatial import cKDTree

from benchmarks.data import adult, casc
from benchmarks.results import write_result
from shoal import effective_anonymity, microaggregate
from shoal.encode.encoded import encoded_points
from shoal.guarantee import KAnonymity
from shoal.quantizer.design import rule_of
from shoal.quantizer.rules.base import Rule
from shoal.quantizer.rules.neighbour import NeighbourRule
from shoal.quantizer.rules.reference import ReferenceRule
from shoal.survey.design.frame import design_frame
from shoal.survey.shared.plain_means import loss_of_means
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of

K, PARTICIPATION, FAILURE = 10, 0.75, 1e-5
SAME_PLACE = 1e-9  # of coordinates with a spread of about 1
N_ADULT = 5000  # records of Adult, drawn without replacement


def sets() -> dict[str, np.ndarray]:
    """Many attributes with fine values; few with coarse ones."""
    drawn = np.random.default_rng(0).choice(len(adult()), N_ADULT, replace=False)
    return {"Census, 13 attributes": casc("census"), "Adult, 3 attributes": np.ascontiguousarray(adult()[drawn])}


class Way(NamedTuple):
    """A way to publish cells, with the points of the members in its own coordinates."""

    called: str
    rule: Rule
    points: np.ndarray
    loss: float


def ways(points: np.ndarray) -> Iterator[Way]:
    """The three ways to publish cells of so many members."""
    n_min = effective_anonymity(K, PARTICIPATION, FAILURE).n_min
    cells = microaggregate(points, n_min, method="mdav", seed=0)
    balls, _ = rule_of(points, cells.cell_of, cells.centroids, k=n_min)
    called = "MDAV, balls" if isinstance(balls, ReferenceRule) else "MDAV, no balls give its cells: its table"
    for name, rule in ((called, balls), ("MDAV, table of nearest records", NeighbourRule.of(points, cells.cell_of))):
        found = np.unique(rule.assign(points), return_inverse=True)[1]
        yield Way(name, rule, points, loss_of_means(points, found, None))
    frame = pl.DataFrame({f"v{column}": values for column, values in enumerate(points.T)})
    design = design_frame(
        frame, k=K, failure=FAILURE, participation=PARTICIPATION, quasi_identifiers=frame.columns, seed=0
    )
    table = table_of(frame)
    encoded = encoded_points(table, roles_from_arguments(table, quasi_identifiers=frame.columns), KAnonymity(n_min))
    rule = design.specification.quantizer.blocks[0].rule
    yield Way("PCL, sites and costs (published)", rule, encoded.points, design.loss)


def listed_points(rule: Rule) -> np.ndarray:
    """Every point that the file of a rule holds, beside the centroids of its cells."""
    if isinstance(rule, ReferenceRule):
        return rule.references
    return rule.records if isinstance(rule, NeighbourRule) else rule.sites  # type: ignore[attr-defined]


def row(name: str, way: Way) -> str:
    """One line of the table."""
    distinct, counts = np.unique(way.points, axis=0, return_counts=True)
    apart, nearest = cKDTree(distinct).query(listed_points(way.rule))
    times = counts[np.unique(nearest[apart <= SAME_PLACE])]
    n_radii = len(way.rule.squared_radii) if isinstance(way.rule, ReferenceRule) else 0
    return (
        f"| {name} | {way.called} | {len(way.points):,} | {len(times):,} | {100 * times.sum() / len(way.points):.1f} | "
        f"{(times == 1).sum():,} | {n_radii} | {100 * way.loss:.2f} |"
    )


def main() -> None:
    """Write the table."""
    lines = [
        "| frame | rule | members | points of members in the file | members whose values are in it, % | "
        "members identified by a point | exact distances between two members | loss, % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, points in sets().items():
        lines += [row(name, way) for way in ways(points)]
    write_result(
        "survey_published_rules",
        "What a rule for the cells of a survey publishes of its frame",
        "python -m benchmarks.survey.published_rules",
        lines,
    )


if __name__ == "__main__":
    main()
