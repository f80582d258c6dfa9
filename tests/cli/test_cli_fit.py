"""shoal fit: from a model to a quantizer to releases of several tables; and every wrong model leaves no file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from cli_toys import shoal

from shoal import most_cells

AGE, INCOME = "age=norm(45, 15)", "income=lognorm(s=0.5, scale=30000)"
DISTRIBUTIONS = ("--column", AGE, "--column", INCOME, "--type", "age=integer", "--rounding", "income=-2")
ROLES = """
[columns.name]
role = "identifying"
[columns.x]
role = "quasi_identifying"
[columns.y]
role = "quasi_identifying"
[columns.residents]
role = "weight"
"""


def people(folder: Path, name: str, seed: int, n_records: int = 1_500) -> Path:
    rng = np.random.default_rng(seed)
    path = folder / name
    pl.DataFrame(
        {
            "name": [f"Zyxwina {row}" for row in range(n_records)],
            "age": np.rint(rng.normal(45, 15, n_records)).astype(int),
            "income": np.rint(np.exp(np.log(30_000) + 0.5 * rng.standard_normal(n_records))).astype(int),
        }
    ).write_csv(path)
    return path


def grid(folder: Path) -> Path:
    """A census raster as a list of pixels."""
    path = folder / "grid.csv"
    x, y = np.meshgrid(np.arange(20) * 0.25, np.arange(10) * 0.5, indexing="ij")
    residents = np.random.default_rng(0).integers(0, 50, x.size)
    pl.DataFrame({"x": x.ravel(), "y": y.ravel(), "residents": residents}).write_csv(path)
    return path


def test_one_design_for_two_tables(tmp_path: Path) -> None:
    model = tmp_path / "model.json"
    made = shoal("fit", *DISTRIBUTIONS, "--k", "10", "--records", "1500", "-o", model, "--seed", "1", "--json")
    assert made.exit_code == 0, made.output
    facts = json.loads(made.stdout)
    assert facts["cells"] == 80 == most_cells(k=10, records=1_500, failure=0.01)
    assert 0.009 < facts["cell_failure"] <= 0.01
    assert facts["drawn_from_model"]
    assert facts["least_probability"] == pytest.approx(1 / 80, rel=0.01)
    assert (facts["columns"], facts["discloses"], facts["warnings"]) == (["age", "income"], [], [])
    for year in (1, 2):
        table = people(tmp_path, f"year{year}.csv", seed=year)
        out = tmp_path / f"release{year}.csv"
        done = shoal("apply", model, table, "-o", out, "--id", "name", "--withhold", "--json")
        assert done.exit_code == 0, done.output
        released = pl.read_csv(out)
        assert released.columns == ["age", "income"]
        assert released.group_by("age", "income").len()["len"].min() >= 10
        assert released.height == json.loads(done.stdout)["released"] > 1_400
        assert released["age"].dtype.is_integer()
    again = shoal("fit", *DISTRIBUTIONS, "--k", "10", "--cells", "80", "-o", model, "--seed", "1", "--json")
    assert json.loads(again.stdout)["digest"] == facts["digest"]


def test_the_summary_promises_nothing(tmp_path: Path) -> None:
    told = shoal("fit", "--column", AGE, "--k", "5", "--cells", "4", "-o", tmp_path / "q.shoalq", "--samples", "200")
    assert told.exit_code == 0
    assert "until shoal apply has counted it" in " ".join(told.output.split())
    assert "designed on 50 samples" in " ".join(told.output.split())
    assert "samples of a model" in " ".join(shoal("verify", tmp_path / "q.shoalq").output.split())
    assert "200 of a model" in " ".join(shoal("inspect", tmp_path / "q.shoalq").output.split())
    quiet = shoal("fit", "--column", AGE, "--k", "5", "--cells", "4", "-o", tmp_path / "q.json", "--quiet")
    assert (quiet.exit_code, quiet.output) == (0, "")


def test_a_raster_and_the_same_list_as_points(tmp_path: Path) -> None:
    table = grid(tmp_path)
    usual = ("--cells", "8", "--k", "5", "--seed", "0", "--samples", "8000", "--json")
    pixels = shoal("fit", table, "--raster", "--qi", "x,y", "--weight", "residents", *usual, "-o", tmp_path / "r.json")
    assert pixels.exit_code == 0, pixels.output
    assert json.loads(pixels.stdout)["drawn_from_model"]
    roles = tmp_path / "roles.toml"
    roles.write_text(ROLES, encoding="utf-8")
    by_file = shoal("fit", table, "--raster", "--roles", roles, *usual, "-o", tmp_path / "f.json")
    assert by_file.exit_code == 0, by_file.output
    one, other = (json.loads((tmp_path / name).read_text("utf-8")) for name in ("r.json", "f.json"))
    assert one["arrays"] == other["arrays"]
    assert [column["name"] for column in other["header"]["columns"]] == ["x", "y", "name"]
    points = shoal("fit", table, "--roles", roles, *usual, "-o", tmp_path / "p.json")
    assert points.exit_code == 0, points.output
    assert not json.loads(points.stdout)["drawn_from_model"]


def test_a_table_of_samples_and_given_shares(tmp_path: Path) -> None:
    table = people(tmp_path, "synthetic.csv", seed=5)
    shares = tmp_path / "shares.csv"
    shares.write_text("share\n0.5\n0.3\n0.2\n", encoding="utf-8")
    made = shoal(
        "fit", table, "--qi", "age,income", "--shares", shares, "--k", "5", "-o", tmp_path / "q.json", "--json"
    )
    assert made.exit_code == 0, made.output
    facts = json.loads(made.stdout)
    assert (facts["cells"], facts["samples"], facts["least_probability"]) == (3, 1_500, 0.2)
    counted = shoal("verify", tmp_path / "q.json", table, "--json")
    assert json.loads(counted.stdout)["counts_as_designed"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Give a table of samples, or a distribution for each column with --column"),
        (("--column", "age"), "--column is given as COLUMN=VALUE"),
        (("--column", "age=nomr(3, 1)"), "no univariate distribution of scipy.stats. Did you mean 'norm'?"),
        (("--column", "age=wishart(3, 1)"), "no univariate distribution"),
        (("--column", "age=norm(0, -1)"), "out of range. The parameters of norm in scipy.stats are: loc, scale"),
        (("--column", "age=lognorm()"), "are: s, loc, scale"),
        (("--column", "age=norm(1e999, 1)"), "numbers in parentheses"),
        (("--column", "age=norm(True, 1)"), "numbers in parentheses"),
        (("--column", "age=norm(*[1, 2])"), "numbers in parentheses"),
        (("--column", "age=norm(**{})"), "numbers in parentheses"),
        (("--column", "age=__import__('os').system('true')"), "numbers in parentheses"),
        (("--column", "age=norm(__import__('os'))"), "numbers in parentheses"),
        (("--column", "age=norm(3"), "numbers in parentheses"),
        (("--column", AGE, "--column", "age=expon()"), "given twice for column 'age'"),
        (("--column", AGE, "--weight", "w"), "--weight is about a table of samples, and none is given"),
        (("--column", AGE, "--qi", "age"), "--qi is about a table of samples"),
        (("--column", AGE, "--delimiter", ";"), "--delimiter is about a table of samples"),
        (("--column", AGE, "--rounding", "income=0"), "--rounding"),
        (("--column", AGE, "--samples", "0"), "--samples must be a whole number of at least 1"),
        (("--column", AGE, "--samples", "20"), "cells"),
        (("--column", AGE, "--seed", "-1"), "--seed must be a whole number"),
        (("PEOPLE", "--column", AGE), "either a table or distributions (--column), not both"),
        (("PEOPLE",), "No quasi-identifiers were given"),
        (("PEOPLE", "--qi", "age,incme"), "Column 'incme' (--qi) is not in people.csv. Did you mean 'income'?"),
        (("PEOPLE", "--qi", "age", "--samples", "50"), "--samples is how many are drawn from a model"),
        (("PEOPLE", "--qi", "age", "--weight", "wages"), "Column 'wages' (--weight) is not in people.csv"),
        (("PEOPLE", "--qi", "age,income", "--raster"), "--raster needs the weight of each pixel"),
        (("PEOPLE", "--qi", "age,income", "--raster", "--weight", "age"), "single points and no raster"),
        (("ZEROS", "--qi", "x", "--weight", "n"), "The weights in column 'n' are all 0"),
        (("ZEROS", "--qi", "x", "--weight", "n", "--raster"), "are all 0, so there is no population"),
        (("ZEROS", "--qi", "x", "--roles", "r.toml"), "--qi"),
        (("absent.csv", "--qi", "age"), "There is no file absent.csv"),
        (("--column", AGE, "--records", "500"), "in one of three ways: --cells, --records, --shares"),
        (("--column", AGE, "--failure", "0.1"), "--failure is about a table of so many --records"),
    ],
)
def test_a_wrong_model_is_refused_and_leaves_no_file(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    people(tmp_path, "people.csv", seed=0, n_records=100)
    (tmp_path / "zeros.csv").write_text("x,n\n" + "".join(f"{row},0\n" for row in range(50)), encoding="utf-8")
    files = {"PEOPLE": "people.csv", "ZEROS": "zeros.csv"}
    before = set(tmp_path.iterdir())
    told = shoal("fit", *(files.get(word, word) for word in words), "--k", "5", "--cells", "5", "-o", "q.json")
    assert told.exit_code == 2, told.output
    assert said in " ".join(told.output.split())
    assert "Zyxwina" not in told.output
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--k", "1", "--cells", "5", "-o", "q.json"), "--k is 1"),
        (("--k", "5", "-o", "q.json"), "Give the number of cells"),
        (("--k", "5", "--records", "4", "-o", "q.json"), "no cell can reach k"),
        (("--k", "5", "--records", "50", "--failure", "2", "-o", "q.json"), "If you mean per cent, give 0.02"),
        (("--k", "5", "--cells", "5", "-o", "q.csv"), "A quantizer is written as .json, .shoalq"),
        (("--k", "5", "--cells", "5", "-o", "absent/q.json"), "absent"),
        (("--k", "5", "--shares", "bad.csv", "-o", "q.json"), "--shares sum to 0.9"),
        (("--k", "5", "--shares", "two.csv", "-o", "q.json"), "has no column share"),
        (("--k", "5", "--shares", "bad.csv", "-o", "bad.csv"), "A quantizer is written as"),
    ],
)
def test_a_wrong_number_of_cells_is_refused(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.csv").write_text("share\n0.5\n0.4\n", encoding="utf-8")
    Path("two.csv").write_text("a,b\n0.5,1\n0.5,1\n", encoding="utf-8")
    before = set(tmp_path.iterdir())
    told = shoal("fit", "--column", AGE, *words)
    assert told.exit_code == 2, told.output
    assert said in " ".join(told.output.split())
    assert set(tmp_path.iterdir()) == before


def test_a_heavy_sample_needs_a_word(tmp_path: Path) -> None:
    table = tmp_path / "samples.csv"
    table.write_text("x,n\n0,600\n" + "".join(f"{row},10\n" for row in range(1, 60)), encoding="utf-8")
    words = ("fit", table, "--qi", "x", "--weight", "n", "--k", "3", "--cells", "2", "-o", tmp_path / "q.json")
    refused = shoal(*words, "--samples", "1000")
    assert refused.exit_code == 2
    assert "--disclose" in refused.output
    assert not (tmp_path / "q.json").exists()
    assert shoal(*words, "--samples", "1000", "--disclose").exit_code == 0
