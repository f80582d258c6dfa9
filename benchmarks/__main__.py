"""Every benchmark, one after the other: python -m benchmarks --peer-python path/to/python

The peer environment holds benchmarks/requirements.txt; `make benchmarks` makes it. Takes about half an hour.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

ALONE = (("published",), ("mdav_speed", "--full"))
WITH_PEERS = (("audit_speed",), ("peer_mdav",))


def main() -> None:
    """Run them all; the first failure ends it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", required=True)
    peer = parser.parse_args().peer_python
    runs = [*ALONE, *((*run, "--peer-python", peer) for run in WITH_PEERS)]
    for name, *options in runs:
        print(f"== {name}", flush=True)
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *options], check=True)


if __name__ == "__main__":
    main()
