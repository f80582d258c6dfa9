"""Kernels as plain Python functions (NUMBA_DISABLE_JIT=1): the same cells, the same bounds, to the last digit.

That is how a debugger sees them, and how `make coverage` counts their lines.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal

PATIENCE_S = 300
METHODS = (
    "mdav",
    "mdav+",
    "vmdav(gain=1.1)",
    "mdav*",
    "md",
    "mst",
    "mu-approx",
    "tfrp",
    "pcl(start=random,iterations=3)",
    "best(rounds=[1])",
)
POINTS = np.random.default_rng(1).normal(size=(24, 2)).round(2)  # rounded: many distances are equal


def answers() -> dict[str, Any]:
    """What the kernels say of the toy, in numbers that can be compared exactly."""
    found: dict[str, Any] = {
        method: shoal.microaggregate(POINTS, 3, method=method, seed=1).cell_of.tolist() for method in METHODS
    }
    found["optimal-1d"] = shoal.microaggregate(POINTS[:, :1], 3, method="optimal-1d").cell_of.tolist()
    found["matching"] = shoal.microaggregate(POINTS, 2, method="matching").cell_of.tolist()
    found["matching, odd"] = shoal.microaggregate(POINTS[1:], 2, method="matching").cell_of.tolist()
    found["bound"] = shoal.lower_bound(POINTS, 3)
    frame = pl.DataFrame(POINTS, schema=["x", "y"])
    found["boxes"] = shoal.design_boxes(frame, promise=4, quasi_identifiers=["x", "y"], effort=1).counts.tolist()
    return found


@pytest.fixture(scope="module")
def uncompiled() -> dict[str, Any]:
    """The answers of a process in which nothing is compiled, and no warning is given."""
    code = "import json, test_uncompiled\nprint(json.dumps(test_uncompiled.answers()))"
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    held: dict[str, Any] = json.loads(done.stdout)
    return held


@pytest.fixture(scope="module")
def compiled() -> dict[str, Any]:
    return answers()


@pytest.mark.parametrize("name", [*METHODS, "optimal-1d", "matching", "matching, odd", "bound", "boxes"])
def test_uncompiled_kernels_say_the_same(name: str, compiled: dict[str, Any], uncompiled: dict[str, Any]) -> None:
    assert uncompiled[name] == compiled[name]
