"""shoal form: boxes for people without a computer, from a population frame to a printed form."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, guarded, say_json, say_summary, say_warnings
from shoal.errors import ParameterError, RolesError, Setting

if TYPE_CHECKING:
    from shoal.survey.boxes.box_design import BoxDesign
    from shoal.survey.boxes.search.drafts import Rounding
    from shoal.survey.boxes.search.population import Promise
    from shoal.table.frames.table import Table

LONG_FORM = 60  # boxes; beyond, a flow takes more than about ten pages


@guarded
@words.grouped("quasi_identifiers", "types", "orders", "taxonomies", "attribute_weights")
def form(
    *,
    frame: Annotated[
        str, typer.Argument(metavar="FRAME", help="A table of everybody who may be asked, one row for each person.")
    ],
    k: Annotated[
        int, typer.Option("--k", "-k", help="A box is published only with at least this many answers; at least 2.")
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            rich_help_panel=of.FILES,
            help="The folder for form, decoding table and design.",
        ),
    ],
    participation: Annotated[
        str | None,
        typer.Option(
            "--participation",
            metavar="SHARE|COLUMN",
            help="Probability that a person answers: a number, or a column of the frame. By default everybody answers.",
        ),
    ] = None,
    failure: Annotated[
        float | None,
        typer.Option(
            "--failure",
            metavar="SHARE",
            help="Acceptable probability that a box gets fewer than k answers, but not none; e.g. 1e-5.",
        ),
    ] = None,
    about: words.AboutColumns,
    roles: of.RolesOption = None,
    layout: Annotated[
        str,
        typer.Option(
            "--layout", help="flow: each answer leads to the next question. grid: one list of ranges for each question."
        ),
    ] = "flow",
    round_numbers: Annotated[
        bool, typer.Option("--round", help="Let ranges begin at round numbers and dates only.")
    ] = False,
    steps: Annotated[
        list[str] | None,
        typer.Option(
            "--step", metavar="COLUMN=STEP", help="Let ranges of this column begin at multiples of STEP. Repeatable."
        ),
    ] = None,
    most_boxes: Annotated[
        int | None,
        typer.Option("--most-boxes", metavar="N", help="The largest number of boxes; fewer make a shorter form."),
    ] = None,
    effort: Annotated[
        float | None,
        typer.Option(
            "--effort", metavar="VISITS", help="How often the search visits each record; more gives better boxes."
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same boxes.")] = 0,
    title: Annotated[str, typer.Option("--title", help="The title at the top of the form.")] = "",
    wording: Annotated[
        list[str] | None,
        typer.Option(
            "--ask",
            metavar="COLUMN=TEXT",
            help="The question on the form for a column; by default its name. Repeatable.",
        ),
    ] = None,
    answers: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            metavar="TEXT",
            help="A question of the survey itself, printed on the slip under the code. Repeatable.",
        ),
    ] = None,
    reading: words.Reading,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Design a paper form on which people find the code of their box.

    People answer the questions with a pencil and send only the code, which
    enough other people share. With --answer, the slip that they send also has
    room for the answers of the survey.

    Example:  shoal form frame.csv --k 10 --participation .75 --failure 1e-5
    --qi age,sex --round -o form/
    """
    started = perf_counter()
    from shoal.survey.boxes.from_frame import design_boxes
    from shoal.survey.forms.pages import check_answers, refuse_other_files, write_form
    from shoal.table.folder_lock import held

    check_answers(answers or ())
    words.require_quasi_identifiers(about.quasi_identifiers, roles, frame)
    refuse_other_files(Path(output))
    table = reading.beside(roles, frame).open(frame)
    given = about.arguments(table.columns, roles)
    asked = words.by_column(wording, table.columns, "wording", commas=False)
    wanted = ("quasi_identifiers", "types", "orders", "taxonomies", "attribute_weights")
    with held(Path(output)):
        with compilation_announced(silent=quiet or as_json):
            design = design_boxes(
                table,
                promise=_promise(table, k, participation, failure),
                roles=roles,
                **{name: given[name] for name in wanted if name in given},
                layout=layout,
                round_numbers=_rounding(steps, table, every=round_numbers),
                most_boxes=most_boxes,
                effort=effort,
                seed=seed,
                title=title,
                wording=asked,
            )
        paths = write_form(design, output, answers=answers or ())
    facts = _facts(design, asked, answers or [], [str(path) for path in paths.values()], perf_counter() - started)
    if as_json:
        say_json(facts)
    elif not quiet:
        _say(facts)


def _promise(table: Table, k: int, participation: str | None, failure: float | None) -> Promise:
    from shoal.cli.survey.shares import share_in
    from shoal.guarantee import KAnonymity, ProbabilisticAnonymity

    if participation is None and failure is None:
        return KAnonymity(k)
    if participation is None or failure is None:
        raise ParameterError(
            Setting("participation"), " and ", Setting("failure"), " belong together.", hint="Give both, or neither."
        )
    share = share_in(participation, table.columns)
    if share is not None:
        return ProbabilisticAnonymity(k, failure, share)
    if participation not in table.columns:
        if "=" in participation:
            raise ParameterError(
                Setting("participation"),
                " of a form is one share for all, or a column of the frame: a box may hold people of several strata.",
                hint="Write the share of each person's stratum into a column, and name that column.",
            )
        unknown = table.unknown_column(participation, kind=RolesError)
        neither = (Setting("participation"), " is neither a number nor a column. ", *unknown.problem)
        raise unknown.with_words(neither, unknown.hint)
    return ProbabilisticAnonymity(k, failure, table.numbers(participation))


def _rounding(steps: list[str] | None, table: Table, *, every: bool) -> Rounding:
    given = words.numbers_by_column(steps, table.columns, "steps", float)
    if given and every:
        raise ParameterError(
            Setting("round_numbers"),
            " is for all columns, and ",
            Setting("steps"),
            " for some.",
            hint="Give only one of the two.",
        )
    return given or every


def _facts(
    design: BoxDesign, asked: dict[str, str], answers: list[str], files: list[str], seconds: float
) -> dict[str, Any]:
    from shoal.survey.forms.pages import telling_answers
    from shoal.survey.shared.chances.hardly_answering import hardly_answering_words, n_hardly_answering
    from shoal.survey.shared.question_wording import unasked_words

    warnings = [
        f"The question '{text}' on the slip may reveal who a person is, or what the code hides. Then the code "
        "protects nobody. Leave the question out."
        for text in telling_answers(design, answers)
    ]
    n_empty = n_hardly_answering(design.counts, design.shares, design.k)
    if n_empty:
        warnings.append(hardly_answering_words(n_empty, design.n_boxes, "boxes"))
    never = [question.column for question in design.questions if question.n_levels == 1]
    if never:
        warnings.append(f"The form does not ask for {', '.join(never)}, because that would not lower the distortion.")
    warnings += unasked_words([each.column for each in design.questions if each.n_levels > 1], asked)
    if design.rule.LAYOUT == "flow" and design.n_boxes > LONG_FORM:
        warnings.append(f"{design.n_boxes} boxes make a long form. Make it shorter with --most-boxes {LONG_FORM}.")
    return {
        "promise": design.promise.words,
        "n_min": design.promise.n_min,
        "records": design.n_records,
        "layout": design.rule.LAYOUT,
        "boxes": design.n_boxes,
        "smallest_box": int(design.counts.min()),
        "largest_failure": float(design.failures.max()),
        "loss": design.loss,
        "answers_on_the_slip": answers,
        "digest": design.digest,
        "seconds": round(seconds, 3),
        "files": files,
        "warnings": warnings,
    }


def _say(facts: dict[str, Any]) -> None:
    rows = [
        ("frame", f"{facts['records']:,} people"),
        ("boxes", f"{facts['boxes']:,}, the smallest with {facts['smallest_box']:,} people"),
        ("largest failure", f"{facts['largest_failure']:.3g}"),
        ("distortion", f"{100 * facts['loss']:.2f} % of the total variance (SSE/SST)"),
        ("seconds", f"{facts['seconds']:.1f}"),
        ("written", ", ".join(facts["files"])),
    ]
    say_summary(facts["promise"], rows)
    say_warnings(facts["warnings"])
