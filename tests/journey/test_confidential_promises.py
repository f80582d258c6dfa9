"""From a table to a release that keeps promises about confidential values: counted in the files by other code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import InfeasiblePromise, MissingValuesError, ParameterError, RolesError, TableError, WrongUse
from shoal.journey import repeat

QI = ["age", "rent"]
K = 4


def people(n_records: int = 160, seed: int = 0) -> pl.DataFrame:
    """Neighbours have the same diagnosis, so no cell is diverse by chance."""
    rng = np.random.default_rng(seed)
    age = np.sort(rng.integers(18, 90, n_records))
    return pl.DataFrame(
        {
            "age": age,
            "rent": rng.integers(300, 2_000, n_records),
            "region": np.where(np.arange(n_records) % 3 == 0, "north", "south"),
            "ill": np.array(["flu", "cold", "none", "ulcer"])[np.minimum((age - 18) // 18, 3)],
            "income": 1_000 + 37 * age + rng.integers(0, 40, n_records),
            "smoker": age > 54,
        }
    )


def released(table: Any, **changes: Any) -> shoal.Release:
    arguments: dict[str, Any] = {
        "k": K, "quasi_identifiers": QI, "confidential": ["ill", "income", "smoker"], "insensitive": "region",
        "seed": 3, "method": "mdav",
    }  # fmt: skip
    return shoal.anonymize(table, **{**arguments, **changes})


def fewest_values(table: pl.DataFrame, name: str, by: list[str] = QI) -> int:
    return int(table.group_by(by).agg(pl.col(name).n_unique())[name].min())


def largest_distance(table: pl.DataFrame, name: str, by: list[str] = QI) -> float:
    """∫ |F − P| over mid-ranks, for every class, from the dense table of shares."""
    values, codes = np.unique(table[name].to_numpy(), return_inverse=True)
    totals = np.bincount(codes)
    place = (np.cumsum(totals) - totals + (totals - 1) / 2) / (len(codes) - 1)
    largest = 0.0
    for rows in table.with_row_index().group_by(by).agg("index")["index"]:
        share = np.bincount(codes[rows.to_numpy()], minlength=len(values)) / len(rows)
        difference = np.abs(np.cumsum(share) - np.cumsum(totals / len(codes)))
        largest = max(largest, float(np.sum(difference[:-1] * np.diff(place))))
    return largest


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".tsv"])
def test_promises_are_counted_in_the_file_and_the_run_is_repeated(tmp_path: Path, suffix: str) -> None:
    original = people()
    release = released(original, diversity={"ill": 2, "smoker": 2}, closeness={"income": 0.35})
    paths = release.save(tmp_path / "release", suffix=suffix)
    read = {".csv": pl.read_csv, ".parquet": pl.read_parquet, ".tsv": lambda path: pl.read_csv(path, separator="\t")}
    written = read[suffix](paths["table"])
    assert fewest_values(written, "ill") >= 2
    assert fewest_values(written, "smoker") >= 2
    assert 0 < largest_distance(written, "income") <= 0.35
    assert written.group_by(QI).len()["len"].min() >= K
    assert fewest_values(released(original).table, "ill") == 1  # it is the promise that does it
    again, is_same = repeat(paths["manifest"], table=original)
    assert is_same
    settings = again.manifest["settings"]
    assert settings["diversity"] == {"ill": ["distinct(2)"], "smoker": ["distinct(2)"]}
    assert settings["closeness"] == {"income": ["close(0.35)"]}
    (entry,) = [one for one in again.manifest["achieved"]["promises"] if one["column"] == "income"]
    assert entry["kept"]
    assert entry["reached"] == pytest.approx(largest_distance(written, "income"))


def test_a_run_without_promises_has_no_key_of_them() -> None:
    """What is new keys the order of the release, so it is there only if it is used."""
    release = released(people())
    assert not {"diversity", "closeness", "missing_confidential"} & set(release.manifest["settings"])
    assert "promises" not in release.manifest["achieved"]
    assert not {"diversity", "closeness"} & set(release.manifest["roles"][0])


@pytest.mark.parametrize("method", ["auto", "vmdav", "pcl", "optimal-1d"])
def test_every_kind_of_method_keeps_a_promise(method: str) -> None:
    release = released(
        people(),
        method=method,
        diversity={"ill": ["entropy(1.8)", "largest(0.7)"]},
        **({"quasi_identifiers": "age", "identifiers": "rent"} if method == "optimal-1d" else {}),
    )
    by = ["age"] if method == "optimal-1d" else QI
    for _, rows in release.table.group_by(by):
        share = rows["ill"].value_counts()["count"].to_numpy() / rows.height
        assert -float(np.sum(share * np.log(share))) >= np.log(1.8) - 1e-9
        assert share.max() <= 0.7 + 1e-9


def test_numbers_that_lie_apart() -> None:
    release = released(people(), diversity={"income": "distinct(2, apart=300)"})
    span = release.table.group_by(QI).agg((pl.col("income").max() - pl.col("income").min()).alias("span"))["span"]
    assert span.min() >= 300


def test_each_stratum_keeps_the_promise_compared_with_the_whole_table() -> None:
    release = released(people(), by="region", insensitive=(), diversity={"ill": 2}, closeness={"income": 0.4})
    assert fewest_values(release.table, "ill", [*QI, "region"]) >= 2
    assert largest_distance(release.table, "income", [*QI, "region"]) <= 0.4


def test_a_stratum_that_cannot_keep_it_is_counted_and_not_named() -> None:
    table = people().with_columns(ill=pl.when(pl.col("region") == "north").then(pl.lit("flu")).otherwise(pl.col("ill")))
    with pytest.raises(InfeasiblePromise, match="1 of 2 strata of 'region' cannot keep this promise") as refusal:
        released(table, by="region", insensitive=(), diversity={"ill": 2})
    assert "north" not in str(refusal.value)
    assert refusal.value.count == 1


def test_a_missing_value_is_a_value_of_its_own_or_refused() -> None:
    table = people().with_columns(ill=pl.when(pl.col("age") < 60).then(None).otherwise(pl.lit("flu")))
    release = released(table, diversity={"ill": 2})
    assert fewest_values(release.table, "ill") == 2
    with pytest.raises(MissingValuesError, match=r"'ill' of the table has a promise and is missing in \d+ records"):
        released(table, diversity={"ill": 2}, missing_confidential="refuse")
    with pytest.raises(ParameterError, match="and there are none"):
        released(table, missing_confidential="refuse")
    noted = released(people(), diversity={"ill": 2}, missing_confidential="refuse").manifest["settings"]
    assert noted["missing_confidential"] == "refuse"


def test_missing_quasi_identifiers_have_blocks_of_their_own_that_keep_it() -> None:
    table = people().with_columns(rent=pl.when(pl.col("age") % 5 == 0).then(None).otherwise(pl.col("rent")))
    release = released(table, missing="own-cell", diversity={"ill": 2})
    assert fewest_values(release.table, "ill") >= 2


def test_masses_and_weights_do_not_count_as_values() -> None:
    table = people().with_columns(persons=pl.Series(np.arange(160) % 3 + 1), w=pl.Series(np.arange(160) % 4 + 1.0))
    release = released(table, mass="persons", k=8, insensitive=["region", "w"], diversity={"ill": 3}, method="pcl")
    assert fewest_values(release.table, "ill") >= 3
    assert "neither weights nor persons" in " ".join(release.report.facts["not_promised"])
    release = released(table, weight="w", insensitive=["region", "persons"], diversity={"ill": 3})
    assert fewest_values(release.table, "ill") >= 3


def test_a_promise_that_leaves_one_class_is_kept_and_said() -> None:
    release = released(people(), closeness={"income": 0.001})
    assert release.report.facts["promise"]["n_classes"] == 1
    assert any("one class of all records" in warning for warning in release.report.facts["warnings"])


def test_order_and_taxonomy_of_a_confidential_column(tmp_path: Path) -> None:
    tree = tmp_path / "ill.csv"
    tree.write_text("value,parent\nany,\nnose,any\nflu,nose\ncold,nose\nnone,any\nulcer,any\n")
    by_tree = released(people(), closeness={"ill": 0.4}, taxonomies={"ill": tree})
    (entry,) = by_tree.report.facts["promise"]["confidential"]
    assert entry["rule"] == "close(0.4, ground=hierarchical)"
    assert "along the taxonomy" in entry["text"]
    in_order = released(people(), closeness={"ill": 0.3}, orders={"ill": ["none", "cold", "flu", "ulcer"]})
    (facts,) = [one for one in in_order.report.facts["privacy"]["confidential"] if one["name"] == "ill"]
    assert facts["kind"] == "ordered"
    codes = released(people(), closeness={"income": 0.9}, types={"income": "nominal"})
    (facts,) = [one for one in codes.report.facts["privacy"]["confidential"] if one["name"] == "income"]
    assert facts["kind"] == "nominal"
    with pytest.raises(RolesError, match="only a promise of closeness along it would use"):
        released(people(), diversity={"ill": 2}, taxonomies={"ill": tree})


def test_an_order_is_checked_before_the_work_and_may_hold_what_a_spreadsheet_would_run() -> None:
    order = ["-none", "=cold", "+flu", "ulcer"]
    table = people().with_columns(ill=pl.col("ill").replace({"none": "-none", "cold": "=cold", "flu": "+flu"}))
    release = released(table, closeness={"ill": 0.3}, orders={"ill": order}, quote_formulas=True)
    assert "'=cold" in release.table["ill"].to_list()
    (facts,) = [one for one in release.report.facts["privacy"]["confidential"] if one["name"] == "ill"]
    assert facts["kind"] == "ordered"
    with pytest.raises(RolesError, match="The order given for column 'ill' leaves out 1 of its 4 values"):
        released(table, orders={"ill": order[1:]})


def test_rule_objects_texts_and_numbers_ask_for_the_same() -> None:
    ways = [2, "2", "distinct(2)", "distinct(l=2)", shoal.DistinctDiversity(2), [2, "distinct(2)"], np.int64(2)]
    digests = {released(people(), diversity={"ill": way}).manifest["release_digest"] for way in ways}
    assert len(digests) == 1


def test_a_column_that_nobody_named_is_confidential_by_its_promise() -> None:
    release = released(people(), confidential=["ill", "income"], diversity={"smoker": 2})
    (entry,) = [one for one in release.manifest["roles"] if one["name"] == "smoker"]
    assert entry["role"] == "confidential"


def test_the_report_says_what_is_kept_and_what_the_remedy_is() -> None:
    plain = released(people())
    assert any("diversity={'smoker': 2} (--diversity smoker=2)" in said for said in plain.report.facts["warnings"])
    release = released(people(), diversity={"smoker": 2, "ill": "entropy(1.5)"}, closeness={"income": 0.4})
    text, page, facts = release.report.to_text(), release.report.to_html(), json.loads(release.report.to_json())
    for form in (" ".join(text.split()), page.replace("&#39;", "'")):
        assert "Every class has at least 2 different values of 'smoker'. Kept: the class with fewest has 2." in form
        assert "Kept on confidential values, too: what was promised of 'ill', 'income', 'smoker'." in form
        assert "There is no quantizer of these cells." in form
    assert facts["promise"]["kept"]
    assert not any("smoker" in said for said in facts["warnings"] if "same value of" in said)
    assert any("values as they stand" in said for said in facts["not_promised"])


def test_there_is_no_quantizer_of_such_cells() -> None:
    with pytest.raises(WrongUse, match="quasi-identifiers alone"):
        _ = released(people(), diversity={"ill": 2}).quantizer


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"diversity": {"ill": 1}}, ParameterError, "whole number of at least 2"),
    ({"diversity": {"ill": 2.5}}, ParameterError, "whole number of at least 2"),
    ({"diversity": {"ill": True}}, ParameterError, "found bool"),
    ({"diversity": {"ill": []}}, ParameterError, "no rule"),
    ({"diversity": 3}, ParameterError, "by column"),
    ({"diversity": {0: 3}}, ParameterError, "by its text, found int"),
    ({"diversity": {"ill": "entropy"}}, ParameterError, "without its number"),
    ({"diversity": {"ill": "recursive(c=3)"}}, ParameterError, "without all that it needs"),
    ({"diversity": {"ill": "entropy(__import__('os'))"}}, ParameterError, "needs its name. Write it as 3"),
    ({"diversity": {"ill": "close(0.2)"}}, ParameterError, "a rule of closeness, not of diversity"),
    ({"diversity": {"ill": "distinct(2, apart=5)"}}, ParameterError, "no numbers"),
    ({"diversity": {"ill": [2, 3]}}, ParameterError, "asks for distinct\\(2\\) and for distinct\\(3\\)"),
    ({"diversity": {"ill": ["recursive(c=2, l=2)", "recursive(c=2, l=3)"]}}, ParameterError, "asks for recursive"),
    ({"closeness": {"income": 0}}, ParameterError, "above 0 and at most 1"),
    ({"closeness": {"income": 1.5}}, ParameterError, "above 0 and at most 1"),
    ({"closeness": {"income": float("nan")}}, ParameterError, "above 0 and at most 1"),
    ({"closeness": {"ill": "close(0.2, ground=rank)"}}, ParameterError, "have no order"),
    ({"closeness": {"ill": "close(0.2, ground=hierarchical)"}}, ParameterError, "has no taxonomy"),
    ({"closeness": {"ill": "close(0.2, ground=ranks)"}}, ParameterError, "ground must be one of"),
    ({"diversity": {"age": 2}}, RolesError, "'age' is a quasi-identifier"),
    ({"diversity": {"region": 2}}, RolesError, "'region' is insensitive"),
    ({"diversity": {"region": 2}, "by": "region", "insensitive": ()}, RolesError, "'region' is a stratum"),
    (
        {"diversity": {"ill": 2}, "identifiers": "ill", "confidential": "income"},
        RolesError,
        "identifying: it is dropped",
    ),
    ({"diversity": {"il": 2}}, RolesError, "Did you mean 'ill'"),
    ({"diversity": {"ill": 5}}, InfeasiblePromise, "The most that is possible is 4"),
    ({"diversity": {"ill": "entropy(3.99)"}}, InfeasiblePromise, "The most that is possible is 3"),
    ({"missing_confidential": "drop", "diversity": {"ill": 2}}, ParameterError, "must be one of 'value', 'refuse'"),
]


@pytest.mark.parametrize(("asked", "kind", "words"), BAD, ids=lambda part: str(part)[:60])
def test_what_cannot_be_promised_is_refused_in_words(asked: dict[str, Any], kind: type, words: str) -> None:
    with pytest.raises(kind, match=words) as refusal:
        released(people(), **asked)
    for value in ("flu", "ulcer", "north"):
        assert value not in str(refusal.value)


def test_a_column_of_one_value_and_a_nested_one_are_refused() -> None:
    with pytest.raises(InfeasiblePromise, match="All records have the same value in column 'ill'"):
        released(people().with_columns(ill=pl.lit("flu")), closeness={"ill": 0.2})
    with pytest.raises(TableError, match="mixed or nested"):
        released(people().with_columns(ill=pl.Series([[1, 2]] * 160)), diversity={"ill": 2})


def test_the_keys_of_a_roles_file_and_what_may_stand_beside_it(tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    text = "".join(f'[columns.{name}]\nrole = "quasi_identifying"\n' for name in QI)
    text += '[columns.ill]\nrole = "confidential"\ndiversity = [2, "entropy(1.5)"]\n'
    text += '[columns.income]\nrole = "confidential"\ncloseness = 0.4\n'
    text += '[columns.smoker]\nrole = "confidential"\n[columns.region]\nrole = "insensitive"\n'
    roles.write_text(text)

    def run(**asked: Any) -> shoal.Release:
        return shoal.anonymize(people(), k=K, roles=roles, seed=3, method="mdav", **asked)

    release = run(diversity={"smoker": 2})
    assert release.manifest["settings"]["diversity"] == {
        "ill": ["distinct(2)", "entropy(1.5)"],
        "smoker": ["distinct(2)"],
    }
    assert repeat_of(release, tmp_path)
    same = run(diversity={"ill": 2, "smoker": 2})
    assert same.manifest["release_digest"] == release.manifest["release_digest"]  # the same twice is the same
    with pytest.raises(ParameterError, match=r"'ill'.*asks for"):
        run(diversity={"ill": 3})
    roles.write_text(text.replace('role = "insensitive"', 'role = "insensitive"\ndiversity = 2'))
    with pytest.raises(RolesError, match=r"columns\.region\.diversity has no effect .* not confidential"):
        run()
    roles.write_text(text.replace("closeness = 0.4", "closeness = true"))
    with pytest.raises(RolesError, match=r"income\.closeness must be of type number or string or array"):
        run()
    roles.write_text(text.replace('"entropy(1.5)"', '"entropi(1.5)"'))
    with pytest.raises(ParameterError, match="there is no rule 'entropi'"):
        run()
    roles.write_text(text.replace("closeness = 0.4", 'type = "latitude"\ncloseness = 0.4'))
    with pytest.raises(RolesError, match="half of a position"):
        run()


def repeat_of(release: shoal.Release, folder: Path) -> bool:
    release.write_manifest(folder / "manifest.json")
    return repeat(folder / "manifest.json", table=people())[1]


def test_cells_for_records_that_are_still_to_come_promise_nothing_about_them(tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    text = "".join(f'[columns.{name}]\nrole = "quasi_identifying"\n' for name in QI)
    text += '[columns.income]\nrole = "confidential"\n'
    roles.write_text(f'{text}[columns.ill]\nrole = "confidential"\ndiversity = 2\n')
    with pytest.raises(RolesError, match="nobody knows yet"):
        shoal.design_frame(people(), k=3, failure=0.1, participation=0.9, roles=roles)
    with pytest.raises(RolesError, match="nobody knows yet"):
        shoal.Quantizer.fit(people(), cells=4, roles=roles)


@pytest.mark.parametrize("kind", ["pandas", "pyarrow"])
def test_other_tables_keep_promises_too(kind: str) -> None:
    original = people().to_pandas() if kind == "pandas" else people().to_arrow()
    table = pl.DataFrame(released(original, diversity={"ill": 2, "smoker": 2}).table)
    assert fewest_values(table, "ill") >= 2
    assert fewest_values(table, "smoker") >= 2


def test_an_audit_counts_what_a_table_was_meant_to_keep(tmp_path: Path) -> None:
    table = released(people(), diversity={"ill": 2}, closeness={"income": 0.35}).table
    found = shoal.audit(table, quasi_identifiers=QI, k=K, diversity={"ill": 2}, closeness={"income": 0.35})
    assert found.kept
    assert [promise["kept"] for promise in found.promises] == [True, True]
    found = shoal.audit(table, quasi_identifiers=QI, k=K, diversity={"ill": 3})
    assert found.k_reached
    assert found.kept is False
    assert found.promises[0]["n_broken"] > 0
    assert "NOT kept in" in found.to_text()
    assert "NOT kept in" in found.to_html()
    with pytest.raises(RolesError, match="'age' is a quasi-identifier"):
        shoal.audit(table, quasi_identifiers=QI, diversity={"age": 2})
    assert shoal.audit(table, quasi_identifiers=QI).kept is None


def with_poor_gaps(rows: pl.DataFrame) -> pl.DataFrame:
    """The first 12 miss the age and are all well; the next 12 miss the rent and are of all kinds."""
    row = pl.int_range(pl.len())
    return rows.with_columns(
        age=pl.when(row < 12).then(None).otherwise("age"),
        rent=pl.when((row >= 12) & (row < 24)).then(None).otherwise("rent"),
        ill=pl.when(row < 12).then(pl.lit("flu")).when(row < 24).then(pl.lit("cold")).otherwise("ill"),
    )


def test_records_that_miss_the_same_and_are_alike_are_pooled(tmp_path: Path) -> None:
    """The run was refused: 12 records with one diagnosis miss the age, so no cell of theirs can have two.

    Neither can the 12 that miss the rent. In the pool of both, whose quasi-identifiers are all removed, there are two.
    """
    table = with_poor_gaps(people())
    release = released(table, missing="own-cell", diversity={"ill": 2})
    assert fewest_values(release.table, "ill") >= 2
    assert release.table.height == table.height
    assert release.table.filter(pl.col("age").is_null() & pl.col("rent").is_null()).height == 24
    assert release.report.facts["table"]["n_pooled"] == 24
    assert any(
        "could not keep a promise about confidential values" in said for said in release.report.facts["warnings"]
    )
    assert repeat(release.save(tmp_path / "release")["manifest"], table=table)[1]
    without = released(table, missing="own-cell")
    assert without.report.facts["table"]["n_pooled"] == 0


def test_a_pool_that_is_still_alike_takes_in_those_who_lose_least() -> None:
    """The pool of one diagnosis needs others: the 10 that miss the rent join it, and not the 40 that miss the age."""
    row = pl.int_range(pl.len())
    table = people().with_columns(
        age=pl.when((row < 12) | (row >= 120)).then(None).otherwise("age"),
        rent=pl.when(row < 22).then(None).otherwise("rent"),
        ill=pl.when((row < 12) | (row % 2 == 0)).then(pl.lit("flu")).otherwise(pl.lit("cold")),
    )
    release = released(table, missing="own-cell", diversity={"ill": 2})
    assert release.report.facts["table"]["n_pooled"] == 22
    assert fewest_values(release.table, "ill") >= 2


def test_a_pool_that_nobody_can_mend_is_refused() -> None:
    row = pl.int_range(pl.len())
    table = people().with_columns(
        age=pl.when(row < 12).then(None).otherwise("age"),
        ill=pl.when(row < 12).then(pl.lit("flu")).otherwise("ill"),
    )
    with pytest.raises(InfeasiblePromise, match=r"1 of 2 groups of records, divided by which .* cannot keep this"):
        released(table, missing="own-cell", diversity={"ill": 2})


def test_cells_that_coincide_and_break_delta_are_merged(tmp_path: Path) -> None:
    """Cells of records that are all alike are one class in the release. A union of cells that keep δ need not keep it,
    and the run ended with a count that was not kept, after all the work.
    """
    rng = np.random.default_rng(0)
    n_broken_before = 0
    for seed in range(12):
        table = pl.DataFrame(
            {"age": rng.integers(0, 3, 120) * 10, "ill": rng.choice(list("abc"), 120, p=[0.6, 0.3, 0.1])}
        )
        release = shoal.anonymize(
            table, k=3, quasi_identifiers="age", closeness={"ill": "delta(0.7)"}, method="mdav", seed=seed
        )
        assert release.report.facts["promise"]["kept"]
        n_broken_before += release.report.facts["promise"]["n_cells"] < 3
    assert n_broken_before  # in some tables classes had to be merged
    assert repeat(release.save(tmp_path / "release")["manifest"], table=table)[1]
