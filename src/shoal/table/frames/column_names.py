"""Names that no column may have, because the libraries below take them for something else."""

from __future__ import annotations

from collections.abc import Sequence

from shoal.errors import TableError


def refuse_patterns(names: Sequence[str], where: str) -> None:
    """Refuse names such as ^a$, which polars takes for a pattern wherever it is given one, even by a column itself."""
    for position, name in enumerate(names):
        if name.startswith("^") and name.endswith("$"):
            raise TableError(
                f"The name of column {position + 1} of {where} begins with ^ and ends with $, as a pattern for names "
                "does, so it would be taken for one. Rename the column."
            )
