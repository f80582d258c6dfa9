"""Audit: how well any table protects the people in it.

Everything an attacker sees counts: classes are formed by the quasi-identifiers and, where given, the strata.
A missing confidential value is a value like any other (that somebody did not answer is also known about
them); in an ordered attribute it stands after the largest value.

A table that does not fit into memory is audited in parts, with the same figures to the last bit.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.errors import ParameterError, RolesError, Setting, TableError
from shoal.guarantee import KAnonymity
from shoal.journey.machine import JOURNEY_FACTOR, Machine
from shoal.progress import Progress, no_progress
from shoal.release.columns import require_named_columns
from shoal.release.report.audit_facts import USUAL_C, Audit, AuditedColumns, audited
from shoal.release.report.compared import Compared, check_compared
from shoal.release.report.households import audited_households
from shoal.release.report.risk_utility import risk_utility
from shoal.release.risk.two_releases import two_releases_facts
from shoal.release.sampling import check_fraction
from shoal.table.batches.source import Batches, open_batches, whole_table
from shoal.table.frames.table import Table
from shoal.table.roles.roles import ColumnRole, Role
from shoal.table.roles.roles_arguments import names_of
from shoal.table.roles.roles_file import read_roles, reading_for, refuse_beside
from shoal.table.sources import table_of

if TYPE_CHECKING:
    from shoal.release.confidential.asked import AskedPromises

AUDIT_FACTOR = 30  # most that an audit takes for each byte of a frame: 4 to 10 for columns of 64 bits, 24 for 8 bits
# (`benchmarks.scale.audit --only memory`). In parts it has the same figures, so nothing is lost by a high factor.


def audit(
    table: Any,
    *,
    quasi_identifiers: Sequence[str] = (),
    confidential: Sequence[str] = (),
    by: Sequence[str] = (),
    roles: str | Path | None = None,
    k: int | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    nominal: Sequence[str] = (),
    taxonomies: Mapping[str, str | Path] | None = None,
    diversity: Mapping[str, Any] | None = None,
    closeness: Mapping[str, Any] | None = None,
    c: float = USUAL_C,
    against: Any = None,
    control: Any = None,
    sampling_fraction: float | None = None,
    population: Any = None,
    earlier: Any = (),
    household: str | None = None,
    memory: str | int | None = None,
    scratch: str | Path | None = None,
    progress: Progress = no_progress,
) -> Audit:
    """Measure k-anonymity, diversity, closeness and disclosure of any table; with its original, risk and utility.

    table: pandas, polars, pyarrow or a path. For tables that do not fit into memory: a path, a folder of Parquet files,
    a pattern such as 'release-*.csv', a polars LazyFrame or a pyarrow Dataset.
    by: strata, published beside the quasi-identifiers. roles: a roles file instead of these three; columns that it
    calls identifying may be gone, and what it promises is counted. k: the k that the table is meant to have.
    orders: for ordinal confidential attributes, their values from lowest to highest.
    nominal: confidential attributes whose numbers are mere codes. taxonomies: files, for closeness along a taxonomy.
    diversity, closeness: what the table is meant to keep, as in `anonymize`. c: of recursive (c, l)-diversity.
    against: the original, rows in any order. control: people like those of the original who are not in the release.
    sampling_fraction: the share of the population that is in the table. population: a table of the population with the
    released values.
    earlier: one or more other released tables of the same people; what two of them show together is counted.
    household: the column that says who lives together, if the table still has it; then households are counted too.
    memory: such as "4GB"; a table whose audit would take more is audited in parts, on disk, with the same figures. Half
    of the machine's memory if not given. scratch: the folder for these parts; that of the system if not given.
    progress: called with (records done, records in all), of a table that is audited in parts.
    """
    task = AuditTask(
        quasi_identifiers=names_of(quasi_identifiers),
        confidential=names_of(confidential),
        by=names_of(by),
        roles=roles,
        k=k,
        orders=dict(orders or {}),
        nominal=names_of(nominal),
        taxonomies={name: Path(path) for name, path in (taxonomies or {}).items()},
        diversity=dict(diversity or {}),
        closeness=dict(closeness or {}),
        c=c,
        against=against,
        control=control,
        sampling_fraction=sampling_fraction,
        population=population,
        earlier=tuple(earlier) if isinstance(earlier, (list, tuple)) else (earlier,),
        household=household,
    )
    machine = Machine.of(memory, scratch)
    with opened_to_audit(table, reading_for(table, roles), task, machine, progress) as source:
        return task.of(source, machine.scratch, progress)


@dataclass(frozen=True, kw_only=True)
class AuditTask:
    """What is asked of a table; see `audit`."""

    quasi_identifiers: tuple[str, ...] = ()
    confidential: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    roles: str | Path | None = None
    k: int | None = None
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    nominal: tuple[str, ...] = ()
    taxonomies: Mapping[str, Path] = field(default_factory=dict)
    diversity: Mapping[str, Any] = field(default_factory=dict)
    closeness: Mapping[str, Any] = field(default_factory=dict)
    c: float = USUAL_C
    against: Any = None
    control: Any = None
    sampling_fraction: float | None = None
    population: Any = None
    earlier: tuple[Any, ...] = ()
    household: str | None = None

    @property
    def only_in_memory(self) -> tuple[str, ...]:
        """What is asked that needs all records at once."""
        asked = {
            "against": self.against is not None,
            "control": self.control is not None,
            "sampling_fraction": self.sampling_fraction is not None,
            "population": self.population is not None,
            "earlier": bool(self.earlier),
            "household": self.household is not None,
        }
        return tuple(name for name, is_asked in asked.items() if is_asked)

    def of(self, source: Table | Batches, scratch: Path | None = None, progress: Progress = no_progress) -> Audit:
        """The audit of a table, whole or in parts; ``scratch``: the folder for these."""
        some = source if isinstance(source, Table) else source.beginning
        columns, described, taxonomy_of, household = self._columns(some)
        if some.n_records == 0:
            raise TableError(
                "The table holds no records: there is nothing to audit.",
                parameter="table",
                hint="Give a table with at least one row.",
            )
        asked = _asked(taxonomy_of, described, self.diversity, self.closeness, self.roles)
        if isinstance(source, Batches):
            from shoal.journey.out_of_core.audited import audited_in_parts

            refuse_in_parts(self.only_in_memory if household is None else (*self.only_in_memory, "household"))
            return audited_in_parts(source, columns, self.k, self.c, asked, taxonomy_of, scratch, progress)
        return self._in_memory(source, columns, asked, taxonomy_of, household)

    def _in_memory(
        self,
        source: Table,
        columns: AuditedColumns,
        asked: AskedPromises | None,
        taxonomy_of: Mapping[str, Path],
        household: str | None,
    ) -> Audit:
        others = {"against": self.against, "control": self.control, "population": self.population}
        compared = _compared(source, columns, self.sampling_fraction, **others)
        rules = None
        if asked is not None:
            from shoal.release.confidential.counting import CountedPromise
            from shoal.release.confidential.values import pairs_of

            reading = {name: (columns.order(source, name), taxonomy_of.get(name)) for name in asked.columns}
            rules = CountedPromise(pairs_of(source, asked, reading).asked).counts
        found = audited(source, columns, self.k, self.c, rules)
        k = found.k if self.k is None else self.k
        return replace(
            found,
            households=audited_households(source, household, columns.shown),
            earlier=_with_earlier(source, self.earlier, self.roles, columns.shown, k),
            risk_utility=None if compared is None else risk_utility(compared),
        )

    def _columns(self, table: Table) -> tuple[AuditedColumns, tuple[ColumnRole, ...], Mapping[str, Path], str | None]:
        """What is measured, what the roles file says of it, the taxonomies, and the column of households."""
        looks, secrets, strata, household = self.quasi_identifiers, self.confidential, self.by, self.household
        described: tuple[ColumnRole, ...] = ()
        if self.roles is not None:
            looks, secrets, strata, described, household = _from_file(
                table, self.roles, looks, secrets, strata, household
            )
        named = (*looks, *secrets, *strata)
        promised = [*self.diversity, *self.closeness]
        secrets = (*secrets, *dict.fromkeys(name for name in promised if name not in named))
        require_named_columns(table, looks, secrets, strata)
        _refuse_public(promised, looks, strata)
        _check_parameters(self.k, self.c, [*self.orders, *self.nominal], secrets)
        orders = {column.name: column.order for column in described if column.order} | dict(self.orders)
        codes = (
            *self.nominal,
            *(column.name for column in described if column.is_unordered and column.name not in self.orders),
        )
        taxonomies = {column.name: column.taxonomy for column in described if column.taxonomy is not None}
        columns = AuditedColumns(looks, secrets, strata, orders, codes)
        return columns, described, taxonomies | dict(self.taxonomies), household


@contextmanager
def opened_to_audit(
    table: Any, reading: Mapping[str, Any], task: AuditTask, machine: Machine, progress: Progress = no_progress
) -> Iterator[Table | Batches]:
    """The table, in memory if its audit fits there. What was written to disk on the way is removed at the end."""
    wanted = task.only_in_memory
    factor = JOURNEY_FACTOR if wanted else AUDIT_FACTOR
    if machine.holds(table, reading, factor):
        yield table_of(table, **reading)
        return
    if isinstance(table, (str, Path)) and Path(table).is_file():
        refuse_in_parts(wanted)  # before it is read
    with tempfile.TemporaryDirectory(prefix=".shoal-", dir=machine.scratch) as scratch:
        text = {name: value for name, value in reading.items() if name != "sheet"}
        with open_batches(table, scratch=Path(scratch), progress=progress, **text) as batches:
            if machine.has_room_for(batches.bytes_in_memory, factor):
                yield whole_table(batches)
            else:
                refuse_in_parts(wanted)
                yield batches


def refuse_in_parts(wanted: Sequence[str]) -> None:
    """Refuse what nobody can do without all records at once."""
    if wanted:
        raise ParameterError(
            Setting(wanted[0]),
            " compares all records with each other, so it is for tables that fit into memory, and this one is read in "
            "parts.",
            hint=(
                "Leave it out, allow more memory (",
                Setting("memory"),
                ") for a table in one file, or take a random sample of its records.",
            ),
        )


def _asked(
    taxonomy_of: Mapping[str, Path],
    described: Sequence[ColumnRole],
    diversity: Mapping[str, Any] | None,
    closeness: Mapping[str, Any] | None,
    roles: str | Path | None,
) -> AskedPromises | None:
    """What is asked of confidential columns; None for nothing: compiled code is loaded only for promises."""
    if not (diversity or closeness or taxonomy_of or any(column.diversity or column.closeness for column in described)):
        return None
    from shoal.release.confidential.asked import AskedPromises

    asked = AskedPromises.of(diversity, closeness).with_columns(described, None if roles is None else Path(roles).name)
    idle = [name for name in taxonomy_of if not asked.along_taxonomy(name)]
    if idle:
        raise ParameterError(
            f"Column '{idle[0]}' has a taxonomy (",
            Setting("taxonomies"),
            "), which only closeness along it would use.",
            column=idle,
            hint=("Leave it out, or ask for ", Setting("closeness"), " of that column."),
        )
    return asked


def _compared(
    source: Table, columns: AuditedColumns, sampling_fraction: float | None, **others: Any
) -> Compared | None:
    """What risk and utility are measured on, checked; None if nothing was given for them."""
    check_fraction(sampling_fraction)
    tables = {name: table_of(other) for name, other in others.items() if other is not None}
    if not tables and sampling_fraction is None:
        return None
    compared = Compared(
        source,
        columns.looks,
        columns.strata,
        columns.secrets,
        original=tables.get("against"),
        control=tables.get("control"),
        sampling_fraction=sampling_fraction,
        population=tables.get("population"),
        nominal=columns.codes,
    )
    check_compared(compared)
    return compared


def _with_earlier(
    source: Table, earlier: Sequence[Any], roles: str | Path | None, columns: Sequence[str], k: int
) -> tuple[dict[str, Any], ...]:
    """What the table shows together with each of the other releases."""
    facts = []
    for other in earlier:
        table = table_of(other, **reading_for(other, roles))
        if table.n_records == 0:
            raise TableError(f"{table.origin.name} holds no records.", parameter="earlier", hint="Leave it out.")
        facts.append(two_releases_facts(source, table, columns, k))
    return tuple(facts)


def _refuse_public(promised: Sequence[str], looks: Sequence[str], strata: Sequence[str]) -> None:
    for name in promised:
        if name in looks or name in strata:
            what = "a quasi-identifier" if name in looks else "a stratum"
            raise RolesError(
                "A promise of ",
                Setting("diversity"),
                " or ",
                Setting("closeness"),
                f" is about confidential columns, and column '{name}' is {what}.",
                column=name,
                hint="Leave the promise out.",
            )


def _from_file(
    table: Table, roles: str | Path, *given: Sequence[str] | str | None
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[ColumnRole, ...], str | None]:
    """Quasi-identifiers, confidential columns and strata of a roles file, and what it says of the confidential ones.

    The column of households is the last one, if the table has it: no release does.
    """
    refuse_beside(roles, dict(zip(("quasi_identifiers", "confidential", "by", "household"), given, strict=True)))
    columns = read_roles(roles)
    wanted = (Role.QUASI_IDENTIFYING, Role.CONFIDENTIAL, Role.STRATUM)
    looks, secrets, strata = (tuple(column.name for column in columns if column.role is role) for role in wanted)
    homes = [column.name for column in columns if column.role is Role.HOUSEHOLD and column.name in table.columns]
    secret = tuple(column for column in columns if column.role is Role.CONFIDENTIAL)
    return looks, secrets, strata, secret, next(iter(homes), None)


def _check_parameters(k: int | None, c: float, described: Sequence[str], secrets: Sequence[str]) -> None:
    if k is not None:
        KAnonymity(k)
    if not c > 0:
        raise ParameterError("c of recursive (c, l)-diversity must be above 0. The usual choice is 3.")
    for name in described:
        if name not in secrets:
            raise ParameterError(
                f"Column '{name}' was described (",
                Setting("orders"),
                ", ",
                Setting("nominal"),
                ") but is not among the confidential columns.",
                column=name,
                hint="Add it there, or leave the description out.",
            )
        if described.count(name) > 1:
            raise ParameterError(
                f"Column '{name}' was given an order (",
                Setting("orders"),
                ") and called nominal (",
                Setting("nominal"),
                ").",
                column=name,
                hint="Choose one.",
            )
