"""Neighbours: those of all distances, and an interrupt that does not bring the process down."""

from __future__ import annotations

import subprocess
import sys

import numpy as np

from shoal.partition.neighbours import QUERIES_AT_ONCE, nearest_points, nearest_records

INTERRUPTED_LOOK = """
import os, signal, threading, time
import numpy as np
from shoal.partition.neighbours import nearest_records
from shoal.partition.transport.dual_costs import _swap_pays

points = np.random.default_rng(0).standard_normal((60_000, 4))
nearest_records(points[:300], 30)
ways = (
    lambda: nearest_records(points, 30),
    lambda: _swap_pays(points, np.arange(60_000) // 4, points[::4]),
)
ended = []
for wait_s in (0.05, 0.1, 0.2, 0.35):
    for way in ways:
        timer = threading.Timer(wait_s, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        try:
            way()
            time.sleep(2)  # a result came first: the interrupt is still to come
        except KeyboardInterrupt:
            ended.append(threading.active_count())
        timer.join()
        filler = [np.ones(1_000) for _ in range(2_000)]  # what was freed is used again
        time.sleep(0.1)
print(*ended)
"""


def test_an_interrupt_while_neighbours_are_looked_up_is_an_interrupt() -> None:
    """The threads of SciPy's tree went on writing to arrays that the interrupt had freed (SIGSEGV)."""
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED_LOOK], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout.split()) == 8
    assert set(ran.stdout.split()) <= {"1", "2"}  # the timer may still be at its end; no thread of ours is left


def test_neighbours_are_those_of_all_distances() -> None:
    points = np.random.default_rng(1).standard_normal((QUERIES_AT_ONCE + 44, 3))  # two turns, one short
    apart = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    expected = np.argsort(apart, axis=1)[:, 1:6]
    near, distance = nearest_records(points, 5)
    np.testing.assert_array_equal(near, expected)
    np.testing.assert_allclose(distance, np.take_along_axis(apart, expected, axis=1))
    place, distance = nearest_points(points[:40], points, 1)
    np.testing.assert_array_equal(place[:, 0], apart[:, :40].argmin(axis=1))
    np.testing.assert_allclose(distance[:, 0] ** 2, apart[:, :40].min(axis=1), atol=1e-12)
