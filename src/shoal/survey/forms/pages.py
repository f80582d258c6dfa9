"""The form for respondents and the decoding table for the collector, as pages that need nothing but themselves.

Both are made for paper: A4, black on white, no scripts, nothing fetched from anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.errors import ParameterError, WriteError
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.boxes.codes import SIGNS
from shoal.survey.boxes.rules import Flow, Grid
from shoal.survey.forms.flow import flow_items
from shoal.survey.forms.grid import LookUp, grid_items, letter, look_up
from shoal.table.atomic import atomically
from shoal.table.roles.identifying import name_words, personal_names

if TYPE_CHECKING:
    from jinja2 import Environment

UNTITLED = "Survey form"
FIGURES, FEW_FIGURES = 6, 2  # of numbers in the decoding page, and of small ones; the CSV has them all
SMALL = 1e-3

FORM_FILE, DECODING_PAGE, DECODING_FILE, DESIGN_FILE = "form.html", "decoding.html", "decoding.csv", "boxes.json"


def form_html(design: BoxDesign, answers: Sequence[str] = ()) -> str:
    """The form, as one HTML page to print.

    ``answers`` are the questions that the survey is after: they stand on the slip, under the code, with a line each.
    They are no part of the design, so its digest knows nothing of them.
    """
    check_answers(answers)
    codes, rule = design.codes, design.rule
    if isinstance(rule, Flow):
        items, table = flow_items(rule, design.questions, codes), LookUp((), (), ())
    else:
        items = grid_items(rule, design.questions)
        table = look_up(rule, items, codes)
    return _render(
        design,
        "form.html.j2",
        items=items,
        table=table,
        is_flow=isinstance(rule, Flow),
        fewest=int(design.counts.min()),
        only_code=codes[0],
        code_length=len(codes[0]),
        signs=" ".join(SIGNS),
        letter=letter,
        answers=[text.strip() for text in answers],
    )


def check_answers(answers: Sequence[str]) -> None:
    """Refuse questions for the slip that say nothing, or stand there twice."""
    if isinstance(answers, str):
        raise ParameterError("The questions on the slip must be a list of texts.", parameter="answers")
    texts = [text.strip() for text in answers]
    if "" in texts:
        raise ParameterError(
            "A question on the slip is empty.", parameter="answers", hint="Say what is asked, or leave it out."
        )
    if len(set(texts)) < len(texts):
        raise ParameterError("A question stands on the slip twice.", parameter="answers", hint="Give each once.")


def telling_answers(design: BoxDesign, answers: Sequence[str]) -> list[str]:
    """Questions for the slip that seem to ask who a person is, or again for what the code hides."""
    hidden = {"".join(name_words(name)) for question in design.questions for name in (question.column, question.text)}
    hidden = (hidden | personal_names()) - {""}
    return [text for text in answers if hidden & {*name_words(text), "".join(name_words(text))}]


def decoding_html(design: BoxDesign) -> str:
    """The decoding table, as one HTML page to print."""
    table = design.decoding_table()
    borrowed = len(design.rule.box_of) - design.n_boxes if isinstance(design.rule, Grid) else 0
    return _render(
        design,
        "decoding.html.j2",
        promise=design.promise.words,
        n_boxes=design.n_boxes,
        n_records=f"{design.n_records:,}",
        loss=f"{100 * design.loss:.2f}",
        k=design.k,
        borrowed=borrowed,
        header=table.columns,
        rows=table.rows(),
        written=_written,
    )


def refuse_other_files(folder: Path) -> None:
    """Refuse a folder in which a form stands already: the old codes may be in use."""
    if folder.is_file():
        raise WriteError(f"{folder} is a file. Name a folder for the form.")
    if (folder / DESIGN_FILE).exists():
        raise WriteError(f"{folder} holds a form already, and its codes may be in use. Choose another folder.")


def write_form(design: BoxDesign, folder: str | Path, *, answers: Sequence[str] = ()) -> dict[str, Path]:
    """Design, form and decoding table (page and CSV) into a folder; returns their paths.

    ``answers`` are questions that stand on the slip, see `form_html`.
    """
    target = Path(folder)
    refuse_other_files(target)
    check_answers(answers)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(f"The folder {folder} cannot be made. Choose another name.") from error
    paths = {name: target / name for name in (DESIGN_FILE, FORM_FILE, DECODING_PAGE, DECODING_FILE)}
    design.save(paths[DESIGN_FILE])
    contents = {
        FORM_FILE: form_html(design, answers),
        DECODING_PAGE: decoding_html(design),
        DECODING_FILE: design.decoding_table().write_csv(),
    }
    for name, text in contents.items():
        with atomically(paths[name]) as draft:
            draft.write_text(text, encoding="utf-8")
    return paths


def _render(design: BoxDesign, template: str, **content: Any) -> str:
    short_digest = f"Form {design.short_digest}"
    title = design.title or UNTITLED
    return _environment().get_template(template).render(title=title, short_digest=short_digest, **content)


def _written(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.{FEW_FIGURES if 0.0 < abs(value) < SMALL else FIGURES}g}"
    return str(value)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    return Environment(
        loader=PackageLoader("shoal.survey", "templates"),
        autoescape=select_autoescape(["html.j2", "j2", "html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
