"""Errors as data: what they carry, how they travel, and how they are told within others."""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path

import pytest

import shoal
from shoal import errors
from shoal.client import ServiceError
from shoal.errors import (
    MissingValuesError,
    ParameterError,
    PromiseNotKept,
    RolesError,
    Setting,
    ShoalError,
    Words,
    WriteError,
    in_a_row,
)

SOURCES = sorted(Path(shoal.__file__).parent.rglob("*.py"))
KINDS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, ShoalError) and kind is not ShoalError
]


def shouted(setting: Setting) -> str:
    """A door of its own."""
    return setting.name.upper() if setting.value is None else f"{setting.name.upper()}:{setting.value}"


def full(kind: type[ShoalError]) -> ShoalError:
    hint = ("Use ", Setting("missing", "drop"), " or ", Setting("accept_proposal", True), ".")
    return kind(Setting("seed"), " is wrong.", parameter="k", column="age", count=3, hint=hint)


def test_the_library_words_settings_as_python_does() -> None:
    assert str(full(ParameterError)) == "seed is wrong. Use missing='drop' or accept_proposal=True."


def test_another_door_words_the_same_error() -> None:
    assert full(ParameterError).worded(shouted) == "SEED is wrong. Use MISSING:drop or ACCEPT_PROPOSAL:True."


def test_fields_are_plain_data_and_only_those_that_there_are() -> None:
    assert full(RolesError).fields(shouted) == {
        "parameters": ["seed", "k"],
        "columns": ["age"],
        "count": 3,
        "hint": "Use MISSING:drop or ACCEPT_PROPOSAL:True.",
    }
    assert ShoalError("Something is wrong.").fields() == {}
    assert ShoalError("Nothing was found.", count=0).fields() == {"count": 0}


def test_a_name_with_marks_of_templates_stays_as_it_is() -> None:
    """Column names are anything at all: no part of a message is ever read as a template."""
    name = "{missing} %s $seed \\1 --qi"
    assert str(ShoalError(f"Column '{name}' is gone.", column=name)) == f"Column '{name}' is gone."


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("travel", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy, copy.deepcopy])
def test_an_error_comes_whole_out_of_a_pickle(kind: type[ShoalError], travel: object) -> None:
    error = full(kind)
    error.add_note("Already written: a.csv.")
    back = travel(error)  # type: ignore[operator]
    assert type(back) is kind
    assert (back.worded(shouted), back.fields(), back.args) == (error.worded(shouted), error.fields(), error.args)
    assert back.__notes__ == error.__notes__


def test_an_error_of_the_service_comes_out_of_a_pickle() -> None:
    """Its arguments are not its message, so the usual way of pickling exceptions could not make it again."""
    back = pickle.loads(pickle.dumps(ServiceError(409, "urn:shoal:problem:conflict", "k is 5.", 7, parameter=["k"])))
    assert (back.status, back.type, back.retry_after_s, back.parameters) == (409, "conflict", 7, ("k",))
    assert str(back) == "The service answered 409: k is 5."


def test_an_error_of_writing_is_still_an_error_of_the_system() -> None:
    error = WriteError("a.csv", " is ", "a folder.")
    assert isinstance(error, OSError)
    assert (str(error), error.errno, error.filename) == ("a.csv is a folder.", None, None)


def test_an_error_within_another_keeps_its_fields() -> None:
    told = full(MissingValuesError).retold(PromiseNotKept, before="x.json is not sound. ", after="Nothing was written.")
    assert type(told) is PromiseNotKept
    assert str(told.problem) == "x.json is not sound. seed is wrong."
    assert str(told.hint) == "Use missing='drop' or accept_proposal=True. Nothing was written."
    assert (told.parameters, told.columns, told.count) == (("seed", "k"), ("age",), 3)


def test_parameters_can_have_other_names() -> None:
    told = full(ParameterError).renamed({"seed": "center_seed", "missing": "center_missing"})
    assert str(told) == "center_seed is wrong. Use center_missing='drop' or accept_proposal=True."
    assert told.parameters == ("center_seed", "k")


def test_empty_texts_leave_no_mark() -> None:
    assert str(in_a_row(["", Setting("a"), "", Words(()), Setting("b", 1)])) == "a, b=1"
    assert str(in_a_row([])) == ""


def parameter_names() -> set[str]:
    """Every name that a function takes or a class declares, anywhere in the library."""
    names = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.arg):
                names.add(node.arg)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names.add(node.target.id)
    return names


def test_every_setting_that_a_message_names_exists() -> None:
    known = parameter_names()
    named = {
        (str(source), node.args[0].value)
        for source in SOURCES
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Setting"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(named) > 100
    assert [(place, name) for place, name in named if name not in known] == []


def looks_into_own_words(handler: ast.ExceptHandler) -> bool:
    """Whether a handler of Shoal's own errors takes their text apart: str(error).replace(…), 'x' in str(error)."""

    def is_text(node: ast.AST) -> bool:
        return (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", "") == "str"
            and any(isinstance(given, ast.Name) and given.id == handler.name for given in node.args)
        )

    for node in ast.walk(handler):
        if isinstance(node, ast.Attribute) and is_text(node.value):
            return True
        if isinstance(node, ast.Compare) and any(is_text(side) for side in (node.left, *node.comparators)):
            return True
        if isinstance(node, ast.Assign) and is_text(node.value):
            return True  # to be taken apart behind the handler
    return False


def test_nobody_looks_into_the_words_of_our_own_errors() -> None:
    """They have fields. The words of other libraries are looked into only where these give nothing else."""
    ours = {kind.__name__ for kind in (*KINDS, ShoalError)}
    found = [
        f"{source}:{handler.lineno}"
        for source in SOURCES
        for handler in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(handler, ast.ExceptHandler)
        and handler.type is not None
        and {getattr(kind, "id", "") for kind in ast.walk(handler.type)} & ours
        and looks_into_own_words(handler)
    ]
    assert found == []


def test_the_command_line_has_no_pattern_for_messages() -> None:
    """Story: a table of regular expressions turned the library's English into options, and missed every new message."""
    folder = Path(shoal.__file__).parent / "cli"
    patterns = [
        f"{source.name}: {ast.unparse(node)}"
        for source in folder.rglob("*.py")
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.")
    ]
    assert patterns == ["output.py: re.compile('[\\x7f-\\x9f]')"]


def test_no_error_of_the_library_speaks_of_options() -> None:
    """Only the command line has options: a text with one in it would be shown in Python too."""
    kinds = {kind.__name__ for kind in (*KINDS, ShoalError)}
    package = Path(shoal.__file__).parent
    found = [
        f"{source.relative_to(package)}:{text.lineno} {text.value}"
        for source in SOURCES
        if not source.is_relative_to(package / "cli")
        for call in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in kinds
        for text in ast.walk(call)
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and " --" in f" {text.value}"
    ]
    assert found == []
