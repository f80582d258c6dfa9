"""No name of a column is taken for one of the columns that records carry while they travel."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal


def written(tmp_path, name):
    """The texts of a confidential column of this name, before and after; two spellings of halves occur in it."""
    chance = np.random.default_rng(0)
    halves = chance.integers(1, 20, 900) / 2
    texts = [f"{half:.2f}" if number % 3 else f"{half}" for number, half in enumerate(halves)]
    ages = np.round(chance.normal(50, 10, 900), 1)
    frame = pl.DataFrame({"age": ages, "height": np.round(chance.normal(170, 10, 900), 1), name: texts})
    frame.write_csv(tmp_path / "people.csv")
    asked = {"k": 4, "method": "mdav", "seed": 1, "block_records": 800, "scratch": tmp_path}
    roles = {"quasi_identifiers": ["age", "height"], "confidential": [name]}
    with shoal.anonymize(str(tmp_path / "people.csv"), **roles, **asked) as release:
        release.write(tmp_path / "release.csv")
    return texts, pl.read_csv(tmp_path / "release.csv", infer_schema_length=0)[name].to_list()


@pytest.mark.parametrize("name", ["cell", "part", "times", "before:age", "sign:age", "spelled:age", "value"])
def test_a_column_with_an_own_spelling_may_have_any_typed_name(tmp_path, name):
    """The text of a column called 'part' travelled under the name of the part of the release, and was lost: each value
    was published as 0. With 'cell' the texts were taken for cells. With 'times' an error showed a record's value.
    """
    before, after = written(tmp_path, name)
    assert sorted(before) == sorted(after)


@pytest.mark.parametrize("name", ["*", "\x1fcell", "\x1fbefore:age"])
def test_a_name_that_would_be_taken_for_another_column_is_refused(tmp_path, name):
    with pytest.raises(shoal.WrongUse, match=r"The name of a column of people.csv (is \*|begins with the control)"):
        written(tmp_path, name)
