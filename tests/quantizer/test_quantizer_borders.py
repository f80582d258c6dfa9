"""Where the borders of a published rule lie must reveal nobody's value.

The story: a cost in the middle of what its cell allows puts the border exactly between two records. Whoever is one of
them computed the other, who stands in another class, to the cent: 49 of 144 borders of four tables were such middles.
"""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.partition.transport.dual_margins import scattered_costs
from shoal.partition.transport.power_diagram import PowerDiagram

CENT = 1e-6  # of a cent: a middle of two values in cents is a multiple of half a cent


def borders(sites: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """Of cells on a line."""
    order = np.argsort(sites)
    left, right = order[:-1], order[1:]
    width = sites[right] - sites[left]
    return (sites[left] + sites[right]) / 2 + (costs[right] - costs[left]) / (2 * width)


def incomes(seed: int) -> np.ndarray:
    return np.round(np.random.default_rng(seed).lognormal(8.0, 0.5, 300), 2)


@pytest.mark.parametrize("method", ["pcl", "auto"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_border_is_the_middle_of_two_records(method: str, seed: int) -> None:
    values = incomes(seed)
    table = pl.DataFrame({"income": values, "answer": np.arange(300) % 3})
    release = shoal.anonymize(table, k=8, quasi_identifiers=["income"], confidential=["answer"], method=method, seed=1)
    quantizer = release.quantizer
    assert quantizer.discloses == ()
    rule = quantizer.blocks[0].rule
    (attribute,) = quantizer.intake.encoding.attributes
    at = attribute.reference + attribute.offset + attribute.scale * borders(rule.sites[:, 0], rule.costs)
    ordered = np.sort(values)
    after = np.searchsorted(ordered, at)
    middle = (ordered[after - 1] + ordered[after]) / 2
    gap = ordered[after] - ordered[after - 1]
    off = np.abs(at - middle)[gap > 0.01]
    assert (off > CENT).all()
    assert np.median(off / gap[gap > 0.01]) > 0.05  # and not close to it as a rule


def test_drawn_costs_hold_the_cells_and_depend_on_all_points() -> None:
    points = np.random.default_rng(5).normal(size=(400, 2))
    partition = shoal.microaggregate(points, 8, method="pcl", seed=1)
    drawn = scattered_costs(points, partition.sites, partition.costs, partition.cell_of)
    np.testing.assert_array_equal(PowerDiagram(partition.sites, drawn).assign(points), partition.cell_of)
    again = scattered_costs(points, partition.sites, partition.costs, partition.cell_of)
    np.testing.assert_array_equal(drawn, again)
    assert np.abs(drawn - (partition.costs - partition.costs.mean())).max() > 1e-6
    moved = points.copy()
    moved[0] += 1e-9  # somebody who does not know every record to the last digit cannot draw the lot again
    other = scattered_costs(moved, partition.sites, partition.costs, partition.cell_of)
    assert np.abs(drawn - other).max() > 1e-6


def test_costs_that_do_not_hold_the_cells_are_not_drawn() -> None:
    points = np.random.default_rng(5).normal(size=(60, 2))
    partition = shoal.microaggregate(points, 6, method="pcl", seed=1)
    wrong = np.roll(partition.cell_of, 1)
    assert scattered_costs(points, partition.sites, partition.costs, wrong) is None
