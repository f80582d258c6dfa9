"""Bad input on the command line: exit code 2, a worded line, nothing written, no value of the data on the screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_toys import CANARIES, anonymize, people_text, shoal, write_people

GOOD = people_text()
HEADER = GOOD.splitlines()[0]


def changed(row: int, column: int, value: str) -> str:
    lines = GOOD.splitlines()
    fields = lines[row].split(",")
    fields[column] = value
    lines[row] = ",".join(fields)
    return "\n".join(lines) + "\n"


FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is empty"),
    "header only": (f"{HEADER}\n".encode(), "no records"),
    "one column": (b"age\n" + b"987654\n" * 9, "single column"),
    "ragged rows": ((GOOD + "Zyxwina 99,3\n").encode(), "fields of the header"),
    "wrong delimiter": (GOOD.replace(",", ";").encode(), "semicolon"),
    "latin-1": (GOOD.replace("grault", "gráult").encode("latin-1"), "latin-1"),
    "NaN": (changed(5, 1, "NaN").encode(), "'age' of people.csv is missing in 1 record, the first in row 5"),
    "gap": (changed(5, 1, "").encode(), "--missing drop"),
    "infinity": (changed(5, 1, "-inf").encode(), "'age' of people.csv has 1 infinite value, the first in row 5"),
    "text": (changed(5, 1, "Zyxwina").encode(), "'age' of people.csv has 1 value that is not a number"),
    "column named twice": (GOOD.replace("age,income", "age,age", 1).encode(), "Columns 2 and 3 of people.csv"),
}


def refused(result: object, words: str) -> None:
    assert result.exit_code == 2, result.output  # type: ignore[attr-defined]
    said = " ".join(result.stderr.split())  # type: ignore[attr-defined]
    assert words in said
    assert said.count("Error") == 1
    assert "Traceback" not in said
    for canary in CANARIES:
        assert canary not in result.output  # type: ignore[attr-defined]


def nothing_new(folder: Path, *known: str) -> None:
    assert {path.name for path in folder.iterdir()} == {"people.csv", *known}


@pytest.mark.parametrize("name", FILES)
def test_bad_file(name: str, tmp_path: Path) -> None:
    content, words = FILES[name]
    table = tmp_path / "people.csv"
    table.write_bytes(content)
    refused(anonymize(table, tmp_path / "release.csv", "--type", "age=numeric"), words)
    nothing_new(tmp_path)


@pytest.mark.parametrize("name", FILES)
def test_bad_file_with_json(name: str, tmp_path: Path) -> None:
    content, words = FILES[name]
    table = tmp_path / "people.csv"
    table.write_bytes(content)
    result = anonymize(table, tmp_path / "release.csv", "--type", "age=numeric", "--json")
    refused(result, words)
    error = json.loads(result.stdout)["error"]
    assert words in error["message"]
    assert error["exit_code"] == 2


REQUESTS: dict[str, tuple[Callable[[Path], list[str]], str]] = {
    "k of one": (lambda _: ["--k", "1"], "the smallest k"),
    "k above n": (lambda _: ["--k", "61"], "holds 60 records"),
    "k broken": (lambda _: ["--k", "2.5"], "must be a whole number, found"),
    "k twice": (lambda _: ["--k", "3", "-k", "4"], "more than once"),
    "seed twice": (lambda _: ["--seed=3", "--seed", "4"], "more than once"),
    "no such method": (lambda _: ["--method", "mdv"], "Did you mean 'mdav'?"),
    "negative seed": (lambda _: ["--seed", "-1"], "seed"),
    "no such type": (lambda _: ["--type", "age=numberic"], "Did you mean 'numeric'?"),
    "type of another column": (lambda _: ["--type", "town=nominal"], "no quasi-identifier"),
    "type without column": (lambda _: ["--type", "nominal"], "COLUMN=VALUE"),
    "type twice": (lambda _: ["--type", "age=integer", "--type", "age=numeric"], "twice"),
    "no such policy": (lambda _: ["--missing", "dropp"], "Did you mean 'drop'?"),
    "two policies": (lambda _: ["--missing", "drop", "--missing", "refuse"], "twice"),
    "rounding": (lambda _: ["--rounding", "income=much"], "whole number"),
    "attribute weight": (lambda _: ["--attribute-weight", "age=0"], "positive"),
    "no such file of roles": (lambda f: ["--roles", str(f / "roles.toml")], "beside it"),
    "taxonomy without file": (lambda f: ["--taxonomy", f"age={f / 'no.csv'}"], "no.csv"),
    "encoding": (lambda _: ["--encoding", "utf-9"], "utf-9"),
    "delimiter": (lambda _: ["--delimiter", "ab"], "delimiter"),
    "dominance without a sign": (lambda _: ["--dominance", "10"], "Write 10% or 0.10."),
    "small stratum": (lambda _: ["--by", "weight", "--k", "16"], "strata"),
    "table suffix": (lambda f: ["-o", str(f / "release.xyz")], ".parquet"),
    "no suffix": (lambda f: ["-o", str(f / "release")], "end the name with a slash"),
    "sas": (lambda f: ["-o", str(f / "release.sas7bdat")], "SAS"),
    "report suffix": (lambda f: ["--report", str(f / "report.docx")], ".html, .json, .txt"),
    "manifest suffix": (lambda f: ["--manifest", str(f / "manifest.toml")], ".json"),
    "folder not there": (lambda f: ["-o", str(f / "no" / "release.csv")], "No such file or directory"),
    "report folder not there": (lambda f: ["--report", str(f / "no" / "r.html")], "No such file or directory"),
    "manifest folder not there": (lambda f: ["--manifest", str(f / "no" / "m.json")], "No such file or directory"),
    "file as folder": (lambda f: ["-o", str(f / "people.csv" / "release.csv")], "Cannot write"),
    "file as folder/": (lambda f: ["-o", f"{f / 'people.csv'}/"], "is a file"),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_bad_request(name: str, tmp_path: Path) -> None:
    request, words = REQUESTS[name]
    table = write_people(tmp_path)
    roles = ("--qi", "age,income", "--id", "name", "--confidential", "diagnosis")
    refused(anonymize(table, tmp_path / "release.csv", *request(tmp_path), roles=roles), words)
    nothing_new(tmp_path)


NAMES = {
    "unknown": (("--qi", "agee"), "Column 'agee' (--qi) is not in people.csv. Did you mean 'age'?"),
    "unknown id": (("--qi", "age", "--id", "nam"), "Did you mean 'name'?"),
    "unknown weight": (("--qi", "age", "--id", "name", "--weight", "weigth"), "Did you mean 'weight'?"),
    "duplicate": (("--qi", "age,age"), "twice in --qi"),
    "overlapping": (("--qi", "age", "--id", "name,age"), "both in --qi and in --id"),
    "none": ((), "No quasi-identifiers"),
    "empty": (("--qi", ","), "No quasi-identifiers"),
    "identifying left alone": (("--qi", "age"), "Column 'name' of people.csv has no role"),
}


@pytest.mark.parametrize("name", NAMES)
def test_bad_names(name: str, tmp_path: Path) -> None:
    roles, words = NAMES[name]
    refused(anonymize(write_people(tmp_path), tmp_path / "release.csv", roles=roles), words)
    nothing_new(tmp_path)


def test_no_such_table(tmp_path: Path) -> None:
    refused(anonymize(tmp_path / "nobody.csv", tmp_path / "release.csv"), "There is no file")
    refused(anonymize(tmp_path, tmp_path / "release.csv"), "is a folder")


def test_good_input_that_looks_bad(tmp_path: Path) -> None:
    """A byte-order mark, quoted line ends, all records alike, −999 and huge values with a small spread all pass."""
    for name, text in {
        "bom": "\ufeff" + GOOD,
        "quoted newline": changed(3, 3, '"gra\nult"'),
        "all alike": "age,income,name\n" + "30,5,x\n" * 9,
        "minus 999": changed(3, 1, "-999"),
        "huge": "age,income,name\n" + "".join(f"{10**9 + row % 4},{row % 3},x\n" for row in range(12)),
    }.items():
        table = tmp_path / "people.csv"
        table.write_text(text, encoding="utf-8")
        roles = ("--qi", "age,income", "--id", "name")
        result = anonymize(table, tmp_path / "release.csv", "-q", roles=roles)
        assert (result.exit_code, result.output) == (0, ""), name
    latin = tmp_path / "people.csv"
    latin.write_bytes(GOOD.replace("grault", "gráult").encode("latin-1"))
    assert anonymize(latin, tmp_path / "release.csv", "--encoding", "latin-1", "-q").exit_code == 0


@pytest.mark.parametrize("command", ["audit", "compare", "roles"])
def test_other_commands_refuse_alike(command: str, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    qi = [] if command == "roles" else ["--qi", "age"]
    for name in ("empty", "ragged rows", "wrong delimiter", "latin-1"):
        content, words = FILES[name]
        table.write_bytes(content)
        refused(shoal(command, table, *qi), words)
    nothing_new(tmp_path)
