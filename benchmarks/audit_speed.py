"""Audit speed: k, l and t of one table by Shoal and by PyPI's pycanon, in the same run.

    python -m benchmarks.audit_speed [--rows 65536] [--peer-python path/to/python]

The peer runs under `--peer-python`, an environment with benchmarks/requirements.txt (`make benchmarks` makes one); its
time is taken around its own calls only. Both read
the same Parquet file. The table is a release: records in cells of 8 to 24 who share ten quasi-identifiers,
and three confidential columns: a nominal one of 10 values, an integer one of 20, and a continuous one (65,536
values, Shoal only: the peer builds a column of counts for every pair of class and value, which would take
hours).

Fails when t-closeness is not at least 5 times faster than the peer, or k, l and t are not equal.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.results import write_result

LOOKS = [f"quasi_{number}" for number in range(10)]
SHARED = ["nominal", "integer"]
LEAST_RATIO = 5.0
EQUAL_WITHIN = 1e-9  # the two add up the same shares in another order

PEER = """
import json, sys, time
import pandas as pd
from pycanon import anonymity

table = pd.read_parquet(sys.argv[1])
looks, shared = json.loads(sys.argv[2])

def timed(call, *arguments):
    begin = time.perf_counter()
    value = call(*arguments)
    return [float(value), time.perf_counter() - begin]

answer = {"k": timed(anonymity.k_anonymity, table, looks)}
for name in shared:
    answer["l " + name] = timed(anonymity.l_diversity, table, looks, [name])
    answer["t " + name] = timed(anonymity.t_closeness, table, looks, [name])
print(json.dumps(answer))
"""


def write_table(path: Path, n_rows: int, seed: int = 0) -> None:
    """A release of n rows with the cells and columns that the heading describes."""
    import numpy as np
    import polars as pl

    rng = np.random.default_rng(seed)
    sizes = rng.integers(8, 25, size=n_rows // 8 + 1)
    cell_of = np.repeat(np.arange(len(sizes)), sizes)[:n_rows]
    cell_of[cell_of == cell_of[-1]] = 0  # the last cell may have been cut short
    centroids = rng.normal(size=(len(sizes), len(LOOKS)))
    columns: dict[str, Any] = {name: centroids[cell_of, number] for number, name in enumerate(LOOKS)}
    columns["nominal"] = rng.choice([f"value {letter}" for letter in "abcdefghij"], size=n_rows)
    columns["integer"] = rng.binomial(19, 0.4, size=n_rows)
    columns["continuous"] = rng.normal(size=n_rows)
    pl.DataFrame(columns)[rng.permutation(n_rows).tolist()].write_parquet(path)


def peer_answers(path: Path, python: str) -> dict[str, list[float]]:
    """Value and seconds of each of the peer's measures."""
    command = [python, "-c", PEER, str(path), json.dumps([LOOKS, SHARED])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        advice = "Install benchmarks/requirements.txt somewhere and give its --peer-python."
        sys.exit(f"pycanon did not run:\n{done.stderr}\n{advice}")
    answers: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return answers


def our_answers(path: Path) -> dict[str, list[float]]:
    """Value and seconds of each of Shoal's measures.

    The seconds are those of a whole audit of that column.
    """
    import polars as pl

    from shoal.journey.audit import audit

    frame = pl.read_parquet(path)
    audit(frame.head(100), quasi_identifiers=LOOKS, confidential=SHARED)  # imports and thread pools, once
    result, seconds = timed(lambda: audit(frame, quasi_identifiers=LOOKS))
    answers = {"k": [result.k, seconds]}
    for name in [*SHARED, "continuous"]:
        result, seconds = timed(lambda name=name: audit(frame, quasi_identifiers=LOOKS, confidential=[name]))
        answers[f"l {name}"] = [result.confidential[0].distinct_l, seconds]
        answers[f"t {name}"] = [result.confidential[0].t, seconds]
    return answers


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """The result of a call and the seconds it took."""
    begin = time.perf_counter()
    result = call()
    return result, time.perf_counter() - begin


def main() -> None:
    """Print a row per measure; exit with 1 when a value differs or t-closeness is slow."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=65_536)
    parser.add_argument("--peer-python", default=sys.executable)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "release.parquet"
        write_table(path, arguments.rows)
        ours, peers = our_answers(path), peer_answers(path, arguments.peer_python)
    lines = ["| rows | measure | shoal | pycanon | shoal s | pycanon s | ratio |", "|---|---|---|---|---|---|---|"]
    failed = False
    for measure, (value, seconds) in ours.items():
        peer_value, peer_seconds = peers.get(measure, (None, None))
        if peer_value is None or peer_seconds is None:
            lines.append(f"| {arguments.rows} | {measure} | {value:.10g} | – | {seconds:.3f} | – | – |")
            continue
        ratio = peer_seconds / seconds
        failed |= abs(value - peer_value) > EQUAL_WITHIN or (measure.startswith("t ") and ratio < LEAST_RATIO)
        row = f"{value:.10g} | {peer_value:.10g} | {seconds:.3f} | {peer_seconds:.3f} | {ratio:.1f}"
        lines.append(f"| {arguments.rows} | {measure} | {row} |")
    print("\n".join(lines))
    write_result("audit_speed", "Audit of one table by Shoal and by pycanon", "python -m benchmarks.audit_speed", lines)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
