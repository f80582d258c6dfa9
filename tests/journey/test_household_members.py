"""From a table of people who live together to a release in which k counts households."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import (
    InfeasiblePromise,
    MissingValuesError,
    ParameterError,
    PromiseNotKept,
    RolesError,
    WrongUse,
)
from shoal.guarantee import KAnonymity
from shoal.journey import repeat
from shoal.release.release import counted_draft

QI = ["age", "rent"]
K = 4


def people(n_households: int = 120, seed: int = 0) -> pl.DataFrame:
    """Members of households in any order; the rent is that of the household. ``number`` finds the record again."""
    rng = np.random.default_rng(seed)
    members = np.minimum(rng.geometric(0.45, n_households), 5)
    home = np.repeat(np.arange(n_households), members)
    n_records = len(home)
    table = pl.DataFrame(
        {
            "home": [f"h{number}" for number in home],
            "age": rng.integers(1, 90, n_records),
            "rent": rng.integers(300, 2_000, n_households)[home],
            "region": np.where(home % 3 == 0, "north", "south"),
            "debt": rng.choice(["none", "some", "much"], n_records),
            "number": np.arange(n_records),
        }
    )
    return table.sample(fraction=1, shuffle=True, seed=1)


def released(table: Any, **changes: Any) -> shoal.Release:
    arguments = {
        "k": K, "quasi_identifiers": QI, "household": "home", "confidential": ["debt", "number"],
        "insensitive": "region", "seed": 3, "method": "pcl",
    }  # fmt: skip
    return shoal.anonymize(table, **{**arguments, **changes})


def require_households(table: pl.DataFrame, original: pl.DataFrame, by: list[str], k: int = K) -> pl.DataFrame:
    """Join the households back, which only the owner of the original can, and count them in every class."""
    assert "home" not in table.columns
    joined = table.join(original.select("number", "home"), on="number")
    assert joined.height == table.height
    counts = (
        joined.group_by([*by, "home"]).len().group_by(by).agg(pl.col("len").sum().alias("all"), pl.col("len").max())
    )
    assert (counts["all"] >= k * counts["len"]).all()
    return joined


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@pytest.mark.parametrize("method", ["auto", "mdav", "vmdav", "pcl"])
def test_files_are_counted_in_households_and_the_run_is_repeated(tmp_path: Path, suffix: str, method: str) -> None:
    original = people()
    release = released(original, method=method)
    paths = release.save(tmp_path / "release", suffix=suffix)
    written = pl.read_csv(paths["table"]) if suffix == ".csv" else pl.read_parquet(paths["table"])
    joined = require_households(written, original, QI)
    assert joined.group_by("home").agg(pl.struct(QI).n_unique())["age"].max() == 1  # together: one rent for a home
    again, is_same = repeat(paths["manifest"], table=original)
    assert is_same
    assert again.promise.k == K
    text = paths["report"].read_text("utf-8")
    assert "at least 4 households" in text
    facts = json.loads(paths["report_json"].read_text("utf-8"))["promise"]
    assert facts["households"]["n_households"] == 120
    assert 0 < facts["households"]["mean_risk"] <= facts["households"]["largest_risk"] == 1 / K


def test_without_the_role_a_class_can_be_one_household() -> None:
    """Households of five whose members are alike: cells of four records are mostly one home."""
    table = people(60).with_columns(age=pl.col("rent") // 30)
    plain = released(table, household=None, identifiers="home")
    with pytest.raises(AssertionError):
        require_households(plain.table, table, QI)
    require_households(released(table).table, table, QI)


def test_strata_missing_values_and_weights() -> None:
    original = people().with_columns(
        age=pl.when(pl.col("home").str.slice(1).cast(pl.Int64) < 40).then(None).otherwise(pl.col("age")),
        weight=1.0 + pl.col("number") % 3,
    )
    release = released(original, by="region", insensitive=(), missing="own-cell", weight="weight")
    require_households(release.table, original, [*QI, "region"])
    assert release.table.height == original.height
    assert release.report.facts["promise"]["kept"]


def test_a_household_with_and_without_gaps_is_divided_and_counted_in_each_part() -> None:
    original = people().with_columns(age=pl.when(pl.col("number") % 2 == 0).then(None).otherwise(pl.col("age")))
    release = released(original, missing="own-cell", method="mdav")
    require_households(release.table, original, QI)
    dropped = released(original, missing="drop", method="mdav")
    require_households(dropped.table, original, QI)


def test_a_roles_file_says_the_same(tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    roles.write_text(
        '[columns.home]\nrole = "household"\n[columns.age]\nrole = "quasi_identifying"\n'
        '[columns.rent]\nrole = "quasi_identifying"\n[columns.region]\nrole = "insensitive"\n'
        '[columns.debt]\nrole = "confidential"\n[columns.number]\nrole = "confidential"\n',
        encoding="utf-8",
    )
    by_file = shoal.anonymize(people(), k=K, roles=roles, seed=3, method="pcl")
    assert by_file.table.equals(released(people()).table)


def test_the_command_line_does_the_same_and_compares(tmp_path: Path) -> None:
    original = people()
    original.write_csv(tmp_path / "people.csv")
    words = [str(tmp_path / "people.csv"), "--qi", ",".join(QI), "--household", "home", "--k", str(K)]
    one = CliRunner().invoke(
        app,
        ["anonymize", *words, "--confidential", "debt,number", "--insensitive", "region", "--method", "pcl", "--seed",
         "3", "-o", f"{tmp_path}/out/"],
    )  # fmt: skip
    assert one.exit_code == 0, one.output
    require_households(pl.read_csv(tmp_path / "out" / "release.csv"), original, QI)
    assert CliRunner().invoke(app, ["replay", f"{tmp_path}/out"]).exit_code == 0
    both = CliRunner().invoke(app, ["compare", *words, "--method", "mdav,pcl", "--json"])
    assert both.exit_code == 0, both.output
    in_records = CliRunner().invoke(app, ["compare", *words[:3], "--k", str(K), "--method", "pcl", "--json"])
    loss = json.loads(both.output)["results"][0]["loss"]
    assert loss > json.loads(in_records.output)["results"][0]["loss"]  # a household of five needs twenty records


@pytest.mark.parametrize(
    ("changes", "kind", "words"),
    [
        ({"mass": "number", "confidential": "debt"}, RolesError, "not both"),
        ({"fewest_records": 3}, ParameterError, "belongs to a promise in persons"),
        ({"household_members": "apart"}, RolesError, "'together', 'counted'"),
        ({"household": None, "identifiers": "home", "household_members": "counted"}, RolesError, "no column was named"),
        ({"household_members": "counted", "diversity": {"debt": 2}}, ParameterError, "a value that they share is in"),
        ({"closeness": {"debt": "delta(2)"}}, ParameterError, "δ-disclosure cannot be promised where k counts"),
        ({"diversity": {"debt": 4}}, InfeasiblePromise, "The most that is possible is 3"),
        (
            {"by": "region", "insensitive": (), "diversity": {"debt": 2}, "household": "pair"},
            InfeasiblePromise,
            "are in several strata of 'region', so in different classes",
        ),
        ({"household": "nobody"}, RolesError, "'nobody'"),
        ({"k": 80}, InfeasiblePromise, "One household has more than 1/80 of the records"),
        (
            {"k": 200, "insensitive": None, "confidential": ["debt", "number", "region"]},
            InfeasiblePromise,
            r"fewer than k = 200 households \(120\)",
        ),
    ],
)
def test_bad_input_is_refused_in_words(changes: dict[str, Any], kind: type[Exception], words: str) -> None:
    table = people()
    if changes.get("household") == "pair":  # homes of two regions
        table = table.with_columns(pair=pl.col("home").str.slice(1).cast(pl.Int64) // 2)
        changes = {"identifiers": "home", **changes}
    with pytest.raises(kind, match=words):
        released(table, **changes)


def test_people_without_a_household_and_quantizers_are_refused() -> None:
    with pytest.raises(MissingValuesError, match="'home' of the table is missing in 1 record"):
        released(people().with_columns(home=pl.when(pl.col("number") == 3).then(None).otherwise(pl.col("home"))))
    with pytest.raises(WrongUse, match="members of a household would not stay together"):
        _ = released(people()).quantizer


def test_an_audit_counts_households_where_the_column_is_left(tmp_path: Path) -> None:
    """Classes by hand: {a, a, b} and {c, d}. A guess finds a member of a in two of three cases."""
    table = pl.DataFrame({"age": [1, 1, 1, 2, 2], "home": list("aabcd")})
    found = shoal.audit(table, quasi_identifiers="age", household="home", k=2)
    facts = found.to_dict()["households"]
    assert (facts["k"], facts["n_households"], facts["n_single_classes"], facts["most_parts"]) == (1, 4, 0, 1)
    assert facts["mean_risk"] == pytest.approx((5 / 9 + 1 / 3 + 1 / 2 + 1 / 2) / 4)
    assert found.k_reached
    assert found.kept is False
    assert "k in households = 1" in found.to_text()
    assert "k in households = 1" in found.to_html()
    assert "households" not in shoal.audit(table, quasi_identifiers="age").to_dict()
    with pytest.raises(RolesError, match="Shoal drops the column of households"):
        shoal.audit(table.drop("home"), quasi_identifiers="age", household="home")
    table.write_csv(tmp_path / "table.csv")
    words = ["audit", str(tmp_path / "table.csv"), "--qi", "age", "--household", "home", "--k", "2", "--json"]
    outcome = CliRunner().invoke(app, words)
    assert outcome.exit_code == 1
    assert json.loads(outcome.output)["households"] == facts
    roles = tmp_path / "roles.toml"
    roles.write_text(
        '[columns.home]\nrole = "household"\n[columns.age]\nrole = "quasi_identifying"\n', encoding="utf-8"
    )
    assert shoal.audit(table, roles=roles).to_dict()["households"] == facts
    assert "households" not in shoal.audit(table.drop("home"), roles=roles).to_dict()
    with pytest.raises(RolesError, match="is both the household"):
        shoal.audit(table, quasi_identifiers=["age", "home"], household="home")
    with pytest.raises(RolesError, match="'house'"):
        shoal.audit(table, quasi_identifiers="age", household="house")


def test_screen_and_report_speak_of_households_and_advise_nothing_that_is_refused(tmp_path: Path) -> None:
    table = people().with_columns(debt=pl.when(pl.col("age") < 60).then(pl.lit("none")).otherwise(pl.col("debt")))
    told = released(table).report
    assert any("same value of 'debt'" in warning for warning in told.facts["warnings"])
    assert any("--diversity" in warning for warning in told.facts["warnings"])
    apart = released(table, household_members="counted").report
    assert not any("--diversity" in warning for warning in apart.facts["warnings"])
    assert "does not know who lives together" in " ".join(apart.to_text().split())
    assert "members of a household would not stay together" in " ".join(told.to_text().split())
    table.write_csv(tmp_path / "people.csv")
    asked = [
        "--k",
        str(K),
        "--qi",
        "age,rent",
        "--household",
        "home",
        "--confidential",
        "debt,number",
        "--seed",
        "3",
        "--method",
        "pcl",
    ]
    shown = CliRunner().invoke(
        app, ["anonymize", str(tmp_path / "people.csv"), *asked, "-o", str(tmp_path / "release.csv")]
    )
    assert shown.exit_code == 0, shown.output
    assert f"records of at least {K - 1} other households" in " ".join(shown.output.split())


def test_a_promise_that_leaves_one_class_is_a_warning() -> None:
    said = "The promise in households left one class of all records"
    pairs = people(60).unique("home").head(9)
    few = released(pl.concat([pairs, pairs.with_columns(number=pl.col("number") + 1_000)]), k=6).report.facts
    assert few["promise"]["n_cells"] == 1
    assert any(said in warning for warning in few["warnings"])
    many = released(people(), k=K).report.facts
    assert not any(said in warning for warning in many["warnings"])


def require_diverse_without_one(joined: pl.DataFrame, least: int) -> None:
    """Of every class, take each household out: so many values are left among the others."""
    for (_,), members in joined.with_columns(own=pl.struct(QI)).group_by("own"):
        for home in members["home"].unique():
            assert members.filter(pl.col("home") != home)["debt"].n_unique() >= least


@pytest.mark.parametrize("method", ["mdav", "pcl", "best(steps=[])"])
def test_who_knows_one_household_learns_no_more_about_the_others(tmp_path: Path, method: str) -> None:
    """All members of a home share their debt here. Counted in records, one home can be what makes a class diverse."""
    debts = ["none", "some", "much"]
    table = people(200).with_columns(
        debt=pl.col("home").str.slice(1).cast(pl.Int64).mod(7).map_elements(lambda at: debts[max(0, at - 4)], pl.String)
    )
    with pytest.raises(AssertionError):
        require_diverse_without_one(require_households(released(table, method=method).table, table, QI), 3)
    release = released(table, method=method, diversity={"debt": 3}, closeness={"debt": 0.4})
    paths = release.save(tmp_path / "release", suffix=".csv")
    require_diverse_without_one(require_households(pl.read_csv(paths["table"]), table, QI), 3)
    facts = json.loads(paths["report_json"].read_text("utf-8"))
    assert facts["promise"]["kept"]
    assert all("without the records of any one household" in rule["text"] for rule in facts["promise"]["confidential"])
    assert "knows the confidential values of several households" in " ".join(release.report.to_text().split())
    assert repeat(paths["manifest"], table=table)[1]


@pytest.mark.parametrize("changes", [{}, {"household_members": "counted"}, {"diversity": {"debt": 2}}])
def test_households_are_left_out_as_a_whole(tmp_path: Path, changes: dict[str, Any]) -> None:
    """An odd household of three costs much: all of it leaves, and nobody else of a household that stays."""
    far = pl.DataFrame({"home": ["far"] * 3, "age": [5, 40, 44], "rent": [90_000] * 3, "region": ["north"] * 3,
                        "debt": ["none", "some", "much"], "number": [9_000, 9_001, 9_002]})  # fmt: skip
    table = pl.concat([people(), far], how="vertical_relaxed")
    release = released(table, suppress=0.04, method="mdav", **changes)
    out = table.filter(~pl.col("number").is_in(release.table["number"].implode()))
    assert 0 < out.height <= 0.04 * table.height
    assert set(out["home"]).isdisjoint(table.filter(pl.col("number").is_in(release.table["number"].implode()))["home"])
    assert "far" in set(out["home"])
    require_households(release.table, table, QI)
    paths = release.save(tmp_path / "release")
    assert repeat(paths["manifest"], table=table)[1]


def test_members_that_are_only_counted_cost_less_and_are_counted_as_well(tmp_path: Path) -> None:
    table = people()
    together, counted = released(table), released(table, household_members="counted")
    joined = require_households(counted.table, table, QI)
    assert joined.group_by("home").agg(pl.struct(QI).n_unique())["age"].max() > 1
    assert counted.report.facts["loss"]["overall"] < together.report.facts["loss"]["overall"]
    facts = counted.report.facts["promise"]["households"]
    assert (facts["members"], facts["largest_risk"]) == ("counted", None)  # a bound would count the largest household
    assert "in c classes, the risk that any of them is found is at most c/4" in " ".join(
        counted.report.to_text().split()
    )
    assert "whose members may be in different classes" in " ".join(counted.report.to_html().split())
    paths = counted.save(tmp_path / "release")
    again, is_same = repeat(paths["manifest"], table=table)
    assert is_same
    assert again.roles.household_members == "counted"


def test_a_roles_file_and_the_command_line_count_members_too(tmp_path: Path) -> None:
    people().write_csv(tmp_path / "people.csv")
    roles = tmp_path / "roles.toml"
    text = (
        '[columns.home]\nrole = "household"\nmembers = "counted"\n[columns.age]\nrole = "quasi_identifying"\n'
        '[columns.rent]\nrole = "quasi_identifying"\n[columns.region]\nrole = "insensitive"\n'
        '[columns.debt]\nrole = "confidential"\n[columns.number]\nrole = "confidential"\n'
    )
    roles.write_text(text, encoding="utf-8")
    by_file = shoal.anonymize(tmp_path / "people.csv", k=K, roles=roles, seed=3, method="pcl").table
    words = ["anonymize", str(tmp_path / "people.csv"), "--qi", "age,rent", "--household", "home", "--k", str(K),
             "--household-members", "counted", "--confidential", "debt,number", "--insensitive", "region",
             "--method", "pcl", "--seed", "3", "-o", str(tmp_path / "out.csv")]  # fmt: skip
    outcome = CliRunner().invoke(app, words)
    assert outcome.exit_code == 0, outcome.output
    assert pl.read_csv(tmp_path / "out.csv").sort("number").equals(by_file.sort("number"))
    compared = CliRunner().invoke(app, ["compare", *words[1:10], "--method", "pcl", "--json"])
    assert compared.exit_code == 0, compared.output
    roles.write_text(text.replace('"quasi_identifying"', '"quasi_identifying"\nmembers = "counted"', 1), "utf-8")
    with pytest.raises(RolesError, match=r"columns\.age\.members has no effect in a column that is not household"):
        shoal.anonymize(tmp_path / "people.csv", k=K, roles=roles)


def test_a_file_in_which_one_household_makes_a_class_diverse_is_never_written(tmp_path: Path) -> None:
    """The same release, counted as if all records of two homes were one: the count on the file finds it."""
    release = released(people(), diversity={"debt": 2}, method="mdav")
    counted = release.confidential
    assert counted is not None
    one_home = replace(counted, household_of=np.arange(release.released.n_records) % 2)
    with (
        pytest.raises(PromiseNotKept, match=r"the file people\.csv: .* without the records of any one household"),
        counted_draft(release.released, tmp_path / "people.csv", KAnonymity(2), QI, one_home),
    ):
        pass
    assert not list(tmp_path.iterdir())
