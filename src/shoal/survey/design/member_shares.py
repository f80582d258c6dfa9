"""How likely each member of the frame is to answer, from what the designer says about it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from shoal.arrays import FloatArray
from shoal.encode.attributes.attribute import known_codes
from shoal.errors import MissingValuesError, ParameterError, RolesError, Setting
from shoal.guarantee.parameters import check_participation
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles
from shoal.table.wording import first_row, found

Answering = float | str | Mapping[str, float]  # one share, a column of the frame, or shares by stratum


def member_shares(frame: Table, participation: Answering, roles: Roles) -> float | FloatArray:
    """How likely each member of the frame is to answer."""
    if isinstance(participation, str):
        if participation not in frame.columns:
            raise frame.unknown_column(participation, parameter="participation", kind=RolesError)
        shares = frame.numbers(participation)
        void = np.isnan(shares)
        if void.any():
            raise MissingValuesError(
                f"Column '{participation}' of {frame.origin.name} has no probability of answering for "
                f"{found(int(void.sum()), 'member', 'members')}, the first in "
                f"{first_row(void, header=frame.origin.has_header_row)}.",
                parameter="participation",
                column=participation,
                count=void.sum(),
                hint="Estimate it, or leave them out of the frame.",
            )
        return shares
    if isinstance(participation, Mapping):
        return _by_stratum(frame, participation, roles)
    return participation


def _by_stratum(frame: Table, participation: Mapping[str, float], roles: Roles) -> FloatArray:
    if len(roles.stratum) != 1:
        raise ParameterError(
            "Participation by stratum needs exactly one column in ",
            Setting("by"),
            f", the one with the strata. There are {len(roles.stratum)}.",
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
            raise error.retold(before=f"Stratum '{value}': ") from None
    codes = known_codes(frame, column, {str(value): code for code, value in enumerate(values)})
    for code, value in enumerate(values):
        if not (codes == code).any():
            raise ParameterError(
                f"Participation is given for '{value}', and no member of the frame has this value in '{column}'.",
                parameter="participation",
                column=column,
                hint="Correct it, or leave it out.",
            )
    if (codes < 0).any():
        raise ParameterError(
            f"Participation is not given for every value of '{column}': "
            f"{found(int((codes < 0).sum()), 'member has', 'members have')} none, the first in "
            f"{first_row(codes < 0, header=frame.origin.has_header_row)}.",
            parameter="participation",
            column=column,
            count=(codes < 0).sum(),
        )
    return np.array([float(participation[value]) for value in values])[codes]
