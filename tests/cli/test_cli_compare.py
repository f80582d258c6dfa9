"""shoal compare: the losses are those of the library, and nothing is released."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numba
import numpy as np
import polars as pl
import pytest
from cli_toys import CANARIES, shoal, write_people
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

import shoal as library
from shoal.cli.release.compare import _methods, split_methods
from shoal.cli.release.comparison.loss_plot import draw, moved_apart, write_loss_plot
from shoal.cli.release.comparison.pareto_plot import draw_panel, write_pareto_plot
from shoal.cli.release.comparison.runs import WARM_UP_RECORDS, Comparison, LeastLoss, _ranked, compared, contenders
from shoal.cli.release.comparison.tables import _latex
from shoal.encode import Encoding
from shoal.errors import Outcome
from shoal.partition.bound.certificate import BoundKind
from shoal.partition.conditions import strata as blocks
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.methods import METHODS
from shoal.partition.problem import Cells, Problem
from shoal.release.confidential.asked import AskedPromises
from shoal.release.report import certificate as report_certificate
from shoal.table import roles_from_arguments, table_of


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path)


def test_losses_are_those_of_the_partitioners(people: Path, tmp_path: Path) -> None:
    result = shoal("compare", people, "--qi", "age,income", "--k", "3,5", "--method", "mdav,vmdav(gain=1.1)", "--json")
    assert result.exit_code == 0, result.stderr
    facts = json.loads(result.stdout)["results"]
    assert sorted((row["k"], row["method"]) for row in facts) == [
        (3, "mdav"),
        (3, "vmdav(gain=1.1)"),
        (5, "mdav"),
        (5, "vmdav(gain=1.1)"),
    ]
    assert facts == sorted(facts, key=lambda row: (row["k"], row["loss"], row["seconds"]))
    for row in facts:
        # Cells are formed with coarse scales, and their loss is told with every column by its own variance.
        formed = library.microaggregate(encoded(people), row["k"], method=row["method"])
        expected = formed.measured_on(points_of(people))
        assert row["loss"] == pytest.approx(expected.loss, rel=1e-9)
        assert row["n_cells"] == expected.n_cells
        assert row["smallest_cell"] == expected.sizes.min() >= row["k"]
        assert row["seconds"] > 0
    assert {path.name for path in tmp_path.iterdir()} == {"people.csv"}


def encoded(people: Path) -> np.ndarray:
    table = table_of(pl.read_csv(people).select("age", "income"))
    return Encoding.fit(table, roles_from_arguments(table, quasi_identifiers=["age", "income"])).points(table)


def points_of(people: Path) -> np.ndarray:
    columns = pl.read_csv(people).select("age", "income").to_numpy().astype(float)
    return (columns - columns.mean(axis=0)) / columns.std(axis=0)


@pytest.mark.parametrize(("options", "budget_s", "kind"), [([], None, "nearest"), (["--certify", "5"], 5, "linear")])
def test_the_bound_is_that_of_the_library(people: Path, options: list[str], budget_s: float | None, kind: str) -> None:
    options = ["--qi", "age,income", "--k", "3", "--method", "mdav", *options, "--json"]
    facts = json.loads(shoal("compare", people, *options).stdout)
    [bound], [run] = facts["bounds"], facts["results"]
    points = points_of(people)
    exact = library.lower_bound(points, 3, budget_s=budget_s) / (points**2).sum()
    assert bound["loss"] == pytest.approx(exact, abs=1e-4)
    assert bound["loss"] <= exact <= run["loss"]
    assert bound["rests_on"][0].startswith(kind)
    assert run["at_most_above"] == pytest.approx(run["loss"] / exact - 1, abs=3e-4)
    if budget_s is None:  # a program ends within a tolerance of its own
        assert run["at_most_above"] >= run["loss"] / exact - 1


def test_methods_that_can_use_a_budget_run_once_for_each(people: Path) -> None:
    methods = "mdav,best,best(steps=[anneal(20),recombine]),auto"
    options = ["--qi", "age,income", "--k", "3", "--method", methods, "--budget", "0.4,0.2"]
    rows = json.loads(shoal("compare", people, *options, "--json").stdout)["results"]
    assert sorted((row["method"], row["budget_s"] or 0) for row in rows) == [
        ("auto", 0),
        ("best", 0.2),
        ("best", 0.4),
        ("best(steps=[anneal(20),recombine])", 0),
        ("mdav", 0),
    ]
    assert next(row for row in rows if row["method"] == "auto")["made_by"].startswith("auto: best(steps=")
    greedy = next(row["loss"] for row in rows if row["method"] == "mdav")
    assert all(row["loss"] <= greedy for row in rows)


def test_a_method_that_ends_by_itself_is_not_run_again_with_more_time(people: Path) -> None:
    options = ["--qi", "age,income", "--k", "3", "--method", "pcl", "--budget", "50,60"]
    rows = json.loads(shoal("compare", people, *options, "--json").stdout)["results"]
    assert [row["budget_s"] for row in rows] == [50]


def test_the_screen_shows_every_pair_and_the_front(people: Path) -> None:
    result = shoal("compare", people, "--qi", "age,income", "--k", "3,10", "--method", "mdav,mdav*")
    rows = [line for line in result.stdout.splitlines() if line.strip().startswith("mdav")]
    assert len(rows) == 4
    assert all("≤" in row or "–" in row for row in rows)
    assert ("'–': no bound" in result.stdout) == any("–" in row for row in rows)
    assert sum(row.rstrip().endswith("time") for row in rows) >= 2
    assert result.stdout.count("No cells lose less than") == 2
    assert not any(canary in result.output for canary in CANARIES)


def test_the_front_is_what_nothing_quicker_beats() -> None:
    runs = [run("slow", 9.0, 0.10), run("quick", 0.1, 0.30), run("middle", 1.0, 0.20), run("poor", 2.0, 0.25)]
    ranked = _ranked([*runs, run("twin", 1.0, 0.20)])
    assert [row.method for row in ranked] == ["slow", "middle", "twin", "poor", "quick"]
    assert [row.method for row in ranked if row.on_front] == ["slow", "middle", "quick"]
    ranked = _ranked([run("by a hair", 1.001, 0.30), run("better", 1.004, 0.20)])
    assert [row.method for row in ranked if row.on_front] == ["better"]


def run(method: str, seconds: float, loss: float, k: int = 3) -> Comparison:
    return Comparison(method, None, method, k, loss, seconds, 20, k, k, 0.5)


def drawn(axes: Axes) -> dict[str, Line2D]:
    return {str(line.get_label()): line for line in axes.get_lines()}


def test_the_pareto_plot_has_every_run_the_front_and_the_bound() -> None:
    axes = Figure().add_subplot()
    runs = _ranked([run("mdav", 0.1, 0.3), run("best", 1.0, 0.2), run("best", 8.0, 0.1), run("md", 3.0, 0.4)])
    draw_panel(axes, runs, LeastLoss(3, 0.05, ("nearest neighbours",), None), ["mdav", "best", "md"])
    lines = drawn(axes)
    assert axes.get_xscale() == "log"
    assert list(lines["best"].get_xdata()) == [1.0, 8.0]
    assert list(lines["best"].get_ydata()) == pytest.approx([20, 10])
    assert list(lines["least loss in this time"].get_ydata()) == pytest.approx([30, 20, 10, 10])
    assert lines["no cells lose less"].get_ydata()[0] == pytest.approx(5)
    low, high = axes.get_ylim()
    assert low < 5 < 40 < high


def test_without_a_bound_no_line_is_drawn() -> None:
    axes = Figure().add_subplot()
    draw_panel(axes, _ranked([run("mdav", 0.0, 0.0)]), LeastLoss(3, None, (), "weighted"), ["mdav"])
    assert set(drawn(axes)) == {"mdav", "least loss in this time"}


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_the_same_results_give_the_same_plots(tmp_path: Path, suffix: str) -> None:
    runs = [entry for k in (3, 5) for entry in _ranked([run("mdav", 0.1, k / 50, k), run("md", 1.0, k / 60, k)])]
    bounds = [LeastLoss(k, 0.01, ("nearest neighbours",), None) for k in (3, 5)]
    for name in ("a", "b"):
        write_pareto_plot(tmp_path / f"time-{name}{suffix}", runs, bounds, "people.csv")
        write_loss_plot(tmp_path / f"k-{name}{suffix}", runs, "people.csv")
    for kind in ("time", "k"):
        content = (tmp_path / f"{kind}-a{suffix}").read_bytes()
        assert content == (tmp_path / f"{kind}-b{suffix}").read_bytes()  # nothing of the day of drawing is in it
        assert content.startswith({".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[suffix])
        if suffix == ".svg":
            assert b">mdav<" in content
            assert b">md<" in content


def test_plots_are_written_and_named(people: Path, tmp_path: Path) -> None:
    plots = [tmp_path / "time.svg", tmp_path / "k.png"]
    options = ["--qi", "age,income", "--k", "3,5", "--method", "mdav,md", "--plot", plots[0], "--plot-k", plots[1]]
    result = shoal("compare", people, *options, "--json")
    assert json.loads(result.stdout)["files"] == [str(path) for path in plots]
    assert all(path.stat().st_size > 1_000 for path in plots)
    quiet = shoal("compare", people, *options, "-q")
    assert (quiet.exit_code, quiet.output) == (0, "")


def test_results_are_written_for_programs_and_papers(people: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("r.csv", "r.tex", "r.json")]
    given = [word for path in files for word in ("-o", path)]
    methods = ["--k", "3,5", "--method", "mdav,vmdav(gain=1.1),mu-approx"]
    result = shoal("compare", people, "--qi", "age,income", *methods, *given, "--json")
    facts = json.loads(result.stdout)
    assert facts["files"] == [str(path) for path in files]
    assert json.loads(files[2].read_text()) == facts
    table = pl.read_csv(files[0])
    assert table.select("k", "method", "loss").rows() == [(r["k"], r["method"], r["loss"]) for r in facts["results"]]
    assert table["least_loss"].to_list() == [b["loss"] for b in facts["bounds"] for _ in range(3)]
    assert table["interrupted"].to_list() == [False] * 6
    rows = [line for line in files[1].read_text().splitlines() if line.endswith(r"\\")]
    assert len(rows) == 1 + 6
    assert {row.count("&") for row in rows} == {7}
    assert sum(r"\textbf" in row for row in rows) == 2  # the least loss of each k
    assert not any(canary in path.read_text() for path in files for canary in CANARIES)


def test_names_cannot_break_the_latex() -> None:
    odd = run(r"a\b_c&d%e#f$g{h}~^<>|", 1.0, 0.2)
    row = _latex([replace(odd, at_most_above=None)]).splitlines()[5]
    assert row == (
        r"3 & a\textbackslash{}b\_c\&d\%e\#f\$g\{h\}\textasciitilde{}\textasciicircum{}\textless{}\textgreater{}"
        r"\textbar{} & \textbf{20.0000} & -- & 1.00 & 20 & 3 & 3 \\"
    )


def test_a_weak_bound_is_not_shown_to_a_reader() -> None:
    """Story: 'a bound of more than 100 % is not shown', and the screen said 103.43 %."""
    weak, telling = (
        replace(run("mdav", 1.0, 0.2), at_most_above=1.0343),
        replace(run("md", 1.0, 0.3), at_most_above=1.0),
    )
    assert (weak.above_shown, telling.above_shown) == (None, 1.0)
    rows = _latex([weak, telling]).splitlines()[5:7]
    assert " & -- & " in rows[0]
    assert r"$\leq$ 100.00" in rows[1]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_latex_takes_the_table(tmp_path: Path) -> None:
    table = _latex([run("a_b & 100 %", 1.0, 0.2), run("mdav*", 0.1, 0.3, 5)])
    document = rf"\documentclass{{article}}\usepackage{{booktabs}}\begin{{document}}{table}\end{{document}}"
    (tmp_path / "t.tex").write_text(document.replace(r"}% Made", "}\n% Made"))
    command = ["pdflatex", "-interaction=batchmode", "t.tex"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0


def test_more_records_than_a_block_can_be_compared(tmp_path: Path) -> None:
    """Story: with more than 6,000 records the warm-up of `best` was refused, and with it the comparison."""
    rng = np.random.default_rng(0)
    table = tmp_path / "many.csv"
    pl.DataFrame({"a": rng.normal(size=6_100), "b": rng.normal(size=6_100)}).write_csv(table)
    options = ["--qi", "a,b", "--k", "5", "--method", "best(steps=[anneal(1)])", "--json"]
    result = shoal("compare", table, *options)
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["results"][0]["smallest_cell"] >= 5


class Compiles(MDAV):
    """A method whose first run on a real table compiles something, as a first run on a large table may."""

    sizes: ClassVar[list[int]] = []
    compiled: ClassVar[list[Any]] = []

    def __call__(self, problem: Problem) -> Cells:
        self.sizes.append(len(problem.points))
        if len(problem.points) > WARM_UP_RECORDS:
            self.compiled[0](1.0)
        return super().__call__(problem)


def test_a_run_that_compiled_is_made_again(tmp_path: Path) -> None:
    """Story: at --budget 1 a run took 17 s, nearly all of it in the compiler, and lost more than it would have."""
    people = write_people(tmp_path, 100)
    table = table_of(people).dropped(["name", "town", "region", "weight", "diagnosis"])
    roles = roles_from_arguments(table, quasi_identifiers=["age", "income"])
    Compiles.sizes, Compiles.compiled = [], [numba.njit(lambda x: x + 1)]
    [(rows, _)] = compared(
        table, roles, [3], contenders({"mine": Compiles()}, [1.0]), sets=[("", AskedPromises())], seed=0, certify_s=None
    )
    assert Compiles.sizes == [WARM_UP_RECORDS, 100, 100]  # the warm-up, the run that compiled, the run that counts
    assert len(rows) == 1


def test_strata_weights_and_gaps_count_as_in_a_release(tmp_path: Path) -> None:
    people = write_people(tmp_path)
    lines = people.read_text().splitlines()
    lines[4] = ",".join(["Zyxwina", "", *lines[4].split(",")[2:]])
    people.write_text("\n".join(lines) + "\n")
    options = ["--qi", "age,income", "--by", "region", "--weight", "weight"]
    assert shoal("compare", people, *options, "--k", "3").exit_code == 2
    options += ["--missing", "drop"]
    row = json.loads(shoal("compare", people, *options, "--k", "3", "--method", "mdav", "--json").stdout)["results"][0]
    release = library.anonymize(
        people,
        k=3,
        quasi_identifiers=["age", "income"],
        identifiers="name",
        by="region",
        weight="weight",
        confidential="diagnosis",
        method="mdav",
        missing="drop",
    )
    assert row["loss"] == pytest.approx(release.partition.loss)
    certified = release.report.facts["certificate"]["at_most_above"]
    assert certified in (None, row["at_most_above"])  # a table too small for statistics is told nothing in a report
    facts = json.loads(shoal("compare", people, *options, "--k", "3", "--method", "mdav", "--json").stdout)
    assert facts["bounds"][0]["is_weighted"] is True
    sharper = shoal("compare", people, *options, "--k", "3", "--method", "mdav", "--certify", "2")
    assert "linear program, weakened by the weights" in " ".join(sharper.stdout.split())


class Interrupting:
    """Runs as they are, but for one: interrupted when it has cells already (``late``), or before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at_run: int, *, late: bool) -> None:
        self.n_runs, self.at_run, self.late = 0, at_run, late
        self.plain = blocks.microaggregate_blocks
        # A real Ctrl-C would fall into another run on every machine.
        monkeypatch.setattr(blocks, "microaggregate_blocks", self)

    def __call__(self, *given: Any, **settings: Any) -> Any:
        self.n_runs += 1
        if self.n_runs == self.at_run and not self.late:
            raise KeyboardInterrupt
        partition, used = self.plain(*given, **settings)
        if self.n_runs == self.at_run:
            partition = replace(partition, outcome=Outcome.INTERRUPTED)
        return partition, used


THREE = ["--qi", "age,income", "--k", "3,5", "--method", "mdav,mdav*,vmdav"]


def test_an_interrupted_run_ends_the_comparison_and_is_marked(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C was swallowed: the run was shown as a full one, and the others went on."""
    plot, plot_k = tmp_path / "time.svg", tmp_path / "k.svg"
    runs = Interrupting(monkeypatch, at_run=5, late=True)
    result = shoal("compare", people, *THREE, "--plot", plot, "--plot-k", plot_k)
    assert result.exit_code == 130
    assert runs.n_runs == 5
    assert "Interrupted. The comparison is not complete" in " ".join(result.stderr.split())
    shown = " ".join(result.stdout.split("This is the loss")[0].split())
    assert shown.count("interrupted") == 1
    assert "k = 5" in shown
    assert f"Written: {plot}" in result.stdout.replace("\n", "")
    assert b">interrupted<" in plot.read_bytes()
    assert b">mdav*, interrupted<" in plot_k.read_bytes()
    Interrupting(monkeypatch, at_run=5, late=True)
    result = shoal("compare", people, *THREE, "--json")
    facts = json.loads(result.stdout)
    assert result.exit_code == 130
    assert facts["complete"] is False
    assert [(row["k"], row["method"]) for row in facts["results"] if row["is_interrupted"]] == [(5, "mdav*")]
    assert len(facts["results"]) == 5
    assert not any(row["on_front"] for row in facts["results"] if row["is_interrupted"])


@pytest.mark.parametrize(("at_run", "ks"), [(4, [3, 3, 3]), (2, [3]), (5, [3, 3, 3, 5])])
def test_an_interrupt_before_there_are_cells_keeps_the_runs_before(
    at_run: int, ks: list[int], people: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Interrupting(monkeypatch, at_run, late=False)
    result = shoal("compare", people, *THREE, "--json")
    facts = json.loads(result.stdout)
    assert result.exit_code == 130
    assert facts["complete"] is False
    assert [row["k"] for row in facts["results"]] == ks
    assert [bound["k"] for bound in facts["bounds"]] == sorted(set(ks))


def test_an_interrupt_of_the_first_run_leaves_nothing(people: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Interrupting(monkeypatch, 1, late=False)
    result = shoal("compare", people, *THREE)
    assert (result.exit_code, result.stdout) == (130, "")
    assert "Interrupted; nothing was written." in result.stderr


def test_an_interrupted_bound_ends_the_comparison(people: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = report_certificate.bound_of_table

    def interrupted(points: Any, block_of: Any, k: int, **settings: Any) -> Any:
        bound = plain(points, block_of, k, **settings)
        return replace(bound, kinds=(BoundKind.INTERRUPTED,)) if k == 5 else bound

    # A bound of so few records takes milliseconds: a real Ctrl-C would miss it.
    monkeypatch.setattr(report_certificate, "bound_of_table", interrupted)
    result = shoal("compare", people, *THREE, "--json")
    assert result.exit_code == 130
    assert [row["k"] for row in json.loads(result.stdout)["results"]] == [3, 3, 3]


def test_a_comparison_that_ends_is_complete(people: Path) -> None:
    result = shoal("compare", people, "--qi", "age,income", "--k", "3", "--method", "mdav", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["complete"] is True


def test_a_panel_whose_only_run_was_interrupted() -> None:
    axes = Figure().add_subplot()
    [only] = _ranked([replace(run("best", 1.0, 0.2), is_interrupted=True)])
    assert not only.on_front
    draw_panel(axes, [only], LeastLoss(3, None, (), "weighted"), ["best"])
    assert set(drawn(axes)) == {"best"}
    assert [text.get_text() for text in axes.texts] == ["interrupted"]


def test_roles_file(people: Path, tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    shoal("roles", people, "-o", roles)
    facts = json.loads(shoal("compare", people, "--roles", roles, "--k", "3", "--method", "mdav", "--json").stdout)
    assert "age" in facts["quasi_identifiers"]
    assert shoal("compare", people, "--roles", roles, "--qi", "age").exit_code == 2


WRONG = {
    "k": (["--k", "3,x"], "whole numbers"),
    "small k": (["--k", "1,3"], "smallest k"),
    "large k": (["--k", "3,61"], "holds 60 records"),
    "method": (["--method", "mdav,mdv"], "Did you mean 'mdav'?"),
    "no method": (["--method", ","], "names no method"),
    "column": (["--qi", "agee"], "Did you mean 'age'?"),
    "too many coordinates": (["--method", "optimal-1d"], "one coordinate"),
    "budget": (["--budget", "1,soon"], "positive numbers"),
    "no budget": (["--budget", "0"], "positive numbers"),
    "endless budget": (["--budget", "inf"], "positive numbers"),
    "budget for nobody": (["--method", "mdav", "--budget", "3"], "none of these methods"),
    "certificate": (["--certify", "-1"], "positive number of seconds"),
    "seed": (["--seed", "-1"], "seed must be"),
    "plot by k": (["--plot-k", "plot.docx"], ".png, .svg, .pdf"),
    "plot suffix": (["--plot", "plot.docx"], ".png, .svg, .pdf"),
    "table suffix": (["-o", "results.xlsx"], ".csv, .tex, .json"),
    "table folder": (["-o", "/no/such/results.csv"], "Cannot write"),
    "plot folder": (["--plot", "/no/such/plot.png"], "Cannot write"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_use(name: str, people: Path) -> None:
    wrong, words = WRONG[name]
    result = shoal("compare", people, "--qi", "age,income", *wrong)
    assert result.exit_code == 2
    assert words in result.stderr


def test_methods_are_split_outside_parentheses() -> None:
    assert split_methods("mdav, vmdav(gain=0.2) ,x(a=1,b=2),mdav*") == [
        "mdav",
        "vmdav(gain=0.2)",
        "x(a=1,b=2)",
        "mdav*",
    ]


def test_all_methods_are_those_that_serve_any_table_in_seconds() -> None:
    assert set(METHODS) - set(_methods("all")) == {"auto", "optimal-1d", "matching", "noisy-pcl"}
    assert list(_methods("mdav*, mdav*,mdav")) == ["mdav*", "mdav"]


def test_labels_move_apart_and_stay_inside() -> None:
    places = moved_apart([1.0, 1.01, 1.02, 5.99, 6.0], 0.5, 6.2)
    assert np.diff(places).min() >= 0.5 - 1e-12
    assert places[0] == 1.0
    assert places[-1] <= 6.2


def test_names_stand_at_the_ends_of_their_lines() -> None:
    # They were placed before the layout was settled, and stood off their lines once it was.
    figure = Figure(figsize=(8.0, 4.8), layout="constrained")
    axes = figure.add_subplot()
    ends = {"a much longer name of a method": 0.02, "mdav": 0.11, "md": 0.2}
    draw(axes, [run(name, 1.0, loss * k / 10, k) for name, loss in ends.items() for k in (3, 5, 10)], "people.csv")
    figure.draw_without_rendering()
    for text in axes.texts:
        box = text.get_window_extent()
        end = axes.transData.transform((10, 100 * ends[text.get_text()]))
        assert (box.y0 + box.y1) / 2 == pytest.approx(end[1], abs=2.0)
        assert box.x0 > end[0]
