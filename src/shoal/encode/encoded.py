"""Encoded: a table and its roles come in, are checked, and points go out, block by block."""

from __future__ import annotations

from typing import NamedTuple

from shoal.arrays import FloatArray, IntArray
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import fit_with_gaps, points_with_gaps, void_place
from shoal.encode.naming import refuse_naming_columns
from shoal.encode.units import Units
from shoal.guarantee import USUAL_FEWEST_RECORDS, ClassPromise, HouseholdAnonymity, KAnonymity, PersonAnonymity
from shoal.table.blocks import Blocks, PromisedValues, split_into_blocks
from shoal.table.frames.table import Table
from shoal.table.roles.checks import households_of, masses_of, refuse_stray_text, require_readable, weights_of
from shoal.table.roles.disclosures import refuse_doubtful_header, refuse_telling_columns
from shoal.table.roles.roles import HouseholdMembers, Roles
from shoal.table.roles.roles_file import worded_for_file


class Encoded(NamedTuple):
    """A table during a run: the records that are kept, and their points."""

    blocks: Blocks
    kept: Table
    weights: FloatArray | None
    encoding: Encoding
    centre: FloatArray  # where the coordinates of a missing value are put
    points: FloatArray
    promise: ClassPromise  # for the records that are kept

    def units(self) -> Units:
        """The units in which losses of these records are measured."""
        return Units.of(self.encoding, self.points, self.blocks.void, self.weights)

    def of(self, rows: IntArray) -> Encoded:
        """Some of the records, ascending, at the same points."""
        return self._replace(
            blocks=self.blocks.of(rows),
            kept=self.kept.alone(rows),
            weights=None if self.weights is None else self.weights[rows],
            points=self.points[rows],
            promise=self.promise.of(rows),
        )


def encoded_points(
    original: Table,
    roles: Roles,
    promise: KAnonymity,
    *,
    fewest_records: int | None = None,
    may_leave_out: bool = False,
    promised_values: PromisedValues | None = None,
) -> Encoded:
    """Refuse what cannot be done, split into blocks, turn columns into points.

    fewest_records: of a promise in persons, which it is if there is a column of masses; USUAL_FEWEST_RECORDS if None.
    may_leave_out: whether records that fit into no block of k are left out; if not, they are refused.
    promised_values: for blocks of missing values that cannot keep it (`table/blocks.py`).
    """
    with worded_for_file(roles.file):
        counted = _counted(original, roles, promise, fewest_records)
    counted.require_feasible(original.n_records, original.origin.name)
    with worded_for_file(roles.file):
        require_readable(original, roles.quasi_identifiers)
        refuse_doubtful_header(original, roles)
        refuse_telling_columns(original, roles)
        refuse_stray_text(original, roles)
        refuse_naming_columns(original, roles)
        blocks = split_into_blocks(
            original, roles, counted, may_leave_out=may_leave_out, promised_values=promised_values
        )
    kept = original if blocks.n_dropped == 0 else original.alone(blocks.kept)
    weights = None if roles.weight is None else weights_of(kept, roles.weight)
    return _fitted(blocks, kept, weights, roles, counted.of(blocks.kept))


def fitted_anew(encoded: Encoded, roles: Roles) -> Encoded:
    """The same records, and scales that only they decide: nothing of those who were left out is in them."""
    return _fitted(encoded.blocks, encoded.kept, encoded.weights, roles, encoded.promise)


def _fitted(blocks: Blocks, kept: Table, weights: FloatArray | None, roles: Roles, promise: ClassPromise) -> Encoded:
    encoding = fit_with_gaps(kept, roles, blocks.void, weights)
    centre = void_place(encoding)
    points = points_with_gaps(encoding, kept, blocks.void, centre)
    return Encoded(blocks, kept, weights, encoding, centre, points, promise)


def _counted(original: Table, roles: Roles, promise: KAnonymity, fewest_records: int | None) -> ClassPromise:
    """The promise that is counted: in persons or in households if there is a column of these."""
    if roles.household is not None:
        together = roles.household_members is HouseholdMembers.TOGETHER
        return HouseholdAnonymity(promise.k, households_of(original, roles.household), together)
    if roles.mass is None:
        return promise
    fewest = USUAL_FEWEST_RECORDS if fewest_records is None else fewest_records
    return PersonAnonymity(promise.k, masses_of(original, roles.mass), fewest)
