"""shoal participation: what an earlier survey says about who will answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.every_option_once import EveryOptionOnce
from shoal.cli.shared.output import guarded, say_json, say_summary, say_warnings
from shoal.cli.shared.plain_flags import PlainGroup

if TYPE_CHECKING:
    from shoal.survey.participation.fitting import Estimate, PastParticipation

participation = typer.Typer(
    name="participation",
    cls=PlainGroup,
    help="Estimate who will answer a survey.",
    no_args_is_help=True,
)


@participation.callback()
def about() -> None:
    """Estimate who will answer a survey."""


@participation.command(cls=EveryOptionOnce)
@guarded
@words.grouped()
def fit(
    *,
    past: Annotated[
        str, typer.Argument(metavar="PAST", help="A table of an earlier survey, one row for each person asked.")
    ],
    answered: Annotated[
        str,
        typer.Option(
            "--answered", metavar="COLUMN", help="The column that says who answered: 1 or 0, true or false, yes or no."
        ),
    ],
    households: Annotated[
        str | None,
        typer.Option("--households", metavar="COLUMN", help="The column that says who lives together."),
    ] = None,
    cells: Annotated[
        str | None,
        typer.Option(
            "--cells",
            metavar="COLUMN",
            help="The column with the cell of each person, or another group about as large, such as a village.",
        ),
    ] = None,
    reading: words.Reading,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Estimate from an earlier survey how many people answer, and how they depend on each other.

    It shows the share of people who answer, how often members of a household
    decide together, and how much the share differs from cell to cell. Each has
    an interval that holds in 95 of 100 surveys. It says what the table cannot
    tell, and the options for shoal design.

    Example:  shoal participation fit past.csv --answered answered
    --households home
    """
    from shoal.survey.participation.fitting import fit_participation

    found = fit_participation(reading.open(past), answered=answered, households=households, cells=cells)
    if as_json:
        say_json(_facts(found))
    elif not quiet:
        say_summary(f"{found.n_answers:,} of {found.n_people:,} people answered.", _rows(found))
        say_warnings(found.notes)


def _facts(found: PastParticipation) -> dict[str, Any]:
    estimates = {"share": found.share, "together": found.together, "overdispersion": found.overdispersion}
    return {
        "people": found.n_people,
        "answers": found.n_answers,
        "groups": found.n_groups,
        "households_with_several_members": found.n_together,
        **{name: None if one is None else vars(one) for name, one in estimates.items()},
        "options": _options(found),
        "warnings": list(found.notes),
    }


def _rows(found: PastParticipation) -> list[tuple[str, str]]:
    rows = [("share who answer", _words(found.share))]
    if found.together is not None:
        rows.append(("members of a household decide together", _words(found.together)))
    if found.overdispersion is not None:
        rows.append(("overdispersion (correlation in a cell)", _words(found.overdispersion)))
    return [*rows, ("for shoal design, on the safe side", " ".join(_options(found)))]


def _words(one: Estimate) -> str:
    return f"{one.value:.3g} ({one.low:.3g} to {one.high:.3g})"


def _options(found: PastParticipation) -> list[str]:
    """The count as an uncertain share, and the dependence as large as the data allow."""
    told = ["--participation", f"{found.earlier.answered:g}/{found.earlier.asked:g}"]
    if found.together is not None:
        told += ["--households", "COLUMN", "--together", f"{min(1.0, found.together.high):.3g}"]
    if found.overdispersion is not None and found.overdispersion.high > 0.0:
        told += ["--overdispersion", f"{found.overdispersion.high:.3g}"]
    return told
