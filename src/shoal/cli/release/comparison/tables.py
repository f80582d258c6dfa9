"""The results of shoal compare as files: CSV for a program, LaTeX for a paper, JSON for either."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from shoal.cli.release.comparison.runs import SHOWN_DIGITS, Comparison, LeastLoss

CSV_COLUMNS = (
    *("k", "method", "budget_s", "loss", "at_most_above_optimum", "seconds", "cells", "smallest_cell", "largest_cell"),
    *("on_front", "interrupted", "least_loss", "made_by"),
    *("risk", "risk_about", "on_risk_front", "recommended"),
    "promises",
)
LATEX_HEADINGS = (r"$k$", "method", r"loss (\%)", r"above optimum (\%)", "time (s)", "cells", "smallest", "largest")
SUFFIXES = (".csv", ".tex", ".json")
LATEX_ALIGNMENT = "rlrrrrrr"
# What LaTeX would obey, or print as another character in its first font encoding (OT1): The LaTeX Companion, ch. 7.
LATEX_ESCAPES = str.maketrans(
    {
        **{letter: f"\\{letter}" for letter in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
    }
)


def write_results(
    path: Path, results: Sequence[Comparison], bounds: Sequence[LeastLoss], facts: Mapping[str, Any]
) -> None:
    """Write all runs, whole or not at all; the suffix chooses the form."""
    from shoal.release.saving import write_text

    forms = {
        ".csv": lambda: _csv(results, bounds),
        ".tex": lambda: _latex(results),
        ".json": lambda: json.dumps(facts, indent=2, ensure_ascii=False, allow_nan=False) + "\n",
    }
    write_text(path, forms[path.suffix.lower()]())


def _csv(results: Sequence[Comparison], bounds: Sequence[LeastLoss]) -> str:
    """One row a run, in full precision; shares are shares, not per cent; what is not known is empty."""
    least = {(bound.k, bound.promises): bound.loss for bound in bounds}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for run in results:
        writer.writerow(
            [
                *(run.k, run.method, run.budget_s, run.loss, run.at_most_above, round(run.seconds, 3), run.n_cells),
                *(run.smallest_cell, run.largest_cell, _yes(run.on_front), _yes(run.is_interrupted)),
                *(least.get((run.k, run.promises)), run.made_by),
                *(run.risk, run.risk_about, _yes(run.on_risk_front), _yes(run.is_recommended)),
                run.promises,
            ]
        )
    return text.getvalue()


def _yes(holds: bool) -> str:
    return "true" if holds else "false"


def _latex(results: Sequence[Comparison]) -> str:
    """A table in the style of booktabs: a block for each k and set of promises, its least loss in bold."""
    lines = [
        r"% Made by shoal compare. Needs \usepackage{booktabs}. The loss is SSE/SST of the cells.",
        rf"\begin{{tabular}}{{{LATEX_ALIGNMENT}}}",
        r"\toprule",
        " & ".join(LATEX_HEADINGS) + r" \\",
    ]
    for (k, promises), runs in groupby(results, key=lambda run: (run.k, run.promises)):
        lines.append(r"\midrule")
        if promises:
            lines.append(rf"\multicolumn{{{len(LATEX_ALIGNMENT)}}}{{l}}{{{promises.translate(LATEX_ESCAPES)}}} \\")
        lines += [_latex_row(run, position, k) for position, run in enumerate(runs)]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _latex_row(run: Comparison, position: int, k: int) -> str:
    loss = f"{100 * run.loss:.4f}"
    above = "--" if run.above_shown is None else rf"$\leq$ {100 * run.above_shown:.2f}"
    entries = [
        str(k) if position == 0 else "",
        run.title.translate(LATEX_ESCAPES),
        rf"\textbf{{{loss}}}" if position == 0 else loss,
        above,
        f"{run.seconds:.{SHOWN_DIGITS}f}",
        str(run.n_cells),
        str(run.smallest_cell),
        str(run.largest_cell),
    ]
    return " & ".join(entries).lstrip() + r" \\"
