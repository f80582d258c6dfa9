"""What a process loads that only applies a quantizer: not the search, and for points not even tables."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from quantizer_toys import people, release

from shoal.quantizer.model import QuantizerModel
from shoal.quantizer.quantizer import Quantizer

PATIENCE_S = 300  # kernels may have to be compiled first
MOST_MODULES = 40  # of our own, for the class alone
SEARCH = (
    "partition.greedy",
    "partition.pcl",
    "partition.search",
    "partition.bound",
    "quantizer.design",
    "quantizer.fit",
)


def loaded_by(code: str, *arguments: str) -> list[str]:
    """The modules of a fresh process that has run this code."""
    code += "\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    names: list[str] = json.loads(done.stdout.splitlines()[-1])
    return names


def of_search(names: list[str]) -> list[str]:
    roots = [f"shoal.{name}" for name in SEARCH]
    return [name for name in names if any(name == root or name.startswith(f"{root}.") for root in roots)]


def test_the_class_alone_is_light() -> None:
    names = loaded_by("import shoal\nshoal.Quantizer")
    own = [name for name in names if name == "shoal" or name.startswith("shoal.")]
    assert "shoal.quantizer.quantizer" in own
    assert len(own) < MOST_MODULES, own
    assert not {"numba", "scipy", "polars", "narwhals", "jsonschema"} & set(names)


@pytest.mark.slow
def test_applying_a_quantizer_loads_no_search(tmp_path: Path) -> None:
    release().quantizer.save(tmp_path / "q.json", disclose=True)
    people().write_csv(tmp_path / "people.csv")
    code = (
        "import sys, shoal\nquantizer = shoal.Quantizer.load(sys.argv[1])\n"
        "assert (quantizer.assign(sys.argv[2]) >= 0).all()\nquantizer.release(sys.argv[2])"
    )
    names = loaded_by(code, str(tmp_path / "q.json"), str(tmp_path / "people.csv"))
    assert "shoal.quantizer.application" in names
    assert of_search(names) == []
    assert of_search(loaded_by("import shoal\nshoal.anonymize")) != []  # the names above are those of modules


def test_a_quantizer_stays_one_whatever_is_done_with_it(tmp_path: Path) -> None:
    quantizer = release().quantizer
    assert type(quantizer) is Quantizer
    quantizer.save(tmp_path / "q.shoalq", disclose=True)
    assert type(Quantizer.load(tmp_path / "q.shoalq")) is Quantizer
    assert type(quantizer.with_taxonomies({})) is Quantizer
    model = QuantizerModel(**{name: getattr(quantizer, name) for name in QuantizerModel.__dataclass_fields__})
    assert Quantizer.of(model).digest == quantizer.digest
