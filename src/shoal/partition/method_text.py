"""A method in words: from text such as 'pcl(start=vmdav(gain=1.1), starts=3)' to a settings object.

The settings are read as Python reads the keywords of a call, and nothing is ever evaluated: a value is a number, a word
(bare or in quotes), a list of these, or another method with its settings. `describe` writes what `method_from` reads.
"""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from keyword import iskeyword
from typing import Any

import numpy as np

from shoal.errors import ParameterError, Setting
from shoal.partition.problem import Partitioner

Methods = Mapping[str, type[Partitioner]]

WHOLE = re.compile(r"(?:auto: )?([^()\s]+)\s*(?:\((.*)\))?", re.DOTALL)
GIVEN_AS_OBJECT = re.compile(r"=\s*<(an? \w+)>")  # how `describe` writes what no text can hold
ODD_NAME = re.compile(r"=\s*([A-Za-z]\w*(?:[*+]|-\w+))(?=\s*[,)]|\s*$)")  # mdav*, mu-approx: names, but not to Python
LONGEST = 1_000_000  # characters; sizes of a hundred thousand cells are shorter


def method_from(text: str, methods: Methods) -> Partitioner:
    """The settings object that ``text`` describes, or a worded refusal."""
    if len(text) > LONGEST:
        raise ParameterError(
            "A ", Setting("method"), f" in words has at most {LONGEST:,} characters, found {len(text):,}."
        )
    match = WHOLE.fullmatch(text.strip())
    if match is None:
        raise _unknown(text, methods)
    return _built(match[1], _keywords(match[2] or "", text), text, methods)


def value_from(text: str, setting: str, words: Methods) -> Any:
    """What ``text`` means as the value of a setting: a number, a word, a list, or a call of one of these words."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ParameterError(f"The setting {setting!r} cannot be read: {_short(text)}.") from None
    return _value(node, setting, text, words)


def describe(method: Partitioner) -> str:
    """A method with its settings, e.g. 'vmdav(gain=0.2)'; `method_text` reads it back. What is None is left out.

    A start that no text can hold is written as e.g. ``start=<a Partition>``, which is not read back.
    """
    first = getattr(method, "positional", None)  # a step has one setting that is written without its name
    given = [
        _in_words(value) if name == first else f"{name}={_in_words(value)}"
        for name, value in vars(method).items()
        if value is not None and not (first is not None and value == getattr(type(method), name, None))
    ]
    return f"{method.name}({', '.join(given)})" if given else method.name


def _keywords(settings: str, text: str) -> list[ast.keyword]:
    """The text between the parentheses, as the keywords of a call."""
    opaque = GIVEN_AS_OBJECT.search(settings)
    if opaque:
        raise ParameterError(
            "The ",
            Setting("method"),
            f" was given {opaque[1]} as an object, which no text can hold.",
            hint="Make the settings object in Python and give it the same one.",
        )
    if not {"'", '"'} & set(settings):
        settings = ODD_NAME.sub(r"='\1'", settings)
    try:
        call = ast.parse(f"f({settings})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        call = None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise ParameterError(
            "The settings of the ",
            Setting("method"),
            f" {_short(text)} cannot be read.",
            hint="Write them as in vmdav(gain=1.1) or pcl(sizes=[5, 5, 6], start='mdav*').",
        )
    return _named(call, text)


def _named(call: ast.Call, text: str, positional: str | None = None) -> list[ast.keyword]:
    if positional is not None and len(call.args) == 1:
        return [ast.keyword(positional, call.args[0]), *call.keywords]
    if call.args or any(keyword.arg is None for keyword in call.keywords):
        raise ParameterError(
            "Every setting of the ",
            Setting("method"),
            f" {_short(text)} needs its name.",
            hint="Write them as in vmdav(gain=1.1) instead of vmdav(1.1).",
        )
    return call.keywords


def _built(name: str, keywords: Sequence[ast.keyword], text: str, methods: Methods) -> Partitioner:
    if name not in methods:
        raise _unknown(name, methods)
    known = {field.name for field in dataclasses.fields(methods[name])}  # type: ignore[arg-type]
    inside = {**methods, **getattr(methods[name], "words", {})}  # the steps of a search are allowed only inside of it
    settings: dict[str, Any] = {}
    for keyword in keywords:
        setting = str(keyword.arg)
        if setting not in known:
            raise ParameterError(
                Setting("method"),
                f" {name!r} has no setting {setting!r}. It has: {', '.join(sorted(known)) or 'none'}.",
            )
        if setting in settings:
            raise ParameterError(Setting("method"), f" {name!r} is given the setting {setting!r} twice.")
        settings[setting] = _value(keyword.value, setting, text, inside)
    return methods[name](**settings)


def _value(node: ast.expr, setting: str, text: str, methods: Methods) -> Any:
    """A number, a word, several of these, or a method."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, int, float, type(None))):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _value(node.operand, setting, text, methods)
        if isinstance(value, (int, float)):
            return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, (ast.List, ast.Tuple)):  # a tuple either way: settings objects are compared and hashed
        return tuple(_value(part, setting, text, methods) for part in node.elts)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        positional = getattr(methods.get(node.func.id), "positional", None)
        return _built(node.func.id, _named(node, text, positional), text, methods)
    raise ParameterError(
        f"The setting {setting!r} of the ",
        Setting("method"),
        f" {_short(text)} must be a number, a word, a list or a method.",
        hint="Put names such as 'mdav*' or 'noisy-pcl(iterations=50)' in quotes.",
    )


def _unknown(name: str, methods: Methods) -> ParameterError:
    close = get_close_matches(name.lower(), methods, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return ParameterError("There is no ", Setting("method"), f" {_short(name)}.{hint} Methods: {', '.join(methods)}.")


def _short(text: str, most: int = 80) -> str:
    return repr(text if len(text) <= most else f"{text[:most]}…")


def _in_words(value: Any) -> str:
    """A setting as it is read back."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return repr(value).replace("inf", "1e999")  # a literal that is read as infinite; 'inf' is a word
    if isinstance(value, (bool, int)):
        return repr(value)
    if isinstance(value, str):
        return value if value.isidentifier() and not iskeyword(value) else repr(value)
    if isinstance(value, (list, tuple, np.ndarray)):
        return f"[{', '.join(map(_in_words, value))}]"
    if hasattr(value, "in_words"):  # what a name stands for, such as a distance
        return _in_words(value.in_words())
    if callable(value) and hasattr(value, "name"):
        text = describe(value)
        if text == "auto":
            return "auto()"  # the bare word means another thing to PCL
        return text if value.name.isidentifier() else repr(text)
    kind = type(value).__name__
    return f"<{'an' if kind[0] in 'AEIOU' else 'a'} {kind}>"
