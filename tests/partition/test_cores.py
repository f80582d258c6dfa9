"""The same seed and steps give the same cells, whatever the number of cores."""

from __future__ import annotations

import subprocess
import sys

CELLS = """
import os, sys
if sys.argv[1] == "one":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import hashlib
import numpy as np
from shoal import microaggregate
from shoal.partition.control import n_threads

assert sys.argv[1] != "one" or n_threads() == 1
many = np.random.default_rng(0).standard_normal((21_000, 2))
some, few = many[:7_000], np.random.default_rng(0).standard_normal((200, 3))
for points, k, method in (
    (few, 4, "best(steps=[anneal(50, level=2), recombine, choose(0.5), anneal(20)])"),
    (few, 12, "best(steps=[design(pcl(starts=3, rounds=8)), anneal(50), design(pcl(levels=1, rounds=8))])"),
    (few, 5, "auto"),
    (many, 20, "best(start=mdav, steps=[anneal(3, level=2), anneal(2)])"),
    (few, 5, "pcl(start=random, starts=4)"),
    (some, 20, "pcl(rounds=2, iterations=5)"),
    (some, 60, "pcl(rounds=2, iterations=5)"),
):
    found = microaggregate(points, k, method=method, seed=1)
    print(hashlib.sha256(found.cell_of.tobytes()).hexdigest(), found.method)
"""


def test_the_same_cells_whatever_the_number_of_cores() -> None:
    one, several = (
        subprocess.run([sys.executable, "-c", CELLS, cores], capture_output=True, text=True, timeout=600)
        for cores in ("one", "all")
    )
    assert (one.returncode, one.stderr) == (0, "")
    assert len(one.stdout.splitlines()) == 7
    assert one.stdout == several.stdout
