"""The house itself: no module imports itself by way of others, deferred imports counted; no folder is crowded."""

from __future__ import annotations

from pathlib import Path

from benchmarks.house import cycles, files_by_folder, import_graph, longest_chain
from benchmarks.house_drawing import drawn, journey

MOST_FILES = 16


def test_no_import_cycle_inside_the_package() -> None:
    assert cycles(import_graph()) == []


def test_a_deferred_import_closes_a_cycle(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("from shoal.two import b\n")
    (tmp_path / "two.py").write_text("def b():\n    from shoal import three\n    return three\n")
    (tmp_path / "three.py").write_text("import shoal.one\n")
    (tmp_path / "apart.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import shoal.apart2\n")
    (tmp_path / "apart2.py").write_text("import shoal.apart\n")
    graph = import_graph(tmp_path)
    assert cycles(graph) == [["shoal.one", "shoal.three", "shoal.two"]]
    assert longest_chain(graph) == 2


def test_the_drawing_puts_importers_above() -> None:
    picture = drawn({"shoal.low.a": frozenset(), "shoal.high.b": frozenset({"shoal.low.a"})})
    assert picture.index(">high<") < picture.index(">low<")


def test_a_record_is_read_encoded_partitioned_decoded_and_reported() -> None:
    passed = [function for stop in journey() for function in stop.functions]
    stages = ["table_of", "fit_with_gaps", "microaggregate_blocks", "release_with_gaps", "build_report"]
    assert [function for function in passed if function in stages] == stages


def test_no_folder_has_more_files_than_a_reader_can_take_in() -> None:
    folder, n_files = files_by_folder().most_common(1)[0]
    assert n_files <= MOST_FILES, f"{folder} has {n_files} files: make folders of it"
