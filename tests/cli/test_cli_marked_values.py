"""Every value of a file is marked, and every command that reads files is run on it: no mark may come out.

A file without a header row has a record where the names are expected, so a name may be a person's value. The attack
that began this: a first record that repeats a value was answered with "Columns 1 and 2 are both named 'Smithson'".
"""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter
from cli_toys import shoal

MARK = "Qzxv"
NAMES = ("name", "age", "town", "income")
KNOWN = "--qi", "age,town"


def record(row: int) -> list[str]:
    return [f"{MARK}name{row}", f"{20 + row % 50}", f"{MARK}town{row % 3}", f"{1000 + row}"]


def texts(row: int) -> list[str]:
    return [f"{MARK}{letter}{row}" for letter in "abcd"]


def lines(*rows: list[str], separator: str = ",") -> str:
    return "".join(separator.join(row) + "\n" for row in rows)


RECORDS = [record(row) for row in range(40)]
TEXTS = [texts(row) for row in range(40)]
NO_HEADER: dict[str, str] = {
    "texts alone": lines(*TEXTS),
    "a value repeated in the first record": lines([f"{MARK}son", f"{MARK}son", "x", "y"], *TEXTS),
    "a value repeated in quotes": lines([f'"{MARK}, son"', f'"{MARK}, son"', "x", "y"], *TEXTS),
    "numbers": lines(*RECORDS),
    "a number that is missing in the first record": lines([f"{MARK}a", "NA", f"{MARK}c", "NA"], *RECORDS),
    "a number that is empty in the first record": lines([f"{MARK}a", "", f"{MARK}c", ""], *RECORDS),
    "dates": lines(*([f"{MARK}{row}", f"{MARK}x", "1960-01-02", "y"] for row in range(40))),
    "per cent": lines(*([f"{MARK}{row}", f"{MARK}x", f"{row}%", "y"] for row in range(40))),
    "a value that looks like a pattern": lines([f"^{MARK}$", "b", "c", "d"], *TEXTS),
    "a value that looks like an option": lines([f"--{MARK}", f"={MARK}()", f"@{MARK}", f"'{MARK}'"], *TEXTS),
    "one column": "".join(f"{MARK}{row}\n" for row in range(40)),
    "one column in quotes": "".join(f'"{MARK}, {row}"\n' for row in range(40)),
    "another delimiter": lines(*TEXTS, separator=";"),
    "a value close to a name": lines([f"{MARK}", f"age{MARK}", "tow", "incom"], *TEXTS),
    "ragged": lines(*TEXTS, [MARK]),
    "a quote that never closes": lines(*TEXTS) + f'"{MARK}',
    "a quote too many": lines(*TEXTS[:9], [f'"{MARK}', "b", "c", "d"], *TEXTS[9:20], ["a", "b", "c", f'{MARK}"']),
}
WITH_HEADER: dict[str, str] = {
    "in order": lines(list(NAMES), *RECORDS),
    "a mark among numbers": lines(list(NAMES), *RECORDS, [f"{MARK}", f"{MARK}", f"{MARK}", f"{MARK}"]),
    "ragged": lines(list(NAMES), *RECORDS, [f"{MARK}", "20"]),
    "a quote in a field": lines(list(NAMES), *RECORDS, [f'"{MARK}"x', "20", "b", "3"]),
    "a quote that never closes": lines(list(NAMES), *RECORDS) + f'"{MARK}',
    "an infinity": lines(list(NAMES), *RECORDS, [MARK, "inf", MARK, "inf"]),
    "a gap": lines(list(NAMES), *RECORDS, [MARK, "", MARK, ""]),
    "texts that are formulas": lines(list(NAMES), *([f"={MARK}{row}", "30", f"@{MARK}", "5"] for row in range(40))),
    "another delimiter": lines(list(NAMES), *RECORDS, separator="|"),
    "a column that tells another": lines([*NAMES, "again"], *([*row, f"{MARK}{row[1]}"] for row in RECORDS)),
}
FILES = {f"no header: {name}": text for name, text in NO_HEADER.items()} | WITH_HEADER


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A quantizer, a specification and the boxes of a form, of people without marks; centres for an allocation."""
    folder = tmp_path_factory.mktemp("models")
    people = [["name", "age", "town", "income"]] + [
        [f"n{row}", f"{20 + row % 50}", f"t{row % 3}", f"{1000 + row}"] for row in range(120)
    ]
    (folder / "people.csv").write_text(lines(*people))
    (folder / "centers.csv").write_text("age,income\n20,1000\n50,1040\n")
    roles = ("--qi", "age,town", "--id", "name")
    made = shoal(
        "anonymize", folder / "people.csv", "--k", "3", *roles, "--confidential", "income", "--method", "mdav",
        "-o", folder / "release.csv", "--quantizer", folder / "q.json", "--disclose",
    )  # fmt: skip
    assert made.exit_code == 0, made.output
    promise = ("--k", "3", "--participation", ".7", "--failure", "1e-2", "--qi", "age,town", "--seed", "1")
    made = shoal("design", folder / "people.csv", *promise, "-o", folder / "spec.json")
    assert made.exit_code == 0, made.output
    return folder


def commands(models: Path, table: Path, folder: Path) -> list[list[str | Path]]:
    out = folder / "out.csv"
    return [
        ["roles", table],
        ["anonymize", table, "--k", "3", *KNOWN, "--method", "mdav", "-o", out],
        ["anonymize", table, "--k", "3", *KNOWN, "--id", "name", "--confidential", "income", "-o", out],
        ["anonymize", table, "--k", "3", "--qi", "age,incme", "-o", out],
        ["audit", table, *KNOWN, "--confidential", "income"],
        ["compare", table, "--k", "3", *KNOWN, "--method", "mdav"],
        ["apply", models / "q.json", table, "--id", "name", "-o", out],
        ["apply", models / "spec.json", table, "--id", "name", "-o", out],
        ["verify", models / "q.json", table],
        ["verify", models / "spec.json", table],
        ["design", table, "--k", "3", "--participation", ".7", "--failure", ".01", *KNOWN, "-o", folder / "s.json"],
        ["form", table, "--k", "3", "--participation", ".7", "--failure", ".01", *KNOWN, "-o", folder / "form"],
        ["collect", models / "spec.json", table, "--trust-answers", "--confidential", "income", "-o", folder / "out"],
        ["allocate", table, models / "centers.csv", "--columns", "age,income", "-o", out],
        ["allocate", models / "people.csv", table, "--columns", "age,income", "-o", out],
    ]


def shows_names(words: list[str | Path], exit_code: int) -> bool:
    """`shoal roles` is there to show the first row as names, where nothing tells that it is a record."""
    return words[0] == "roles" and exit_code == 0


@pytest.mark.parametrize("case", FILES)
def test_no_mark_comes_out(case: str, models: Path, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text(FILES[case], encoding="utf-8")
    leaks = []
    for words in commands(models, table, tmp_path):
        for more in ([], ["--json"]):
            result = shoal(*words, *more)
            assert result.exit_code in (0, 1, 2), (words, result.output)
            assert "Usage:" not in result.output, (words, result.output)  # the command itself is in order
            if MARK in result.output and not shows_names(words, result.exit_code):
                leaks.append((words[0], [line for line in result.output.splitlines() if MARK in line][:2]))
    assert leaks == []


@pytest.mark.parametrize("case", ["texts alone", "a value repeated in the first record", "numbers", "dates"])
def test_no_mark_of_a_workbook_comes_out(case: str, models: Path, tmp_path: Path) -> None:
    table = tmp_path / "people.xlsx"
    with xlsxwriter.Workbook(str(table)) as workbook:
        sheet = workbook.add_worksheet(f"{MARK} sheet")
        for row, line in enumerate(NO_HEADER[case].splitlines()):
            sheet.write_row(row, 0, [int(cell) if cell.isdigit() else cell for cell in line.split(",")])
        workbook.add_worksheet(f"{MARK} other").write_string(0, 0, f"{MARK} alone")
    for words in commands(models, table, tmp_path):
        for sheet_option in ([], ["--sheet", "1"], ["--sheet", "3"], ["--sheet", "2"]):
            result = shoal(*words, *sheet_option)
            assert result.exit_code in (0, 1, 2), (words, result.output)
            assert MARK not in result.output or shows_names(words, result.exit_code), (words, sheet_option)


ROLES = {
    "order as a key": f'[columns.age]\nrole = "quasi_identifying"\n{MARK} = 3\n',
    "unknown escape": f'[columns.age]\nrole = "quasi_identifying"\norder = ["{MARK}\\q"]\n',
    "value twice": f'[columns.town]\nrole = "quasi_identifying"\norder = ["{MARK}", "{MARK}"]\n',
    "value that is no text": f'[columns.age]\nrole = "quasi_identifying"\ntype = ["{MARK}"]\n',
    "unclosed": f'[columns.age]\nrole = "{MARK}\n',
}


@pytest.mark.parametrize("case", ROLES)
def test_no_mark_of_a_roles_file_comes_out(case: str, models: Path, tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    roles.write_text(ROLES[case])
    result = shoal("anonymize", models / "people.csv", "--k", "3", "--roles", roles, "-o", tmp_path / "out.csv")
    assert result.exit_code == 2
    assert MARK not in result.output


TAXONOMIES = {
    "circle": f"value,parent\n{MARK},b\nb,{MARK}\n",
    "two roots": f"value,parent\n{MARK}a,{MARK}b\n{MARK}c,{MARK}d\n",
    "twice": f"value,parent\n{MARK},b\n{MARK},c\n",
    "weight": f"value,parent,weight\na,b,{MARK}\n",
    "ragged": f"value,parent\n{MARK}\n",
    "quote": f'value,parent\n"{MARK}"x,b\n',
    "no header": f"{MARK},b\n",
}


@pytest.mark.parametrize("case", TAXONOMIES)
def test_no_mark_of_a_taxonomy_comes_out(case: str, models: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree.csv"
    tree.write_text(TAXONOMIES[case])
    result = shoal(
        "anonymize", models / "people.csv", "--k", "3", *KNOWN, "--id", "name", "--confidential", "income",
        "--taxonomy", f"town={tree}", "-o", tmp_path / "out.csv",
    )  # fmt: skip
    assert result.exit_code == 2
    assert MARK not in result.output
