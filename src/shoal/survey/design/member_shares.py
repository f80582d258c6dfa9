"""How likely each member of the frame is to answer, from what the designer says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.attributes.attribute import known_codes
from shoal.errors import MissingValuesError, ParameterError, RolesError, Setting
from shoal.guarantee import ProbabilisticAnonymity
from shoal.survey.design.members import SurveyFrame
from shoal.survey.participation.promise import CellPromise, DependentAnonymity
from shoal.survey.participation.shares import Between, Earlier, Share, as_share
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles
from shoal.table.wording import first_row, found

GivenShares = float | Share | str | Mapping[str, float | Share]  # one, a column of the frame, or one for each stratum


def promise_of_members(
    source: SurveyFrame,
    roles: Roles,
    k: int,
    failure: float,
    participation: GivenShares,
    households: str | None = None,
    together: float | None = None,
    overdispersion: float = 0.0,
) -> CellPromise:
    """The promise for the rows of this frame: members answer independently unless something else is said."""
    _refuse_useless(households, together)
    frame, people = source.table, source.source.people
    if households is not None and source.counts is not None:
        raise ParameterError(
            Setting("households"),
            " needs a row for each person. A row that counts several does not say who of them lives together.",
            hint=("Give the people one by one, or state ", Setting("overdispersion"), " instead."),
        )
    if people:
        _refuse_unmodelled(participation, overdispersion)
    given = participation.values() if isinstance(participation, Mapping) else [participation]
    is_known = not any(isinstance(one, (Earlier, Between)) for one in given)
    if households is None and overdispersion == 0.0 and is_known and not people:
        return ProbabilisticAnonymity(k, failure, member_shares(frame, participation, roles))
    if isinstance(participation, Mapping):
        shares = tuple(_stratum_share(name, share) for name, share in participation.items())
    else:
        shares = () if isinstance(participation, str) else (as_share(participation),)
    made = DependentAnonymity(
        k,
        failure,
        shares,
        household_of=None if households is None else _numbers_of_households(frame, households),
        together=0.0 if households is None else 1.0 if together is None else together,
        overdispersion=overdispersion,
        people=people,
    )
    if isinstance(participation, str):
        return replace(made, own_shares=np.asarray(member_shares(frame, participation, roles)))
    if isinstance(participation, Mapping):
        return replace(made, stratum_of=_stratum_codes(frame, _one_stratum(roles), participation))
    return made


def _refuse_useless(households: str | None, together: float | None) -> None:
    if households is not None and together == 0.0:
        raise ParameterError(
            Setting("together"),
            " is 0: members of a household decide independently.",
            hint=("Leave ", Setting("households"), " out then."),
        )
    if households is None and together is not None:
        raise ParameterError(
            Setting("together"),
            " is about members of one household, and nobody said who lives together.",
            hint=("Name the column of the frame that numbers the households with ", Setting("households"), "."),
        )


def _refuse_unmodelled(participation: GivenShares, overdispersion: float) -> None:
    """Of a model it is known how often people are in a cell, and nothing that would make them depend on each other."""
    given = participation.values() if isinstance(participation, Mapping) else [participation]
    if any(isinstance(share, (str, Earlier)) for share in given):
        raise ParameterError(
            Setting("participation"),
            " can be a number, an interval, or one of these for each stratum, where the frame is a model.",
            hint="An interval (.6-.8) stands for a share that is not known for certain.",
        )
    if overdispersion:
        raise ParameterError(
            Setting("overdispersion"), " cannot be combined with a model of a frame.", hint="Give a frame of people."
        )


def _numbers_of_households(frame: Table, column: str) -> IntArray:
    """A number for each household; a member without a household is refused, because nobody knows who is in it."""
    if column not in frame.columns:
        raise frame.unknown_column(column, parameter="households", kind=RolesError)
    void = frame.missing(column)
    if void.any():
        raise MissingValuesError(
            f"Column '{column}' of {frame.origin.name} names no household for "
            f"{found(int(void.sum()), 'member', 'members')}, the first in "
            f"{first_row(void, header=frame.origin.has_header_row)}.",
            parameter="households",
            column=column,
            count=void.sum(),
            hint="Give everybody who lives alone a household of their own.",
        )
    codes, _ = frame.codes(column)
    return np.asarray(codes, dtype=np.int64)


def member_shares(frame: Table, participation: GivenShares, roles: Roles) -> float | FloatArray:
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
        return shares_by_stratum(frame, _one_stratum(roles), participation)
    return as_share(participation).expected


def _one_stratum(roles: Roles) -> str:
    if len(roles.stratum) != 1:
        raise ParameterError(
            "Participation by stratum needs exactly one column in ",
            Setting("by"),
            f", the one with the strata. There are {len(roles.stratum)}.",
        )
    return roles.stratum[0]


def shares_by_stratum(frame: Table, column: str, participation: Mapping[str, float | Share]) -> FloatArray:
    """The share of every member of the frame, from a share for each value of ``column``."""
    shares = np.array([_stratum_share(value, share).expected for value, share in participation.items()])
    return shares[_stratum_codes(frame, column, participation)]


def _stratum_share(name: str, share: float | Share) -> Share:
    try:
        return as_share(share)
    except ParameterError as error:
        raise error.retold(before=f"Stratum '{name}': ") from None


def _stratum_codes(frame: Table, column: str, participation: Mapping[str, object]) -> IntArray:
    """The stratum of every member, as its place in ``participation``.

    The names of the strata are repeated as the designer gave them; those of the frame are not shown.
    """
    values = list(participation)
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
    return codes
