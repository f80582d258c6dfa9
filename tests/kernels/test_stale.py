"""Machine code is forgotten when a kernel that it contains has changed, in whatever file that stands.

The story: numba looks only at the file of a kernel itself. After an update that changed `heap.py` alone, `mdav_rounds`
went on with the machine code of the old heap.
"""

from __future__ import annotations

import pytest

from shoal.kernels.stale import NOTE, digests, forget_stale

TEXTS = {
    "heap": "def push(): ...\n",
    "tree": "from shoal.kernels.heap import push\n",
    "rounds": "import numpy as np\nfrom shoal.kernels.tree import (\n    search,\n)\n",
    "other": "def alone(): ...\n",
}
CACHED = [f"{module}.f-1.py311.{ending}" for module in TEXTS for ending in ("nbi", "1.nbc")]


@pytest.fixture
def folders(tmp_path):
    sources, cache = tmp_path / "kernels", tmp_path / "cache"
    sources.mkdir()
    for module, text in TEXTS.items():
        (sources / f"{module}.py").write_text(text)
    forget_stale(sources, sources, cache)
    for name in CACHED:
        (cache / name).write_text("machine code")
    return sources, cache


def kept(cache):
    return {file.name.split(".")[0] for file in cache.glob("*.nb*")}


def test_nothing_is_forgotten_while_nothing_changes(folders):
    sources, cache = folders
    forget_stale(sources, sources, cache)
    assert sorted(file.name for file in cache.glob("*.nb*")) == sorted(CACHED)


def test_a_change_reaches_direct_and_indirect_callers(folders):
    sources, cache = folders
    (sources / "heap.py").write_text("def push(): return 1\n")
    forget_stale(sources, sources, cache)
    assert kept(cache) == {"other"}


def test_a_change_does_not_reach_what_is_called(folders):
    sources, cache = folders
    (sources / "rounds.py").write_text(TEXTS["rounds"] + "\n")
    forget_stale(sources, sources, cache)
    assert kept(cache) == {"heap", "tree", "other"}


def test_a_cache_of_which_nobody_knows_the_sources_is_forgotten(folders):
    sources, cache = folders
    (cache / NOTE).write_text("not JSON")
    forget_stale(sources, sources, cache)
    assert kept(cache) == set()


def test_a_folder_that_cannot_be_made_is_nobody_s_fault(folders, tmp_path):
    sources, _ = folders
    (tmp_path / "file").write_text("")
    forget_stale(sources, sources, tmp_path / "file" / "cache")


def test_a_change_in_another_folder_is_noticed(tmp_path):
    sources, cache = tmp_path / "kernels", tmp_path / "cache"
    (sources / "trees").mkdir(parents=True)
    (sources / "greedy").mkdir()
    (sources / "trees" / "heap.py").write_text("def push(): ...\n")
    (sources / "greedy" / "rounds.py").write_text("from shoal.kernels.trees.heap import push\n")
    forget_stale(sources, sources / "greedy", cache)
    (cache / "rounds.f-1.py311.nbi").write_text("machine code")
    forget_stale(sources, sources / "greedy", cache)
    assert kept(cache) == {"rounds"}
    (sources / "trees" / "heap.py").write_text("def push(): return 1\n")
    forget_stale(sources, sources / "greedy", cache)
    assert kept(cache) == set()


def test_the_kernels_themselves():
    from pathlib import Path

    import shoal.kernels

    found = digests(Path(shoal.kernels.__file__).parent)
    assert len(set(found.values())) == len(found) > 30
    assert "greedy.mdav" in found
