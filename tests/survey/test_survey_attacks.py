"""The survey as an attacker sees it: files that lie, sites that tell, releases that are subtracted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from survey_toys import collect, designed, frame

from shoal.errors import InfeasiblePromise, PromiseNotKept, RolesError, TableError
from shoal.guarantee import ProbabilisticAnonymity
from shoal.partition.partition import Partition
from shoal.survey.collection.earlier_releases import grown_by_few
from shoal.survey.design.frame import Design
from shoal.survey.design.frame_cells import frame_cells
from shoal.survey.shared.canonical import digest_of
from shoal.survey.shared.promise_checks import is_possible
from shoal.survey.specification.specification import Specification
from shoal.survey.specification.verification import verify_specification
from shoal.table.sources import table_of

QI = ["age", "income", "sex"]
SECRET = "word of a withheld class"


@pytest.fixture(scope="module")
def design() -> Design:
    return designed()


def forged(specification: Specification, path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """A changed file whose digest is right again: a digest can be computed by anybody."""
    specification.save(path)
    document = json.loads(path.read_text("utf-8"))
    change(document)
    document["digest"] = digest_of(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


# --- files that lie


def test_words_that_promise_more_than_the_numbers_are_found(design: Design, tmp_path: Path) -> None:
    """Story: the page said 'Sound', and then the words of the forger, who promised a hundred others."""

    def change(document: dict[str, Any]) -> None:
        document["promise"]["words"] = document["promise"]["words"].replace("k = 3", "k = 100")

    findings = verify_specification(forged(design.specification, tmp_path / "s.json", change))
    assert not findings.ok and "in words" in findings.checks[0].words


def test_a_failure_too_small_for_its_cell_is_found(design: Design, tmp_path: Path) -> None:
    """Story: 'uneven' members, three in a cell, each answering every third time, and a stated failure of nearly 0."""

    def change(document: dict[str, Any]) -> None:
        shares = [0.1] * len(document["cells"])  # eleven or so members: one answer is expected, and k = 3
        document["participation"] = {"model": "uneven", "mean_shares": shares}
        document["n_min"] = None
        for cell in document["cells"]:
            cell["failure"] = 1e-9

    findings = verify_specification(forged(design.specification, tmp_path / "s.json", change))
    wrong = {check.name: check.words for check in findings.checks if not check.ok}
    assert list(wrong) == ["failure"] and "impossible" in wrong["failure"]


def test_possible_failures_hold_for_any_members() -> None:
    """The bounds are bounds: no cell of members with random shares is ever called impossible."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        k, count = int(rng.integers(2, 6)), int(rng.integers(2, 25))
        shares = rng.uniform(0.0, 1.0, count) ** rng.uniform(0.2, 5.0)
        own = ProbabilisticAnonymity(k, 0.5, np.clip(shares, 1e-6, 1.0)).cell_failures(np.zeros(count, dtype=np.int64))
        assert is_possible(float(own[0]), count, float(np.clip(shares, 1e-6, 1.0).mean()), k)


# --- sites that tell


def _told_exactly(sites: Any, centroids: Any, sizes: Any, points: Any) -> int:
    """Members whose values are a site, times a size near that of the cell, less the sum of the cell."""
    n_told = 0
    for site, centroid, size in zip(sites, centroids, sizes, strict=True):
        if np.allclose(site, centroid, rtol=0, atol=1e-9):
            continue
        for before in range(max(2, size - 4), size + 5):
            apart = before * site - size * centroid
            n_told += any(np.abs(points - sign * apart).max(axis=1).min() < 1e-6 for sign in (1, -1))
    return n_told


@pytest.mark.parametrize("method", ["mdav", "pcl"])
def test_site_less_centroid_is_nobody(method: str) -> None:
    """Story: a cell lost one twin to its neighbour. Its site, the mean with that twin, gave the twin away."""
    rng = np.random.default_rng(0)
    members = pl.DataFrame(
        {
            "age": rng.integers(18, 90, 400) // 3 * 3,
            "income": rng.normal(3000, 700, 400).round(-2),
            "kids": rng.integers(0, 4, 400),
        }
    )
    design = designed(members, quasi_identifiers=["age", "income", "kids"], method=method)
    quantizer = design.specification.quantizer
    assert quantizer.sites is not None and quantizer.intake is not None
    points = quantizer.intake.encoding.points(shoal_table(members)) - quantizer.intake.centre
    assert _told_exactly(quantizer.sites, quantizer.centroids, quantizer.sizes, points) == 0
    assert np.array_equal(design.specification.assign(members), design.cell_of)


def test_the_attack_on_sites_works_where_nothing_is_done() -> None:
    """The check above can fail: sites of a partition whose rule moves one member do tell that member."""
    points = np.array([[0.0, 0.3], [1.0, 0.1], [2.0, 0.0], [2.9, 0.7], [7.0, 0.4], [8.0, 0.2], [9.0, 0.9]])
    meant = np.array([0, 0, 0, 1, 1, 1, 1])
    sites = np.array([points[meant == cell].mean(axis=0) for cell in (0, 1)])
    stands = np.array([0, 0, 0, 0, 1, 1, 1])  # nearer to the first site
    centroids = np.array([points[stands == cell].mean(axis=0) for cell in (0, 1)])
    assert _told_exactly(sites, centroids, np.array([4, 3]), points) == 2
    given = Partition.from_cells(points, meant, method="by hand", sites=sites, costs=np.zeros(2))
    mended = frame_cells(points, given, ProbabilisticAnonymity(2, 0.3, 0.9), 3)
    found = mended.partition
    assert _told_exactly(mended.sites, found.centroids, found.sizes, points) == 0


def shoal_table(members: pl.DataFrame) -> Any:
    from shoal.table.sources import table_of

    return table_of(members)


def test_a_stratum_below_n_min_is_no_design() -> None:
    """n_min is 11 here: ten people of the same region cannot have a cell, however many live elsewhere."""
    members = frame(200).with_columns(region=pl.when(pl.int_range(200) < 10).then(pl.lit("far")).otherwise(pl.lit("x")))
    with pytest.raises(InfeasiblePromise) as refused:
        designed(members, by=["region"])
    assert "far" not in str(refused.value)


# --- answers that count more than they are


def sent(design: Design, counts: dict[int, int]) -> pl.DataFrame:
    cells = [cell for cell, count in counts.items() for _ in range(count)]
    return pl.DataFrame(
        {
            "cell": cells,
            "specification": [design.specification.digest] * len(cells),
            "token": [f"t{row}" for row in range(len(cells))],
            "score": [row % 4 for row in range(len(cells))],
        }
    )


def test_a_token_with_a_space_or_a_capital_is_the_same_person(design: Design) -> None:
    given = pl.DataFrame({"cell": [0] * 4, "token": ["ab1", "AB1 ", " ab 1", "c"]})
    with pytest.raises(TableError, match="2 answers were sent again"):
        collect(design.specification, given, token="token")
    with pytest.raises(PromiseNotKept):
        collect(design.specification, given, token="token", duplicates="first")


@pytest.mark.parametrize("name", ["Age", "AGE ", "age"])
def test_own_values_are_refused_however_the_column_is_spelled(design: Design, name: str) -> None:
    with pytest.raises(RolesError, match="not to send these values"):
        collect(design.specification, sent(design, {0: 4}).with_columns(pl.lit(41).alias(name)), token="token")


def test_wrong_cells_are_left_out_on_request_and_counted(design: Design) -> None:
    given = sent(design, {0: 6}).with_columns(cell=pl.Series([0, 0, 0, 99, None, 0]))
    found = collect(design.specification, given, token="token", wrong_cells="leave-out")
    assert (found.attained.n_wrong_cells, found.attained.n_answers, found.attained.n_released) == (2, 4, 4)
    few = sent(design, {0: 3}).with_columns(cell=pl.Series([0, 0, 99]))
    with pytest.raises(PromiseNotKept):
        collect(design.specification, few, token="token", wrong_cells="leave-out")


def test_warnings_are_about_what_is_released(design: Design) -> None:
    """One withheld answer is unique, and the released ones are alike: there is nobody to warn of."""
    given = sent(design, {0: 4, 1: 1}).drop("score").with_columns(job=pl.Series(["a", "a", "a", "a", "only one"]))
    said = collect(design.specification, given, token="token", insensitive=["job"]).warnings
    assert not any("unique" in words for words in said)


def test_answers_without_a_digest_are_warned_of(design: Design) -> None:
    bare = sent(design, {0: 4}).drop("specification")
    assert any(
        "answers to another design" in words for words in collect(design.specification, bare, token="token").warnings
    )


# --- releases that are subtracted


def test_one_more_answer_is_not_shown_by_subtraction(design: Design, tmp_path: Path) -> None:
    """Story: five answers on Monday, six on Tuesday. The sixth person's score was the difference."""
    monday = sent(design, {0: 5, 1: 4, 2: 3})
    tuesday = pl.concat([monday, sent(design, {0: 1, 1: 3}).with_columns(token=pl.format("u{}", pl.int_range(4)))])
    first = collect(design.specification, monday, token="token")
    for earlier in (first.table, first.save(tmp_path / "first")["table"]):
        second = collect(design.specification, tuesday, token="token", earlier=[earlier])
        assert (second.attained.n_repeated, second.attained.n_released) == (6, 10)  # all of cell 0; 1 grew by k
        classes = second.table.group_by(QI).len()["len"].to_list()
        assert sorted(classes) == [3, 7]
    assert collect(design.specification, tuesday, token="token").attained.n_released == 16


def test_a_changed_answer_is_not_shown_by_subtraction(design: Design) -> None:
    before = sent(design, {0: 5, 1: 4})
    changed = before.with_columns(score=pl.when(pl.int_range(9) == 0).then(9).otherwise("score"))
    first = collect(design.specification, before, token="token")
    second = collect(design.specification, changed, token="token", earlier=[first.table])
    assert second.attained.n_repeated == 5
    assert 9 not in second.table["score"]


def _as_kind(answers: pl.DataFrame, kind: str, path: Path) -> Any:
    """The answers with words of a declared list."""
    if kind == "pandas":
        return answers.to_pandas().astype({"word": "category"})
    if kind == "Arrow":
        return answers.with_columns(pl.col("word").cast(pl.Categorical)).to_arrow()
    answers.with_columns(pl.col("word").cast(pl.Enum(["no", SECRET, "yes"]))).write_parquet(path)
    return path


@pytest.mark.parametrize("kind", ["Parquet", "pandas", "Arrow"])
def test_a_withheld_answer_does_not_stay_as_a_category(design: Design, tmp_path: Path, kind: str) -> None:
    """Story: the table was trimmed before classes were withheld; their answers stayed in the list of categories."""
    path, token = tmp_path / "answers.parquet", {"token": "token"}
    monday = sent(design, {0: 6, 1: 6}).with_columns(word=pl.Series(["yes", "no"] * 6))
    one_more = sent(design, {1: 1}).with_columns(token=pl.lit("new"), word=pl.lit(SECRET))
    alike = monday.with_columns(word=pl.when(pl.col("cell") == 1).then(pl.lit(SECRET)).otherwise("word"))
    first = collect(design.specification, _as_kind(monday, kind, path), **token).table
    tuesday = _as_kind(pl.concat([monday, one_more]), kind, path)
    by_earlier = collect(design.specification, tuesday, **token, earlier=[first])
    diverse = {"confidential": ["word"], "diversity": {"word": 2}}
    by_diversity = collect(design.specification, _as_kind(alike, kind, path), **token, **diverse)
    for found in (by_earlier, by_diversity):
        assert found.attained.n_released == 6
        words = found.table["word"]
        assert set(words.cast(pl.String)) == {"no", "yes"}
        assert SECRET not in str(words.dtype) and SECRET not in words.to_arrow().to_string()
        found.table.write_parquet(tmp_path / "table.parquet", compression="uncompressed")
        assert SECRET.encode() not in (tmp_path / "table.parquet").read_bytes()
    if kind == "Parquet":
        for at, found in enumerate((by_earlier, by_diversity)):
            written = found.save(tmp_path / f"release-{at}")["table"]
            assert written.suffix == ".parquet" and SECRET.encode() not in written.read_bytes()


def test_the_same_answers_again_are_released_whole(design: Design, tmp_path: Path) -> None:
    answers = sent(design, {0: 5, 1: 4}).with_columns(comment=pl.Series(["1.50", "1.5", "x"] * 3))
    answers.write_csv(tmp_path / "answers.csv")
    for at, source in enumerate((answers, tmp_path / "answers.csv")):
        first = collect(design.specification, source, token="token")
        written = first.save(tmp_path / f"first-{at}")["table"]
        again = collect(design.specification, source, token="token", earlier=[written, first.table])
        assert (again.attained.n_repeated, again.attained.n_released) == (0, 9)


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        ([1, 2, 3, None], ["1", "2", "3", "rather not"], True),  # not a number, and not missing either
        ([1, 2, 3, 2**53], ["1", "2", "3", str(2**53 + 1)], True),  # one number if both were floats
        ([1, 2, 3, None], ["1", "2", "3", None], False),
        ([1.5, 2.0, 3.0, 4.0], ["1.50", "2", "3.0", "4"], False),  # the same numbers, as a file may spell them
    ],
)
def test_a_change_between_numbers_and_text_is_seen(before: list[object], now: list[object], told: bool) -> None:
    tables = [pl.DataFrame({"age": [40] * 4, "score": score}) for score in (before, now)]
    for earlier, released in (tables, tables[::-1]):
        rows = grown_by_few(table_of(released), earlier, ["age"], 3)
        assert rows.tolist() == ([0, 1, 2, 3] if told else [])


def test_other_tables_are_no_earlier_release(design: Design) -> None:
    answers = sent(design, {0: 5})
    first = collect(design.specification, answers, token="token")
    with pytest.raises(TableError, match="columns of this release"):
        collect(design.specification, answers, token="token", earlier=[first.table.drop("score")])
    with pytest.raises(TableError, match="no class in common"):
        collect(design.specification, answers, token="token", earlier=[first.table.with_columns(pl.col("age") + 1)])
