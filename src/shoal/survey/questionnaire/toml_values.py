"""The values of an organiser's file, read one by one. Every mistake is noted, so that all are said at once.

An organiser's file is public in the end, so messages may repeat the names in it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any
from urllib.parse import urlsplit

from shoal.survey.questionnaire.kinds import LARGEST_NUMBER, Texts
from shoal.survey.shared.letters import is_hidden
from shoal.table.wording import did_you_mean, listed

LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")  # RFC 5646, without its rarer forms
LONGEST_TEXT = 4000  # as in survey.schema.json
LOOPBACK = ("localhost", "127.0.0.1", "::1")  # RFC 8252, section 8.3
YEARS = range(2000, 3000)  # four digits in every time zone, and no slip of the finger
TIME_EXAMPLE = "2027-03-01T08:00:00+01:00, or 2027-03-01T07:00:00Z"


@dataclass
class Entries:
    """A table of the file. What is read is taken away, so that ``finish`` knows what nobody understands."""

    where: str  # how messages begin: "The file", or "Question 2 ('rent')"
    values: dict[str, Any]
    problems: list[str]
    languages: tuple[str, ...] = ()
    known: list[str] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)

    def say(self, problem: str) -> None:
        """Note a mistake."""
        self.problems.append(f"{self.where} {problem}")

    def take(self, key: str, *, needed: bool = True) -> Any:
        """A raw value; None where it lacks."""
        self.known.append(key)
        if key not in self.values and needed:
            self.lacking.append(key)
        return self.values.pop(key, None)

    def finish(self) -> None:
        """Note what lacks, and what nobody understands."""
        if self.lacking:
            self.say(f"lacks {listed(self.lacking)}.")
        for key in self.values:
            near = did_you_mean(key, self.known) or f" It knows {listed(self.known)}."
            self.say(f"has an entry '{key}' that nobody understands.{near}")

    def text(self, key: str, *, needed: bool = True) -> str:
        """A text that says something; empty where it lacks or is wrong."""
        value = self.take(key, needed=needed)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip():
            self.say(f"needs a text for '{key}', between straight quotes.")
            return ""
        if not self._writable(key, value):
            return ""
        return value.strip()

    def texts(self, key: str, *, needed: bool = True) -> Texts:
        """A text in one or several languages; empty where it lacks or is wrong."""
        value = self.take(key, needed=needed)
        return {} if value is None else self.texts_of(key, value)

    def texts_of(self, key: str, value: Any) -> Texts:
        """The same for a value that has been taken already. One text alone is in the first language."""
        first = self.languages[0] if self.languages else "en"
        given = {first: value} if isinstance(value, str) else value
        if not isinstance(given, Mapping) or not all(isinstance(text, str) and text.strip() for text in given.values()):
            self.say(f'needs a text for \'{key}\', or one for each language: {{ en = "…", de = "…" }}.')
            return {}
        strange = [language for language in given if language not in self.languages]
        if self.languages and strange:
            self.say(f"has '{key}' in {listed(strange)}, which 'languages' does not list.")
        elif self.languages and first not in given:
            self.say(f"has '{key}' without {listed([first])}, the first of 'languages', which needs every text.")
        if not all(self._writable(key, text) for text in given.values()):
            return {}
        return {language: text.strip() for language, text in given.items()}

    def _writable(self, key: str, text: str) -> bool:
        if len(text) > LONGEST_TEXT:
            self.say(f"has a text for '{key}' with more than {LONGEST_TEXT} letters.")
            return False
        if is_hidden(text):
            self.say(
                f"has a text for '{key}' with signs that nobody sees, such as control characters, signs that turn the "
                "direction of a text, or blanks that are no plain blanks."
            )
            return False
        return True

    def flag(self, key: str) -> bool:
        """true or false; false where it lacks."""
        value = self.take(key, needed=False)
        if value is not None and not isinstance(value, bool):
            self.say(f"needs true or false for '{key}', without quotes.")
        return value is True

    def whole(self, key: str, least: int, most: int, *, default: int | None = None) -> int | None:
        """A whole number in a range; None where it lacks or is wrong."""
        value = self.take(key, needed=default is None)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.say(f"needs a whole number from {least} to {most} for '{key}', without quotes.")
            return None
        return value

    def number(self, key: str) -> float | None:
        """A number; None where it lacks or is wrong."""
        value = self.take(key)
        if value is None:
            return None
        fits = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        if not fits or abs(value) > LARGEST_NUMBER:
            self.say(f"needs a number of at most {LARGEST_NUMBER:,} for '{key}', without quotes, as in 12 or 12.5.")
            return None
        found: float = value
        return found

    def moment(self, key: str) -> datetime | None:
        """A time with its zone, in UTC; None where it lacks or is wrong."""
        value = self.take(key)
        if value is None:
            return None
        if isinstance(value, date) and value.year not in YEARS:
            self.say(f"gives '{key}' in a year in which no survey is.")
        elif isinstance(value, datetime) and value.tzinfo is not None:
            if value.microsecond == 0:
                return value.astimezone(UTC)
            self.say(f"gives '{key}' more exactly than to the second.")
        elif isinstance(value, datetime):
            self.say(f"gives '{key}' without a time zone, so nobody knows when that is. Write {TIME_EXAMPLE}.")
        elif isinstance(value, date):
            self.say(f"gives '{key}' as a day without a time. Write {TIME_EXAMPLE}.")
        elif isinstance(value, time):
            self.say(f"gives '{key}' as a time without a day. Write {TIME_EXAMPLE}.")
        else:
            self.say(f"needs a time for '{key}', without quotes: {TIME_EXAMPLE}.")
        return None

    def address(self, key: str) -> str:
        """The address of a server: https, or http on this machine; empty where it lacks or is wrong."""
        text = self.text(key)
        problem = address_problem(text) if text else None
        if problem is not None:
            self.say(f"has an address for '{key}' that {problem}.")
            return ""
        return text.rstrip("/")

    def names(self, key: str, *, needed: bool = True) -> list[str]:
        """A list of texts; empty where it lacks or is wrong."""
        value = self.take(key, needed=needed)
        if value is None:
            return []
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            self.say(f'needs a list of texts for \'{key}\', as in ["one", "two"].')
            return []
        if len(set(value)) < len(value):
            self.say(f"lists something under '{key}' twice.")
        return list(dict.fromkeys(value))


def address_problem(text: str) -> str | None:
    """What is wrong with the address of a server, to follow "an address that"; None: nothing."""
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "cannot be read"
    if any(letter.isspace() or not letter.isprintable() for letter in text) or not host:
        return "names no server; write it as https://survey.example.org"
    if parts.username is not None or parts.query or parts.fragment or text.endswith(("?", "#")):
        return "has a user, a question mark or a # in it"
    if parts.scheme == "http" and host not in LOOPBACK:
        return "begins with http:, so that everybody on the way can read and change what is sent; use https:"
    return None if parts.scheme in ("http", "https") else "does not begin with https:"


def same_server(one: str, two: str) -> bool:
    """Whether two addresses have one host."""
    return urlsplit(one).hostname == urlsplit(two).hostname


def require_languages(entries: Entries) -> tuple[str, ...]:
    """The languages of a file; the first one has every text."""
    languages = entries.names("languages")
    for language in languages:
        if LANGUAGE.fullmatch(language) is None:
            entries.say(f"lists '{language}' under 'languages'; a language is written as in \"en\" or \"pt-BR\".")
    return tuple(languages)


def untranslated(languages: Iterable[str], texts: Iterable[Texts]) -> dict[str, int]:
    """How many texts each language lacks; languages that have them all are left out."""
    all_texts = list(texts)
    missing = {language: sum(language not in text for text in all_texts) for language in languages}
    return {language: count for language, count in missing.items() if count}
