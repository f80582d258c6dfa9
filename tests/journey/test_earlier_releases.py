"""A table is released, people come and go, and it is released again: what both files together show."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import InfeasiblePromise, MissingValuesError, ParameterError, RolesError, TableError, WrongUse
from shoal.journey import EarlierRelease, repeat
from shoal.release.pages.several_releases import several_releases_warnings, short_several_releases

QI = ["age", "rent"]
K = 4


def people(numbers: Any, seed: int = 0, *, year: int = 0) -> pl.DataFrame:
    """Age, rent and debt of numbered people; the same person has the same values in every year, but for the age."""
    rng = np.random.default_rng(seed)
    numbers, most = np.asarray(numbers), 600
    age, rent = rng.integers(18, 80, most), rng.integers(300, 2_000, most)
    debt, region = rng.choice(["none", "some", "much"], most, p=[0.6, 0.3, 0.1]), rng.choice(["north", "south"], most)
    return pl.DataFrame(
        {
            "id": numbers,
            "age": age[numbers] + year,
            "rent": rent[numbers],
            "region": region[numbers],
            "debt": debt[numbers],
        }
    )


def released(table: Any, **changes: Any) -> shoal.Release:
    arguments = {
        "k": K, "quasi_identifiers": QI, "identifiers": ["id", "region"], "confidential": "debt", "seed": 3,
        "method": "mdav",
    }  # fmt: skip
    return shoal.anonymize(table, **{**arguments, **changes})


def kept(folder: Path, name: str, table: pl.DataFrame, **changes: Any) -> Path:
    """Write a table, release it, and return its manifest."""
    table.write_csv(folder / f"{name}.csv")
    return released(folder / f"{name}.csv", **changes).save(folder / name)["manifest"]


def require_hidden(
    then: pl.DataFrame, first: shoal.Release, now: pl.DataFrame, second: shoal.Release, trace: str = "debt", k: int = K
) -> None:
    """Follow every person through both releases, with plain counting and nothing of Shoal's own."""
    home_then = {person: home for person, home in zip(then["id"], class_of_rows(first), strict=True) if home >= 0}
    home_now = {person: home for person, home in zip(now["id"], class_of_rows(second), strict=True) if home >= 0}
    parts: dict[tuple[int, int], set[int]] = defaultdict(set)
    for person, home in home_then.items():
        parts[home, home_now.get(person, -1)].add(person)
    new: Counter[int] = Counter(home for person, home in home_now.items() if person not in home_then)
    assert all(count >= k for count in new.values())
    value = dict(zip(then["id"], then[trace], strict=True))
    whole = {home: {now for before, now in parts if before == home and now >= 0} for home, _ in parts}
    for home in set(home_now.values()):
        inside = [before for before, after in parts if after == home]
        torn = [before for before in inside if len(whole[before]) > 1]
        for before in torn:
            assert len(parts[before, home]) >= k
            assert len(parts.get((before, -1), ())) not in range(1, k)
        rest = [before for before in inside if len(whole[before]) == 1]
        gone = {before: parts.get((before, -1), set()) for before in rest}
        apart = sum(min(len(gone[before]), len(parts[before, home])) for before in rest)
        assert apart == 0 or apart >= k
        lost = {value[person] for members in gone.values() for person in members}
        for before in rest:
            if gone[before]:
                members = gone[before] | parts[before, home]
                assert sum(value[person] in lost for person in members) >= min(k, len(members))
                stayed = [person for other in rest for person in parts[other, home]]
                shown = {value[person] for person in members}
                assert sum(value[person] in shown for person in stayed) >= min(k, len(members))


def class_of_rows(release: shoal.Release) -> list[int]:
    return release.class_of.tolist()


NUMBERS = np.arange(240)


@pytest.mark.parametrize("changes", ["merge", "leave-out"])
def test_people_come_and_go_and_nobody_is_found(tmp_path: Path, changes: str) -> None:
    """Earlier classes of 2k people leave room to merge; ten of them lost somebody."""
    then = people(NUMBERS)
    rng = np.random.default_rng(1)
    now = people(np.concatenate([rng.permutation(np.delete(NUMBERS, NUMBERS[::24])), np.arange(300, 330)]))
    manifest = kept(tmp_path, "first", then, k=2 * K)
    first = repeat(manifest)[0]
    now.write_csv(tmp_path / "second.csv")
    second = released(tmp_path / "second.csv", earlier=manifest, person="id", changes=changes)
    require_hidden(then, first, now, second)
    facts = second.report.facts["earlier"]
    assert facts["linked_by"] == ["debt"]
    assert facts["n_came"] == 30
    assert (facts["n_left_out"] > 0) == (changes == "leave-out")
    assert facts["without"]["cells_that_tell"] > 0
    assert second.table.height == now.height - facts["n_left_out"]
    many = facts["n_left_out"] > now.height / 10
    assert any("because of the earlier releases" in one for one in second.report.facts["warnings"]) == many
    assert ("went or are left out" in short_several_releases(facts)) == (changes == "leave-out")
    assert {"id", "region"}.isdisjoint(second.table.columns)
    paths = second.save(tmp_path / "second", suffix=".csv")
    assert "Earlier releases" in paths["report"].read_text()
    assert str(tmp_path) not in paths["report"].read_text() + paths["report_json"].read_text()
    again, is_same = repeat(paths["manifest"])
    assert is_same
    assert again.report.facts["earlier"] == facts


def test_without_earlier_the_second_release_would_have_told(tmp_path: Path) -> None:
    then, now = people(NUMBERS), people(np.arange(5, 250))
    first, second = released(then), released(now)
    with pytest.raises(AssertionError):
        require_hidden(then, first, now, second)
    manifest = kept(tmp_path, "first", then)
    hidden = released(now, earlier=manifest, person="id", changes="leave-out")
    require_hidden(then, repeat(manifest)[0], now, hidden)


def test_a_year_later_everybody_is_older_and_the_same_people_share_a_class(tmp_path: Path) -> None:
    manifest = kept(tmp_path, "first", people(NUMBERS))
    second = released(people(NUMBERS, year=1), earlier=[manifest], person="id")
    first = repeat(manifest)[0]
    pairs = set(zip(class_of_rows(first), class_of_rows(second), strict=True))
    assert len(pairs) == len({before for before, _ in pairs})
    assert second.report.facts["loss"]["cells"] == first.report.facts["loss"]["cells"]


def test_three_releases_are_counted_together(tmp_path: Path) -> None:
    """The third run is safe beside the second alone and would not be beside the first: both are named."""
    tables = [people(NUMBERS), people(np.arange(20, 280)), people(np.arange(40, 320))]
    manifests = [kept(tmp_path, "one", tables[0])]
    manifests.append(kept(tmp_path, "two", tables[1], earlier=manifests[0], person="id", changes="leave-out"))
    third = released(tables[2], earlier=manifests, person="id", changes="leave-out")
    for manifest, then in zip(manifests, tables, strict=False):
        require_hidden(then, repeat(manifest)[0], tables[2], third)
    homes = [
        dict(zip(then["id"], repeat(path)[0].class_of, strict=True))
        for path, then in zip(manifests, tables, strict=False)
    ]
    together = Counter(
        (homes[0].get(person, -1), homes[1].get(person, -1), home)
        for person, home in zip(tables[2]["id"], third.class_of, strict=True)
        if home >= 0
    )
    assert min(together.values()) >= K
    assert third.report.facts["earlier"]["n_releases"] == 2


def test_diversity_is_kept_as_well(tmp_path: Path) -> None:
    """Classes of both releases are diverse: a union of cells that keep one promise keeps it, and the other too."""
    then, now = people(NUMBERS), people(np.arange(10, 260))
    asked = {"diversity": {"debt": 2}}
    manifest = kept(tmp_path, "first", then, **asked)
    second = released(now, earlier=manifest, person="id", changes="leave-out", **asked)
    require_hidden(then, repeat(manifest)[0], now, second)
    assert second.table.group_by(QI).agg(pl.col("debt").n_unique())["debt"].min() >= 2


def test_strata_and_missing_values(tmp_path: Path) -> None:
    """Five people move to another region, and some lose their age: the classes of neither release cross either."""
    then = people(NUMBERS)
    moved = pl.col("id").is_in([3, 50, 90, 120, 200])
    now = then.with_columns(
        region=pl.when(moved).then(pl.lit("south")).otherwise(pl.col("region")),
        age=pl.when(pl.col("id") % 40 == 1).then(None).otherwise(pl.col("age")),
    )
    asked = {"identifiers": "id", "by": "region", "missing": "own-cell"}
    manifest = kept(tmp_path, "first", then, **asked)
    second = released(now, earlier=manifest, person="id", changes="leave-out", **asked)
    require_hidden(then, repeat(manifest)[0], now, second)
    assert second.table.group_by([*QI, "region"]).len()["len"].min() >= K
    assert second.report.facts["earlier"]["n_left_out"] >= 1


def test_a_join_key_shows_who_left_so_the_run_is_refused(tmp_path: Path) -> None:
    """A debt to the cent links record to record: no class hides that one person of its five is missing."""
    then = people(NUMBERS).with_columns(debt=pl.col("id") * 1.01)
    now = then.filter(pl.col("id") != 7)
    manifest = kept(tmp_path, "first", then)
    with pytest.raises(InfeasiblePromise, match=r"cannot be hidden.*changes='leave-out'") as raised:
        released(now, earlier=manifest, person="id")
    assert raised.value.count is not None
    second = released(now, earlier=manifest, person="id", changes="leave-out")
    first = repeat(manifest)[0]
    home = first.class_of[7]
    assert second.report.facts["earlier"]["n_left_out"] == int((first.class_of == home).sum()) - 1
    require_hidden(then, first, now, second)


def test_fewer_than_k_newcomers_wait_for_the_next_release(tmp_path: Path) -> None:
    then, now = people(NUMBERS), people(np.arange(NUMBERS[-1] + K))
    manifest = kept(tmp_path, "first", then)
    with pytest.raises(InfeasiblePromise):
        released(now, earlier=manifest, person="id")
    second = released(now, earlier=manifest, person="id", changes="leave-out")
    assert second.table.height == then.height
    assert second.report.facts["earlier"]["n_left_out"] == K - 1


def test_values_left_by_both_classes_are_counted_and_the_report_warns(tmp_path: Path) -> None:
    """By hand: classes {a, b} and then {b, c}, by a column that changed for half of the people: b is certain."""
    then = pl.DataFrame({"id": range(8), "age": [20] * 4 + [70] * 4, "debt": list("aabb") + list("ccdd")})
    now = then.with_columns(debt=pl.Series(list("eebb") + list("ccff")))
    asked = {"k": 2, "quasi_identifiers": "age", "identifiers": "id"}
    then.write_csv(tmp_path / "then.csv")
    manifest = released(tmp_path / "then.csv", **{**asked, "k": 4}).save(tmp_path / "then")["manifest"]
    second = released(now, earlier=manifest, person="id", **asked)
    assert second.report.facts["earlier"]["n_changed"] == 4
    assert second.report.facts["earlier"]["one_value_left"] == {"debt": 4}
    assert any("together leave one value of 'debt'" in warning for warning in second.report.facts["warnings"])


def test_the_file_is_counted_with_the_earlier_release(tmp_path: Path) -> None:
    """Cells of a written file that look alike are one class: the count is made on what the file shows."""
    then, now = people(NUMBERS), people(np.arange(10, 260))
    manifest = kept(tmp_path, "first", then)
    second = released(now, earlier=manifest, person="id", changes="leave-out")
    (promise,) = second.further
    torn = np.arange(second.released.n_records) // K
    with pytest.raises(shoal.PromiseNotKept):
        promise.require_kept(torn, "the file")
    second.write(tmp_path / "second.csv")
    written = pl.read_csv(tmp_path / "second.csv")
    assert written.group_by(QI).len()["len"].min() >= K


# --- bad input
# ---------------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(tmp_path_factory.mktemp("earlier"), "first", people(NUMBERS))


@pytest.mark.parametrize(
    ("table", "changes", "kind", "words"),
    [
        (people(NUMBERS), {"person": None}, ParameterError, "Nothing says which records"),
        (people(NUMBERS), {"earlier": ()}, ParameterError, "person is about earlier releases"),
        (people(NUMBERS), {"changes": "ignore"}, ParameterError, "'merge' or 'leave-out'"),
        (people(NUMBERS), {"earlier": "release.csv"}, ParameterError, "has classes and no people"),
        (people(NUMBERS), {"earlier": 7}, ParameterError, "found int"),
        (people(NUMBERS), {"person": "nobody"}, WrongUse, "'nobody'"),
        (people(NUMBERS), {"identifiers": "region", "confidential": ["id", "debt"]}, RolesError, "must be dropped"),
        (people(NUMBERS), {"quasi_identifiers": "age", "confidential": ["rent", "debt"]}, RolesError, "is to be publ"),
        (people(NUMBERS), {"quasi_identifiers": [*QI, "debt"], "confidential": ()}, RolesError, "was published"),
        (people([0, 1, 2, 2, *range(3, 30)]), {}, TableError, "another record already in 1 record"),
        (people(range(30)).with_columns(id=pl.Series([None, *range(29)])), {}, MissingValuesError, "is missing in 1"),
        (people(np.arange(300, 340)), {}, TableError, "no people in common"),
        (people(NUMBERS).with_columns(n=2), {"mass": "n"}, ParameterError, "counts persons"),
        (people(NUMBERS), {"method": "pcl(cells=9)"}, ParameterError, "fixes the cells"),
        (people(NUMBERS), {"suppress": 0.01}, ParameterError, "whose going an earlier release would show"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_words(
    earlier: Path, table: pl.DataFrame, changes: dict[str, Any], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words):
        released(table, **{"earlier": earlier, "person": "id", **changes})


def test_the_manifest_of_other_data_is_refused(tmp_path: Path) -> None:
    manifest = kept(tmp_path, "first", people(NUMBERS))
    people(np.arange(100)).write_csv(tmp_path / "first.csv")  # overwritten in place, as stewards do
    with pytest.raises(WrongUse, match=r"Earlier release .*first.csv is not the table of this run"):
        released(people(NUMBERS), earlier=manifest, person="id")
    moved = EarlierRelease(manifest, people(NUMBERS))
    assert released(people(NUMBERS), earlier=moved, person="id").report.facts["earlier"]["n_stayed"] == len(NUMBERS)


def test_a_moved_manifest_is_named_when_the_run_is_repeated(tmp_path: Path) -> None:
    first = kept(tmp_path, "first", people(NUMBERS))
    second = kept(tmp_path, "second", people(np.arange(10, 260)), earlier=first, person="id", changes="leave-out")
    elsewhere = first.rename(tmp_path / "moved.json")
    with pytest.raises(WrongUse, match=r"not at .* any more"):
        repeat(second)
    assert repeat(second, earlier=elsewhere)[1]
    with pytest.raises(WrongUse, match="knew no earlier releases"):
        repeat(elsewhere, earlier=elsewhere)


# --- the command line
# ---------------------------------------------------------------------------------------------------------------------


def run(*words: str) -> Any:
    return CliRunner().invoke(app, [*words])


def test_the_command_line_does_the_same(tmp_path: Path) -> None:
    people(NUMBERS).write_csv(tmp_path / "first.csv")
    people(np.arange(10, 260)).write_csv(tmp_path / "second.csv")
    columns = ("--qi", ",".join(QI), "--id", "id,region", "--confidential", "debt", "--k", str(K), "--method", "mdav")
    one = run("anonymize", str(tmp_path / "first.csv"), *columns, "--seed", "3", "-o", f"{tmp_path}/one/")
    assert one.exit_code == 0, one.output
    asked = ("--earlier", str(tmp_path / "one"), "--person", "id", "--seed", "3")
    refused = run("anonymize", str(tmp_path / "second.csv"), *columns, *asked, "-o", f"{tmp_path}/two/")
    assert refused.exit_code == 2
    assert "--changes leave-out" in refused.output
    assert not (tmp_path / "two").exists()
    two = run(
        "anonymize", str(tmp_path / "second.csv"), *columns, *asked, "--changes", "leave-out", "--json",
        "-o", f"{tmp_path}/two/",
    )  # fmt: skip
    assert two.exit_code == 0, two.output
    said = json.loads(two.output)
    assert said["earlier"]["n_came"] == 20
    same = released(people(np.arange(10, 260)), earlier=tmp_path / "one", person="id", changes="leave-out")
    written = pl.read_csv(tmp_path / "two" / "release.csv")
    by = [*QI, "debt"]
    assert written.sort(by).equals(same.table.select(written.columns).sort(by))
    repeated = run("replay", str(tmp_path / "two"))
    assert repeated.exit_code == 0, repeated.output


def test_weights_are_refused_because_other_weights_are_other_equations(tmp_path: Path) -> None:
    first = people(range(40))
    manifest = kept(tmp_path, "first", first)
    weighted = people(range(40)).with_columns(w=pl.Series([9.0 if row % 5 == 0 else 1.0 for row in range(40)]))
    with pytest.raises(ParameterError, match="other weights are equations"):
        released(weighted, earlier=manifest, person="id", weight="w")


def test_a_change_counts_whichever_earlier_release_shows_it(tmp_path: Path) -> None:
    """A release without the column must not cover up that another one shows the change."""
    first = people(range(40)).with_columns(debt=pl.lit("none"))
    newer = first.with_columns(debt=pl.when(pl.col("id") == 7).then(pl.lit("much")).otherwise(pl.col("debt")))
    shows = kept(tmp_path, "shows", first)
    hides = kept(tmp_path, "hides", first, identifiers=["id", "region", "debt"], confidential=[])
    for earlier in ([shows], [shows, hides], [hides, shows]):
        with pytest.raises(InfeasiblePromise):
            released(newer, earlier=earlier, person="id")


def test_a_column_that_changes_for_everybody_covers_up_no_join_key(tmp_path: Path) -> None:
    first = people(range(36)).with_columns(job=pl.Series([f"job{row}" for row in range(36)]), year=pl.lit(2024))
    named = {"identifiers": ["id", "region", "debt"], "confidential": ["job", "year"]}
    manifest = kept(tmp_path, "first", first, **named)
    newer = first.filter(~pl.col("id").is_in([0, 3, 6])).with_columns(year=pl.lit(2025))
    with pytest.raises(InfeasiblePromise, match="cannot be hidden"):
        released(newer, earlier=manifest, person="id", **named)


def numbered_debts(numbers: Any) -> pl.DataFrame:
    """Everybody has a debt of their own."""
    return people(numbers).with_columns(debt=1_000 + pl.col("id") * 37 % 1_009)


@pytest.mark.parametrize(
    "changed",
    [
        (pl.col("debt") * 1.03).round(0),
        pl.format("{} ", pl.col("debt")),
        pl.format("A{}", pl.col("debt")),
        pl.col("debt") + 0.5,
    ],
    ids=["interest", "blank", "code", "cent"],
)
def test_a_column_that_changes_by_a_rule_links_records(tmp_path: Path, changed: pl.Expr) -> None:
    """Twenty people went from classes of four, and all debts grew by 3 %. No debt stayed the same, so nothing
    counted as linked: the run was accepted, and who sorted the debts of a class found the one that had no successor."""
    then = numbered_debts(NUMBERS)
    now = then.filter(pl.col("id") % 12 != 0).with_columns(debt=changed)
    manifest = kept(tmp_path, "first", then)
    with pytest.raises(InfeasiblePromise, match="cannot be hidden"):
        released(now, earlier=manifest, person="id")


def test_people_who_changed_in_one_of_two_columns_are_counted_for_each(tmp_path: Path) -> None:
    """Such tables were refused. Now everybody hides among k records, whichever columns are compared."""
    job = pl.Series(np.random.default_rng(4).choice(["cook", "nurse"], 240))
    then = people(NUMBERS).with_columns(job=job)
    other_job, other_debt = {"cook": "nurse", "nurse": "cook"}, {"none": "some", "some": "none", "much": "none"}
    is_fifth, is_seventh = pl.col("id") % 5 == 0, (pl.col("id") % 7 == 0) & (pl.col("id") % 5 > 0)
    moved = then.with_columns(
        job=pl.when(is_fifth).then(pl.col("job").replace(other_job)).otherwise(pl.col("job")),
        debt=pl.when(is_seventh).then(pl.col("debt").replace(other_debt)).otherwise(pl.col("debt")),
    )
    now = moved.filter(pl.col("id") % 11 != 0)
    asked = {"confidential": ["debt", "job"]}
    manifest = kept(tmp_path, "first", then, k=2 * K, **asked)
    second = released(now, earlier=manifest, person="id", **asked)
    first = repeat(manifest)[0]
    for column in ("debt", "job"):
        require_hidden_in_column(then, first, now, second, column)


def require_hidden_in_column(
    then: pl.DataFrame, first: shoal.Release, now: pl.DataFrame, second: shoal.Release, column: str
) -> None:
    """By plain counting: whoever went, changed or stayed the same in the column has k records like theirs."""
    before = dict(zip(then["id"], zip(class_of_rows(first), then[column], strict=True), strict=True))
    after = dict(zip(now["id"], zip(class_of_rows(second), now[column], strict=True), strict=True))
    home = {before[person][0]: after[person][0] for person in after}  # of an earlier class: here none is torn
    met = defaultdict(set)
    for person, (origin, value) in before.items():
        fate = "gone" if person not in after else "same" if after[person][1] == value else "other"
        met[origin, fate].add(person)
    for (origin, fate), members in met.items():
        values = {before[person][1] for (other, same), group in met.items() for person in group
                  if home[other] == home[origin] and same == fate}  # fmt: skip
        inside = [person for person, (other, _) in before.items() if other == origin]
        assert sum(before[person][1] in values for person in inside) >= K
        together = sum(
            len(group) for (other, same), group in met.items() if home[other] == home[origin] and same == fate
        )
        assert fate == "same" or together >= K
        assert members


def test_a_renamed_column_links_as_well(tmp_path: Path) -> None:
    """'owed' was 'debt': by the name the releases had nothing in common, and classes showed who was missing."""
    then = numbered_debts(NUMBERS)
    now = then.filter(pl.col("id") % 12 != 0).rename({"debt": "owed"})
    manifest = kept(tmp_path, "first", then)
    with pytest.raises(RolesError, match="under another name") as raised:
        released(now, earlier=manifest, person="id", confidential="owed")
    assert "'owed' has the values of column 'debt'" in str(raised.value)
    as_roles = {"identifiers": ["id", "region"], "confidential": ["debt", "years"]}
    with pytest.raises(RolesError, match="under another name"):  # the age, hidden then, is published now
        released(then.with_columns(years=pl.col("age")), earlier=manifest, person="id", **as_roles)


def test_columns_with_few_values_agree_by_chance_and_are_not_taken_for_one(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    then = people(NUMBERS).with_columns(smoker=pl.Series(rng.choice(["no", "yes"], 240, p=[0.9, 0.1])))
    now = people(NUMBERS).with_columns(diabetic=pl.Series(rng.choice(["no", "yes"], 240, p=[0.9, 0.1])))
    manifest = kept(tmp_path, "first", then, confidential=["debt", "smoker"])
    assert released(now, earlier=manifest, person="id", confidential=["debt", "diabetic"]).table.height == 240


def test_the_order_of_two_inputs_shows_which_record_is_missing(tmp_path: Path) -> None:
    """Both releases kept the order of the input: side by side, they showed the rows that were taken out."""
    manifest = kept(tmp_path, "first", people(NUMBERS), keep_order=True)
    with pytest.raises(ParameterError, match="which record is missing"):
        released(people(np.arange(10, 240)), earlier=manifest, person="id", keep_order=True)


def test_a_number_that_lost_its_zeros_names_the_same_person(tmp_path: Path) -> None:
    """A spreadsheet made 7 of 007. A hundred people counted as gone, and as many as new: the same people."""
    then = people(NUMBERS).with_columns(id=pl.col("id").cast(pl.String).str.zfill(3))
    manifest = kept(tmp_path, "first", then)
    with pytest.raises(TableError, match="names 100 people in the two tables alike but for blanks") as raised:
        released(people(NUMBERS), earlier=EarlierRelease(manifest, then), person="id")
    assert raised.value.count == 100


def test_a_third_release_shows_nobody_whom_the_second_hid(tmp_path: Path) -> None:
    """Ten went from ten classes of four: the second release hid them. The third united the rests of two classes."""
    tables = [
        people(NUMBERS),
        people(NUMBERS[NUMBERS % 24 > 0]),
        people(np.append(NUMBERS[NUMBERS % 24 > 0], range(300, 310))),
    ]
    tables = [table.with_columns(debt=pl.lit("none")) for table in tables]
    past: list[EarlierRelease] = []
    homes: list[dict[int, int]] = []
    for number, table in enumerate(tables):
        release = released(table, earlier=past, person="id" if past else None)
        past.append(EarlierRelease(release.save(tmp_path / str(number))["manifest"], table))
        homes.append(dict(zip(table["id"], class_of_rows(release), strict=True)))
    first, _, third = ({home: {p for p in of if of[p] == home} for home in of.values()} for of in homes)
    for members in third.values():
        touched = set().union(*(before for before in first.values() if before & members))
        assert len(touched ^ members) not in range(1, K)


def test_a_budget_is_shared_by_all_cells_that_are_formed_and_the_run_is_repeated(tmp_path: Path) -> None:
    """The cells of newcomers were formed without regard to the budget, and took minutes."""
    manifest = kept(tmp_path, "first", people(NUMBERS))
    people(np.arange(300)).write_csv(tmp_path / "second.csv")
    second = released(tmp_path / "second.csv", earlier=manifest, person="id", method="best", budget_s=0.3)
    saved = second.save(tmp_path / "second")["manifest"]
    assert len(json.loads(saved.read_text())["formings"]) >= 2
    assert repeat(saved)[1]


def test_a_chain_of_releases_from_memory(tmp_path: Path) -> None:
    tables = [people(range(40)), people(range(48)), people(range(56))]
    past: list[EarlierRelease] = []
    for number, table in enumerate(tables):
        release = released(table, earlier=past, person="id" if past else None)
        manifest = release.save(tmp_path / f"release{number}")["manifest"]
        past = [*past, EarlierRelease(manifest, table)]
    assert len(past) == 3


def test_many_who_are_left_out_are_a_warning() -> None:
    facts = {"one_value_left": {}, "smaller_class_before": False, "n_left_out": 640}
    (said,) = several_releases_warnings(facts, 960)
    assert said.startswith("640 of 960 records were left out")
    assert several_releases_warnings(facts, 6_400) == []
