"""Surveys whose members answer together, differ by cell, or have a share that is not known for certain."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import betabinom, binom
from survey_toys import QUICK, designed, frame
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import MissingValuesError, ParameterError, ShoalError, WrongUse
from shoal.survey.collection.dependent_attained import as_few_together, as_many_failed
from shoal.survey.participation.answering import Answering
from shoal.survey.participation.shares import Between, Earlier, Known
from shoal.survey.shared.canonical import digest_of
from shoal.survey.shared.scheme import Dependence
from shoal.survey.specification.scheme import scheme_of_specification
from shoal.survey.specification.specification import Specification

MODELS: dict[str, dict[str, Any]] = {
    "earlier survey": {"participation": Earlier(30, 50)},
    "interval": {"participation": Between(0.5, 0.7)},
    "overdispersion": {"overdispersion": 0.05},
    "households": {"households": "home", "tell_households": True},
    "half of the households": {"households": "home", "together": 0.5, "tell_households": True},
    "all of it": {
        "households": "home",
        "tell_households": True,
        "participation": Earlier(60, 90),
        "overdispersion": 0.02,
    },
    "strata": {
        "by": ["region"],
        "participation": {"north": Earlier(50, 60), "south": 0.7},
        "households": "home",
        "tell_households": True,
    },
    "members differ": {"households": "home", "participation": "chance"},
}


def people(n_records: int = 400, largest: int = 3) -> pl.DataFrame:
    """A frame in which each household has one to three members, who stand anywhere in it."""
    rng = np.random.default_rng(8)
    homes = np.repeat(np.arange(n_records), rng.integers(1, largest + 1, n_records))[:n_records]
    return frame(n_records).with_columns(home=pl.Series(rng.permutation(homes)))


@pytest.mark.parametrize("name", MODELS)
def test_every_cell_keeps_the_promise_of_its_own_households(name: str) -> None:
    """Counted again from the frame, cell by cell, without the code of the design."""
    table, model = people(), MODELS[name]
    design = designed(table, **model)
    specification = design.specification
    assert specification.verify().ok
    for cell in range(specification.n_cells):
        members = table.filter(pl.Series(design.cell_of == cell))
        share = model.get("participation", 0.6)
        if share == "chance":
            assert specification.failures[cell] <= 0.01
            continue
        share = share[members["region"][0]] if isinstance(share, dict) else share
        together = model.get("together", 1.0) if "households" in model else 0.0
        answering = Answering(
            share if isinstance(share, (Earlier, Between)) else Known(share), together, model.get("overdispersion", 0.0)
        )
        sizes = members["home"].value_counts()["count"].to_numpy() if together else np.ones(len(members), dtype=int)
        failure = answering.cell(np.bincount(sizes)[1:], 3).failure
        assert failure <= 0.01 * (1 + 1e-9)
        assert specification.failures[cell] == pytest.approx(failure, rel=1e-9)


@pytest.mark.parametrize("name", MODELS)
def test_the_file_tells_the_model_and_comes_back(name: str, tmp_path: Path) -> None:
    specification = designed(people(), **MODELS[name]).specification
    specification.save(tmp_path / "s.json")
    again = Specification.load(tmp_path / "s.json")
    assert again.digest == specification.digest
    assert again.participation == specification.participation or name in ("households", "strata", "members differ")
    document = json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert document["format"] == 2
    assert (document["n_min"] is None) == ("households" in MODELS[name])
    told = " ".join(document["promise"]["words"].split())
    assert ("decide as one" in told) == ("households" in MODELS[name])


def test_a_plain_survey_keeps_format_and_digest() -> None:
    """A reader of the first version reads it, and finds the digest that it knows."""
    specification = designed().specification
    assert specification.to_document()["format"] == 1
    assert specification.to_document()["participation"] == {"model": "constant", "share": 0.6}


def test_households_need_larger_cells_than_their_members_would_alone() -> None:
    table = people(largest=2)
    alone, together = designed(table), designed(table.with_columns(home=pl.arange(0, 400) // 2), households="home")
    assert alone.specification.frame_counts.min() <= together.specification.frame_counts.min()


def test_a_rare_household_size_is_not_told(tmp_path: Path) -> None:
    """Story: one family of eight in the frame would have been told, with the cell that it is in."""
    table = people().with_columns(home=pl.when(pl.arange(0, 400) < 8).then(9999).otherwise(pl.col("home")))
    specification = designed(table, households="home").specification
    document = specification.to_document()
    assert not specification.households and "sizes" not in document["participation"]["households"]
    assert all("households" not in cell for cell in document["cells"])
    finding = {check.name: check for check in specification.verify().checks}["failure"]
    assert finding.ok and finding.open
    for failure in specification.failures:  # rounded up to one digit, which tells no composition
        assert f"{failure:.0e}" == f"{failure:.6e}".replace("000000", "").replace(".", "") or failure == 0.01


def test_a_household_size_of_few_households_is_not_told() -> None:
    """Story: two homes with 24 members in all are many people, and were told as two homes of twelve."""
    few_homes = pl.when(pl.arange(0, 400) < 24).then(9000 + pl.arange(0, 400) // 12).otherwise(pl.col("home"))
    told = designed(people().with_columns(home=few_homes), households="home", tell_households=True).specification
    assert not told.households and not told.participation.households
    many_homes = pl.when(pl.arange(0, 400) < 36).then(9000 + pl.arange(0, 400) // 12).otherwise(pl.col("home"))
    told = designed(people().with_columns(home=many_homes), households="home", tell_households=True).specification
    assert told.households and told.participation.households[11] == 3  # k


def test_a_cell_with_few_households_of_a_size_does_not_tell_them() -> None:
    """Story: no size was rare in the frame, and a cell was listed with the one pair that lives in it."""
    table = people(largest=2)
    told = designed(table, households="home", tell_households=True).specification
    assert any(0 < count < 3 for households in told.households for count in households)
    safe = designed(table, households="home").specification
    assert not safe.households and safe.verify().ok and safe.participation.households == told.participation.households
    assert {check.name for check in safe.verify().checks if check.open} == {"signature", "failure"}
    assert (safe.failures >= told.failures * (1 - 1e-9)).all()
    alone = designed(table.with_columns(home=pl.arange(0, 400)), households="home").specification
    assert alone.households and all(check.ok and not check.open for check in alone.verify().checks[3:])
    with pytest.raises(ParameterError, match="is about households"):
        designed(table, tell_households=True)


def tampered(document: dict[str, Any], change: Callable[[dict[str, Any]], None], path: Path) -> Path:
    change(document)
    document["digest"] = digest_of(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def _fewer_households(document: dict[str, Any]) -> None:
    cell = next(cell for cell in document["cells"] if len(cell["households"]) > 1)
    cell["households"] = [cell["frame_records"]]


def _larger_share(document: dict[str, Any]) -> None:
    document["participation"]["share"]["answered"] += 5


@pytest.mark.parametrize(
    ("name", "change", "problem"),
    [
        ("households", _fewer_households, "wrong failures"),
        ("households", lambda document: document["cells"][0]["households"].append(1), "households do not fit"),
        ("households", lambda document: document["cells"][0].pop("households"), "households do not fit"),
        ("households", lambda document: document.update(format=1), "format number"),
        ("households", lambda document: document["participation"].pop("households"), "fit"),
        ("earlier survey", _larger_share, "words"),
        ("earlier survey", lambda document: document.update(n_min=document["n_min"] - 1), "wrong n_min"),
        ("interval", lambda document: document["cells"][1].update(failure=1e-9), "wrong failures"),
        ("overdispersion", lambda document: document["participation"].update(overdispersion=0.01), "words"),
    ],
)
def test_a_changed_file_is_found_out(
    name: str, change: Callable[[dict[str, Any]], None], problem: str, tmp_path: Path
) -> None:
    specification = designed(people(), **MODELS[name]).specification
    specification.save(tmp_path / "s.json")
    document = json.loads((tmp_path / "s.json").read_text("utf-8"))
    findings = Specification.load(tmp_path / "s.json").verify()
    assert findings.ok
    path = tampered(document, change, tmp_path / "changed.json")
    try:
        checks = Specification.load(path).verify().checks
        assert problem in " ".join(check.words for check in checks if not check.ok)
    except WrongUse as error:
        assert problem in str(error)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"together": 0.5}, "nobody said who lives together"),
        ({"households": "home", "together": 0.0}, "decide independently"),
        ({"households": "nowhere"}, "nowhere"),
        ({"overdispersion": 0.1, "participation": "chance"}, "each member has an own one"),
        ({"overdispersion": -0.1}, "overdispersion"),
        ({"by": ["region"], "participation": {"north": 2.0, "south": Earlier(1, 2)}}, "north"),
    ],
)
def test_what_contradicts_itself_is_refused(wrong: dict[str, Any], problem: str) -> None:
    with pytest.raises(ShoalError, match=problem):
        designed(people(), **wrong)


def test_a_member_without_a_household_is_refused() -> None:
    table = people().with_columns(home=pl.when(pl.arange(0, 400) == 7).then(None).otherwise(pl.col("home")))
    with pytest.raises(MissingValuesError, match="names no household for 1 member"):
        designed(table, households="home")


def test_a_frame_that_cannot_keep_the_promise_is_refused() -> None:
    """Ten families of six, of whom all answer or nobody does: they have no cell."""
    table = people(60).with_columns(home=pl.arange(0, 60) // 6)
    with pytest.raises(ShoalError, match="fails with probability"):
        designed(table, k=13, participation=0.3, households="home", failure=1e-6)


# --- what came back


def flat(answering: Answering, n_cells: int = 50, n_members: int = 20) -> Dependence:
    return Dependence((answering,) * n_cells, ((n_members,),) * n_cells, (n_cells * n_members,))


@pytest.mark.parametrize("n_answers", [600, 620, 650, 680])
def test_few_answers_are_never_called_less_likely_than_they_are(n_answers: int) -> None:
    known = as_few_together(n_answers, flat(Answering(Known(0.7))))
    assert binom.cdf(n_answers, 1000, 0.7) <= known <= 20 * binom.cdf(n_answers, 1000, 0.7)
    earlier = as_few_together(n_answers, flat(Answering(Earlier(700, 1000))))
    assert betabinom.cdf(n_answers, 1000, 700.5, 300.5) <= earlier <= 30 * betabinom.cdf(n_answers, 1000, 700.5, 300.5)
    pairs = Dependence((Answering(Known(0.7), 1.0),) * 50, ((0, 10),) * 50, (0, 500))
    assert as_few_together(n_answers, pairs) >= binom.cdf(n_answers // 2, 500, 0.7)


def test_many_failed_cells_are_less_unusual_where_the_share_is_not_known() -> None:
    specification = designed(people(), participation=Earlier(12, 20)).specification
    scheme = scheme_of_specification(specification)

    def tail(failures: Any, n_failed: int) -> float:
        return float(1.0 - np.prod(1.0 - failures)) if n_failed else 1.0

    assert as_many_failed(1, scheme, tail) < tail(scheme.failures, 1)  # they come together
    assert as_many_failed(0, scheme, tail) == 1.0


def test_collecting_compares_with_the_model_of_the_design() -> None:
    """Story: pairs that answer together made a warning of a survey that went as designed."""
    table = people().with_columns(home=pl.arange(0, 400) // 2)
    answered = np.repeat(np.random.default_rng(0).permutation(200) < 102, 2)
    surprise = {}
    for model in ({}, {"households": "home"}):
        specification = designed(table, **model).specification
        answers = pl.DataFrame({"cell": specification.assign(table)[answered], "happy": 1})
        attained = shoal.collect(specification, answers, confidential=["happy"], trust_answers=True).attained
        surprise[bool(model)] = attained.as_few_answered
    assert surprise[False] < 1e-3 < 1e-2 < surprise[True]


# --- the command line


def run(*words: str | Path) -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="shoal")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_design_from_the_command_line(tmp_path: Path) -> None:
    people().write_csv(tmp_path / "frame.csv")
    words = ["design", tmp_path / "frame.csv", "--k", "3", "--failure", ".01", "--qi", "age,income", "--seed", "1"]
    words += ["--method", QUICK, "-o", tmp_path / "s.json", "--json"]
    told = run(*words, "--participation", "60/100", "--households", "home", "--together", ".5")
    facts = json.loads(told.output)
    assert facts["n_min"] == [] and facts["own_chance"] > 0
    document = json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert document["participation"]["share"] == {"answered": 60, "asked": 100}
    assert document["participation"]["households"]["together"] == 0.5
    verified = run("verify", tmp_path / "s.json")
    assert verified.exit_code == 0


@pytest.mark.parametrize(
    ("words", "n_min"),
    [(["--participation", ".75"], 27), (["--participation", "75/100"], 30), (["--participation", ".7-.8"], 30),
     (["--participation", ".75", "--overdispersion", ".05"], 48)],
)  # fmt: skip
def test_numbers_from_the_command_line(words: list[str], n_min: int) -> None:
    facts = json.loads(run("design", "--k", "10", "--failure", "1e-5", "--json", *words).output)
    assert facts["n_min"] == n_min


def test_households_need_a_frame() -> None:
    told = run("design", "--k", "10", "--failure", "1e-5", "--participation", ".7", "--households", "home")
    assert told.exit_code == 2
    assert "--households is about a frame" in told.output


def test_a_column_with_the_name_of_an_interval_is_a_column(tmp_path: Path) -> None:
    people().rename({"chance": ".5-.8"}).write_csv(tmp_path / "frame.csv")
    words = ["--k", "3", "--failure", ".01", "--qi", "age", "--seed", "1", "--method", QUICK]
    run("design", tmp_path / "frame.csv", *words, "--participation", ".5-.8", "-o", tmp_path / "s.json")
    assert json.loads((tmp_path / "s.json").read_text("utf-8"))["participation"]["model"] == "uneven"


def test_shares_by_stratum_may_be_counts() -> None:
    with pytest.raises(ParameterError, match="north"):
        designed(people(), by=["region"], participation={"north": -1.0, "south": Earlier(3, 4)})
