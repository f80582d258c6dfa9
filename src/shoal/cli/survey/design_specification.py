"""The design of a survey from a frame: options in, specification and page out, and what became of it on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, say_json, say_summary, say_warnings
from shoal.errors import Setting, WriteError, WrongUse

if TYPE_CHECKING:
    from shoal.survey.design.frame import Design
    from shoal.survey.design.margins import ModelledFrame
    from shoal.survey.design.member_shares import GivenShares
    from shoal.survey.specification.specification import Specification
    from shoal.table.frames.table import Table

NOT_TOLD = (
    "The specification does not tell how many members of a cell live together, because that would tell of a few "
    "people: members differ in their participation, a household size is rare in the frame, or a cell has fewer than k "
    "households of some size. So respondents cannot compute the failures again."
)
KINDS = {
    ".json": ("A specification", "its cells may be in use: answers that name them can be read with this file only"),
    ".html": ("A page", "respondents may be using it"),
}


@dataclass(frozen=True)
class GivenFrame:
    """The path of a table, or those of the margins of a model. ``count``: the column that counts people."""

    path: str | None
    margins: tuple[str, ...]
    count: str | None

    @property
    def inputs(self) -> list[str]:
        """All paths."""
        return [self.path] if self.path is not None else list(self.margins)

    def opened(self, reading: words.Reading) -> OpenedFrame:
        """Everything that the design needs of it."""
        if self.path is not None:
            table = reading.open(self.path)
            return OpenedFrame(table, table, self.count, 0.0)
        if self.count is None:
            raise WrongUse(
                Setting("margins"),
                " needs the column that counts people.",
                hint=("Name it with ", Setting("count"), "."),
            )
        from shoal.survey.design.margins import ModelledFrame

        model = ModelledFrame.from_margins([reading.open(path) for path in self.margins], count=self.count)
        return OpenedFrame(model, model.table, None, model.share_lost)


class OpenedFrame(NamedTuple):
    """What `design_frame` takes and is told; the table in it; the share of people that a model lost by rounding."""

    given: Table | ModelledFrame
    table: Table
    counted_by: str | None
    share_lost: float


def write_design(
    frame: GivenFrame,
    output: str,
    *,
    page: str | None,
    questions: list[str] | None,
    overwrite: bool,
    about: words.AboutColumns,
    roles_file: str | None,
    reading: words.Reading,
    promise: dict[str, Any],
    participation: list[str],
    lower_by: float | None,
    settings: dict[str, Any],
    as_json: bool,
    quiet: bool,
) -> None:
    """Check the paths, design, write."""
    from shoal.guarantee.participation import lowered
    from shoal.guarantee.safety import LOWER_BY
    from shoal.survey.design.frame import design_frame
    from shoal.survey.shared.question_wording import require_asked
    from shoal.survey.specification.page import write_page

    lowered(1.0, LOWER_BY if lower_by is None else lower_by)  # refuses what is no share, before anything is designed
    inputs = [*frame.inputs, *(path for path in (roles_file, settings["sign"]) if path is not None)]
    _check_paths({".json": output, ".html": page}, inputs, overwrite=overwrite)
    words.require_quasi_identifiers(about.quasi_identifiers, roles_file, frame.inputs[0])
    opened = frame.opened(reading)
    table = opened.table
    columns = about.arguments(table.columns, roles_file)
    answering = _answering(participation, table)
    if lower_by is not None and (isinstance(answering, str) or promise["households"] is not None):
        raise WrongUse(
            Setting("lower_by"),
            " shows the n_min of a lower participation. Members who differ, or live together, have none in common.",
            hint="Leave the option out: the design says at which share of the participation the first cell breaks its "
            "promise.",
        )
    asked = words.by_column(questions, table.columns, "questions", commas=False)
    require_asked(asked, _asked(table, columns, roles_file), "questions")
    wanted = ("quasi_identifiers", "by", "types", "orders", "taxonomies", "attribute_weights", "rounding", "missing")
    with compilation_announced(silent=quiet):
        design = design_frame(
            opened.given,
            count=opened.counted_by,
            **promise,
            participation=answering,
            questions=asked,
            roles=roles_file,
            **{name: columns[name] for name in wanted if name in columns},
            **{name: value for name, value in settings.items() if value is not None},
        )
    design.specification.save(output)
    written = [output]
    if page is not None:
        write_page(page, design.specification)
        written.append(page)
    _say(design, written, lower_by, opened.share_lost, as_json=as_json, quiet=quiet)


def _check_paths(paths: dict[str, str | None], inputs: list[str], *, overwrite: bool) -> None:
    """Refuse paths that cannot be written, or that hold a file which may be in use."""
    from shoal.cli.shared.destinations import require_not_input, require_suffix, require_writable

    for suffix, path_text in paths.items():
        if path_text is None:
            continue
        path, (what, in_use) = Path(path_text), KINDS[suffix]
        require_suffix(path, (suffix,), what)
        require_not_input(path, inputs)
        require_writable(path)
        if path.exists() and not overwrite:
            raise WriteError(
                f"{path} exists already, and {in_use}.",
                parameter="overwrite",
                hint=("Choose another name, or replace it with ", Setting("overwrite"), "."),
            )


def _asked(table: Table, columns: dict[str, Any], roles_file: str | None) -> tuple[str, ...]:
    """What respondents will be asked: quasi-identifiers and strata."""
    if roles_file is None:
        return (*columns["quasi_identifiers"], *columns["by"])
    from shoal.table.roles.roles_file import roles_from_file

    given = roles_from_file(table, roles_file)
    return (*given.quasi_identifiers, *given.stratum)


def _answering(given: list[str], table: Table) -> GivenShares:
    """One share, a column of the frame, or STRATUM=SHARE pairs."""
    from shoal.cli.survey.shares import assumed_in, shares_in

    if len(given) == 1:
        share = assumed_in(given[0], table.columns)
        if share is not None:
            return share
        if given[0] in table.columns or "=" not in given[0]:
            return given[0]
    return shares_in(given)


def _say(
    design: Design, written: list[str], lower_by: float | None, lost: float, *, as_json: bool, quiet: bool
) -> None:
    from shoal.survey.shared.chances.own_chance import own_chances
    from shoal.survey.specification.scheme import scheme_of_specification
    from shoal.survey.specification.signing import as_in_file

    specification = design.specification
    lowered_by, if_lowered = _if_lowered(specification, lower_by)
    facts: dict[str, Any] = {
        "k": specification.k,
        "failure": specification.failure,
        "participation": str(specification.participation.model),
        "n_min": list(dict.fromkeys(specification.n_min)),
        "n_min_by_stratum": _by_stratum(specification),
        "n_cells": specification.n_cells,
        "frame_records": int(specification.frame_counts.sum()),
        "frame_source": str(specification.source.kind),
        "lost_by_rounding": lost,
        "smallest_cell": int(specification.frame_counts.min()),
        "largest_failure": float(specification.failures.max()),
        "any_cell_fails": specification.table_failure,
        "own_chance": float(own_chances(scheme_of_specification(specification)).chances.max()),
        "breaks_at": design.breaks_at,
        "lowered_by": lowered_by,
        "n_min_if_lowered": if_lowered,
        "loss": design.loss,
        "dropped": design.n_dropped,
        "mended": design.n_mended,
        "dissolved": design.n_dissolved,
        "digest": specification.digest,
        "signed_by": None if specification.signature is None else as_in_file(specification.signature.public_key),
        "files": written,
        "warnings": _warnings(specification),
    }
    if as_json:
        say_json(facts)
    elif not quiet:
        say_summary(specification.describe(), _rows(facts))
        say_warnings(facts["warnings"])


def _if_lowered(specification: Specification, lower_by: float | None) -> tuple[float, list[int] | None]:
    """What cells would need if participation were lower, by how much; None where members differ in theirs."""
    from shoal.guarantee.safety import LOWER_BY, safety_margin
    from shoal.survey.participation.answering import fewest_members

    lowered_by = LOWER_BY if lower_by is None else lower_by
    if not specification.has_one_size:
        return lowered_by, None
    if not specification.is_plain:
        models = dict.fromkeys(specification.answering_of_cells)
        lower = (model.lowered(1.0 - lowered_by) for model in models)
        return lowered_by, [fewest_members(model, specification.k, specification.failure) for model in lower]
    shares = dict.fromkeys(map(float, specification.share_of_cells))
    margins = (safety_margin(specification.k, share, specification.failure, lowered_by) for share in shares)
    return lowered_by, [margin.size_if_lowered for margin in margins]


def _by_stratum(specification: Specification) -> list[dict[str, Any]] | None:
    """n_min of every stratum, in the order of the cells; None where it is one for all, or one for no two cells.

    Members who lack values have cells of their own, with the n_min of their stratum.
    """
    from shoal.survey.specification.participation import Model

    if specification.participation.model is not Model.PER_STRATUM or not specification.n_min:
        return None
    strata = (block.key.stratum for block in specification.quantizer.blocks)
    n_min_of = dict(zip(strata, specification.n_min, strict=True))
    return [{"stratum": list(stratum), "n_min": n_min} for stratum, n_min in n_min_of.items()]


def _warnings(specification: Specification) -> list[str]:
    from shoal.survey.shared.chances.hardly_answering import hardly_answering_words, n_hardly_answering
    from shoal.survey.shared.question_wording import unasked_words

    n_cells = n_hardly_answering(specification.frame_counts, specification.share_of_cells, specification.k)
    said = [] if n_cells == 0 else [hardly_answering_words(n_cells, specification.n_cells, "cells")]
    if specification.participation.together > 0.0 and not specification.households:
        said.append(NOT_TOLD)
    return [*said, *unasked_words(specification.columns, specification.questions)]


def _n_min_words(facts: dict[str, Any]) -> str:
    by_stratum = facts["n_min_by_stratum"]
    if by_stratum is not None:
        return "\n".join(f"{each['n_min']} in {', '.join(each['stratum'])}" for each in by_stratum)
    return ", ".join(map(str, facts["n_min"])) or "differs between cells"


def _rows(facts: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [
        ("n_min", _n_min_words(facts)),
        ("cells", f"{facts['n_cells']:,}, each with {facts['smallest_cell']:,} members or more"),
        ("frame", _frame_words(facts)),
        ("a cell fails", f"with a probability of at most {facts['largest_failure']:.3g}"),
        ("any cell fails", f"with a probability of {facts['any_cell_fails']:.3g}"),
        ("who answers", f"is in a failed cell with a probability of at most {facts['own_chance']:.3g}"),
        ("margin", margin_words(facts["breaks_at"])),
        ("loss", f"{100 * facts['loss']:.2f} % of the spread of the frame"),
    ]
    if facts["n_min_if_lowered"] is not None:
        would_need = ", ".join(map(str, facts["n_min_if_lowered"]))
        rows.insert(6, (f"if lower by {facts['lowered_by']:.0%}", f"n_min would be {would_need}"))
    rows += [(name, f"{facts[name]:,}") for name in ("dropped", "mended", "dissolved") if facts[name]]
    rows += [("digest", facts["digest"]), ("signed by", facts["signed_by"] or "nobody")]
    return [*rows, ("written", "\n".join(facts["files"]))]


def _frame_words(facts: dict[str, Any]) -> str:
    members = f"{facts['frame_records']:,} members"
    if facts["frame_source"] == "model":
        return f"{members} of a model; rounding down lost {facts['lost_by_rounding']:.1%} of the people"
    return f"{members}, counted by a column" if facts["frame_source"] == "counts" else members


def margin_words(share: float | None) -> str:
    """How much lower participation may be than assumed, until a cell breaks the promise."""
    if share is None:
        return "the promise holds however low participation falls"
    told = f"{100 * share:.1f}"
    if told == f"{100:.1f}":
        return "there is no margin: the promise breaks as soon as participation is lower than assumed"
    return f"the promise breaks when participation falls below {told} % of what was assumed"
