"""The report: facts, forms, and no record's values in any of them."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, timedelta
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import polars as pl
import pytest

from shoal.errors import Outcome
from shoal.guarantee import KAnonymity
from shoal.partition.partition import Partition
from shoal.release.classes import ClassSizes
from shoal.release.pages.plots import marginal_plot
from shoal.release.pages.text import statistics_rows
from shoal.release.report.evidence import Evidence
from shoal.release.report.facts import size_histogram
from shoal.release.report.report import Report, build_report
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of

K = 5
LOOKS = ["age", "income", "town", "born", "seen"]
# One record's values, each unlike all others: none may turn up in any form of the report.
CANARIES = ("Zanzibarcanary", "Jane Canary", "diagnosis-canary", "98765432", "1871-03-04", "1871")
VOID_ELEMENTS = {"meta", "br", "hr", "img", "link", "input"}


def people(n_records: int) -> pl.DataFrame:
    rng = np.random.default_rng(7)
    age = rng.integers(18, 80, n_records)
    table = pl.DataFrame(
        {
            "name": [f"person {record}" for record in range(n_records)],
            "age": age,
            "income": np.round(rng.lognormal(10, 0.5, n_records), 2),
            "town": rng.choice(["Aachen", "Bern", "Como"], n_records),
            "born": [date(1990, 1, 1) - timedelta(days=int(days)) for days in rng.integers(0, 9_000, n_records)],
            "seen": [datetime(2024, 5, 1) + timedelta(hours=int(hours)) for hours in rng.integers(0, 900, n_records)],
            "illness": rng.choice(["flu", "cold", "none"], n_records),
            "note": ["n"] * n_records,
        }
    )
    canary = {
        "name": "Jane Canary",
        "age": 79,
        "income": 98765432.1,
        "town": "Zanzibarcanary",
        "born": date(1871, 3, 4),
        "seen": datetime(2024, 5, 2),
        "illness": "diagnosis-canary",
        "note": "n",
    }
    return pl.concat([table[1:], pl.DataFrame([canary], schema=table.schema)])


def release_of(frame: pl.DataFrame, *, k: int = K, broken: bool = False) -> Report:
    """A plain release: cells along the income, every released value a mean or a mode of its cell."""
    table = table_of(frame)
    roles = roles_from_arguments(table, quasi_identifiers=LOOKS, identifiers=["name"], confidential=["illness"])
    n_records = table.n_records
    instants = {name: table.instants(name).astype(float) for name in ("born", "seen")}
    numeric = {"age": table.numbers("age"), "income": table.numbers("income"), **instants}
    codes, towns = table.codes("town")
    columns = [(values - values.mean()) / (values.std() or 1) for values in numeric.values()]
    points = np.column_stack([*columns, *(codes == code for code in range(len(towns)))]).astype(float)
    cell_of = np.empty(n_records, dtype=np.int64)
    cell_of[np.argsort(numeric["income"])] = np.minimum(np.arange(n_records) // k, max(n_records // k - 1, 0))
    partition = Partition.from_cells(points, cell_of, method="mdav", outcome=Outcome.BUDGET_SPENT)

    def mean(values):
        return (np.bincount(cell_of, values) / partition.sizes)[cell_of]

    modes = [towns[np.bincount(codes[cell_of == cell]).argmax()] for cell in range(partition.n_cells)]
    released = {
        "age": np.rint(mean(numeric["age"])).astype(np.int64),
        "income": mean(numeric["income"]),
        "town": [modes[cell] for cell in cell_of],
        "born": np.rint(mean(instants["born"])).astype(np.int64),
        "seen": np.rint(mean(instants["seen"])).astype(np.int64),
    }
    released_points = np.column_stack(
        [
            *((released[name] - values.mean()) / (values.std() or 1) for name, values in numeric.items()),
            *([town == modes[cell] for cell in cell_of] for town in towns),
        ]
    ).astype(float)
    if broken:
        released["income"][0] += 1.0
    order = np.random.default_rng(0).permutation(n_records)
    evidence = Evidence(
        promise=KAnonymity(k),
        original=table,
        released=table.replaced(released).dropped(["name"]).taken(order),
        roles=roles,
        points=points,
        released_points=released_points,
        partition=partition,
        slices={
            "age": slice(0, 1),
            "income": slice(1, 2),
            "born": slice(2, 3),
            "seen": slice(3, 4),
            "town": slice(4, 8),
        },
        settings={"k": k, "method": "mdav", "seed": 7, "budget_s": None, "quasi_identifiers": LOOKS},
        digests={"original": "sha256:" + "ab" * 32},
        warnings=["Column 'note' was not named <b>."],
    )
    return build_report(evidence)


@pytest.fixture(scope="module")
def report() -> Report:
    return release_of(people(400))


class Checker(HTMLParser):
    """Counts that every element is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag


def test_facts(report):
    facts = report.facts
    assert facts["schema_version"] == 1
    assert facts["promise"]["kept"] is True
    assert facts["promise"]["smallest_class"] == K
    assert facts["promise"]["n_classes"] == 80
    assert facts["promise"]["sizes"] == [{"label": "5", "from": 5, "to": 5, "classes": 80}]
    assert facts["promise"]["outcome"] == "budget spent"
    # One income of a hundred million makes most of the variance of all incomes: figures that it makes are not told.
    assert facts["withheld"] == ["income"]
    assert [row["name"] for row in facts["loss"]["attributes"]] == ["age", "born", "seen", "town"]
    assert facts["loss"]["rough"] is True
    assert 0 < facts["loss"]["cells"] < facts["loss"]["overall"]  # modes of towns and whole years cost more
    assert {marginal["name"] for marginal in facts["marginals"]} == set(LOOKS)
    assert [row["name"] for row in facts["statistics"]] == ["age"]
    assert facts["correlations"] is None  # of one column with itself
    assert facts["privacy"]["confidential"][0]["name"] == "illness"
    assert facts["linkage"]["ceiling"] == pytest.approx(1 / K)
    assert facts["published_as_is"] == ["note"]
    assert json.loads(report.to_json()) == facts


def test_no_value_of_a_record_in_any_form(report):
    for form in (report.to_json(), report.to_text(), report.to_html()):
        for canary in CANARIES:
            assert canary not in form
        assert "person 1" not in form


def test_no_original_extreme_in_any_form(report):
    incomes = people(400)["income"].sort()
    extremes = [*incomes[:3], *incomes[-3:]]
    for form in (report.to_json(), report.to_text(), report.to_html()):
        numbers = {text.replace(",", "") for text in re.findall(r"\d[\d,]*\.\d+", form)}
        assert not numbers & {f"{value:g}" for value in extremes}
        assert not numbers & {str(value) for value in extremes}


def test_html_is_whole_and_needs_nothing_else(report):
    page = report.to_html()
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert "http://" not in page
    assert "https://" not in page
    assert "url(" not in page
    tags = {tag for tag, _ in checker.seen}
    assert not tags & {"script", "link", "img", "iframe", "object"}
    assert not any(name in attributes for _, attributes in checker.seen for name in ("src", "href", "onload"))
    assert sum(tag == "svg" for tag, _ in checker.seen) >= 4 + len(LOOKS)


def test_what_people_wrote_is_escaped(report):
    assert "&lt;b&gt;" in report.to_html()
    assert "not named <b>" not in report.to_html()


def test_the_same_facts_in_text_and_html(report):
    text, page = report.to_text(), report.to_html()
    for form in (text, page):
        assert "Kept on the quasi-identifiers: the smallest class holds 5 records." in form
        assert f"lost {100 * report.facts['loss']['overall']:.0f} %" in form
        assert "t-closeness" in form
        assert "The search ended when its time was up." in " ".join(form.split())
        assert f"Date of the run (UTC): {report.facts['date']}" in form
        assert "sha256:abab" in form
        assert "The release does not hide whether somebody is in the table." in form


def test_figures_have_equally_many_digits_and_both_bars_have_one():
    """Story: 1.582 stood beside 1.3, and two bars had one figure without a word."""
    moments = {"mean_before": 1.582, "mean_after": 1.3, "deviation_before": 1234.0, "deviation_after": None}
    assert statistics_rows([{"name": "age", **moments}]) == [["age", "1.582", "1.300", "1,234.000", "–"]]
    tiny = dict.fromkeys(moments, 1.5e-9)
    assert statistics_rows([{"name": "mass", **tiny}]) == [["mass", *["1.5e-09"] * 4]]
    bars = {"name": "sex", "kind": "category", "labels": ["w", "m"], "before": [0.503, 0.497], "after": [0.5, 0.5]}
    drawn = marginal_plot(bars)
    assert all(figure in drawn for figure in ("50.3 % before", "49.7 % before", "50.0 % after"))


def test_a_broken_promise_is_counted_and_said():
    report = release_of(people(200), broken=True)
    assert report.facts["promise"]["kept"] is False
    assert report.facts["promise"]["smallest_class"] == 1
    assert "NOT kept" in report.to_text()
    assert 'class="verdict broken"' in report.to_html()


@pytest.mark.parametrize("n_records", [5, 10, 29])
def test_a_small_table_shows_no_statistics(n_records):
    report = release_of(people(n_records))
    facts = report.facts
    assert facts["detail_shown"] is False
    assert (facts["statistics"], facts["marginals"], facts["correlations"]) == ([], [], None)
    assert facts["loss"]["attributes"] == []
    assert "too small" in report.to_text()
    assert "too small" in report.to_html()


def test_the_picture_holds_released_points_not_records(report):
    picture = report.facts["picture"]
    assert picture["n_points"] == 80 == len(picture["points"])
    assert all(0 <= x <= 100 and 0 <= y <= 100 and size == K for x, y, size in picture["points"])
    assert 0 < sum(picture["shown_share"]) <= 1 + 1e-9


def test_identical_records_make_a_report():
    frame = people(60)
    same = pl.concat([frame[:1]] * 60).with_columns(name=pl.Series([f"person {record}" for record in range(60)]))
    report = release_of(same)
    assert report.facts["loss"]["overall"] == 0.0
    assert report.facts["promise"]["n_classes"] == 1
    assert "Kept" in report.to_html()


def test_sizes_of_many_magnitudes_are_binned():
    sizes = np.unique(np.geomspace(3, 10_000, 200).astype(np.int64))
    bars = size_histogram(ClassSizes.of(dict.fromkeys(sizes.tolist(), 1)))
    assert len(bars) <= 16
    assert sum(bar["classes"] for bar in bars) == len(sizes)
    assert (bars[0]["from"], bars[-1]["to"]) == (3, 10_000)
    assert all(left["to"] + 1 == right["from"] for left, right in pairwise(bars))
