"""All figures of the service: python -m benchmarks.service [--peer-python PYTHON]. Takes about an hour."""

from __future__ import annotations

import argparse
import subprocess
import sys


def main() -> None:
    """Run them all; the first failure ends it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peer-python")
    arguments = parser.parse_args()
    peers = [] if arguments.peer_python is None else ["--peer-python", arguments.peer_python]
    for name, *options in (("homes", *peers), ("load", "--highest"), ("faults",)):
        print(f"== {name}", flush=True)
        subprocess.run([sys.executable, "-m", f"benchmarks.service.{name}", *options], check=True)


if __name__ == "__main__":
    main()
