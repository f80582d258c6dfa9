"""Every benchmark, one after the other: python -m benchmarks --peer-python PYTHON --transport-python PYTHON

The peer environments hold benchmarks/requirements.txt and benchmarks/requirements-transport.txt; `make benchmarks`
makes them. Takes several hours. The tables of docs/reproduction.md have a command of their own, `make reproduce`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

ALONE = (
    ("published",),
    ("mdav_speed", "--full"),
    ("pcl_speed", "--full"),
    ("apply_speed", "--full"),
    ("best",),
    ("beyond_k",),
    ("distances",),
    ("matching",),
    ("search_constants",),
    ("nominal_speed",),
    ("compile_time",),
    ("certificate", "--full"),
    ("attained_failure",),
    ("uneven_promise",),
    ("two_masses",),
    ("suppression",),
    ("boxes", "--effort"),
    ("trust_modes",),
    ("locally_trusted",),
    ("streets", "--sizes", "small", "large"),
    ("model_sampling",),
    ("risk_utility",),
    ("allocation",),
    ("scale.audit", "--only", "memory"),
    ("scale.audit",),
)
WITH_PEERS = (("audit_speed",), ("peer_mdav",))
WITH_TRANSPORT_PEERS = (("pcl_peers", "--full"),)


def main() -> None:
    """Run them all; the first failure ends it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", required=True)
    parser.add_argument("--transport-python", required=True)
    arguments = parser.parse_args()
    runs = [
        *ALONE,
        *((*run, "--peer-python", arguments.peer_python) for run in WITH_PEERS),
        *((*run, "--peer-python", arguments.transport_python) for run in WITH_TRANSPORT_PEERS),
    ]
    for name, *options in runs:
        print(f"== {name}", flush=True)
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *options], check=True)


if __name__ == "__main__":
    main()
