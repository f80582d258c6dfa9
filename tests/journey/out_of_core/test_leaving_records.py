"""Records that cost most are left out of a table that does not fit into memory, chosen over all blocks."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.journey import repeat
from shoal.journey.passes.leaving.budget import taken, worth_offering
from shoal.journey.passes.leaving.offers import BIN_BITS, Offer, Offers, least_of_bin

K = 4
QUASI = ["age", "income"]
ANNEALED = "best(steps=[anneal(20, level=2), anneal(10, level=0.5)])"


def people(n_records: int, seed: int = 0) -> pl.DataFrame:
    chance = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "age": np.round(chance.normal(50, 10, n_records), 1),
            "income": np.round(chance.lognormal(10, 1, n_records), 0),
            "diagnosis": chance.choice(["asthma", "none", "diabetes"], n_records),
        }
    )


def released(frame: pl.DataFrame, tmp_path, **settings) -> tuple[pl.DataFrame, dict]:
    asked = {"k": K, "method": "mdav", "seed": 1, "block_records": 800, "quasi_identifiers": QUASI, **settings}
    with shoal.anonymize(frame.lazy(), scratch=tmp_path, confidential="diagnosis", **asked) as release:
        release.write(tmp_path / "release.parquet")
        facts = release.report.facts
    return pl.read_parquet(tmp_path / "release.parquet"), facts


def test_the_choice_is_that_of_the_journey_in_memory_where_all_records_are_in_one_block(tmp_path):
    frame = people(1_200)
    asked = {"k": K, "method": "mdav", "seed": 1, "quasi_identifiers": QUASI, "confidential": "diagnosis"}
    in_memory = shoal.anonymize(frame, suppress=0.05, **asked).report.facts
    _, facts = released(frame, tmp_path, suppress=0.05, block_records=4_000)
    assert facts["suppressed"]["n_records"] == pytest.approx(60, abs=3)
    assert facts["suppressed"]["differs"] == in_memory["suppressed"]["differs"]
    assert facts["suppressed"]["saved"] > 0.8 * in_memory["suppressed"]["saved"]  # in memory there are three choices
    assert facts["loss"]["overall"] < 1.2 * in_memory["loss"]["overall"]


@pytest.mark.parametrize("income", [400_000.0, -400_000.0])
def test_one_of_those_who_left_makes_no_word_and_takes_none_from_the_others(tmp_path, income):
    """Forty of them have an age like nobody, and ordinary incomes but for one."""
    chance = np.random.default_rng(3)
    age = np.concatenate([chance.integers(2_000, 9_000, 40), chance.integers(18, 80, 1_960)])
    incomes = np.concatenate([[income], chance.integers(1_000, 5_000, 1_999)])
    frame = pl.DataFrame({"age": age, "income": incomes, "diagnosis": chance.choice(["asthma", "none"], 2_000)})
    asked = {"k": K, "method": "mdav", "seed": 1, "quasi_identifiers": QUASI, "confidential": "diagnosis"}
    in_memory = shoal.anonymize(frame, suppress=0.02, **asked).report.facts["suppressed"]
    _, facts = released(frame, tmp_path, suppress=0.02)
    for told in (in_memory, facts["suppressed"]):
        assert told["n_records"] == 40
        assert told["differs"] == [{"name": "age", "words": "much higher"}]


@pytest.mark.parametrize("method", ["mdav", ANNEALED])
def test_at_most_the_budget_leaves_and_every_class_has_k_records(tmp_path, method):
    frame = people(3_000)
    written, facts = released(frame, tmp_path, suppress=0.02, method=method)
    everybody, plain = released(frame, tmp_path, method=method)
    left = facts["suppressed"]["n_records"]
    assert 50 <= left <= 60
    assert written.height == 3_000 - left == facts["table"]["n_records_out"]
    assert facts["table"]["n_records_in"] == 3_000
    assert written.group_by(QUASI).len()["len"].min() >= K
    assert plain["suppressed"] is None
    in_memory = shoal.anonymize(
        frame, k=K, method="mdav", seed=1, quasi_identifiers=QUASI, confidential="diagnosis", suppress=0.02
    ).report.facts
    assert facts["suppressed"]["saved"] > 0.8 * in_memory["suppressed"]["saved"]
    assert everybody.height == 3_000


def test_the_best_of_all_blocks_leave(tmp_path):
    """Forty outliers are all in one corner, and therefore in one block: the others have nobody to leave out."""
    frame = people(3_000)
    far = pl.int_range(pl.len()) < 40
    chance = np.random.default_rng(5)
    income = pl.Series("income", np.round(chance.uniform(1e7, 9e7, 3_000), 0))
    frame = frame.with_columns(pl.when(far).then(income).otherwise(pl.col("income")).alias("income"))
    written, facts = released(frame, tmp_path, suppress=40 / 3_000)
    assert facts["suppressed"]["n_records"] >= 36
    assert written.filter(pl.col("income") > 5e6).height <= 8


def test_order_of_rows_and_files_change_nothing(tmp_path):
    frame = people(2_500)
    once, first = released(frame, tmp_path, suppress=0.03)
    again, second = released(frame.sample(fraction=1.0, shuffle=True, seed=7), tmp_path, suppress=0.03)
    assert once.equals(again)
    assert first["suppressed"] == second["suppressed"]
    assert first["loss"] == second["loss"]


def test_an_outlier_that_was_left_out_changes_nothing_that_is_published(tmp_path):
    texts, tables = [], []
    for income in (3e8, 8e11):
        frame = people(1_200).with_columns(
            pl.when(pl.int_range(pl.len()) == 5).then(pl.lit(income)).otherwise(pl.col("income")).alias("income")
        )
        written, facts = released(frame, tmp_path, suppress=1 / 1_200)
        assert facts["suppressed"]["n_records"] == 1
        assert written["income"].max() < 1e8
        texts.append(json.dumps({name: fact for name, fact in facts.items() if name != "digests"}, sort_keys=True))
        tables.append(written)
    assert texts[0] == texts[1]
    assert tables[0].equals(tables[1])


def test_strata_gaps_weights_and_twins_stay_as_they_are(tmp_path):
    frame = people(3_000)
    row = pl.int_range(pl.len())
    twins = frame[:1].select(QUASI)
    frame = frame.with_columns(
        pl.when(row % 60 == 30).then(None).otherwise(pl.col("age")).alias("age"),
        pl.when(row < K).then(pl.lit("small")).otherwise(pl.lit("large")).alias("ward"),
        (1 + row % 3).alias("weight"),
    )
    same = frame[1_500:2_700].with_columns(pl.lit(twins[name][0]).alias(name) for name in QUASI)
    frame = pl.concat([frame[:1_500], same, frame[2_700:]])
    settings = {"by": "ward", "missing": {"age": "own-cell"}, "weight": "weight", "suppress": 0.02}
    written, facts = released(frame, tmp_path, **settings)
    assert 0 < facts["suppressed"]["n_records"] <= 60
    assert written.height == 3_000 - facts["suppressed"]["n_records"]
    assert written.filter(ward="small").height == K  # nobody of a stratum of k can leave
    assert written.group_by(*QUASI, "ward").len()["len"].min() >= K


def test_records_that_a_promise_needs_stay(tmp_path):
    """The only four who are ill cost most, and without them no class has two values."""
    chance = np.random.default_rng(0)
    frame = pl.DataFrame(
        {
            "age": [*np.round(chance.normal(40, 1, 300), 2), 400.0, 410.0, 420.0, 430.0],
            "income": np.round(chance.normal(40, 1, 304), 2),
            "diagnosis": ["none"] * 300 + ["asthma"] * 4,
        }
    )
    written, facts = released(frame, tmp_path, suppress=0.02, diversity={"diagnosis": 2}, k=3)
    assert written.height == 304
    assert facts["suppressed"]["n_records"] == 0


def test_a_run_is_repeated_from_its_manifest(tmp_path):
    people(1_500).write_parquet(tmp_path / "people.parquet")
    asked = {"k": K, "block_records": 800, "scratch": tmp_path, "method": "mdav", "quasi_identifiers": QUASI}
    with shoal.anonymize(str(tmp_path / "people.parquet"), confidential="diagnosis", suppress=0.02, **asked) as release:
        paths = release.save(tmp_path / "release")
        told = release.report.facts["suppressed"]
    again, identical = repeat(paths["manifest"], scratch=tmp_path)
    with again:
        assert identical
        assert again.report.facts["suppressed"] == told


def test_the_largest_savings_of_all_blocks_are_taken_first():
    offers = [
        Offers(3, (Offer(9.0, 2), Offer(8.0, 1), Offer(1.0, 1))),
        Offers(7, (Offer(8.5, 1), Offer(7.0, 4), Offer(6.0, 1))),
        Offers(9, ()),
    ]
    assert taken(offers, 3) == {3: 1, 7: 1}
    assert taken(offers, 4) == {3: 2, 7: 1}
    assert taken(offers, 5) == {3: 3, 7: 1}  # four do not fit any more, and block 7 offers in its order
    assert taken(offers, 99) == {3: 3, 7: 3}
    assert taken(offers, 0) == {3: 0, 7: 0}


def test_nobody_offers_what_the_budget_does_not_reach():
    bins = {int(np.float64(saving).view(np.uint64)) >> BIN_BITS: 10 for saving in (1.0, 2.0, 3.0)}
    assert 2.9 < worth_offering([bins], 10) < 3.0
    assert 1.9 < worth_offering([bins], 11) < 2.0
    assert 1.9 < worth_offering([bins, bins], 40) < 2.0
    assert worth_offering([bins], 31) == 0.0
    assert all(least_of_bin(number) < 3.0 for number in bins)
