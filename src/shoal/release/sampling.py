"""What was said about the sample: a sampling fraction, or the weight of each record. Both are checked here."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray
from shoal.errors import MissingValuesError, ParameterError, Setting, TableError
from shoal.table.frames.table import Table
from shoal.table.wording import found


def check_fraction(fraction: float | None) -> None:
    """A sampling fraction is above 0 and at most 1."""
    if fraction is None:
        return
    is_number = isinstance(fraction, (int, float, np.number)) and not isinstance(fraction, bool)
    if not is_number or not 0 < fraction <= 1:
        raise ParameterError(
            Setting("sampling_fraction"),
            " must be above 0 and at most 1: the share of the population that is in the table.",
        )


def sampling_weights(table: Table, name: str) -> FloatArray:
    """The sampling weights of a column: each record stands for itself and perhaps for others, so none is below 1."""
    weights = table.numbers(name)
    void = np.isnan(weights)
    if void.any():
        raise MissingValuesError(
            f"The weight '{name}' is missing in {found(int(void.sum()), 'record', 'records')}, {table.first_at(void)}.",
            parameter="weight",
            column=name,
            count=int(void.sum()),
            hint="Every record needs a sampling weight.",
        )
    low = weights < 1
    if low.any():
        raise TableError(
            f"The weight '{name}' is below 1 in {found(int(low.sum()), 'record', 'records')}, {table.first_at(low)}.",
            parameter="weight",
            column=name,
            count=int(low.sum()),
            hint=(
                "A sampling weight says for how many people of the population a record stands, itself included. If the "
                "weights are scaled to a mean of 1, scale them back; if there are none, give ",
                Setting("sampling_fraction"),
                ".",
            ),
        )
    return weights
