"""shoal compare: risk against loss, and the run that is recommended by a stated rule."""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from cli_toys import shoal, write_people
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

import shoal as library
from shoal.cli.release.comparison.front import front_of, recommended
from shoal.cli.release.comparison.pareto_plot import draw_risk, write_risk_plot
from shoal.cli.release.comparison.runs import Comparison
from shoal.release.classes import classes_of
from shoal.release.risk.cell_risk import THE_RECORD, cell_risk, secret_codes
from shoal.table import table_of


def run(risk: float, loss: float, k: int = 3, method: str = "mdav") -> Comparison:
    return Comparison(method, None, method, k, loss, 1.0, 20, k, k, None, risk=risk, risk_about=THE_RECORD)


some_runs = st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8)), min_size=1, max_size=9)


@given(some_runs)
def test_the_front_is_that_of_brute_force(pairs: list[tuple[int, int]]) -> None:
    runs = [run(risk / 10, loss / 10) for risk, loss in pairs]
    front = {(runs[place].risk, runs[place].loss) for place in front_of(runs)}
    assert front == {
        (one.risk, one.loss)
        for one in runs
        if not any(
            other.risk <= one.risk and other.loss <= one.loss and (other.risk, other.loss) != (one.risk, one.loss)
            for other in runs
        )
    }


def test_the_knee_is_recommended() -> None:
    runs = [run(0.1, 0.9), run(0.2, 0.2), run(0.5, 0.1), run(0.6, 0.95)]
    advice = recommended(runs, None)
    assert advice.run is not None
    assert (advice.run.risk, advice.run.loss) == (0.2, 0.2)  # by hand: scaled 1, .25 + .125, 1
    assert [one.on_risk_front for one in advice.runs] == [True, True, True, False]
    assert "knee" in advice.rule
    two = recommended([run(0.3, 0.1), run(0.1, 0.3)], None)
    assert two.run is not None
    assert two.run.risk == 0.1  # of equals the one with less risk


def test_a_limit_of_the_risk_gives_the_least_loss_below_it() -> None:
    runs = [run(0.1, 0.9), run(0.2, 0.2), run(0.5, 0.1)]
    assert recommended(runs, 0.2).run.loss == 0.2
    assert "at most 20 %" in recommended(runs, 0.2).rule
    assert recommended(runs, 0.05).run is None
    assert "No run has a risk of at most 5 %" in recommended(runs, 0.05).rule


def test_an_interrupted_run_is_never_recommended() -> None:
    cut = replace(run(0.01, 0.01), is_interrupted=True)
    advice = recommended([cut, run(0.2, 0.2)], None)
    assert advice.run is not None
    assert advice.run.risk == 0.2
    assert not advice.runs[0].on_risk_front
    assert recommended([cut], None).run is None


def test_the_risk_of_cells_by_hand() -> None:
    """Cells of 3 and 2: values a a b and b b. The cells guess 4 of 5 right, one guess for all 3 of 5."""
    classes = classes_of([np.array([0, 0, 0, 1, 1])], 5)
    found = cell_risk(classes, {"v": np.array([0, 0, 1, 1, 1])})
    assert (found.value, found.about) == (0.4, THE_RECORD)  # two cells of five records; the gain is 1/5
    found = cell_risk(classes_of([np.repeat([0, 1], 10)], 20), {"v": np.repeat([0, 1], 10)})
    assert (found.value, found.about) == (0.5, "v")


def test_numbers_are_guessed_in_ranges_and_gaps_are_a_value() -> None:
    table = table_of(pl.DataFrame({"x": [*range(100), None], "c": ["a"] * 100 + [None], "l": [[1]] * 101}))
    assert len(set(secret_codes(table, "x"))) == 11
    assert len(set(secret_codes(table, "x", nominal=True))) == 101
    assert secret_codes(table, "c").tolist() == [0] * 100 + [1]
    assert set(secret_codes(table, "l")) == {0}


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path)


def test_the_risk_is_that_of_the_cells(people: Path) -> None:
    options = ["--qi", "age,income", "--confidential", "diagnosis", "--k", "3,5", "--method", "mdav,md", "--json"]
    facts = json.loads(shoal("compare", people, *options).stdout)
    table = pl.read_csv(people)
    for row in facts["results"]:
        release = library.anonymize(
            table.select("age", "income", "diagnosis"),
            k=row["k"],
            quasi_identifiers=["age", "income"],
            confidential=["diagnosis"],
            method=row["method"],
            seed=0,
        )
        cells: dict[int, list[str]] = {}
        for cell, value in zip(release.partition.cell_of, table["diagnosis"], strict=True):
            cells.setdefault(int(cell), []).append(value)
        right = sum(max(Counter(values).values()) for values in cells.values())
        most = max(Counter(table["diagnosis"]).values())
        assert row["risk"] == pytest.approx(max(len(cells), right - most) / len(table))
        assert row["risk_about"] == ("the record" if len(cells) >= right - most else "diagnosis")
    chosen = [row for row in facts["results"] if row["is_recommended"]]
    assert len(chosen) == 1
    assert facts["recommendation"]["setting"].startswith(f"k = {chosen[0]['k']}, {chosen[0]['method']}")


def test_the_screen_and_the_files_name_the_recommended_run(people: Path, tmp_path: Path) -> None:
    plot, table = tmp_path / "risk.svg", tmp_path / "runs.csv"
    options = ["--qi", "age,income", "--k", "3,10", "--method", "mdav", "--most-risk", "15%"]
    result = shoal("compare", people, *options, "--plot-risk", plot, "-o", table)
    assert result.exit_code == 0, result.stderr
    said = " ".join(result.stdout.split())
    assert "recommended" in said
    assert "least loss among those with a risk of at most 15 %" in said
    assert "There were only 2 runs to choose from." in said
    assert "'time' in the last column" in said
    assert "No confidential column was named" in said
    assert b"recommended" in plot.read_bytes()
    rows = pl.read_csv(table)
    assert rows.filter(pl.col("recommended"))["k"].to_list() == [10]
    assert rows["on_risk_front"].to_list() == [True, True]
    wrong = shoal("compare", people, "--qi", "age", "--most-risk", "0")
    assert wrong.exit_code == 2
    assert "--most-risk" in wrong.stderr


def test_the_plot_has_every_run_the_front_and_the_choice(tmp_path: Path) -> None:
    advice = recommended([run(0.1, 0.9, 10), run(0.2, 0.2, 5), run(0.5, 0.1, 3), run(0.6, 0.95, 3, "md")], None)
    axes = Figure().add_subplot()
    draw_risk(axes, advice.runs)
    lines = {str(line.get_label()): line for line in axes.get_lines()}
    assert list(lines["risk front"].get_xdata()) == pytest.approx([10, 20, 50])
    assert list(lines["md"].get_ydata()) == pytest.approx([95])
    assert list(lines["recommended"].get_xdata()) == pytest.approx([20])
    labels = {text.get_text() for text in axes.texts}
    assert labels == {"k = 3", "k = 5", "k = 10", f"recommended: {advice.run.title}, k = 5"}
    for name in ("a", "b"):
        write_risk_plot(tmp_path / f"{name}.svg", advice.runs, "people.csv")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


SETS = [
    "--diversity",
    "diagnosis=2",
    "--also",
    "none",
    "--also",
    "diversity diagnosis=entropy(1.5); closeness income=0.4",
]
ABOUT = ["--qi", "age", "--confidential", "diagnosis,income", "--k", "3", "--method", "mdav"]


def test_several_sets_of_promises_share_one_front(people: Path, tmp_path: Path) -> None:
    """One comparison had one set, so what a promise costs and what it protects from could not be read in one place."""
    out = [tmp_path / "runs.csv", tmp_path / "runs.tex"]
    words = [*ABOUT, *SETS, "-o", out[0], "-o", out[1], "--plot-risk", tmp_path / "risk.svg"]
    words += ["--plot", tmp_path / "time.svg", "--plot-k", tmp_path / "k.svg"]
    shown = shoal("compare", people, *words)
    assert shown.exit_code == 0, shown.stderr
    said = " ".join(shown.stdout.split())
    names = ["diagnosis: distinct(2)", "no promise", "diagnosis: entropy(1.5); income: close(0.4)"]
    for name in names:
        assert f"k = 3, {name}" in said
        assert name.replace("_", r"\_") in out[1].read_text()
        assert name in (tmp_path / "risk.svg").read_text()
    assert "Runs with all sets of promises are on one front" in said
    facts = json.loads(shoal("compare", people, *ABOUT, *SETS, "--json").stdout)
    assert [each["name"] for each in facts["promises"]] == names
    runs = {run["promises"]: run for run in facts["results"]}
    assert sorted(runs) == sorted(names)
    for name, promise in ((names[0], ["--diversity", "diagnosis=2"]), (names[1], [])):  # the same as on its own
        (alone,) = json.loads(shoal("compare", people, *ABOUT, *promise, "--json").stdout)["results"]
        assert (alone["loss"], alone["risk"]) == (runs[name]["loss"], runs[name]["risk"])
    assert {bound["promises"] for bound in facts["bounds"]} == set(names)
    rows = {row["promises"]: row for row in csv.DictReader(out[0].open())}
    assert {name: float(row["loss"]) for name, row in rows.items()} == {name: run["loss"] for name, run in runs.items()}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--also", "none", "--also", "none"], "names the same promises twice: no promise"),
        (["--also", "none"], "names the same promises twice"),
        (["--also", "diagnosis=2"], "Begin each part with diversity or closeness"),
        (["--also", "diversity age=2"], "'age' is a quasi-identifier"),
        (["--also", "diversity nothing=2"], "'nothing'"),
    ],
)
def test_sets_that_are_no_sets_are_refused(people: Path, words: list[str], said: str) -> None:
    result = shoal("compare", people, *ABOUT, *words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_a_set_beside_a_roles_file_does_not_take_over_its_promises(people: Path, tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    roles.write_text(
        '[columns.age]\nrole = "quasi_identifying"\n[columns.diagnosis]\nrole = "confidential"\ndiversity = 2\n'
        '[columns.name]\nrole = "identifying"\n',
        "utf-8",
    )
    words = ["--roles", roles, "--k", "3", "--method", "mdav", "--also", "none", "--json"]
    facts = json.loads(shoal("compare", people, *words).stdout)
    assert [each["name"] for each in facts["promises"]] == ["diagnosis: distinct(2)", "no promise"]
    with_it, without = (facts["results"][at]["loss"] for at in (0, 1))
    assert without != with_it
