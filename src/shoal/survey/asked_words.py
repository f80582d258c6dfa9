"""The words in which people are asked for the columns of a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shoal.errors import ParameterError
from shoal.table.wording import did_you_mean, listed


def require_asked(wording: Mapping[str, str], columns: Sequence[str]) -> None:
    """Refuse words for a column that nobody is asked for, and words that say nothing."""
    for name, words in wording.items():
        if name not in columns:
            asked = f" It asks for {listed(columns)}." if columns else " It does not know yet what it will ask for."
            raise ParameterError(
                f"There is wording for '{name}', which is not asked for.{did_you_mean(name, columns) or asked}"
            )
        if not words.strip():
            raise ParameterError(f"The wording for '{name}' is empty. Say what is asked, or leave it out.")
