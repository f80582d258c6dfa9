"""What compiling costs, command by command: python -m benchmarks.compile_time

Runs what `shoal warm` runs, in one process with an empty cache, and listens to numba: how many functions are compiled,
how often (for another type of argument a function is compiled once more), and the processor time of it, without the
functions that are compiled meanwhile. Processor time, because a busy machine multiplies seconds of a clock. Each
command is charged with what the commands above it did not compile yet. Writes benchmarks/results/compile_time.md.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from time import perf_counter, process_time, thread_time
from typing import Any

from benchmarks.results import write_result

SHOWN = 12  # functions that take longest
IN_A_PROCESS = "from benchmarks.compile_time import measure; measure()"


def main() -> None:
    """With an empty cache, then once more with the full one."""
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = _measured(cache), _measured(cache)
    lines = ["| command | compilations | of them of functions known already | processor s |", "|---|---|---|---|"]
    lines += [
        f"| {row['command']} | {row['compilations']} | {row['again']} | {row['compiling_s']:.1f} |"
        for row in cold["commands"]
    ]
    total = sum(row["compiling_s"] for row in cold["commands"])
    lines += [
        f"| all | {sum(row['compilations'] for row in cold['commands'])} "
        f"| {sum(row['again'] for row in cold['commands'])} | {total:.1f} |",
        "",
        f"The whole run took {cold['seconds']:.0f} s by the clock and {cold['cpu_s']:.0f} s of processors; with "
        f"everything compiled {warm['seconds']:.0f} s and {warm['cpu_s']:.0f} s, and "
        f"{sum(row['compilations'] for row in warm['commands'])} compilations.",
        "",
        "| function | processor s | times |",
        "|---|---|---|",
    ]
    lines += [f"| `{name}` | {seconds:.2f} | {times} |" for name, seconds, times in cold["slowest"]]
    write_result("compile_time", "Compiling", "python -m benchmarks.compile_time", lines)


def _measured(cache: str) -> dict[str, Any]:
    """In a process of its own, which finds this cache."""
    told = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
    )
    found: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    return found


def measure() -> None:
    """Run all workloads; print what was compiled as JSON."""
    from threading import local

    from numba.core import event

    from shoal.cli.release.warm_workloads import workloads

    running = local()  # compilations that wait for one inside them, by thread
    seconds: Counter[str] = Counter()
    times: Counter[str] = Counter()

    class Clock(event.Listener):
        def on_start(self, _: Any) -> None:
            running.stack = [*getattr(running, "stack", []), [thread_time(), 0.0]]

        def on_end(self, happened: Any) -> None:
            begun, inside = running.stack.pop()
            took = thread_time() - begun
            if running.stack:
                running.stack[-1][1] += took
            function = happened.data["dispatcher"].py_func
            name = f"{function.__module__}.{function.__qualname__}"
            seconds[name] += took - inside
            times[name] += 1

    rows = []
    begun, begun_cpu = perf_counter(), process_time()
    with event.install_listener("numba:compile", Clock()):
        for command, work in workloads().items():
            before_s, before, known = seconds.total(), times.total(), len(times)
            work()
            n_compiled = times.total() - before
            rows.append(
                {
                    "command": command,
                    "compilations": n_compiled,
                    "again": n_compiled - (len(times) - known),
                    "compiling_s": seconds.total() - before_s,
                }
            )
    slowest = [(name, took, times[name]) for name, took in seconds.most_common(SHOWN)]
    print(
        json.dumps(
            {
                "commands": rows,
                "slowest": slowest,
                "seconds": perf_counter() - begun,
                "cpu_s": process_time() - begun_cpu,
            }
        )
    )


if __name__ == "__main__":
    main()
