"""Questions that repeat or tell a quasi-identifier, or ask who somebody is.

A respondent who sends a cell and then answers "37" to "How old are you?" reveals what the cell hides. So a question is
compared with every column that the cells depend on: its name, its words in every language, its options. Words are
compared by likeness and by meaning, so there are false alarms, and also questions that nobody finds this way. For a
false alarm the organiser writes a reason, which becomes part of the file. A question that has the name of a column has
no such excuse: it can be renamed.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files

from shoal.encode.attributes.taxonomy import Taxonomy
from shoal.quantizer.application import known_intake
from shoal.survey.questionnaire.kinds import ChoiceQuestion, ScaleQuestion, SurveyQuestion
from shoal.survey.questionnaire.number_ranges import are_ranges_of
from shoal.survey.shared.letters import latin_letters
from shoal.survey.shared.question_wording import readable
from shoal.survey.specification.own_values import closed_answers
from shoal.survey.specification.released_cells import released_frame
from shoal.survey.specification.specification import Specification
from shoal.table.roles.column_words import meanings_of, name_words
from shoal.table.roles.identifying import PERSONAL_MEANINGS
from shoal.table.wording import CLOSE_ENOUGH

SHORTEST_WORD = 4  # letters; shorter ones (are, you, the) stand in every question
ALIKE_WORDS = 0.5  # share of the words of both questions that they have in common
ALIKE_OPTIONS = 0.5  # of the options or of the categories, whichever are fewer
FEWEST_OPTIONS = 2  # that are alike: a single one ("other") says nothing
# Meanings of which one tells another.
TELLING = (
    frozenset({"age", "birth_date", "birth_year"}),
    frozenset({"place", "postcode", "latitude", "longitude", "address"}),
)
# Meanings of names that say how something is counted or written, and not what it is.
SAY_NOTHING = frozenset({"unit", "unit_of_mass", "count", "code", "record_number", "weight", "sample_weight"})
IDENTIFYING = frozenset(PERSONAL_MEANINGS) - {"birth_date", "network"}
# Options of every other question: that two questions have them does not make them alike.
USUAL_OPTIONS = frozenset(
    name_words(
        "yes no true false other none dontknow noanswer "
        "ja nein andere keine weissnicht si otro ninguno nolose altre cap nohose"
    )
)


@dataclass(frozen=True)
class Repeat:
    """A question that seems to tell a column, or (``column`` is empty) who somebody is."""

    question: str
    column: str
    why: str
    excusable: bool

    @property
    def words(self) -> str:
        """The finding as a sentence."""
        if not self.column:
            return f"The question '{self.question}' seems to ask who somebody is: {self.why}."
        return f"The question '{self.question}' seems to tell '{self.column}', which the cells hide: {self.why}."


def repeats(questions: Iterable[SurveyQuestion], specification: Specification) -> list[Repeat]:
    """Everything that the organiser gave no reason for."""
    return [
        finding
        for question in questions
        for finding in all_repeats(question, specification)
        if not (finding.excusable and _excused(question, finding))
    ]


def all_repeats(question: SurveyQuestion, specification: Specification) -> list[Repeat]:
    """What a question seems to tell, with and without a reason."""
    found = [
        Repeat(question.name, column, why, excusable)
        for column in specification.columns
        if (told := _tells(question, column, specification)) is not None
        for why, excusable in [told]
    ]
    if IDENTIFYING & (_meanings(question) | meanings_of(question.name).sure):
        why = "its words are those of a name, an address, a telephone or a number of a person"
        found.append(Repeat(question.name, "", why, True))
    return found


def _excused(question: SurveyQuestion, finding: Repeat) -> bool:
    return finding.column in question.different_from if finding.column else bool(question.not_identifying)


def _tells(question: SurveyQuestion, column: str, specification: Specification) -> tuple[str, bool] | None:
    """Why a question seems to tell a column, and whether the organiser may say that it does not."""
    if "".join(name_words(question.name)) == "".join(name_words(column)):
        return "it has the same name; rename it if it asks for something else", False
    asked = latin_letters(specification.questions.get(column, readable(column)))
    texts = list(_texts(question))
    if _contains(name_words(question.name), name_words(column)):
        return "its name has the words of the column in it", True
    if any(_contains(name_words(text), name_words(column)) for text in texts):
        return "its text has the name of the column in it", True
    if any(_alike(text, asked) for text in texts):
        return "its text is like the question by which people find their cell", True
    meanings = _related(meanings_of(column).sure | _phrases_in(asked)) - SAY_NOTHING
    if meanings & (_related(_meanings(question)) | meanings_of(question.name).sure):
        return "it asks for the same thing in other words", True
    if _same_options(question, column, specification):
        return "its options are those of the column", True
    if any(are_ranges_of(answers, *span) for span in _spans(column, specification) for answers in _answers(question)):
        return "its options are ranges of the numbers that the column holds", True
    return None


def _texts(question: SurveyQuestion) -> Iterator[str]:
    """Everything that is read of a question but its options: words, unit, ends of a scale; in Latin letters."""
    is_choice = isinstance(question, ChoiceQuestion)
    for text in question.texts[:1] if is_choice else question.texts:
        yield from map(latin_letters, text.values())


def _answers(question: SurveyQuestion) -> Iterator[list[str]]:
    """What can be answered, as it is sent and in each language: options, or the ends of a scale."""
    if isinstance(question, ChoiceQuestion):
        yield list(question.values)
        texts = [option.text for option in question.options]
    else:
        texts = [question.first_text, question.last_text] if isinstance(question, ScaleQuestion) else []
    for language in sorted({language for text in texts for language in text}):
        yield [text.get(language, "") for text in texts]


def _spans(column: str, specification: Specification) -> Iterator[tuple[float, float]]:
    """From the least to the largest number that a column is released with; nothing where it holds no numbers."""
    released = released_frame(specification.quantizer)[column]
    if released.dtype.is_numeric() and released.null_count() < len(released):
        yield float(released.min()), float(released.max())  # type: ignore[arg-type]  # of numbers, and not all are null


def _meanings(question: SurveyQuestion) -> frozenset[str]:
    """What the words of a question are about, as far as that is known."""
    return frozenset().union(*(_phrases_in(text) for text in _texts(question)))


def _related(meanings: frozenset[str]) -> frozenset[str]:
    return meanings.union(*(together for together in TELLING if together & meanings))


def _alike(text: str, other: str) -> bool:
    one, two = name_words(text), name_words(other)
    if difflib.SequenceMatcher(None, " ".join(one), " ".join(two)).ratio() >= CLOSE_ENOUGH:
        return True
    words = [{word for word in each if len(word) >= SHORTEST_WORD} for each in (one, two)]
    return bool(words[0] and words[1]) and len(words[0] & words[1]) >= ALIKE_WORDS * len(words[0] | words[1])


def _contains(words: Sequence[str], wanted: Sequence[str]) -> bool:
    return bool(wanted) and any(
        list(words[start : start + len(wanted)]) == list(wanted) for start in range(len(words) - len(wanted) + 1)
    )


def _same_options(question: SurveyQuestion, column: str, specification: Specification) -> bool:
    known = {_plain(answer) for answer in _categories(column, specification)}
    for options in ({_plain(answer) for answer in answers} for answers in _answers(question)):
        one, two = options - USUAL_OPTIONS - {""}, known - USUAL_OPTIONS - {""}
        common = len(one & two)
        if common >= FEWEST_OPTIONS and common >= ALIKE_OPTIONS * min(len(one), len(two)):
            return True
    return False


def _categories(column: str, specification: Specification) -> list[str]:
    """What people can answer for a column that has categories; of a taxonomy all its nodes."""
    closed = [answer for name, answers in closed_answers(specification) if name == column for answer in answers]
    attributes = known_intake(specification.quantizer).encoding.attributes
    trees = [each for each in attributes if isinstance(each, Taxonomy) and each.columns[0] == column]
    return closed + [node for tree in trees for node in tree.nodes]


def _plain(text: str) -> str:
    return "".join(name_words(latin_letters(text)))


def _phrases_in(text: str) -> frozenset[str]:
    """The meanings of the phrases in a text, in whatever language."""
    words = name_words(text)
    return frozenset(meaning for meaning, phrase in _phrases() if _found(words, phrase))


def _found(words: Sequence[str], phrase: Sequence[str]) -> bool:
    return any(
        all(_fits(word, wanted) for word, wanted in zip(words[start:], phrase, strict=False))
        for start in range(len(words) - len(phrase) + 1)
    )


def _fits(word: str, wanted: str) -> bool:
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else word == wanted


@cache
def _phrases() -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(_read_phrases())


def _read_phrases() -> Iterator[tuple[str, tuple[str, ...]]]:
    text = package_files("shoal.survey.questionnaire").joinpath("phrases.toml").read_text("utf-8")
    for meaning, by_language in tomllib.loads(text).items():
        for phrase in (phrase for phrases in by_language.values() for phrase in phrases):
            starred = [f"{''.join(name_words(word))}{'*' if word.endswith('*') else ''}" for word in phrase.split()]
            yield meaning, tuple(starred)
