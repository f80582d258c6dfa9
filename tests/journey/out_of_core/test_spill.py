"""Boxes on disk give back what was put into them."""

from __future__ import annotations

import resource

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.journey.out_of_core.spill import Spill


def frame(n_records: int) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "number": range(n_records),
            "text": [None if number % 7 == 0 else "ä" * (number % 5) for number in range(n_records)],
            "truth": [number % 3 == 0 for number in range(n_records)],
        }
    )


def test_every_record_comes_back_in_its_box_and_in_its_order(tmp_path):
    table = frame(1_000)
    box_of = np.arange(1_000) * 7 % 5 - 1  # box −1 is none
    with Spill(tmp_path / "boxes") as boxes:
        for start in range(0, 1_000, 130):
            boxes.put(table[start : start + 130], box_of[start : start + 130])
        boxes.close_boxes()
        assert boxes.counts == dict.fromkeys(range(4), 200)
        for box in range(4):
            assert pl.concat(list(boxes.take(box))).equals(table.filter(pl.Series(box_of == box)))
        assert list(boxes.take(9)) == []
    assert not list(tmp_path.iterdir())


def test_boxes_are_written_in_several_places(tmp_path):
    table = frame(100)
    with Spill(tmp_path / "boxes") as boxes:
        for _ in range(3):
            boxes.put(table, np.zeros(100, dtype=np.int64))
            boxes.close_boxes()
        assert pl.concat(list(boxes.take(0))).equals(pl.concat([table] * 3))


def test_only_the_owner_can_read_them(tmp_path):
    with Spill(tmp_path / "boxes"):
        assert (tmp_path / "boxes").stat().st_mode & 0o077 == 0


def test_a_disk_that_takes_no_more_is_worded(tmp_path):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Spill(tmp_path / "boxes") as boxes:
        boxes.put(frame(1_000), np.zeros(1_000, dtype=np.int64))
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, limits[1]))
        try:
            with pytest.raises(shoal.ShoalError, match=r"^Cannot write .*: File too large. Check that the folder"):
                boxes.close_boxes()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
