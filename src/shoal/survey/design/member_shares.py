"""How likely each member of the frame is to answer, from what the designer says about it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from shoal.arrays import FloatArray
from shoal.encode.attributes.attribute import known_codes
from shoal.errors import MissingValuesError, ParameterError, RolesError
from shoal.guarantee.parameters import check_participation
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles
from shoal.table.wording import first_row, found

Answering = float | str | Mapping[str, float]  # one share, a column of the frame, or shares by stratum


def member_shares(frame: Table, participation: Answering, roles: Roles) -> float | FloatArray:
    """How likely each member of the frame is to answer."""
    if isinstance(participation, str):
        if participation not in frame.columns:
            raise RolesError(frame.unknown_column(participation))
        shares = frame.numbers(participation)
        void = np.isnan(shares)
        if void.any():
            raise MissingValuesError(
                f"Column '{participation}' of {frame.origin.name} has no probability of answering for "
                f"{found(int(void.sum()), 'member', 'members')}, the first in "
                f"{first_row(void, header=frame.origin.has_header_row)}. Estimate it, or leave them out of the frame."
            )
        return shares
    if isinstance(participation, Mapping):
        return _by_stratum(frame, participation, roles)
    return participation


def _by_stratum(frame: Table, participation: Mapping[str, float], roles: Roles) -> FloatArray:
    if len(roles.stratum) != 1:
        raise ParameterError(
            "Participation by stratum needs exactly one column in 'by', the one with the strata. "
            f"There are {len(roles.stratum)}."
        )
    return shares_by_stratum(frame, roles.stratum[0], participation)


def shares_by_stratum(frame: Table, column: str, participation: Mapping[str, float]) -> FloatArray:
    """The share of every member of the frame, from a share for each value of ``column``.

    The names of the strata are repeated as the designer gave them; those of the frame are not shown.
    """
    values = list(participation)
    for value in values:
        try:
            check_participation(float(participation[value]))
        except ParameterError as error:
            raise ParameterError(f"Stratum '{value}': {error}") from None
    codes = known_codes(frame, column, {str(value): place for place, value in enumerate(values)})
    for place, value in enumerate(values):
        if not (codes == place).any():
            raise ParameterError(
                f"Participation is given for '{value}', and no member of the frame has this value in '{column}'. "
                "Correct it, or leave it out."
            )
    if (codes < 0).any():
        raise ParameterError(
            f"Participation is not given for every value of '{column}': "
            f"{found(int((codes < 0).sum()), 'member has', 'members have')} none, "
            f"the first in {first_row(codes < 0, header=frame.origin.has_header_row)}."
        )
    return np.array([float(participation[value]) for value in values])[codes]
