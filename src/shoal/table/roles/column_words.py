"""What the name of a column means, in the usual languages of Europe; the words are in `column_words.toml`."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files
from typing import Any, NamedTuple

# How languages write these letters where they have no key for them; other accents are simply left out.
AS_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})
# Letters that Unicode does not take apart into a plain one and a mark.
AS_ONE_LETTER = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
UNITS = ("unit", "unit_of_mass")
ROLE, IF_DISTINCT = "role", "if_distinct"  # the keys of a meaning that are no languages


@dataclass(frozen=True)
class Meanings:
    """What a column name says. ``sure``: it says so. ``hinted``: it holds a word that says so only if alone."""

    sure: frozenset[str]
    hinted: frozenset[str]

    def with_role(self, role: str) -> list[str]:
        """The sure meanings that propose this role."""
        return [meaning for meaning in sorted(self.sure) if _words()[meaning].get(ROLE) == role]

    @property
    def identifies(self) -> bool:
        """Whether the name alone says that the column tells who a person is."""
        return any(not _words()[meaning].get(IF_DISTINCT) for meaning in self.with_role("identifying"))

    @property
    def identifies_if_distinct(self) -> bool:
        """Whether the name points at one person, or at few who live together, when the values hardly repeat."""
        words = _words()
        few = ("identifying", "household")
        return any(words[meaning].get(ROLE) in few for meaning in self.sure | self.hinted)


def name_words(name: str) -> list[str]:
    """The words of a column name without capitals and accents: person_id, PersonID and 'person id' alike."""
    return [_plain(word) for word in _split(name)]


@cache
def meanings_of(name: str) -> Meanings:
    """What the name says, in whatever language."""
    found = list(_found(_split(name)))
    longest = [match for match in found if not any(_covers(other, match) for other in found)]
    return Meanings(
        frozenset(match.meaning for match in longest if match.sure),
        frozenset(match.meaning for match in longest if not match.sure),
    )


def words_of(meaning: str, language: str | None = None) -> frozenset[str]:
    """The plain words of a meaning, phrases as one word: of one language or of all."""
    return frozenset(
        spelling
        for spoken, words in _words()[meaning].items()
        if isinstance(words, list) and language in (None, spoken)
        for word in words
        if "*" not in word
        for spelling in _spellings(word.removeprefix("="))
    )


class _Match(NamedTuple):
    """A word of the list in the words ``first`` to ``end`` of a name."""

    first: int
    end: int
    meaning: str
    exact: bool  # the word itself, not its beginning or end
    sure: bool


def _covers(one: _Match, other: _Match) -> bool:
    """Whether ``one`` says more: 'phone number' is no number, and 'postnummer' not just any word in -nummer."""
    if (one.first, one.end) == (other.first, other.end):
        return one.exact and not other.exact
    return one.sure and one.first <= other.first and other.end <= one.end


def _found(words: list[str]) -> Iterator[_Match]:
    vocabulary = _vocabulary()
    numbers_apart = [word.rstrip("0123456789") or word for word in words]
    whole = [word for word in numbers_apart if _plain(word) not in vocabulary.units and not word.isdecimal()]
    is_whole = {_plain("".join(whole)), _two_letters("".join(whole))}
    for first in range(len(words)):
        for end in range(first + 1, min(len(words), first + vocabulary.longest) + 1):
            joined = ["".join(words[first:end]), "".join(numbers_apart[first:end])]
            spellings = {spelling for text in joined for spelling in (_plain(text), _two_letters(text))}
            for spelling in spellings:
                for meaning in vocabulary.exact.get(spelling, ()):
                    yield _Match(first, end, meaning, exact=True, sure=True)
                for meaning in vocabulary.alone.get(spelling, ()):
                    yield _Match(first, end, meaning, exact=True, sure=spelling in is_whole)
            if end == first + 1:  # beginnings and ends are those of one word
                for meaning in vocabulary.compounds(spellings):
                    yield _Match(first, end, meaning, exact=False, sure=True)


class _Vocabulary(NamedTuple):
    """The words of the list by how they are looked up."""

    exact: dict[str, set[str]]
    alone: dict[str, set[str]]  # only as the whole name
    beginnings: list[tuple[str, str]]
    ends: list[tuple[str, str]]
    units: frozenset[str]
    longest: int  # words of the longest phrase

    def compounds(self, spellings: Iterable[str]) -> Iterator[str]:
        for spelling in spellings:
            yield from (meaning for word, meaning in self.beginnings if spelling.startswith(word))
            yield from (meaning for word, meaning in self.ends if spelling.endswith(word))


@cache
def _vocabulary() -> _Vocabulary:
    exact: dict[str, set[str]] = {}
    alone: dict[str, set[str]] = {}
    beginnings: list[tuple[str, str]] = []
    ends: list[tuple[str, str]] = []
    longest = 1
    for meaning, entry in _words().items():
        for word in (word for words in entry.values() if isinstance(words, list) for word in words):
            longest = max(longest, len(_split(word)))
            for spelling in _spellings(word.strip("=*")):
                if word.startswith("="):
                    alone.setdefault(spelling, set()).add(meaning)
                elif word.endswith("*"):
                    beginnings.append((spelling, meaning))
                elif word.startswith("*"):
                    ends.append((spelling, meaning))
                else:
                    exact.setdefault(spelling, set()).add(meaning)
    units = frozenset(word for meaning in UNITS for word in words_of(meaning))
    return _Vocabulary(exact, alone, beginnings, ends, units, longest)


@cache
def _words() -> dict[str, dict[str, Any]]:
    text = package_files("shoal.table.roles").joinpath("column_words.toml").read_text("utf-8")
    return tomllib.loads(text)


def _split(name: str) -> list[str]:
    """The words of a name, in small letters and with their accents."""
    text = unicodedata.normalize("NFC", name)
    spaced = "".join(
        f" {letter}" if before.islower() | before.isdigit() and letter.isupper() else letter
        for before, letter in zip(f" {text}", text, strict=False)
    )
    return "".join(letter if letter.isalnum() else " " for letter in spaced.casefold()).split()


def _spellings(word: str) -> set[str]:
    """A word or phrase as one word, in both ways to write it without accents."""
    joined = "".join(_split(word))
    return {_plain(joined), _two_letters(joined)}


def _plain(word: str) -> str:
    """A word without accents: größe is grosse."""
    apart = unicodedata.normalize("NFKD", word.translate(AS_ONE_LETTER))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _two_letters(word: str) -> str:
    """A word without accents, as on a keyboard without them: größe is groesse."""
    return _plain(word.translate(AS_TWO_LETTERS))
