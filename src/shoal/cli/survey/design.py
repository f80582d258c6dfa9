"""shoal design: how large the cells of a survey have to be before anybody answers, and the cells themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import guarded, say_json, say_summary, say_warnings
from shoal.errors import ParameterError, Setting, WrongUse, in_a_row


@guarded
@words.grouped("quasi_identifiers", "by", "types", "orders", "taxonomies", "attribute_weights", "rounding", "missing")
def design(
    *,
    k: Annotated[int, typer.Option("--k", help="The fewest answers that a cell may have, if it has any.")],
    participation: Annotated[
        list[str],
        typer.Option(
            "--participation",
            metavar="SHARE",
            help="Probability that a person answers, from 0 to 1; or ANSWERED/ASKED of an earlier survey (700/1000), "
            "whose uncertainty then counts; or LOW-HIGH (.6-.8), for the worst case in between. With a frame it can "
            "also be a column that holds it, or STRATUM=SHARE for each value of the column in --by.",
        ),
    ],
    failure: Annotated[
        float,
        typer.Option(
            "--failure",
            metavar="SHARE",
            help="Acceptable probability that a cell gets fewer than k answers, but not none; e.g. 1e-5.",
        ),
    ],
    frame: Annotated[
        str | None,
        typer.Argument(metavar="[FRAME]", help="A table of everybody who may be asked, one row for each person."),
    ] = None,
    count: Annotated[
        str | None,
        typer.Option(
            "--count",
            metavar="COLUMN",
            help="The column that says how many people have the values of a row, in a frame or in every --margin.",
        ),
    ] = None,
    margins: Annotated[
        list[str] | None,
        typer.Option(
            "--margin",
            metavar="FILE",
            help="Instead of a frame: a table of how many people (--count) have the values of one or a few columns. "
            "Repeatable. The frame is then a model: people are combined by iterative proportional fitting.",
        ),
    ] = None,
    households: Annotated[
        str | None,
        typer.Option(
            "--households",
            metavar="COLUMN",
            help="The column of the frame that says who lives together, where households answer together.",
        ),
    ] = None,
    together: Annotated[
        float | None,
        typer.Option(
            "--together",
            metavar="SHARE",
            help="Probability that the members of a household decide as one. The default is 1: all answer, or nobody.",
        ),
    ] = None,
    tell_households: Annotated[
        bool,
        typer.Option(
            "--tell-households",
            help="List the households of each cell in the specification, although a cell has fewer than k of a size. "
            "Respondents can then compute the failures again; but whoever knows such a household may find its cell.",
        ),
    ] = False,
    overdispersion: Annotated[
        float,
        typer.Option(
            "--overdispersion",
            metavar="SHARE",
            help="How much the share of answers differs from cell to cell: the correlation of two members of a cell. "
            "shoal participation fit estimates it.",
        ),
    ] = 0.0,
    records: Annotated[
        int | None,
        typer.Option(
            "--records",
            metavar="N",
            help="The number of people who may be asked. With it, the probability that any cell fails is shown too.",
        ),
    ] = None,
    lower_by: Annotated[
        float | None,
        typer.Option(
            "--lower-by",
            metavar="SHARE",
            help="Also show the cell size for a participation that is lower by this share. The default is 0.1.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Where to write the specification (.json). Needs a frame.",
        ),
    ] = None,
    page: Annotated[
        str | None,
        typer.Option(
            "--page",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Write a web page (.html) on which respondents find their cell.",
        ),
    ] = None,
    questions: Annotated[
        list[str] | None,
        typer.Option(
            "--ask",
            metavar="COLUMN=TEXT",
            rich_help_panel=of.FILES,
            help="The question that respondents see for a column; by default they see its name. Repeatable.",
        ),
    ] = None,
    overwrite: Annotated[
        bool,
        typer.Option("--force", rich_help_panel=of.FILES, help="Replace a specification or page that exists."),
    ] = False,
    sign: Annotated[
        str | None,
        typer.Option(
            "--sign", metavar="FILE", rich_help_panel=of.FILES, help="Sign with this private key. shoal keys makes one."
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", rich_help_panel=of.FILES, help="The title of the survey.")
    ] = None,
    about: words.AboutColumns,
    roles: of.RolesOption = None,
    method: Annotated[
        str | None, typer.Option("--method", help="The method that makes the cells. The default is pcl.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The seed of all random choices. The specification notes it.")
    ] = None,
    reading: words.Reading,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Compute how large the cells of a survey must be, or design the cells.

    Without a frame: the number of people that a cell needs, so that either
    nobody or at least k of them answer, except with the probability in
    --failure.

    With a frame: design the cells, and write the specification with which
    respondents find their cell. A frame has one row for each person; or rows
    that count people (--count); or it is a model (--margin).

    Example:  shoal design --k 10 --participation .75 --failure 1e-5
    --records 100000
    """
    if frame is None and not margins:
        useless: dict[str, object] = {
            "output": output,
            "page": page,
            "questions": questions,
            "overwrite": overwrite or None,
            "sign": sign,
            "title": title,
            "roles": roles,
            "method": method,
            "households": households,
            "together": together,
            "tell_households": tell_households or None,
            "count": count,
        }
        _refuse_about_a_frame(useless | {"seed": seed, **vars(reading), **vars(about)})
        _say_numbers(k, participation, failure, overdispersion, records, lower_by, as_json=as_json, quiet=quiet)
        return
    from shoal.cli.survey.design_specification import GivenFrame, write_design

    if records is not None:
        raise WrongUse(
            Setting("records"),
            " is for a design without a frame.",
            hint="The frame says how many records there are: leave it out.",
        )
    if frame is not None and margins:
        raise WrongUse(Setting("margins"), " takes the place of a frame.", hint="Give one of the two.")
    if output is None:
        raise WrongUse("Say with ", Setting("output"), " where to write the specification.")
    write_design(
        GivenFrame(frame, tuple(margins or ()), count),
        output,
        page=page,
        questions=questions,
        overwrite=overwrite,
        about=about,
        roles_file=roles,
        reading=reading.beside(roles, frame or (margins or [""])[0]),
        promise={
            "k": k,
            "failure": failure,
            "households": households,
            "together": together,
            "tell_households": tell_households,
            "overdispersion": overdispersion,
        },
        participation=participation,
        lower_by=lower_by,
        settings={"method": method, "seed": seed, "title": title, "sign": sign},
        as_json=as_json,
        quiet=quiet,
    )


def _refuse_about_a_frame(settings: Mapping[str, object]) -> None:
    given = [Setting(parameter) for parameter, value in settings.items() if value is not None]
    if given:
        hint = "Name the table of people to ask."
        raise WrongUse(*in_a_row(given), " is about a frame, and none is given.", hint=hint)


def _say_numbers(
    k: int,
    participation: list[str],
    failure: float,
    overdispersion: float,
    records: int | None,
    lower_by: float | None,
    *,
    as_json: bool,
    quiet: bool,
) -> None:
    from shoal.cli.survey.dependent_numbers import DependentNumbers, dependent_numbers
    from shoal.cli.survey.design_numbers import Numbers, numbers
    from shoal.cli.survey.shares import assumed_in

    share = assumed_in(participation[0]) if len(participation) == 1 else None
    if share is None:
        raise ParameterError(
            Setting("participation"), " must be one number, above 0 and at most 1. A column or strata need a frame."
        )
    found: Numbers | DependentNumbers
    if isinstance(share, float) and overdispersion == 0.0:
        found = numbers(k, share, failure, records, lower_by)
    else:
        found = dependent_numbers(k, share, failure, overdispersion, records, lower_by)
    if as_json:
        say_json(found.to_dict())
    elif not quiet:
        say_summary(found.promise.describe(), found.rows())
        say_warnings(found.warnings)
