"""The documentation says what is true: its snippets run, and its options, methods and keys are the real ones."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from shoal import anonymize
from shoal.cli.app import app
from shoal.cli.release.demo import ROLES
from shoal.partition.methods import METHODS
from shoal.service.http.metrics import Metrics
from shoal.survey.repository.http.metrics import RepositoryMetrics
from shoal.survey.repository.settings import PREFIX, RepositorySettings
from shoal.survey.repository.store.models import metadata
from shoal.table import roles_from_file, roles_schema, synthetic_people, table_of, write_table

REPOSITORY = Path(__file__).resolve().parents[2]
DOCS = REPOSITORY / "docs"
PAGES = {
    "README": REPOSITORY / "README.md",
    "steward": DOCS / "how-to/steward.md",
    "scientist": DOCS / "how-to/scientist.md",
    "auditor": DOCS / "how-to/auditor.md",
    "survey": DOCS / "how-to/survey.md",
    "online-survey": DOCS / "how-to/online-survey.md",
    "model": DOCS / "how-to/model.md",
    "paper-form": DOCS / "how-to/paper-form.md",
    "allocation": DOCS / "how-to/allocation.md",
    "cli": DOCS / "reference/cli.md",
    "python": DOCS / "reference/python.md",
    "greedy": DOCS / "methods/greedy.md",
    "pcl": DOCS / "methods/pcl.md",
    "model-methods": DOCS / "methods/model.md",
    "probabilistic": DOCS / "methods/probabilistic.md",
    "participation": DOCS / "methods/participation.md",
}
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
IN_EVERY_COMMAND = {"--help"}
CHANGES = "changes in "  # the title of a block with entries that replace those of a roles file
ENTRY = re.compile(r"^\[columns\.(\w+)\]\n(?:[^\[#\n].*\n)+", re.MULTILINE)


def shell_lines(block: str) -> list[list[str]]:
    """The words of every call of shoal in a shell block."""
    lines = block.replace("\\\n", " ").splitlines()
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("shoal ")]


def run(words: list[str]) -> None:
    """A call of shoal that has to succeed."""
    outcome = CliRunner().invoke(app, words)
    assert outcome.exit_code == 0, f"shoal {shlex.join(words)}\n{outcome.output}"


def change_roles(path: Path, changes: str) -> None:
    """Replace entries of a roles file, as a reader would in an editor."""
    fresh = {entry[1]: entry[0] for entry in ENTRY.finditer(changes)}
    before = path.read_text("utf-8")
    assert set(fresh) <= {entry[1] for entry in ENTRY.finditer(before)}
    path.write_text(ENTRY.sub(lambda entry: fresh.get(entry[1], entry[0]), before), encoding="utf-8")


def files_of(page: str) -> list[tuple[str, str]]:
    """The files that a page shows in full: name and content."""
    blocks = BLOCK.findall(PAGES[page].read_text("utf-8"))
    return [(title, text) for _, title, text in blocks if title and not title.startswith(CHANGES)]


def changed_entries() -> str:
    """The entries of a roles file that the steward's page changes."""
    blocks = BLOCK.findall(PAGES["steward"].read_text("utf-8"))
    (changes,) = [text for _, title, text in blocks if title.startswith(CHANGES)]
    return changes


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the pages take for granted: a table, one with gaps, the files of the steward's page, and a release."""
    folder = tmp_path_factory.mktemp("shelf")
    people = synthetic_people(400, seed=0)
    write_table(table_of(people), folder / "people.csv")
    write_table(table_of(people.with_columns(age=people["age"].set(people["age"] % 7 == 0, None))), folder / "gaps.csv")
    (folder / "roles.toml").write_text(ROLES, encoding="utf-8")
    for title, text in files_of("steward"):
        (folder / title).write_text(text, encoding="utf-8")
    blocks = "".join(text for _, _, text in BLOCK.findall(PAGES["steward"].read_text("utf-8")))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for words in shell_lines(blocks):
            if words[0] == "anonymize" and "people.csv" in words:
                run(words)
    (folder / "manifest.json").unlink()
    return folder


@pytest.mark.parametrize("page", PAGES)
def test_every_snippet_of_the_page_runs(
    page: str, shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(shelf, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    emptied: set[str] = set()
    n_run = 0
    for kind, title, text in BLOCK.findall(PAGES[page].read_text("utf-8")):
        if title.startswith(CHANGES):
            change_roles(Path(title.removeprefix(CHANGES)), text)
        elif kind == "csv" or title == "survey.toml":
            Path(title).write_text(text, encoding="utf-8")
        elif kind == "python":
            exec(compile(text, f"{page}, block {n_run}", "exec"), names)
            n_run += 1
        elif kind == "sh":
            for words in shell_lines(text):
                if words[0] == "anonymize" and "release/" in words and "release" not in emptied:
                    for folder in ("release", "private-release"):  # of the shelf: no release is written over
                        shutil.rmtree(folder)
                    emptied.add("release")
                run(words)
                n_run += 1
    assert n_run > 0


def edit_roles(path: Path, changes: str) -> None:
    """Change the keys that are named, and leave every other line of their entries alone, as another reader would."""
    text = path.read_text("utf-8")
    for entry in ENTRY.finditer(changes):
        before = next(one[0] for one in ENTRY.finditer(text) if one[1] == entry[1])
        fresh = {line.partition(" ")[0]: line for line in entry[0].splitlines()[1:]}
        kept = [fresh.pop(line.partition(" ")[0], line) for line in before.splitlines()]
        text = text.replace(before, "\n".join([*kept, *fresh.values(), ""]))
    path.write_text(text, encoding="utf-8")


def test_the_changes_of_the_steward_may_be_made_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Story: the `type` of a proposed entry stayed, and one error after the other came of it."""
    monkeypatch.chdir(tmp_path)
    write_table(table_of(synthetic_people(1000, seed=0)), tmp_path / "people.csv")
    read = []
    for change in (change_roles, edit_roles):
        run(["roles", "people.csv", "-o", "my-roles.toml", "--force"])
        change(Path("my-roles.toml"), changed_entries())
        read.append(roles_from_file(table_of("people.csv"), "my-roles.toml"))
    assert "type = " in Path("my-roles.toml").read_text("utf-8").partition("[columns.town]")[0].partition("birth")[2]
    Path("roles.toml").write_text(ROLES, encoding="utf-8")
    read.append(roles_from_file(table_of("people.csv"), "roles.toml"))  # of `shoal demo`
    for roles in read:
        assert [(column.name, column.role, column.order, column.rounding) for column in roles.columns] == [
            (column.name, column.role, column.order, column.rounding) for column in read[0].columns
        ]


def test_examples_are_not_unique_on_what_they_publish_unchanged(tmp_path: Path) -> None:
    """Story: the roles file of the steward's page gave a release with "that is not enough here"."""
    people = synthetic_people(1000, seed=0)
    for title, text in files_of("steward"):
        (tmp_path / title).write_text(text, encoding="utf-8")
    steward = anonymize(people, k=5, roles=tmp_path / "people-roles.toml", method="mdav", seed=0)
    python = next(text for kind, _, text in BLOCK.findall(PAGES["README"].read_text("utf-8")) if kind == "python")
    names: dict[str, Any] = {}
    write_table(table_of(people), tmp_path / "people.csv")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        exec(compile(python, "README", "exec"), names)
    for release in (steward, names["release"]):
        assert release.report.facts["uniqueness"]["tier"] == "information"


def test_the_changes_of_the_steward_lower_the_loss_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_table(table_of(synthetic_people(1000, seed=0)), tmp_path / "people.csv")
    run(["roles", "people.csv", "-o", "my-roles.toml"])
    losses = []
    for folder in ("before/", "after/"):
        run(["anonymize", "people.csv", "--k", "5", "--roles", "my-roles.toml", "--seed", "0", "-o", folder])
        facts = json.loads(Path(folder, "report.json").read_text("utf-8"))
        losses.append(facts["loss"]["overall"])
        repeats = any("repeat each other" in warning for warning in facts["warnings"])
        assert repeats == (folder == "before/")
        change_roles(Path("my-roles.toml"), changed_entries())
    assert 0.27 < losses[0] < 0.31  # the page says 29 %
    assert 0.085 < losses[1] < 0.10  # and 9 %


def commands() -> dict[str, set[str]]:
    """Every command with its options, long and short; a group of commands has those of all its members."""
    found = get_command(app).commands  # type: ignore[attr-defined]
    return {name: options_of(command) for name, command in found.items()}


def options_of(command: Any) -> set[str]:
    """The options of a command, or of the members of a group."""
    options = {option for parameter in command.params for option in parameter.opts if option.startswith("-")}
    return options.union(*(options_of(member) for member in getattr(command, "commands", {}).values()))


@pytest.mark.parametrize("name", commands())
def test_reference_names_exactly_the_options_of_the_command(name: str) -> None:
    page = PAGES["cli"].read_text("utf-8")
    section = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert section is not None, f"docs/reference/cli.md has no section for {name}"
    documented = set(OPTION.findall(section[1]))
    real = {option for option in commands()[name] if option.startswith("--")} - IN_EVERY_COMMAND
    assert documented - IN_EVERY_COMMAND == real
    for option in commands()[name] - {"-h", "-q"}:
        if not option.startswith("--"):
            assert f"`{option}`" in section[1]


def test_options_named_anywhere_exist() -> None:
    real = set().union(*commands().values()) | {"--version", "--install-completion", "--show-completion", "--help"}
    for path in (*DOCS.glob("how-to/*.md"), DOCS / "promise.md", DOCS / "reference/bad-input.md"):
        assert set(OPTION.findall(path.read_text("utf-8"))) <= real, path.name


def test_every_method_is_documented() -> None:
    table = PAGES["python"].read_text("utf-8")
    methods = "".join(path.read_text("utf-8").lower() for path in DOCS.glob("methods/*.md"))
    for name in METHODS:
        assert f"| `{name}` |" in table
        assert name.replace("mu-", "µ-").replace("mdav+", "mdav⁺").replace("vmdav", "v-mdav") in methods


def test_every_key_of_a_roles_file_is_documented() -> None:
    page = (DOCS / "reference/roles-file.md").read_text("utf-8")
    column = roles_schema()["$defs"]["column"]["properties"]
    for key in (*roles_schema()["properties"], *column):
        assert f"| `{key}` |" in page
    for word in (*column["role"]["enum"], *column["type"]["enum"]):
        assert f"`{word}`" in page


@pytest.mark.parametrize(
    ("schema", "page"),
    [
        ("quantizer/quantizer", "quantizer-file"),
        ("release/manifest", "report-and-manifest"),
        ("survey/boxes", "form-file"),
        ("survey/specification", "specification-file"),
        ("survey/survey", "survey-file"),
        ("survey/answers-key", "survey-file"),
        ("allocation/allocation", "allocation-file"),
    ],
)
def test_every_key_of_a_file_with_a_schema_is_documented(schema: str, page: str) -> None:
    text = (DOCS / f"reference/{page}.md").read_text("utf-8")
    described = json.loads((REPOSITORY / f"src/shoal/{schema}.schema.json").read_text("utf-8"))
    keys = set(_properties(described))
    assert len(keys) > 10
    assert [key for key in sorted(keys) if not re.search(rf"(?<!\w){re.escape(key)}\b", text)] == []


def _properties(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _properties(part)


def test_every_metric_is_documented() -> None:
    text = (DOCS / "reference/service.md").read_text("utf-8")
    for metric in Metrics().registry.collect():
        name = f"{metric.name}_total" if metric.type == "counter" else metric.name
        assert f"| `{name}` | {metric.type} |" in text


def test_every_metric_setting_and_column_of_the_repository_is_documented() -> None:
    text = (DOCS / "reference/repository.md").read_text("utf-8")
    for metric in RepositoryMetrics(frozenset()).registry.collect():
        name = f"{metric.name}_total" if metric.type == "counter" else metric.name
        assert f"| `{name}` | {metric.type} |" in text
    for name in RepositorySettings.model_fields:
        assert f"`{PREFIX}{name.upper()}`" in text
    for table in metadata.tables.values():
        for column in table.columns:
            assert column.name == "id" or f"`{column.name}`" in text


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_to_files_of_the_repository_lead_somewhere(name: str) -> None:
    text = (REPOSITORY / name).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if not target.startswith("http"):
            assert (REPOSITORY / target).exists(), target
