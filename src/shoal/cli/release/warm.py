"""shoal warm: compile everything once, when there is time for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

from shoal.cli.shared import options as of
from shoal.cli.shared.output import guarded, say_json, say_note, say_summary

LOCK = "shoal-warm.lock"  # stays in the cache folder, empty


@guarded
def warm(as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Compile everything that the other commands need, and keep it on disk: once for each installation and user.

    Takes one to two minutes of one core. Without it, a command compiles what
    it needs at its first run.
    """
    from shoal.cli.release.warm_workloads import workloads
    from shoal.kernels.jit import at_each_compilation

    began, began_cpu = perf_counter(), process_time()
    silent = quiet or as_json
    folder = _cache_folder()
    works = workloads()
    n_compiled = 0

    def count() -> None:
        nonlocal n_compiled
        n_compiled += 1

    with _alone(folder, silent=silent), at_each_compilation(count):
        for number, (command, work) in enumerate(works.items(), start=1):
            if not silent:
                say_note(f"Compiling for `shoal {command}` ({number} of {len(works)}) …")
            work()
    seconds, cpu_s = perf_counter() - began, process_time() - began_cpu
    if as_json:
        say_json({"compiled": n_compiled, "cache": str(folder), "seconds": seconds, "cpu_seconds": cpu_s})
    elif not quiet:
        rows = [
            ("compiled", f"{n_compiled:,} functions"),
            ("kept in", str(folder)),
            ("seconds", f"{seconds:.1f}"),
            ("seconds of one core", f"{cpu_s:.1f}"),
        ]
        say_summary("Everything is compiled." if n_compiled else "Everything was compiled before.", rows)


def _cache_folder() -> Path:
    """Where compiled code is kept: beside the program; in the user's cache where that cannot be written to."""
    from shoal.kernels.jit import cache_folder
    from shoal.kernels.search.annealing import anneal

    folder = Path(cache_folder(anneal))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def _alone(folder: Path, *, silent: bool) -> Iterator[None]:
    """Wait until nobody else warms this cache: its index of files is read, changed and written back without a lock.

    Where there are no such locks (Windows) two at a time compile some functions twice.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (folder / LOCK).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not silent:
                say_note("Somebody else is compiling. Waiting for them …")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield  # the lock ends with the file, and with the process
