"""Releasing: answers whose cells are known become a release, whatever way they came.

Cells with 1..k−1 answers are withheld, or by choice joined with their neighbours (`joined_cells.py`). Cells whose
answers do not keep what was promised about them are withheld. The organiser learns how many, but not which. Released
answers get the values of their cell's centroid, and every promise is counted again on the file as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.arrays import BoolArray, IntArray
from shoal.errors import ParameterError, PromiseNotKept, Setting, TableError
from shoal.guarantee import KAnonymity
from shoal.journey.audit import audit
from shoal.quantizer.application import class_sizes, warnings_of
from shoal.release.columns import classes_by
from shoal.release.confidential.asked import NO_PROMISES, AskedPromises
from shoal.release.confidential.counting import CountedPromise, RuleCount
from shoal.release.confidential.values import promise_of
from shoal.release.release import counted_draft
from shoal.release.report.audit_facts import Audit
from shoal.release.wording import single_value_warning
from shoal.survey.collection.answering import roles_beside, spelled_frame
from shoal.survey.collection.attained import Attained, attained_of, warnings_about
from shoal.survey.collection.earlier_releases import grown_by_few, refuse_other_classes
from shoal.survey.collection.facts import AboutSurvey
from shoal.survey.collection.joined_cells import (
    CellClasses,
    each_by_itself,
    joined_with_nearest,
    refuse_hidden_joining,
)
from shoal.survey.collection.respondents import CountedBy
from shoal.survey.collection.rounded_cells import rounded_cells
from shoal.survey.collection.saving import save_release
from shoal.survey.shared.chances.few_answers import mean_share
from shoal.survey.shared.scheme import NO_CELL, Scheme
from shoal.table.formulas import formula_counts, formula_warnings, quoted
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles
from shoal.table.sources import table_of
from shoal.table.wording import found


class Few(StrEnum):
    """What happens to a cell with fewer than k answers."""

    WITHHOLD = "withhold"
    JOIN = "join"  # with the nearest cell that has k answers or more


class Overfull(StrEnum):
    """What happens when a cell has more answers than the frame has members there."""

    REFUSE = "refuse"
    WITHHOLD = "withhold"


@dataclass(frozen=True)
class CountedAnswers:
    """Answers that count, each of one person, with the cell of every row; ``left_out``: how many did not, and why."""

    scheme: Scheme
    table: Table = field(repr=False)
    cell_of: IntArray = field(repr=False)
    left_out: dict[str, int]
    by: CountedBy
    unpublished: tuple[str, ...]  # columns that did their work: cell, digest, token
    has_digests: bool  # whether it is known that all of them belong to this design


@dataclass(frozen=True)
class ReleaseWishes:
    """How a release is to be made."""

    overfull: Overfull = Overfull.REFUSE
    few: Few = Few.WITHHOLD
    identifiers: Sequence[str] = ()
    confidential: Sequence[str] = ()
    insensitive: Sequence[str] = ()
    earlier: Sequence[Any] = ()
    asked: AskedPromises = NO_PROMISES  # about answers
    quote_formulas: bool = False


@dataclass(frozen=True)
class Collected:
    """The release of a survey."""

    released: Table = field(repr=False)
    attained: Attained
    privacy: Audit = field(repr=False)  # what an attacker learns about the answers who finds a class
    warnings: tuple[str, ...]
    counted_columns: tuple[str, ...]
    k: int
    counted_by: CountedBy
    about: AboutSurvey = field(repr=False)
    joined: list[list[int]] = field(repr=False)  # cells that are released together
    promised: CountedPromise | None = field(default=None, repr=False)  # about answers

    @property
    def table(self) -> Any:
        """The released table, of the kind that came in (a file comes back as a polars DataFrame)."""
        return self.released.native()

    @property
    def promises(self) -> list[RuleCount]:
        """Every promise about answers, counted on the classes of the release."""
        if self.promised is None:
            return []
        return self.promised.counts(classes_by(self.released, self.counted_columns))

    @contextmanager
    def counted(self, path: Path) -> Iterator[Path]:
        """The written and counted draft of the table; it takes its place when the block has ended well."""
        promise = KAnonymity(self.k)
        with counted_draft(self.released, path, promise, self.counted_columns, self.promised) as draft:
            yield draft

    def save(
        self, folder: str | Path, *, sign: str | Path | None = None, notes: Mapping[Path, str] | None = None
    ) -> dict[str, Path]:
        """Write release, report (HTML and JSON) and, with a private key, signature into a folder; manifest beside it.

        A table that does not keep the promise as it is written never gets its final name. ``notes``: further private
        files that are written with it.
        """
        return save_release(self, self.about, folder, sign=sign, notes=notes)


def released_answers(
    own: CountedAnswers, wishes: ReleaseWishes, order: np.random.Generator, about: AboutSurvey, said: Sequence[str] = ()
) -> Collected:
    """The release of these answers, in the order that ``order`` draws; ``said``: warnings that are known already."""
    scheme, cell_of = own.scheme, own.cell_of
    counts = np.bincount(cell_of, minlength=scheme.n_cells)
    cells = _classes(scheme, counts, wishes)
    stays = np.flatnonzero(cells.class_of[cell_of] != NO_CELL)
    _require_something(own, len(stays))
    rounded = rounded_cells(cells.values, scheme.quasi_identifiers)
    whole = _with_values(own, rounded)
    roles = roles_beside(scheme, whole, wishes.identifiers, wishes.confidential, wishes.insensitive)
    asked = wishes.asked.for_roles(roles)
    shuffled = order.permutation(stays).astype(np.int64)
    released = whole.taken(shuffled).dropped(roles.identifiers).trimmed()
    for table_before in wishes.earlier:
        refuse_other_classes(table_before, rounded)
        few = grown_by_few(released, table_before, scheme.columns, scheme.k)
        shuffled, released = np.delete(shuffled, few), _without(released, few)
    _require_something(own, released.n_records)
    revealing, promised = _revealing(released, roles, asked, scheme.columns)
    n_cells_revealing = len(np.unique(cell_of[shuffled[revealing]]))
    shuffled, released = np.delete(shuffled, revealing), _without(released, revealing)
    _require_something(own, released.n_records, n_cells_revealing)
    sizes = class_sizes(released, scheme.columns)
    KAnonymity(scheme.k).require_kept(sizes, "the released table")
    left_out = {**own.left_out, "n_revealing": len(revealing), "n_cells_revealing": n_cells_revealing}
    attained = attained_of(scheme, counts, cells.class_of[cell_of[shuffled]], int(sizes.min()), left_out, cells.joined)
    privacy = _privacy(released, roles, scheme.k)
    warnings = (
        *said,
        *warnings_of(whole.taken(shuffled), roles),
        *_privacy_warnings(privacy),
        *warnings_about(attained, has_digests=own.has_digests, is_dependent=scheme.dependence is not None),
        *formula_warnings(released.columns, formula_counts(released), were_quoted=wishes.quote_formulas),
    )
    released = quoted(released) if wishes.quote_formulas else released
    return Collected(
        released, attained, privacy, warnings, scheme.columns, scheme.k, own.by, about, cells.members, promised
    )


def _without(table: Table, rows: IntArray) -> Table:
    """Trimmed again: a withheld answer must not stay as a category that a column declares."""
    return table.taken(np.delete(np.arange(table.n_records, dtype=np.int64), rows)).trimmed() if len(rows) else table


def _revealing(
    released: Table, roles: Roles, asked: AskedPromises, columns: Sequence[str]
) -> tuple[IntArray, CountedPromise | None]:
    """The rows of classes that do not keep a promise about answers, and the promise of the others.

    Closeness compares each class with everything that is released. So after each class that goes, all are judged again.
    """
    kept = np.arange(released.n_records, dtype=np.int64)
    promise = None
    while asked and len(kept):
        left = released.taken(kept).trimmed()  # judged as it will be released
        promise = promise_of(left, roles, asked)
        class_of = classes_by(left, columns).class_of
        if promise is None or not (broken := promise.broken(class_of)).any():
            break
        kept = kept[~broken[class_of]]
    return np.setdiff1d(np.arange(released.n_records, dtype=np.int64), kept), CountedPromise.of(promise)


def _classes(scheme: Scheme, counts: IntArray, wishes: ReleaseWishes) -> CellClasses:
    """What is released together. Which cells these are depends on the design, and on which counts reach k."""
    enough = _releasable(scheme, counts, wishes.overfull)
    if wishes.few is Few.WITHHOLD:
        return each_by_itself(scheme, enough)
    if scheme.geometry is None:
        raise ParameterError(
            "A paper form has boxes, which people find by its questions; two joined boxes are no box.",
            parameter="few",
            hint="Withhold boxes with few answers.",
        )
    classes = joined_with_nearest(scheme, scheme.geometry, enough, counts < scheme.k)
    refuse_hidden_joining(scheme, classes)
    return classes


def few_policy(policy: str | Few, asked: AskedPromises, earlier: Sequence[Any]) -> Few:
    """The policy; joining is refused where what is joined would tell more than withholding does."""
    try:
        chosen = Few(policy)
    except ValueError:
        raise ParameterError(Setting("few"), " must be 'withhold' or 'join'.") from None
    if chosen is Few.JOIN and asked:
        raise ParameterError(
            "Cells are not joined where answers have a promise (",
            Setting(asked.door_of(asked.columns[0])),
            "). If a cell were joined because its answers are alike, the joined class would show which answer that "
            "is. If only cells with few answers were joined, a cell that lacks would be known to have such answers.",
            parameter="few",
            hint="Withhold such cells, or promise nothing about answers.",
        )
    if chosen is Few.JOIN and earlier:
        raise ParameterError(
            "Cells are not joined beside an earlier release. A cell that was released by itself, and then joined, "
            "shows the few answers that were added.",
            parameter="few",
            hint=("Withhold such cells, or release once, without ", Setting("earlier"), "."),
        )
    return chosen


def overfull_policy(policy: str | Overfull) -> Overfull:
    """The policy, or an error that names the two."""
    try:
        return Overfull(policy)
    except ValueError:
        raise ParameterError(Setting("overfull"), " must be 'refuse' or 'withhold'.") from None


def _releasable(scheme: Scheme, counts: IntArray, policy: Overfull) -> BoolArray:
    """The cells with k answers or more; cells with more answers than members are refused, or are none of them."""
    overfull = counts > scheme.frame_counts
    if overfull.any() and policy is Overfull.REFUSE:
        raise TableError(
            f"{found(int(overfull.sum()), 'cell has', 'cells have')} more answers than members of the frame. Somebody "
            "answered twice, chose a wrong cell, is not in the frame, or invented answers. So nobody knows how many "
            "people stand behind these answers.",
            count=overfull.sum(),
            hint=("Withhold such cells (", Setting("overfull", "withhold"), "), or find out what happened."),
        )
    releasable: BoolArray = (counts >= scheme.k) & ~overfull
    return releasable


def _require_something(own: CountedAnswers, n_released: int, n_cells_revealing: int = 0) -> None:
    if n_released == 0:
        scheme, n_answers, n_out = own.scheme, len(own.cell_of), own.left_out["n_not_issued"]
        n_frame, share = int(scheme.frame_counts.sum()), mean_share(scheme)
        if n_cells_revealing:
            raise PromiseNotKept(
                f"{own.table.origin.name}: no cell keeps what is promised about its answers, so there is nothing to "
                "release.",
                hint="Promise less, or publish less.",
            )
        raise PromiseNotKept(
            f"{own.table.origin.name}: no cell got k = {scheme.k} answers that may be shown, so there is nothing to "
            f"release. {n_answers:,} of {n_frame:,} members of the frame answered, a share of "
            f"{n_answers / n_frame:.3g}; the cells were designed for {share:.3g}."
            + (f" {found(n_out, 'answer', 'answers')} without an issued token did not count." if n_out else "")
            + " Wait for more answers."
        )


def _with_values(own: CountedAnswers, released: pl.DataFrame) -> Table:
    """The answers with the values of their cells in front."""
    values, table = released[own.cell_of.tolist()], own.table
    others = [name for name in table.columns if name not in own.unpublished]  # a slip can hold the code alone
    return table_of(pl.concat([values, spelled_frame(table).select(others)], how="horizontal") if others else values)


def _privacy(released: Table, roles: Roles, k: int) -> Audit:
    """Measured on what is released. Answers that nobody gave a role are what was asked: confidential until told."""
    return audit(
        released,
        quasi_identifiers=roles.quasi_identifiers,
        confidential=(*roles.confidential, *roles.unnamed),
        by=roles.stratum,
        k=k,
    )


def _privacy_warnings(privacy: Audit) -> list[str]:
    """Classes in which everybody gave the same answer; where the whole table did, that is said too."""
    return [single_value_warning(asdict(facts)) for facts in privacy.confidential if facts.n_single_classes]
