"""PCL and its peers from PyPI, in the same run: python -m benchmarks.pcl_peers --peer-python path/to/python [--full]

Gaussian points, cells of equal sizes. All begin with the same random records; PCL also with a start of its own. Peers:
k-means-constrained with equal size bounds and n_init=1, and Lloyd around the exact transport `ot.emd` of POT. Time is
taken around their own calls only; their cells are measured by Shoal. A peer that is not done after --limit seconds is
stopped. ``--full`` takes 65,536 records instead of 8,192. Writes benchmarks/results/pcl_peers.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.results import write_result

QUICK = ((8_192, 2, 16), (8_192, 2, 64), (2_000, 10, 200))  # n, d, cells
FULL = ((65_536, 2, 16), (65_536, 2, 64), (10_000, 10, 1_000))
SEED = 0
LIMIT_S = 300
OURS = "shoal, pcl"
FREE_SIZES = "scikit-learn k-means, sizes free"

PEERS = {
    "k-means-constrained": """
import json, sys, time
import numpy as np
from k_means_constrained import KMeansConstrained

points, starts = np.load(sys.argv[1]), np.load(sys.argv[2])
n, m = len(points), len(starts)
begin = time.perf_counter()
made = KMeansConstrained(n_clusters=m, size_min=n // m, size_max=-(-n // m), init=starts, n_init=1).fit(points)
seconds = time.perf_counter() - begin
np.save(sys.argv[3], made.labels_)
print(json.dumps({"seconds": seconds, "iterations": int(made.n_iter_)}))
""",
    "Lloyd around POT's emd": """
import json, sys, time
import numpy as np
import ot

points, centroids = np.load(sys.argv[1]), np.load(sys.argv[2])
n, m = len(points), len(centroids)
sizes = np.full(m, n // m, dtype=float)
sizes[: n % m] += 1
before = np.inf
iterations = 0
begin = time.perf_counter()
while True:
    plan = ot.emd(np.ones(n), sizes, ot.dist(points, centroids), numItermax=10**8)
    cell_of = plan.argmax(axis=1)
    counts = np.bincount(cell_of, minlength=m)
    centroids = np.column_stack([np.bincount(cell_of, weights=column, minlength=m) / counts for column in points.T])
    sse = ((points - centroids[cell_of]) ** 2).sum()
    iterations += 1
    if sse >= before * (1 - 1e-4) or iterations == 300:  # tolerance and limit of k-means-constrained
        break
    before = sse
seconds = time.perf_counter() - begin
np.save(sys.argv[3], cell_of)
print(json.dumps({"seconds": seconds, "iterations": iterations}))
""",
}
FREE_KMEANS = """
import json, sys, time
import numpy as np
from sklearn.cluster import KMeans

points, starts = np.load(sys.argv[1]), np.load(sys.argv[2])
begin = time.perf_counter()
made = KMeans(n_clusters=len(starts), init=starts, n_init=1).fit(points)
seconds = time.perf_counter() - begin
np.save(sys.argv[3], made.labels_)
print(json.dumps({"seconds": seconds, "iterations": int(made.n_iter_)}))
"""


@dataclass(frozen=True)
class Measured:
    """What one method made of one set of points; no seconds when it was stopped."""

    seconds: float | None
    iterations: int = 0
    loss: float = 0.0
    smallest: int = 0


def peer(script: str, python: str, files: list[Path], points: np.ndarray, limit_s: float) -> Measured:
    """Run a peer in a process of its own, which ends with the limit."""
    from shoal import Partition

    command = [python, "-c", script, *map(str, files)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit_s)
    except subprocess.TimeoutExpired:
        return Measured(None)
    if done.returncode:
        advice = "Install benchmarks/requirements-transport.txt somewhere and give its --peer-python."
        sys.exit(f"the peer did not run:\n{done.stderr}\n{advice}")
    answer = json.loads(done.stdout.splitlines()[-1])
    partition = Partition.from_cells(points, np.load(files[-1]).astype(np.int64), method="peer")
    return Measured(answer["seconds"], answer["iterations"], partition.loss, int(partition.sizes.min()))


def ours(points: np.ndarray, n_cells: int, starts: np.ndarray | None) -> Measured:
    """PCL, compiled before the clock starts."""
    from shoal import PCL, microaggregate
    from shoal.partition.transport.power_diagram import PowerDiagram

    k = len(points) // n_cells
    microaggregate(points, k, method=PCL(iterations=1), seed=SEED)
    method = PCL() if starts is None else PCL(start=PowerDiagram(starts, np.zeros(n_cells)))
    began = perf_counter()
    partition = microaggregate(points, k, method=method, seed=SEED)
    seconds = perf_counter() - began
    return Measured(seconds, len(partition.history), partition.loss, int(partition.sizes.min()))


def rows_of(n_records: int, n_dims: int, n_cells: int, python: str, limit_s: float) -> list[str]:
    """All methods on one set of points, one row each."""
    rng = np.random.default_rng(SEED)
    points = rng.standard_normal((n_records, n_dims))
    starts = points[rng.choice(n_records, n_cells, replace=False)]
    measured = {OURS: ours(points, n_cells, starts), f"{OURS}, own start": ours(points, n_cells, None)}
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("points.npy", "starts.npy", "cell_of.npy")]
        np.save(files[0], points)
        np.save(files[1], starts)
        for name, script in PEERS.items():
            measured[name] = peer(script, python, files, points, limit_s)
        measured[FREE_SIZES] = peer(FREE_KMEANS, sys.executable, files, points, limit_s)
    own = measured[OURS].seconds
    lines = []
    for name, got in measured.items():
        case = f"| {n_records:,} | {n_dims} | {n_cells:,} | {name} |"
        if got.seconds is None:
            lines.append(f"{case} over {limit_s:.0f} | over {limit_s / own:.0f} | | | |")
        else:
            times = f"{got.seconds:.2f} | {got.seconds / own:.1f}"
            lines.append(f"{case} {times} | {100 * got.loss:.4f} | {got.smallest:,} | {got.iterations} |")
        print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Measure every size and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", default=sys.executable)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--limit", type=float, default=LIMIT_S, help="seconds after which a peer is stopped")
    arguments = parser.parse_args()
    lines = [
        "| n | d | cells | method | seconds | ÷ ours | loss, 100·SSE/SST | smallest cell | iterations |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for n_records, n_dims, n_cells in FULL if arguments.full else QUICK:
        lines += rows_of(n_records, n_dims, n_cells, arguments.peer_python, arguments.limit)
    lines += ["", f"“{FREE_SIZES}” keeps no promise about sizes: it is there to show what the promise costs."]
    command = "python -m benchmarks.pcl_peers --peer-python …" + (" --full" if arguments.full else "")
    write_result("pcl_peers", "PCL and its peers, Gaussian points, cells of equal sizes", command, lines)


if __name__ == "__main__":
    main()
