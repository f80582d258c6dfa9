"""Checks a respondent's own values against a specification, with messages for respondents.

The encoding refuses wrong values too, but its messages are for designers: about orders, types and policies. A
respondent can only correct an answer. The public file contains the possible answers, so messages may name them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shoal.arrays import BoolArray, IntArray
from shoal.encode.attributes.attribute import count_and_row, known_codes
from shoal.encode.attributes.category import text_of
from shoal.encode.attributes.nominal import Nominal
from shoal.encode.attributes.ordinal import Ordinal
from shoal.errors import MissingValuesError, TableError
from shoal.quantizer.application import known_intake
from shoal.survey.specification.specification import Specification
from shoal.table.frames.table import Table
from shoal.table.roles.roles import MissingPolicy
from shoal.table.wording import listed

FOR_RESPONDENTS = "Correct the answer, or delete the row."  # whatever the library advises to a designer


def cells_of_own(specification: Specification, table: Table) -> IntArray:
    """The cell of every record; −1 where a missing value has it left out, as in design. Refuses in plain words."""
    require_answers(specification, table)
    try:
        return specification.assign(table)
    except TableError as error:
        if not error.columns:
            raise
        wrong = error.with_words(error.problem, FOR_RESPONDENTS)
    raise wrong


def require_answers(specification: Specification, table: Table) -> None:
    """Refuse lacking columns, missing answers that the cells have no place for, and answers that nobody could give."""
    intake = known_intake(specification.quantizer)
    lacking = [name for name in specification.columns if name not in table.columns]
    if lacking:
        lost = table.unknown_column(lacking[0], specification.columns)
        raise lost.retold(before=f"{table.origin.name} lacks {listed(lacking)}. Without that no cell can be found. ")
    policy_of = {column.name: column.missing for column in intake.columns}
    for name in specification.columns:
        missing = table.missing(name)
        if missing.any() and policy_of[name] is MissingPolicy.REFUSE:
            raise MissingValuesError(
                f"Column '{name}' of {table.origin.name} has {count_and_row(table, missing, 'missing value')}. The "
                "cells are for people who answer this.",
                column=name,
                count=missing.sum(),
                hint="Fill it in, or delete the row.",
            )
    for name, answers in closed_answers(specification):
        index_of = {answer: index for index, answer in enumerate(answers)}
        unknown: BoolArray = (known_codes(table, name, index_of) < 0) & ~table.missing(name)
        if unknown.any():
            raise TableError(
                f"Column '{name}' of {table.origin.name} has {count_and_row(table, unknown, 'value')} that the "
                f"specification does not know. It knows {listed(answers)}.",
                column=name,
                count=unknown.sum(),
                hint="Write the nearest of these.",
            )


def closed_answers(specification: Specification) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Columns with a closed list of answers. A taxonomy is an open one: it has words of its own."""
    intake = known_intake(specification.quantizer)
    for attribute in intake.encoding.attributes:
        if isinstance(attribute, (Nominal, Ordinal)):
            known: Iterable[object] = attribute.order if isinstance(attribute, Ordinal) else attribute.categories
            yield attribute.columns[0], tuple(text_of(category) for category in known)
    for position, name in enumerate(intake.strata):
        yield name, tuple(dict.fromkeys(block.key.stratum[position] for block in specification.quantizer.blocks))
