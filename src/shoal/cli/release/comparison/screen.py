"""The results of shoal compare on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shoal.cli.release.comparison.front import Recommendation
from shoal.cli.release.comparison.runs import SHOWN_DIGITS, Comparison, LeastLoss
from shoal.cli.shared.output import stdout_console

if TYPE_CHECKING:
    from shoal.release.confidential.asked import AskedPromises

CELLS_ONLY = (
    "This is the loss of the cells. shoal anonymize shows the loss of the released values, which are rounded, and in "
    "which a cell has one category in common."
)
FRONT = "'time' in the last column: no other run is as quick and loses as little. Compiling does not count as time."
RISK = (
    "The risk is the share of right guesses of an attacker who knows all quasi-identifiers of a person in the table: "
    "about the record, or, beyond the most frequent value of all, about a confidential column. The larger one counts."
)
ONLY_RECORDS = (
    "No confidential column was named (--confidential), so only finding the record counts as risk, and what a class "
    "tells about its members does not."
)
ONE_FRONT = (
    "Runs with all sets of promises are on one front: what a class tells about confidential values is part of the "
    "risk. A promise can protect from more than this attacker, so compare what is promised as well."
)
WEAK = "'–': no bound is known that says anything. A bound of more than 100 % is not shown here."


def say_comparison(
    advice: Recommendation,
    bounds: Sequence[LeastLoss],
    sets: Sequence[AskedPromises],
    files: Sequence[str],
    *,
    with_confidential: bool,
) -> None:
    """Every k with its runs, then the front over all of them, then the files."""
    from rich.text import Text

    (asked, *others) = sets
    if asked and not others:
        stdout_console().print(
            Text(f"All cells keep: {asked.in_a_line()}. So do those that a bound is about."), soft_wrap=True
        )
    results = advice.runs
    for bound in bounds:
        heading = f"k = {bound.k}, {bound.promises}" if bound.promises else f"k = {bound.k}"
        stdout_console().print(Text(heading, style="bold"), Text(_bound_line(bound)))
        _say_runs([run for run in results if (run.k, run.promises) == (bound.k, bound.promises)])
    risk = RISK if with_confidential else ONLY_RECORDS
    _say_front(advice, f"{risk} {ONE_FRONT}" if others else risk)
    weak = [WEAK] if any(result.above_shown is None for result in results) else []
    stdout_console().print(Text(" ".join([CELLS_ONLY, FRONT, *weak]), style="dim"))
    for path in files:
        stdout_console().print(Text(f"Written: {path}"), soft_wrap=True)


def _say_front(advice: Recommendation, risk: str) -> None:
    """The front of risk and loss over all k, and the recommended run."""
    from rich import box
    from rich.table import Table as ScreenTable
    from rich.text import Text

    screen = ScreenTable(box=box.SIMPLE_HEAD)
    for heading in ("risk", "about", "loss", "run", ""):
        screen.add_column(heading, justify="right" if heading in ("risk", "loss") else "left", no_wrap=heading != "run")
    front = sorted((run for run in advice.runs if run.on_risk_front), key=lambda run: run.risk)
    for run in front:
        style = "bold" if run.is_recommended else ""
        screen.add_row(
            Text(f"{100 * run.risk:.2f} %", style=style),
            Text(run.risk_about),
            Text(f"{100 * run.loss:.4f} %", style=style),
            Text(run.setting, style=style),
            "recommended" if run.is_recommended else "",
        )
    stdout_console().print(Text("The risk front: no other run has less risk and less loss", style="bold"), screen)
    stdout_console().print(Text(f"{advice.rule} {risk}", style="dim"))


def _bound_line(bound: LeastLoss) -> str:
    from shoal.release.wording import bound_ground

    if bound.loss is None:
        return str(bound.absent)
    ground = bound_ground(bound.rests_on, is_weighted=bound.is_weighted)
    return f"No cells lose less than {100 * bound.loss:.2f} % ({ground})."


def _say_runs(runs: Sequence[Comparison]) -> None:
    """One k: the least loss first."""
    from rich import box
    from rich.table import Table as ScreenTable
    from rich.text import Text

    screen = ScreenTable(box=box.SIMPLE_HEAD)
    for heading in ("method", "loss", "above optimum", "s", "cells", "min", "max", "front"):
        screen.add_column(heading, justify="left" if heading == "method" else "right", no_wrap=heading != "method")
    for position, run in enumerate(runs):
        above = "–" if run.above_shown is None else f"≤ {100 * run.above_shown:.2f} %"
        screen.add_row(
            Text(run.title),
            Text(f"{100 * run.loss:.4f} %", style="bold" if position == 0 else ""),
            above,
            f"{run.seconds:.{SHOWN_DIGITS}f}",
            f"{run.n_cells:,}",
            str(run.smallest_cell),
            str(run.largest_cell),
            "time" if run.on_front else "",
        )
    stdout_console().print(screen)
