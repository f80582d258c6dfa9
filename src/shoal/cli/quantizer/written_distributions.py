"""Distributions as they are typed after --column: a name of scipy.stats with numbers in parentheses.

The text is parsed, never evaluated: a name, numbers, and numbers with a keyword are all that it may contain.
"""

from __future__ import annotations

import ast
import math
from typing import Any

from shoal.errors import ParameterError, Setting
from shoal.partition.checks import LARGEST_COORDINATE
from shoal.table.foreign_errors import attempt
from shoal.table.wording import did_you_mean

EXAMPLE = "lognorm(s=0.5, scale=30000)"


def distribution_in(text: str, column: str) -> Any:
    """The frozen univariate distribution that a text describes."""
    call = attempt(lambda: ast.parse(text.strip(), mode="eval").body, lambda _: _no_distribution(column))
    if isinstance(call, ast.Name):
        call = ast.Call(call, [], [])
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise _no_distribution(column)
    kind = _kind(call.func.id, column)
    numbers = [_number(each, column) for each in call.args]
    named: dict[str, float] = {}
    for each in call.keywords:
        if each.arg is None:
            raise _no_distribution(column)
        named[each.arg] = _number(each.value, column)
    frozen = attempt(lambda: kind(*numbers, **named), lambda _: _wrong_parameters(kind, column))
    if math.isnan(float(frozen.ppf(0.5))):  # how scipy answers to parameters outside their range
        raise _wrong_parameters(kind, column)
    return frozen


def _kind(name: str, column: str) -> Any:
    from scipy import stats

    known = {
        word: kind
        for word, kind in vars(stats).items()
        if isinstance(kind, (stats.rv_continuous, stats.rv_discrete)) and not word.startswith("_")
    }
    if name not in known:
        raise ParameterError(
            f"'{name}' (",
            Setting("distributions"),
            f" of column '{column}') is no univariate distribution of scipy.stats.{did_you_mean(name, list(known))}",
            column=column,
            hint=f"Give one, such as norm(40, 12) or {EXAMPLE}.",
        )
    return known[name]


def _number(node: ast.expr, column: str) -> float:
    sign = 1.0
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        sign, node = (-sign if isinstance(node.op, ast.USub) else sign), node.operand
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST_COORDINATE:
        return sign * float(value)
    raise _no_distribution(column)


def _no_distribution(column: str) -> ParameterError:
    return ParameterError(
        Setting("distributions"),
        f" of column '{column}' must be the name of a distribution with numbers in parentheses.",
        column=column,
        hint=f"For example '{column}={EXAMPLE}', in quotes because of the parentheses.",
    )


def _wrong_parameters(kind: Any, column: str) -> ParameterError:
    shapes = [*(kind.shapes or "").replace(" ", "").split(","), "loc", "scale"]
    known = ", ".join(name for name in shapes if name and not (name == "scale" and not hasattr(kind, "pdf")))
    return ParameterError(
        Setting("distributions"),
        f" of column '{column}' has parameters that {kind.name} does not take, or lacks one, or one is out of range.",
        column=column,
        hint=f"The parameters of {kind.name} in scipy.stats are: {known}.",
    )
