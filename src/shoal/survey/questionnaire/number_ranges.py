"""Options that are ranges of numbers, such as 18-29, under 18 or 65+: they tell a column of numbers by classes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

FEWEST_RANGES = 2  # of the options; a single number stands in many
HALF = 0.5  # of the options are ranges, and half of their ends are numbers that the column has
MOST_NUMBERS, MOST_WORDS = 2, 4  # in an option: "from 18 to 29 years" is a range, a sentence with a number is not
GROUPED = re.compile(r"(?<=\d)[.,'’\s](?=\d{3}(?!\d))")  # the point of 1.000
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def are_ranges_of(options: Sequence[str], least: float, most: float) -> bool:
    """Whether options are ranges that cut the numbers from ``least`` to ``most``."""
    ranges = [numbers for numbers in map(_numbers, options) if numbers]
    if len(ranges) < max(FEWEST_RANGES, HALF * len(options)):
        return False
    ends = [number for numbers in ranges for number in numbers]
    return sum(least <= end <= most for end in ends) >= HALF * len(ends)


def _numbers(option: str) -> list[float]:
    """The ends of the range that an option is; nothing where it is none."""
    text = GROUPED.sub("", unicodedata.normalize("NFKC", option))
    words = re.findall(r"[^\W\d_]+", text)
    numbers = [float(number.replace(",", ".")) for number in NUMBER.findall(text)]
    return numbers if len(numbers) <= MOST_NUMBERS and len(words) <= MOST_WORDS else []
