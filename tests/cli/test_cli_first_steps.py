"""The first steps on the command line: the commands in hints work, mistakes get an answer, and nothing is lost."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest
from cli_toys import CANARIES, ROLES, anonymize, shoal, write_people

from shoal.cli.release.comparison.loss_plot import draw
from shoal.cli.release.comparison.runs import Comparison


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path)


def said(result: object) -> str:
    """Everything on the screen, whatever the width of the box around it."""
    return " ".join(result.output.replace("│", " ").split())  # type: ignore[attr-defined]


# --- the hints of the demonstration


def test_the_hints_of_demo_work_when_pasted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = shoal("demo", "--records", "120", "--k", "4", "-o", "my demo")
    hints = [shlex.split(line, comments=True) for line in result.stdout.splitlines() if line.startswith("  ")]
    monkeypatch.chdir(next(words[1] for words in hints if words[:1] == ["cd"]))
    calls = [words[1:] for words in hints if words[:1] == ["shoal"]]
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8").partition("\n## First steps\n")[2]
    lines = [
        shlex.split(line, comments=True) for line in readme.partition("```sh\n")[2].partition("```")[0].splitlines()
    ]
    steps = [words[1:] for words in lines if words[:1] == ["shoal"]]
    assert calls == [["4" if word == "5" else word for word in words] for words in steps], "two lists of first steps"
    for words in calls:
        outcome = shoal(*words)
        assert outcome.exit_code == 0, outcome.output


@pytest.mark.skipif(sys.prefix == sys.base_prefix, reason="not in a virtual environment")
@pytest.mark.parametrize("is_found", [False, True])
def test_demo_says_how_the_shell_finds_shoal_only_if_it_does_not(
    is_found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_found:
        (tmp_path / "shoal").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(sys.prefix)
    result = shoal("demo", "--records", "40", "-o", tmp_path / "d")
    assert ("  . bin/activate\n" in result.stdout) is not is_found


# --- a folder that holds a release


def test_an_earlier_release_is_kept_unless_forced(people: Path, tmp_path: Path) -> None:
    folder = f"{tmp_path / 'out'}/"
    assert anonymize(people, folder, "--seed", "1").exit_code == 0
    before = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    refused = anonymize(people, folder, "--seed", "2")
    assert refused.exit_code == 2
    assert "replace it with --force" in said(refused)
    assert {path.name: path.read_bytes() for path in Path(folder).iterdir()} == before
    assert anonymize(people, folder, "--seed", "2", "--force").exit_code == 0
    assert json.loads((tmp_path / "private-out" / "manifest.json").read_text())["settings"]["seed"] == 2


def test_the_refusal_comes_before_the_work(people: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "release.parquet").write_bytes(b"earlier")
    refused = anonymize(people, tmp_path / "out", "--k", "9999")  # more than there are records: the work would say so
    assert refused.exit_code == 2
    assert "replace it with --force" in said(refused)
    assert (tmp_path / "out" / "release.parquet").read_bytes() == b"earlier"


def test_a_plain_file_is_replaced(people: Path, tmp_path: Path) -> None:
    target = tmp_path / "release.csv"
    target.write_text("earlier")
    assert anonymize(people, target).exit_code == 0
    assert target.read_text().startswith("age,income")


# --- slips


def test_spaces_between_columns_get_a_hint(people: Path) -> None:
    result = shoal("anonymize", "--qi", "age", "income", people, "--k", "3", "-o", "r.csv")
    assert result.exit_code == 2
    assert "separate columns with commas" in said(result)


@pytest.mark.parametrize("command", [("anonymize", "--k", "3", "-o", "r.csv"), ("compare",)])
def test_without_quasi_identifiers_it_says_where_to_begin(command: tuple[str, ...], people: Path) -> None:
    result = shoal(*command, people)
    assert result.exit_code == 2
    assert all(words in said(result) for words in ("--qi", "--roles", "shoal roles"))


def test_audit_without_quasi_identifiers_names_the_option(people: Path) -> None:
    result = shoal("audit", people)
    assert result.exit_code == 2
    assert "--qi" in said(result)
    assert "--roles" in said(result)


def test_a_method_in_capitals_is_recognised(people: Path, tmp_path: Path) -> None:
    result = anonymize(people, tmp_path / "r.csv", "--method", "MDAV")
    assert result.exit_code == 2
    assert "Did you mean 'mdav'?" in said(result)


def test_unknown_columns_of_a_table_without_header_are_not_listed(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    rows = [f"{('x', 'y', 'grault')[row % 3]},{('a', 'b', 'quuxitis')[row % 3]}" for row in range(30)]
    table.write_text("\n".join(["grault,quuxitis", *rows]) + "\n")
    result = shoal("compare", table, "--qi", "age")
    assert result.exit_code == 2
    assert "'age' (--qi) is not in t.csv" in said(result)
    assert not any(canary in result.output for canary in CANARIES)


# --- missing values by their spelling


@pytest.fixture
def gaps(people: Path) -> Path:
    lines = people.read_text().splitlines()
    for row in (5, 9, 20, 30):
        fields = lines[row].split(",")
        fields[1] = "?"
        lines[row] = ",".join(fields)
    people.write_text("\n".join(lines) + "\n")
    return people


def test_na_is_known_to_every_command_that_reads_a_table(gaps: Path) -> None:
    compare = ("compare", gaps, "--qi", "age,income", "--k", "3", "--method", "mdav", "--missing", "drop", "--json")
    assert shoal(*compare).exit_code == 2
    result = shoal(*compare, "--na", "?")
    assert result.exit_code == 0, result.stderr
    proposal = json.loads(shoal("roles", gaps, "--na", "?", "--json").stdout)
    assert proposal["columns"]["age"]["type"] == "integer"
    audit = ("audit", gaps, "--qi", "region", "--confidential", "age", "--json")
    kinds = [json.loads(shoal(*audit, *na).stdout)["confidential"][0]["kind"] for na in ((), ("--na", "?"))]
    assert kinds[0] != kinds[1]


def test_na_is_refused_for_other_files_in_the_words_of_the_shell(tmp_path: Path) -> None:
    import polars as pl

    pl.DataFrame({"age": [1, 2, 3]}).write_parquet(tmp_path / "t.parquet")
    result = shoal("compare", tmp_path / "t.parquet", "--qi", "age", "--na", "?")
    assert result.exit_code == 2
    assert "Leave --na out" in said(result)


def test_a_file_in_another_encoding_can_be_replayed(people: Path, tmp_path: Path) -> None:
    people.write_bytes(people.read_text().replace("grault", "gráult").replace(",", ";").encode("latin-1"))
    result = anonymize(people, f"{tmp_path / 'out'}/", "--encoding", "latin-1", "--delimiter", ";", roles=ROLES)
    assert result.exit_code == 0, result.stderr
    again = shoal("replay", tmp_path / "private-out" / "manifest.json")
    assert again.exit_code == 0, again.stderr


# --- compare


def test_compare_says_which_loss_it_shows(people: Path) -> None:
    result = shoal("compare", people, "--qi", "age,income", "--k", "3", "--method", "mdav")
    assert "This is the loss of the cells." in said(result)


@pytest.mark.parametrize(("ks", "scale"), [((3, 5, 10), "linear"), ((2, 16), "linear"), ((2, 5, 20, 100), "log")])
def test_a_wide_range_of_k_gets_a_logarithmic_axis(ks: tuple[int, ...], scale: str) -> None:
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    draw(axes, [Comparison("mdav", None, "mdav", k, k / 1000, 0.1, 9, k, k, None) for k in ks], "people.csv")
    assert axes.get_xscale() == scale
    assert [label.get_text() for label in axes.get_xticklabels()] == [str(k) for k in ks]
    assert len(axes.get_xticks(minor=True)) == 0


def test_a_tab_may_be_called_a_tab(tmp_path: Path) -> None:
    source = tmp_path / "people.txt.csv"
    source.write_text("age\ttown\n" + "".join(f"{30 + row}\tx\n" for row in range(12)))
    for word in ("tab", r"\t"):
        proposed = shoal("roles", source, "--delimiter", word, "--json")
        assert json.loads(proposed.stdout)["reading"] == {"delimiter": "\t"}


def test_the_advice_about_gaps_works_beside_a_roles_file(tmp_path: Path) -> None:
    source, roles = tmp_path / "people.csv", tmp_path / "rollen.toml"
    ages = [("" if row < 3 else str(30 + row), "" if row < 4 else "fm"[row % 2]) for row in range(30)]
    source.write_text("age,sex\n" + "".join(f"{age},{sex}\n" for age, sex in ages))
    text = '[columns.age]\nrole = "quasi_identifying"\n[columns.sex]\nrole = "quasi_identifying"\n'
    roles.write_text(text)
    run = ("anonymize", source, "--k", "3", "--roles", roles, "--method", "mdav", "-o", tmp_path / "release.csv")
    refused = shoal(*run)
    assert refused.exit_code == 2
    assert "in rollen.toml" in said(refused)
    assert "--missing" not in said(refused)
    assert "'age' is missing in 3 records" in said(refused)
    assert "'sex' is missing in 4 records" in said(refused)
    roles.write_text('missing = "own-cell"\n' + text)
    assert shoal(*run).exit_code == 0
