"""The kinds of questions: which answers each accepts, and how many bytes the largest of them has.

An answer is plain data: a text, a list of texts, or a number. ``problem`` says what is wrong with one, never what it
is. ``largest`` counts bytes of the canonical spelling; the size of all envelopes comes from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, ClassVar

from shoal.survey.shared.canonical import canonical_bytes, number_text
from shoal.survey.shared.letters import reads_as

LARGEST_NUMBER = 10**9  # with MOST_DECIMALS that is 15 digits, which a double keeps (IEEE 754, DBL_DIG)
MOST_DECIMALS = 6
BYTES_OF_A_CHARACTER = 4  # of UTF-8, RFC 3629; the two that JSON needs for a quote or a line end are fewer
QUOTES = 2
TAKEN = ("cell", "specification", "token", "code", "survey", "answers")  # columns of what is collected
CONTROLS = {*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0))} - {"\n"}  # Unicode's category Cc
BLANK = " \n"

Texts = Mapping[str, str]  # by language


@dataclass(frozen=True)
class AnswerOption:
    """A possible answer: what is sent, and what respondents read."""

    value: str
    text: Texts


@dataclass(frozen=True)
class SurveyQuestion(ABC):
    """What all kinds have. ``different_from``: columns that it seems to repeat, each with the reason why it does not.

    ``not_identifying``: the reason why it does not identify anybody, where it seems to.
    """

    KIND: ClassVar[str]

    name: str
    text: Texts
    required: bool = False
    different_from: Mapping[str, str] = field(default_factory=dict)
    not_identifying: str = ""

    @abstractmethod
    def problem(self, answer: Any) -> str | None:
        """What is wrong with an answer, in words that do not repeat it; None: nothing."""

    @abstractmethod
    def largest(self) -> int:
        """The bytes of the largest answer."""

    @property
    def texts(self) -> tuple[Texts, ...]:
        """Everything that respondents read."""
        return (self.text,)


@dataclass(frozen=True)
class ChoiceQuestion(SurveyQuestion):
    """One of several options."""

    KIND: ClassVar[str] = "single"

    options: tuple[AnswerOption, ...] = ()

    def problem(self, answer: Any) -> str | None:
        """An answer is the value of an option."""
        return None if isinstance(answer, str) and answer in self.values else "is none of the options"

    def largest(self) -> int:
        """The longest value."""
        return max(len(canonical_bytes(value)) for value in self.values)

    @property
    def values(self) -> tuple[str, ...]:
        """What can be sent."""
        return tuple(option.value for option in self.options)

    @property
    def texts(self) -> tuple[Texts, ...]:
        """The question and its options."""
        return (self.text, *(option.text for option in self.options))


@dataclass(frozen=True)
class MultipleChoiceQuestion(ChoiceQuestion):
    """Some of several options, at most ``most`` of them."""

    KIND: ClassVar[str] = "multiple"

    most: int = 0

    def problem(self, answer: Any) -> str | None:
        """An answer lists values in the order of the options, so that there is one spelling."""
        if not isinstance(answer, list) or not all(isinstance(value, str) for value in answer):
            return "is no list of options"
        if not answer:
            return "chooses nothing; then the question is left out"
        if any(value not in self.values for value in answer):
            return "has something that is none of the options"
        if answer != [value for value in self.values if value in answer]:
            return "does not list its options once each, in the order of the question"
        return f"chooses more than {self.most} options" if len(answer) > self.most else None

    def largest(self) -> int:
        """The longest values, with brackets and commas."""
        lengths = sorted((len(canonical_bytes(value)) for value in self.values), reverse=True)[: self.most]
        return sum(lengths) + len(lengths) + 1


@dataclass(frozen=True)
class NumericQuestion(SurveyQuestion):
    """A number from ``least`` to ``most``, with at most so many ``decimals``."""

    KIND: ClassVar[str] = "number"

    least: float = 0
    most: float = 0
    decimals: int = 0
    unit: Texts = field(default_factory=dict)

    def problem(self, answer: Any) -> str | None:
        """An answer is a number of JSON."""
        if isinstance(answer, bool) or not isinstance(answer, (int, float)):
            return "is no number"
        if not self.least <= answer <= self.most:  # NaN is not either
            return f"is not between {number_text(self.least)} and {number_text(self.most)}"
        if decimals_of(answer) > self.decimals:
            allowed = f"at most {self.decimals}" if self.decimals else "no"
            return f"has more decimals than the question asks for ({allowed})"
        return None

    def largest(self) -> int:
        """The longer of the two ends, with all decimals."""
        sign = 1 if self.least < 0 else 0
        whole = max(len(str(abs(int(self.least)))), len(str(abs(int(self.most)))))
        return sign + whole + (1 + self.decimals if self.decimals else 0)

    @property
    def texts(self) -> tuple[Texts, ...]:
        """The question and its unit."""
        return (self.text, self.unit) if self.unit else (self.text,)


@dataclass(frozen=True)
class ScaleQuestion(SurveyQuestion):
    """A whole number from ``first`` to ``last``, whose ends have words."""

    KIND: ClassVar[str] = "scale"

    first: int = 1
    last: int = 5
    first_text: Texts = field(default_factory=dict)
    last_text: Texts = field(default_factory=dict)

    def problem(self, answer: Any) -> str | None:
        """An answer is a step of the scale."""
        if isinstance(answer, bool) or not isinstance(answer, int):
            return "is no whole number"
        return None if self.first <= answer <= self.last else f"is not between {self.first} and {self.last}"

    def largest(self) -> int:
        """The longer of the two ends."""
        return max(len(str(self.first)), len(str(self.last)))

    @property
    def texts(self) -> tuple[Texts, ...]:
        """The question and the words of the ends."""
        return (self.text, *(words for words in (self.first_text, self.last_text) if words))


@dataclass(frozen=True)
class TextQuestion(SurveyQuestion):
    """Free text of at most ``most_characters`` (code points)."""

    KIND: ClassVar[str] = "text"

    most_characters: int = 0

    def problem(self, answer: Any) -> str | None:
        """An answer is a text without control characters other than line ends."""
        if not isinstance(answer, str):
            return "is no text"
        if not answer.strip(BLANK):
            return "is empty; then the question is left out"
        if len(answer) > self.most_characters:
            return f"has more than {self.most_characters} characters"
        if CONTROLS & set(answer):
            return "has control characters"
        if any("\ud800" <= letter <= "\udfff" for letter in answer):
            return "has half a character (a lone surrogate)"
        return None

    def largest(self) -> int:
        """All characters of the largest size."""
        return QUOTES + BYTES_OF_A_CHARACTER * self.most_characters


KINDS: dict[str, type[SurveyQuestion]] = {
    kind.KIND: kind for kind in (ChoiceQuestion, MultipleChoiceQuestion, NumericQuestion, ScaleQuestion, TextQuestion)
}


def repeated_options(options: Sequence[AnswerOption]) -> str | None:
    """What two options have in common, if anything."""
    if len({reads_as(option.value) for option in options}) < len(options):
        return "the value of an option"
    seen = Counter((language, reads_as(text)) for option in options for language, text in option.text.items())
    return "the text of an option" if seen and max(seen.values()) > 1 else None


def decimals_of(number: float) -> int:
    """How many decimals the canonical spelling of a number has."""
    power = Decimal(number_text(number)).normalize().as_tuple().exponent
    return max(0, -power) if isinstance(power, int) else 0
