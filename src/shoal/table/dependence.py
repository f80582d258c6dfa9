"""Dependence: a column that is published as it is and tells a quasi-identifier undoes the perturbation of that one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from shoal.table.frames import Table

LARGEST_DISTINCT_SHARE = 0.5  # a column with more distinct values than this tells everything by chance


def determined(table: Table, by: Sequence[str], columns: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs (a column of ``by``, a column of ``columns``) where the value of the first fixes that of the second.

    Constant columns are told by everything and say nothing; columns that hardly repeat a value are left out too.
    """
    codes = {name: table.faithful_codes(name) for name in dict.fromkeys((*by, *columns))}
    n_distinct = {name: int(values.max(initial=-1)) + 1 for name, values in codes.items()}
    return [
        (one, other)
        for one in by
        if n_distinct[one] <= LARGEST_DISTINCT_SHARE * table.n_records
        for other in columns
        if one != other and n_distinct[other] > 1 and _fixes(codes[one], codes[other], n_distinct[one])
    ]


def _fixes(one: npt.NDArray[np.int64], other: npt.NDArray[np.int64], n_distinct: int) -> bool:
    """Whether records that are equal in ``one`` are equal in ``other``."""
    seen = np.empty(n_distinct, dtype=np.int64)
    seen[one] = other  # of several records with one value, some record's other value stays here
    return bool(np.array_equal(seen[one], other))
