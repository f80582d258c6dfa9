"""Risk and utility: closed forms, brute force, and releases whose verdict is known beforehand."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import ParameterError, TableError
from shoal.release.classes import classes_of
from shoal.release.measure import Unit, rough, rounded
from shoal.release.pairs.paired_column import NumberPair, halves, paired
from shoal.release.risk.diversity import single_valued_by_chance
from shoal.release.risk.inference import Guessed, attack_kept_apart, guessed_number
from shoal.release.risk.reidentification import (
    contributions,
    journalist_in_population,
    journalist_in_sample,
    prosecutor,
)
from shoal.release.risk.value_counts import counts_of_table
from shoal.release.utility.distances import correlation_changes, distances, variances_kept
from shoal.release.utility.propensity import propensity
from shoal.release.utility.queries import count_errors, mean_errors
from shoal.release.utility.trained_model import Examples, compare_models, hold_out
from shoal.table import table_of


def pairs_of(before: dict[str, Any], after: dict[str, Any]) -> list[Any]:
    original, released = table_of(pl.DataFrame(before)), table_of(pl.DataFrame(after))
    pairs, unread = paired(original, released, original.columns)
    assert unread == []
    return pairs


class TestReidentification:
    classes = classes_of([np.array([0, 0, 0, 1, 1, 2])], 6)

    def test_attackers_by_hand(self) -> None:
        found = prosecutor(self.classes)
        assert (found.largest, found.mean) == (1.0, 0.5)
        found = journalist_in_population(self.classes, np.array([30, 4, 10]))
        assert (found.largest, found.mean) == pytest.approx((0.25, (3 / 30 + 2 / 4 + 1 / 10) / 6))

    def test_the_whole_population_is_a_sample_with_fraction_1(self) -> None:
        sampled, everybody = journalist_in_sample(self.classes, 1.0), prosecutor(self.classes)
        assert (sampled.largest, sampled.mean) == pytest.approx((everybody.largest, everybody.mean))

    def test_the_mean_over_samples_of_a_population_is_what_the_journalist_finds(self) -> None:
        """1,000 people in classes of 1 to 12; the estimate from a sample is near the true mean of 1/F."""
        rng = np.random.default_rng(3)
        sizes = rng.integers(1, 13, size=3_000)
        members = rng.binomial(sizes, 0.3)
        seen = members > 0
        true = float((members[seen] / sizes[seen]).sum() / members.sum())
        class_of = np.repeat(np.arange(seen.sum()), members[seen])
        estimated = journalist_in_sample(classes_of([class_of], len(class_of)), 0.3).mean
        assert estimated == pytest.approx(true, rel=0.25)  # the model knows no largest class; it is an estimate

    def test_the_column_that_adds_most_is_that_of_brute_force(self) -> None:
        rng = np.random.default_rng(0)
        table = table_of(pl.DataFrame({"a": rng.integers(0, 2, 60), "b": rng.integers(0, 20, 60), "c": [1] * 60}))
        found = contributions(table, table, ["a", "b", "c"])
        assert found[0].name == "b"
        for left in found:
            rows = list(zip(*(table.codes(name)[0] for name in "abc" if name != left.name), strict=True))
            assert left.mean_without == len(set(rows)) / 60
            assert left.unique_without == sum(rows.count(row) == 1 for row in rows) / 60


def test_single_values_by_chance_are_those_of_shuffles() -> None:
    rng = np.random.default_rng(0)
    class_of, values = np.repeat(np.arange(40), [2, 3] * 20), rng.integers(0, 3, 100)
    classes = classes_of([class_of], 100)
    expected = single_valued_by_chance(counts_of_table(classes, values))
    shares = []
    for _ in range(2_000):
        shuffled = rng.choice(values, 100)
        alike = [len(set(shuffled[class_of == cell])) == 1 for cell in range(40)]
        shares.append(classes.sizes @ np.array(alike) / 100)
    assert expected == pytest.approx(np.mean(shares), abs=4 * np.std(shares) / np.sqrt(2_000))


class TestInference:
    def test_a_release_that_tells_everything_exposes_its_people(self) -> None:
        """Every class has a random value of its own: inside it is known, outside it is a guess among two."""
        rng = np.random.default_rng(0)
        features = np.repeat(rng.normal(size=(300, 4)), 10, axis=0)
        secret = Guessed(np.repeat(rng.integers(0, 2, 300), 10), 2)
        attack = attack_kept_apart(features, secret, 0)
        assert attack is not None
        assert attack.inside.share == 1.0
        assert attack.outside.share > 0.95  # their classmates are in the release

    def test_random_values_expose_only_those_inside(self) -> None:
        rng = np.random.default_rng(0)
        attack = attack_kept_apart(rng.normal(size=(4_000, 3)), Guessed(rng.integers(0, 2, 4_000), 2), 0)
        assert attack is not None
        assert attack.is_certain
        assert attack.inside.low > 0.6
        assert attack.outside.low < 0.5 < attack.outside.high
        assert attack.added == pytest.approx((attack.inside.share - attack.outside.share) / (1 - attack.outside.share))
        assert attack.added_low < attack.added < attack.added_high

    def test_what_holds_for_everybody_is_no_harm(self) -> None:
        rng = np.random.default_rng(0)
        features = rng.normal(size=(2_000, 2))
        attack = attack_kept_apart(features, Guessed((features[:, 0] > 0).astype(np.int64), 2), 0)
        assert attack is not None
        assert attack.outside.share > 0.97
        assert not attack.is_certain

    def test_too_few_records_are_not_attacked(self) -> None:
        assert attack_kept_apart(np.zeros((80, 1)), Guessed(np.arange(80) % 2, 2), 0) is None

    def test_numbers_are_right_within_the_tolerance(self) -> None:
        values = np.append(np.linspace(0, 100, 1_001), np.nan)
        secret = guessed_number(values, values)
        assert secret is not None
        assert secret.tolerance == pytest.approx(0.05 * 90)
        records = np.arange(len(values))
        right = secret.right(records, secret.class_of)
        inside = (values >= 5) & (values <= 95) | np.isnan(values)
        assert right[inside].all()  # the own class is right by its width
        assert not secret.right(records, (secret.class_of + 1) % secret.n_classes)[-1]
        assert guessed_number(np.ones(5), np.ones(5)) is None
        zeros = np.array([0.0] * 99 + [100.0])
        assert guessed_number(zeros, zeros).tolerance == 5.0  # no spread between the quantiles: the whole range


class TestDistances:
    def test_by_hand(self) -> None:
        before = {"x": [0.0, 0, 2, 2], "c": list("aabb"), "k": [1] * 4}
        pairs = pairs_of(before, {"x": [1.0] * 4, "c": list("aaab"), "k": [1] * 4})
        assert distances(pairs) == pytest.approx({"x": 1.0, "c": 0.25})  # each value moves by 1, one deviation
        assert variances_kept(pairs) == {"x": 0.0}

    def test_the_rest_of_the_variance_of_means_is_the_loss(self) -> None:
        rng = np.random.default_rng(0)
        before = rng.normal(size=300)
        after = np.repeat(np.sort(before).reshape(100, 3).mean(axis=1), 3)
        sse = ((np.sort(before) - after) ** 2).sum()
        pair = NumberPair("x", before, after)
        assert 1 - variances_kept([pair])["x"] == pytest.approx(sse / ((before - before.mean()) ** 2).sum())

    def test_correlations_are_those_of_numpy(self) -> None:
        rng = np.random.default_rng(0)
        before, after = rng.normal(size=(50, 3)), rng.normal(size=(40, 3))
        pairs = [NumberPair(name, before[:, i], after[:, i]) for i, name in enumerate("abc")]
        expected = np.corrcoef(after.T) - np.corrcoef(before.T)
        assert correlation_changes(pairs) == pytest.approx(
            {("a", "b"): expected[0, 1], ("a", "c"): expected[0, 2], ("b", "c"): expected[1, 2]}
        )
        assert correlation_changes(pairs[:1]) == {}


class TestPropensity:
    def test_one_category_by_hand(self) -> None:
        """p̂ is the share of released records of each category: 3/4 of a (30 + 90), 1/4 of b (90 + 30)."""
        pairs = pairs_of({"c": ["a"] * 30 + ["b"] * 90}, {"c": ["a"] * 90 + ["b"] * 30})
        found = propensity(pairs, 0)
        assert found is not None
        assert found.pmse == pytest.approx(0.25**2, rel=1e-3)
        assert found.expected == pytest.approx(1 * 0.25 / 240)
        assert found.largest == 0.25

    def test_another_sample_has_the_expected_pmse(self) -> None:
        rng = np.random.default_rng(0)
        ratios = []
        for _ in range(60):
            columns = [NumberPair(name, rng.normal(size=400), rng.normal(size=400)) for name in "ab"]
            ratios.append(propensity(columns, 0).ratio)
        assert np.mean(ratios) == pytest.approx(1.0, abs=4 * np.std(ratios) / np.sqrt(60))

    def test_a_smaller_spread_is_seen(self) -> None:
        rng = np.random.default_rng(0)
        column = NumberPair("x", rng.normal(size=2_000), 0.7 * rng.normal(size=2_000))
        assert propensity([column], 0).ratio > 20

    def test_nothing_that_varies_or_too_few_records(self) -> None:
        assert propensity([NumberPair("x", np.ones(50), np.ones(50))], 0) is None
        assert propensity([NumberPair("x", np.arange(8.0), np.arange(8.0))], 0) is None


class TestQueries:
    def test_counts_by_hand(self) -> None:
        """Four combinations of 25 each in the original; the release has 40, 10, 25, 25."""
        before = {"c": ["a"] * 50 + ["b"] * 50, "d": (["x"] * 25 + ["y"] * 25) * 2}
        after = {"c": ["a"] * 50 + ["b"] * 50, "d": ["x"] * 40 + ["y"] * 10 + ["x"] * 25 + ["y"] * 25}
        found = count_errors(pairs_of(before, after), 10)
        assert found.n_queries == 4
        assert found.median == pytest.approx(0.3)  # errors .6 .6 0 0
        assert count_errors(pairs_of(before, after), 26) is None

    def test_means_by_hand(self) -> None:
        before = {"c": ["a"] * 2 + ["b"] * 2, "x": [0.0, 2, 4, 6]}
        after = {"c": ["a"] * 2 + ["b"] * 2, "x": [1.0, 1, 6, 6]}
        found = mean_errors(pairs_of(before, after), 2)
        assert found.n_queries == 2
        assert (found.median, found.high) == pytest.approx((0.5 / np.sqrt(5), 0.9 / np.sqrt(5)))  # errors 0 and 1

    def test_equal_tables_have_no_error(self) -> None:
        rng = np.random.default_rng(0)
        columns = {"c": rng.choice(list("abc"), 300).tolist(), "x": rng.normal(size=300), "y": rng.normal(size=300)}
        pairs = pairs_of(columns, columns)
        assert count_errors(pairs, 5).high == pytest.approx(0)
        assert mean_errors(pairs, 5).high == pytest.approx(0)
        assert count_errors(halves(pairs, 0), 5).median > 0


class TestTrainedModels:
    def test_a_release_without_the_relation_trains_a_useless_model(self) -> None:
        rng = np.random.default_rng(0)
        features = rng.normal(size=(3_000, 2))
        target = (features[:, 0] > 0).astype(np.int64)
        original, tested = Examples(features[:2_000], target[:2_000]), Examples(features[2_000:], target[2_000:])
        shuffled = Examples(features[:2_000], rng.permutation(target[:2_000]))
        found = compare_models(shuffled, original, tested, 0)
        assert found.original.value > 0.98
        assert found.released.high < 0.6
        assert found.released.low < 0.5 < found.released.high
        same = compare_models(original, original, tested, 0)
        assert same.released == same.original

    def test_numbers_have_r_squared(self) -> None:
        rng = np.random.default_rng(0)
        features = rng.normal(size=(2_000, 2))
        target = features[:, 0] + 0.1 * rng.normal(size=2_000)
        examples = Examples(features[:1_500], target[:1_500])
        found = compare_models(examples, examples, Examples(features[1_500:], target[1_500:]), 0)
        assert found.released.low < found.released.value < found.released.high
        assert found.released.value > 0.9
        assert compare_models(examples, examples, Examples(features[:40], np.ones(40)), 0) is None
        assert compare_models(examples, examples, Examples(features[:10], target[:10]), 0) is None

    def test_small_classes_are_held_out_with_the_originals_next_to_them(self) -> None:
        rng = np.random.default_rng(0)
        centres = np.repeat(100 * np.arange(200.0), 5)[:, None]
        before, after = centres + rng.normal(size=(1_000, 1)), centres
        classes = classes_of([np.repeat(np.arange(200), 5)], 1_000)
        rows = hold_out(before, after, classes, 0)
        assert not set(classes.class_of[rows.released]) & set(classes.class_of[rows.tested])
        assert sorted([*rows.original, *rows.tested]) == list(range(1_000))
        assert len(rows.released) + len(rows.tested) == 1_000


def test_rough_shares_go_in_steps_of_k_records() -> None:
    assert rough(0.0123, 400, 5) == pytest.approx(0.02)  # 5/400 = 0.0125, so steps of 2 %
    assert rough(0.0099, 400, 5) == 0.0
    assert rough(0.12345, 50_000, 5) == pytest.approx(0.1234)
    assert rounded(0.123456, Unit.SHARE) == 0.1235
    assert rounded(2.345e-5, Unit.SHARE) == 2.35e-05 or rounded(2.345e-5, Unit.SHARE) == 2.34e-05
    assert rounded(float("nan"), Unit.NUMBER) is None


QI = ["age", "town"]


def people(n_records: int = 600, seed: int = 0) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    age, town = rng.integers(18, 80, n_records), rng.choice(["north", "south", "east"], n_records)
    ill = np.where(rng.random(n_records) < (age > 50) * 0.6 + 0.1, "ill", "well")
    income = 1_000 + 40 * age + rng.normal(0, 300, n_records)
    return pl.DataFrame({"age": age, "town": town, "illness": ill, "income": income})


@pytest.fixture(scope="module")
def released() -> pl.DataFrame:
    return shoal.anonymize(
        people(), k=5, quasi_identifiers=QI, confidential=["illness", "income"], method="mdav", seed=0
    ).table


def both_of(released: Any, **given: Any) -> Any:
    return shoal.audit(released, quasi_identifiers=QI, confidential=["illness", "income"], **given).risk_utility


def by_name(both: Any) -> dict[tuple[str, str | None], Any]:
    return {(measure.name, measure.column): measure for measure in (*both.risk, *both.utility)}


def test_a_release_is_compared_whatever_the_order_of_its_rows(released: pl.DataFrame) -> None:
    both = both_of(released, against=people())
    found = by_name(both)
    assert found["prosecutor, largest", None].value <= 0.2
    assert found["variance kept", "age"].value == pytest.approx(released["age"].var() / people()["age"].var())
    for name in ("distance (Wasserstein)", "inference", "model trained on the release", "homogeneity"):
        assert (name, "income") in found
    assert ("distance (total variation)", "town") in found
    assert {("correlations, mean change", None), ("propensity score, pMSE", None)} <= set(found)
    assert found["inference", "illness"].baseline_is == "people not in it"
    assert both.absent == ()
    again = both_of(released.sample(fraction=1.0, shuffle=True, seed=3), against=people())
    for name, measure in by_name(again).items():
        if name[0] not in ("inference", "model trained on the release"):  # these draw records at random
            assert measure.value == pytest.approx(found[name].value, rel=1e-6, abs=1e-9), name
    json.dumps(both.to_dict(), allow_nan=False)


def test_the_originals_as_a_release_lose_nothing_and_risk_most() -> None:
    table = people()
    both = both_of(table, against=table)
    found = by_name(both)
    assert found["prosecutor, largest", None].value == 1.0
    assert found["distance (Wasserstein)", "age"].value == 0.0
    assert found["variance kept", "age"].value == 1.0
    assert found["counts by two columns, median error", None].value == 0.0
    assert found["propensity score, pMSE", None].value == pytest.approx(0, abs=1e-9)


def test_generalised_releases_of_other_tools_are_compared() -> None:
    table = people()
    coarse = table.with_columns(
        age=pl.format("[{}-{})", pl.col("age") // 10 * 10, pl.col("age") // 10 * 10 + 10),
        town=pl.when(pl.col("town") == "north").then(pl.lit("north")).otherwise(pl.lit("{east, south}")),
    ).head(500)
    both = both_of(coarse, against=table)
    found = by_name(both)
    assert 0.85 < found["variance kept", "age"].value < 1.1
    # East and south have equal shares in what is released; only the difference of their true shares is seen.
    assert found["distance (total variation)", "town"].value < 0.06
    assert both.absent == ()
    unreadable = both_of(coarse.with_columns(town=pl.lit("Europe")), against=table)
    assert ("comparison with the original", "town") in {(one.name, one.column) for one in unreadable.absent}
    assert ("distance (Wasserstein)", "age") in by_name(unreadable)


def test_people_outside_are_the_control(released: pl.DataFrame) -> None:
    both = both_of(released, against=people(), control=people(400, seed=9))
    found = by_name(both)
    assert "control table" in found["inference", "illness"].reading
    assert "control table" in found["model trained on the release", "illness"].reading
    with pytest.raises(TableError, match="also in the original"):
        both_of(released, against=people(), control=people().head(100))
    with pytest.raises(TableError, match="comparison with the original"):
        both_of(released, control=people(400, seed=9))
    with pytest.raises(TableError, match="illness"):
        both_of(released, against=people(), control=people(50, seed=9).drop("illness"))


def test_journalists_of_a_sample_and_of_a_population(released: pl.DataFrame) -> None:
    found = by_name(both_of(released, sampling_fraction=0.1, population=pl.concat([released, released])))
    exact = found["journalist, mean", None].value
    assert exact == pytest.approx(found["prosecutor, mean", None].value / 2)
    assert found["journalist in a sample, mean", None].value < 0.1
    assert found["mean risk without the column that adds most", "age"].baseline == found["prosecutor, mean", None].value
    with pytest.raises(TableError, match="fewer people than the release in"):
        both_of(released, population=people())
    with pytest.raises(ParameterError, match="above 0 and at most 1"):
        both_of(released, sampling_fraction=0)


def test_bad_pairs_are_refused(released: pl.DataFrame) -> None:
    table = people()
    with pytest.raises(TableError, match="none of the quasi-identifiers"):
        both_of(released, against=table.rename({"age": "a", "town": "t"}))
    with pytest.raises(TableError, match="more than the original"):
        both_of(released, against=table.head(100))
    with pytest.raises(TableError, match="holds no records"):
        both_of(released, against=table.head(0))


def test_without_confidential_columns_the_rest_is_measured(released: pl.DataFrame) -> None:
    both = shoal.audit(released, quasi_identifiers=QI, against=people()).risk_utility
    assert {one.name for one in both.absent} == {"inference", "model trained on the release"}
    assert ("distance (Wasserstein)", "age") in by_name(both)


def test_constant_and_missing_columns_are_no_obstacle() -> None:
    table = people().with_columns(town=pl.lit("north"), illness=pl.lit("well"), income=pl.lit(None, dtype=pl.Float64))
    both = both_of(table, against=table)
    assert {(one.name, one.column) for one in both.absent} == {
        ("inference", "illness"),
        ("model trained on the release", "illness"),
        ("comparison with the original", "income"),
    }


def test_everything_missing_is_said() -> None:
    table = people().with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("age", "town", "illness"))
    both = shoal.audit(table, quasi_identifiers=QI, confidential=["illness"], against=table).risk_utility
    why = {one.column: one.why for one in both.absent if one.name == "comparison with the original"}
    assert why == dict.fromkeys((*QI, "illness"), "all its values are missing")
    assert both.utility == ()


def test_numbers_that_are_codes_are_categories() -> None:
    table = people().with_columns(illness=(pl.col("illness") == "ill").cast(pl.Int64) * 7)
    asked = {"quasi_identifiers": QI, "confidential": ["illness"], "against": table}
    as_numbers = by_name(shoal.audit(table, **asked).risk_utility)
    as_codes = by_name(shoal.audit(table, **asked, nominal=["illness"]).risk_utility)
    assert ("variance kept", "illness") in as_numbers
    assert ("variance kept", "illness") not in as_codes
    assert ("distance (total variation)", "illness") in as_codes


def test_small_tables_tell_no_statistics_of_the_original() -> None:
    table = people(29)
    both = both_of(table, against=table)
    assert both.utility == ()
    assert "too few originals" in both.absent[-1].why or any("too few originals" in one.why for one in both.absent)


def test_a_small_control_tells_nothing(released: pl.DataFrame) -> None:
    both = both_of(released, against=people(), control=people(29, seed=9))
    assert both.utility == ()
    assert not [measure for measure in both.risk if measure.name == "inference"]
    assert {one.column for one in both.absent if one.name == "inference"} == {"illness", "income"}


def test_a_column_that_one_record_makes_is_withheld() -> None:
    """One income of a hundred million: its deviation, and so every distance in deviations, would give it away."""
    rich = people().with_columns(income=pl.Series([1e8, *people()["income"].to_list()[1:]]))
    both = both_of(rich, against=rich)
    told = {measure.name for measure in both.utility if measure.column == "income"}
    assert told <= {"model trained on the release"}
    assert any(one.column == "income" and "single one" in one.why for one in both.absent)


def test_text_json_and_html_say_the_same(released: pl.DataFrame) -> None:
    found = shoal.audit(released, quasi_identifiers=QI, confidential=["illness"], against=people())
    text, page = found.to_text(), found.to_html()
    for measure in found.risk_utility.to_dict()["utility"]:
        assert measure["name"] in text
        assert measure["name"] in page
    for said in found.risk_utility.verdict():
        assert said in " ".join(text.split())
    assert "Risk | utility" not in shoal.audit(released, quasi_identifiers=QI).to_text()


def test_few_left_out_records_are_not_told_by_the_difference_of_both_tables() -> None:
    """With a column that is released unchanged, a ratio of variances is an equation for the one who is missing."""
    rng = np.random.default_rng(0)
    original = pl.DataFrame({"age": rng.integers(20, 80, 400), "income": rng.lognormal(10, 0.5, 400).round()})
    released = original.tail(399).with_columns(age=(pl.col("age") // 10) * 10)
    found = shoal.audit(released, quasi_identifiers="age", confidential="income", against=original).risk_utility
    told = {measure.name for measure in found.utility}
    assert not any(name.startswith(("distance", "variance", "correlations", "counts", "means")) for name in told)
    assert any("few originals are not in the release" in absent.why for absent in found.absent)
