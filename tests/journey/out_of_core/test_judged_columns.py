"""Columns are judged by how often their values occur in the whole table, not in a part of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.journey.entrance import release_of
from shoal.journey.opened import InBatches
from shoal.journey.out_of_core.engine import census
from shoal.journey.out_of_core.own_stages import OwnStages
from shoal.journey.passes.beginning import layout_of, task_of
from shoal.journey.passes.values.whole_figures import WholeFigures
from shoal.journey.run import Run, Settings
from shoal.table.batches.source import open_batches
from shoal.table.roles.dependence import determined
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of

K = 4


def people(n_records: int, seed: int = 0) -> pl.DataFrame:
    chance = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "age": chance.integers(18, 90, n_records),
            "height": np.round(chance.normal(170, 10, n_records), 1),
            "diagnosis": chance.choice(["asthma", "none", "diabetes"], n_records),
        }
    )


def both(frame: pl.DataFrame, tmp_path, **settings) -> tuple[object, object]:
    """The warnings, or the refusal, of the journey in memory and of that out of core."""
    asked = {"k": K, "method": "mdav", "seed": 1, "quasi_identifiers": ["age", "height"], **settings}

    def told(make):
        try:
            warnings = make().report.facts["warnings"]
        except shoal.WrongUse as error:
            return [type(error).__name__, str(error)]
        return [said for said in warnings if "have the same value of 'diagnosis'" not in said]  # the cells may differ

    def out_of_core():
        with shoal.anonymize(frame.lazy(), scratch=tmp_path, block_records=4_000, **asked) as release:
            return release

    return told(lambda: shoal.anonymize(frame, **asked)), told(out_of_core)


@pytest.mark.parametrize(
    ("column", "settings"),
    [
        ("number", {"confidential": "diagnosis"}),  # another one for each record
        ("number", {"confidential": "diagnosis", "insensitive": "number"}),
        ("number", {"confidential": ["diagnosis", "number"]}),
        ("number", {"confidential": "diagnosis", "quasi_identifiers": "number", "types": {"number": "nominal"}}),
        ("word", {"confidential": "diagnosis", "quasi_identifiers": ["age", "word"]}),
        ("home", {"confidential": "diagnosis", "insensitive": "home"}),  # three records each
        ("home", {"confidential": "diagnosis"}),
        ("decade", {"confidential": "diagnosis"}),  # tells the age
        ("decade", {"confidential": "diagnosis", "insensitive": "decade"}),
        ("scaled", {"confidential": ["diagnosis", "scaled"]}),  # tells the height
        ("share", {"confidential": "diagnosis", "weight": "share"}),
        ("share", {"confidential": "diagnosis", "weight": "share", "insensitive": "home"}),
    ],
)  # fmt: skip
def test_the_same_columns_are_refused_or_warned_of(tmp_path, column, settings):
    n_records = 1_200
    row = np.arange(n_records)
    frame = people(n_records)
    more = {
        "number": pl.Series("number", row + 7_000),
        "word": pl.Series("word", [f"w{number}" for number in row]),
        "home": pl.Series("home", row // 3 + 100),
        "decade": frame["age"].alias("decade") * 2,
        "scaled": (frame["height"] * 2.5).alias("scaled"),
        "share": pl.Series("share", 1.0 + (row % 700) / 1_000),
    }
    wanted = {column, *([settings["insensitive"]] if settings.get("insensitive") in more else [])}
    in_memory, out_of_core = both(frame.with_columns(more[name] for name in wanted), tmp_path, **settings)
    assert out_of_core == in_memory


@pytest.mark.parametrize("missing", ["drop", "own-cell"])
def test_counts_of_unique_records_are_about_those_who_stay(tmp_path, missing):
    """A figure with a record that was left out would tell what is removed."""
    frame = people(1_200).with_columns(
        pl.Series("code", np.where(np.arange(1_200) % 10, np.arange(1_200) % 50, np.arange(1_200)))
    )
    frame = frame.with_columns(pl.when(pl.int_range(pl.len()) < 2).then(None).otherwise(pl.col("age")).alias("age"))
    asked = {"confidential": "diagnosis", "insensitive": "code", "missing": missing}
    in_memory, out_of_core = both(frame, tmp_path, **asked)
    assert any("of 1,198 records are unique" in said for said in in_memory)
    assert out_of_core == in_memory


def figures_of(frame: pl.DataFrame, drawn: int, **roles) -> WholeFigures:
    """Of a table of which so many records, and as large a part of its values, are drawn."""
    beginning = table_of(frame[:1_000]).as_beginning()
    own = roles_from_arguments(beginning, quasi_identifiers=["age", "height"], **roles)
    run = Run(Settings.checked(k=K, method="mdav", seed=1), own, {}, "")
    task = replace(
        task_of(layout_of(beginning, own), run, frame.height), most_sampled=drawn, value_share=drawn / frame.height
    )
    counted = census(lambda: (table_of(part) for part in frame.iter_slices(5_000)), task)
    return WholeFigures.of(counted, task)


def test_figures_of_drawn_values_are_those_of_the_table():
    """In a sample of one record in ten, postcodes of eight records each look as if everybody had one of their own."""
    n_records = 40_000
    chance = np.random.default_rng(0)
    frame = people(n_records).with_columns(
        pl.Series("postcode", chance.permutation(np.arange(n_records) // 8)),
        pl.Series("number", np.arange(n_records)),
        pl.Series("home", np.arange(n_records) // 3),
    )
    figures = figures_of(frame, 4_000, confidential=["postcode", "number", "home", "diagnosis"])
    assert figures.about == "about "
    assert figures.distinct_share("postcode") == pytest.approx(1 / 8, rel=0.1)
    assert figures.n_shared_by_few("postcode", K) == 0
    assert figures.n_shared_by_few("home", K) == pytest.approx(n_records, rel=0.05)
    assert figures.distinct_share("number") == pytest.approx(1.0, rel=0.05)
    shown = figures.sample.native()["postcode"]
    assert shown.n_unique() > 0.6 * len(shown)  # what a sample of records says


def test_what_looks_determined_in_a_sample_is_counted_in_the_table():
    """Four records share a room, and are of any age; in a sample of one in forty, hardly two of them meet."""
    n_records = 40_000
    chance = np.random.default_rng(0)
    team = chance.permutation(np.arange(n_records) // 4)
    frame = people(n_records).with_columns(
        pl.Series("room", chance.permutation(team)), pl.Series("team", team), pl.Series("age", 18 + team % 70)
    )
    names = ["room", "team", "diagnosis"]
    figures = figures_of(frame, 1_000, confidential=names)
    assert determined(figures.sample, names, ["age"], figures) == [("team", "age")]
    assert figures.pairs is not None
    assert figures.pairs.keys() >= {("room", "age"), ("team", "age")}  # both looked so


def test_the_beginning_of_a_table_is_not_judged_by_how_its_values_repeat(tmp_path):
    """The first thousand records have a code each, and everybody of them shares it with five later ones. The column was
    refused, because only the first records had been looked at.
    """
    frame = people(6_000).with_columns(pl.Series("code", np.arange(6_000) % 1_000))
    with open_batches(frame.lazy(), scratch=tmp_path, most_records=1_000) as batches:
        source = InBatches(batches, OwnStages(tmp_path))
        assert source.beginning.n_records == 1_000
        roles = roles_from_arguments(source.beginning, quasi_identifiers=["age", "height"], confidential="diagnosis")
        settings = Settings.checked(k=K, method="mdav", seed=1, block_records=2_000)
        with release_of(source, roles, settings, {"na": ()}) as release:
            assert release.report.facts["table"]["n_records_out"] == 6_000
    with open_batches(frame.lazy(), scratch=tmp_path, most_records=1_000) as batches:
        email = batches.beginning.as_beginning().native().rename({"code": "email"})
        with pytest.raises(shoal.WrongUse, match="its name says that it identifies a person"):
            roles_from_arguments(table_of(email).as_beginning(), quasi_identifiers=["age", "height"])
