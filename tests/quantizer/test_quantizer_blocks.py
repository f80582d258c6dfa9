"""Several blocks in one quantizer, its line in the report, and encodings that no fit could have made."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from quantizer_toys import people, power_quantizer, release

from shoal.encode.encoding import Encoding
from shoal.errors import ParameterError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.partition import Partition
from shoal.quantizer.design import DesignTable
from shoal.quantizer.intake.intake import BlockKey
from shoal.quantizer.quantizer import quantizer_of
from shoal.release.pages.text import quantizer_reading


def test_costs_and_sites_of_blocks_stand_one_after_the_other() -> None:
    one_points, one, _ = power_quantizer(seed=0)
    other_points, other, _ = power_quantizer(seed=4)
    points = np.concatenate([one_points, other_points])
    whole = Partition.from_cells(
        points,
        np.concatenate([one.cell_of, other.cell_of + one.n_cells]),
        method="toy",
        costs=np.concatenate([one.costs, other.costs]),
        sites=np.concatenate([one.sites, other.sites]),
    )
    block_of = np.repeat([0, 1], [len(one_points), len(other_points)])
    keys = (BlockKey(("north",)), BlockKey(("south",)))
    k = int(whole.sizes.min())
    quantizer = quantizer_of(points, whole, KAnonymity(k), table=DesignTable(keys=keys, block_of=block_of))
    assert quantizer.kind == "power"
    assert [block.first_cell for block in quantizer.blocks] == [0, one.n_cells]
    assert len(quantizer.costs) == whole.n_cells  # drawn by lot, block by block
    np.testing.assert_array_equal(quantizer.sites, whole.sites)
    assert quantizer.blocks[1].rule.assign(other_points).tolist() == other.cell_of.tolist()
    with pytest.raises(WrongUse, match="2 blocks"):
        quantizer.assign_points(points)


def test_report_says_what_the_quantizer_is_and_how_large() -> None:
    made = release()
    told = quantizer_reading(
        {"kind": "power", "n_cells": 18, "bytes": 900, "table_bytes": 2160, "forced_apart": 2, "discloses": []}
    )
    assert "18 cells (kind 'power') and takes 900 bytes" in told
    assert "take 2,160 bytes" in told
    assert "identical quasi-identifiers" in told
    assert "moves 2 records" in told
    assert quantizer_reading(made.report.facts["quantizer"]) in " ".join(made.report.to_text().split())
    assert "<h2>Quantizer</h2>" in made.report.to_html()
    assert made.quantizer.origin.table_bytes == len(people()) * 3 * 8


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "nominal", "columns": ["a"], "weight": 1.0, "categories": [], "scale": 1.0},
        {"kind": "nominal", "columns": ["a"], "weight": 1.0, "categories": ["x", "x"], "scale": 1.0},
        {"kind": "nominal", "columns": ["a"], "weight": 1.0, "categories": [1, "1"], "scale": 1.0},
        {"kind": "ordinal", "columns": ["a"], "weight": 1.0, "order": ["x", "x"], "mean_rank": 0.0, "scale": 1.0},
        {
            "kind": "taxonomy", "columns": ["a"], "weight": 1.0, "nodes": ["r", "x"], "parent": [-1, 1],
            "edge_weight": [0.0, 1.0], "edges": [1], "common_node": 0, "scale": 1.0,
        },
        {
            "kind": "taxonomy", "columns": ["a"], "weight": 1.0, "nodes": ["r", "x"], "parent": [-1, 0],
            "edge_weight": [0.0, 1.0], "edges": [2], "common_node": 0, "scale": 1.0,
        },
        {
            "kind": "moment", "columns": ["a"], "weight": 1.0, "reference": 0, "offset": 0.0, "scale": 1.0,
            "step": 1, "phase": 0, "clock": "date", "unit": "fortnight",
        },
        {"kind": "magic", "columns": ["a"]},
        {"kind": "nominal", "columns": ["a"]},
    ],
)  # fmt: skip
def test_a_description_that_no_fit_could_have_made_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        Encoding.from_dict({"attributes": [changes]})
    sound = {"kind": "nominal", "columns": ["a"], "weight": 1.0, "categories": ["x", "y"], "scale": 1.0}
    Encoding.from_dict({"attributes": [sound]})
    with pytest.raises(ParameterError, match="twice"):
        Encoding.from_dict({"attributes": [sound, sound]})
