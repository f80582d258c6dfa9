"""Closing: a bundle of sealed answers becomes a counted release."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from shoal.errors import ParameterError, PromiseNotKept, Setting, WrongUse
from shoal.release.confidential.asked import AskedPromises, ByColumn
from shoal.survey.closing.answer_columns import answer_table
from shoal.survey.closing.bundle import read_bundle
from shoal.survey.closing.closed import ClosedSurvey, ClosingNumbers, about_closed
from shoal.survey.closing.earlier_closing import (
    ORDER,
    SAME,
    closings,
    note_beside,
    noted_text,
    order_of_release,
    refuse_other_answers,
    seal_content,
    seal_of_closing,
)
from shoal.survey.closing.opening import OpenedAnswers, opened_answers
from shoal.survey.collection.releasing import (
    CountedAnswers,
    ReleaseWishes,
    few_policy,
    overfull_policy,
    released_answers,
)
from shoal.survey.collection.respondents import CountedBy
from shoal.survey.questionnaire.content import Admission
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.repository.admission import registered_codes, token_check
from shoal.survey.sealing.suite import key_text
from shoal.survey.specification.scheme import scheme_of_specification
from shoal.survey.tokens.paper import RegisteredCodes
from shoal.table.sources import table_of
from shoal.table.wording import found

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

THREADS = 2
LEFT_OUT = {"n_duplicates": 0, "n_wrong_cells": 0, "n_not_issued": 0}  # refused entries are counted by reason instead


@dataclass(frozen=True)
class AnswersKey:
    """The opened key, and the file that it came from: beside that file closings are noted."""

    private: EllipticCurvePrivateKey = field(repr=False)
    path: Path


def close_survey(
    survey: Survey,
    bundle: str | Path,
    key: AnswersKey,
    *,
    codes: str | Path | None = None,
    invited: int | None = None,
    asked: int | None = None,
    overfull: str = "refuse",
    few: str = "withhold",
    diversity: ByColumn | None = None,
    closeness: ByColumn | None = None,
    quote_formulas: bool = False,
    threads: int = THREADS,
) -> ClosedSurvey:
    """Open, check and count the answers of a bundle. Nothing is written; `ClosedSurvey.save` does that.

    Parameters
    ----------
    key : the private key of the answers.
    codes : code-ids.json, where the survey admits printed codes.
    invited, asked : how many people were invited, and how many asked the issuer for a token. More answers than that
        (with tokens, for ``asked``) are refused, as are more than the frame has members.
    overfull : 'refuse' more answers in a cell than the frame has members there, or 'withhold' such cells.
    few : 'withhold' cells with fewer than k answers, or 'join' each with the nearest cell that has k or more.
    diversity, closeness : promises about answers, by the name of the question. Cells that do not keep them are
        withheld.
    quote_formulas : put an apostrophe before texts that a spreadsheet program would run as formulas.
    """
    _refuse_unsuited(survey, key.private)
    wishes = _wishes(survey, overfull, few, AskedPromises.of(diversity, closeness), quote_formulas)
    listed = registered_codes(None if codes is None else Path(codes), survey)
    _refuse_two_for_one(survey, listed, invited, asked)
    check = token_check(survey, listed)
    held = read_bundle(bundle, survey)
    opened = opened_answers(survey, held.entries, check, key.private, threads)
    numbers = ClosingNumbers(len(held.entries), len(opened.answers), opened.refused, invited, asked)
    _refuse_impossible(survey, numbers, opened.n_with_tokens)
    note = note_beside(key.path)
    noted = closings(note)
    content = [seal_content(a.cell, a.answers, i) for a, i in zip(opened.answers, opened.token_ids, strict=True)]
    settings = {
        "overfull": str(wishes.overfull),
        "few": str(wishes.few),
        "quote_formulas": quote_formulas,
        "promises": wishes.asked.plain(),
    }
    seal = seal_of_closing(survey, key.private, content, settings, SAME)
    refuse_other_answers(noted, survey, seal, note)
    order = order_of_release(seal_of_closing(survey, key.private, content, settings, ORDER))
    about = about_closed(survey, numbers, held.digest, settings)
    collected = released_answers(_counted(survey, opened), wishes, order, about)
    return ClosedSurvey(collected, numbers, note, noted_text(noted, survey, seal))


def _refuse_unsuited(survey: Survey, key: EllipticCurvePrivateKey) -> None:
    if Admission.ANYBODY in survey.admission:
        raise WrongUse(
            "This survey admits anybody, so nobody knows how many people its answers come from. It cannot be released "
            "with a promise about people.",
            hint="Admit tokens or printed codes.",
        )
    if key_text(key.public_key()) != survey.answers_key:
        raise WrongUse("The key does not open the answers to this survey: its survey file names another key.")


def _wishes(survey: Survey, overfull: str, few: str, asked: AskedPromises, quote_formulas: bool) -> ReleaseWishes:
    unknown = [name for name in asked.columns if name not in survey.question_of]
    if unknown:
        raise ParameterError(
            Setting(asked.door_of(unknown[0])),
            f" names '{unknown[0]}', which is none of the questions.",
            hint=f"The questions are {', '.join(survey.question_of)}.",
        )
    # whether a question identifies anybody, or tells a cell, was asked when the survey file was made
    names = tuple(survey.question_of)
    return ReleaseWishes(
        overfull_policy(overfull),
        few_policy(few, asked, ()),
        confidential=names,
        asked=asked,
        quote_formulas=quote_formulas,
    )


def _refuse_two_for_one(survey: Survey, codes: RegisteredCodes | None, invited: int | None, asked: int | None) -> None:
    """Who has two invitations, or one and a card, can answer twice. More of them than people: some have two."""
    members = int(survey.specification.frame_counts.sum())
    if invited is not None and invited > members:
        raise WrongUse(
            f"{invited:,} people were invited, and the frame has {members:,} members. So somebody has two invitations "
            "and can answer twice, and k answers need not be k people.",
            parameter="invited",
            hint="Count again. If the number is right, do not publish.",
        )
    if invited is not None and asked is not None and asked > invited:
        raise WrongUse(
            f"{asked:,} people asked for a token, and {invited:,} were invited. One of the numbers is wrong.",
            parameter="asked",
            hint="shoal tokens status says both.",
        )
    n_tokens, n_codes = asked or 0, 0 if codes is None else len(codes.ids)
    if n_tokens + n_codes > members:
        raise WrongUse(
            f"There are {n_tokens:,} tokens and {n_codes:,} codes, and the frame has {members:,} members. So somebody "
            "can answer twice, and k answers need not be k people.",
            hint="Count again. If the numbers are right, do not publish.",
        )


def _refuse_impossible(survey: Survey, numbers: ClosingNumbers, n_with_tokens: int) -> None:
    """More answers than people: then some are invented, whatever signed them."""
    members = int(survey.specification.frame_counts.sum())
    if numbers.n_answers > members:
        raise WrongUse(
            f"There are {numbers.n_answers:,} valid answers, and the frame has {members:,} members. So some are "
            "invented.",
            hint="Ask the issuer, and do not publish.",
        )
    for name, most, count in (
        ("invited", numbers.invited, numbers.n_answers),
        ("asked", numbers.asked, n_with_tokens),
    ):
        if most is not None and count > most:
            raise WrongUse(
                f"There are {count:,} valid answers, and ",
                Setting(name),
                f" says {most:,}. So somebody made tokens or codes that nobody was given.",
                parameter=name,
                hint="Count again. If the number is right, ask the issuer, and do not publish.",
            )
    if not numbers.n_answers:
        refused = found(sum(numbers.refused.values()), "entry was", "entries were")
        raise PromiseNotKept(f"No answer of the bundle counts, so there is nothing to release. {refused} refused.")


def _counted(survey: Survey, opened: OpenedAnswers) -> CountedAnswers:
    cell_of = np.array([answer.cell for answer in opened.answers], dtype=np.int64)
    frame = answer_table(survey, opened.answers)
    scheme = scheme_of_specification(survey.specification)
    table = table_of(frame)
    return CountedAnswers(scheme, table, cell_of, LEFT_OUT, CountedBy.ISSUED, unpublished=(), has_digests=True)
