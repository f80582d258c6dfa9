"""Audit: how well any table protects the people in it.

Everything an attacker sees counts: classes are formed by the quasi-identifiers and, where given, the strata.
A missing confidential value is a value like any other (that somebody did not answer is also known about
them); in an ordered attribute it stands after the largest value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.errors import ParameterError, RolesError, Setting, TableError
from shoal.guarantee import KAnonymity
from shoal.release.report.audit_facts import USUAL_C, Audit, AuditedColumns, audited
from shoal.release.report.compared import Compared, check_compared
from shoal.release.report.households import audited_households
from shoal.release.report.risk_utility import risk_utility
from shoal.release.risk.two_releases import two_releases_facts
from shoal.release.sampling import check_fraction
from shoal.table.frames.table import Table
from shoal.table.roles.roles import ColumnRole, Role
from shoal.table.roles.roles_arguments import names_of
from shoal.table.roles.roles_file import read_roles, reading_for, refuse_beside
from shoal.table.sources import table_of

if TYPE_CHECKING:
    from shoal.release.confidential.asked import AskedPromises
    from shoal.release.confidential.counting import CountedPromise


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
) -> Audit:
    """Measure k-anonymity, diversity, closeness and disclosure of any table; with its original, risk and utility.

    table: pandas, polars, pyarrow or a path. by: strata, published beside the quasi-identifiers. roles: a roles file
    instead of these three; columns that it calls identifying may be gone, and what it promises is counted. k: the k
    that the table is meant to have. orders: for ordinal confidential attributes, their values from lowest to highest.
    nominal: confidential attributes whose numbers are mere codes. taxonomies: files, for closeness along a taxonomy.
    diversity, closeness: what the table is meant to keep, as in `anonymize`. c: of recursive (c, l)-diversity.
    against: the original, rows in any order. control: people like those of the original who are not in the release.
    sampling_fraction: the share of the population that is in the table. population: a table of the population with the
    released values.
    earlier: one or more other released tables of the same people; what two of them show together is counted.
    household: the column that says who lives together, if the table still has it; then households are counted too.
    """
    source = table_of(table, **reading_for(table, roles))
    looks, secrets, strata = names_of(quasi_identifiers), names_of(confidential), names_of(by)
    described: tuple[ColumnRole, ...] = ()
    if roles is not None:
        looks, secrets, strata, described, household = _from_file(source, roles, looks, secrets, strata, household)
    named = (*looks, *secrets, *strata)
    promised = [*(diversity or {}), *(closeness or {})]
    secrets = (*secrets, *dict.fromkeys(name for name in promised if name not in named))
    require_named_columns(source, looks, secrets, strata)
    _refuse_public(promised, looks, strata)
    order_of, codes = dict(orders or {}), names_of(nominal)
    _check_parameters(k, c, [*order_of, *codes], secrets)
    order_of = {column.name: column.order for column in described if column.order} | order_of
    codes = (*codes, *(column.name for column in described if column.is_unordered and column.name not in order_of))
    taxonomy_of = {column.name: column.taxonomy for column in described if column.taxonomy is not None}
    if source.n_records == 0:
        raise TableError(
            "The table holds no records: there is nothing to audit.",
            parameter="table",
            hint="Give a table with at least one row.",
        )
    measured = AuditedColumns(looks, secrets, strata, order_of, codes)
    compared = _compared(source, measured, sampling_fraction, against=against, control=control, population=population)
    given = {name: Path(path) for name, path in (taxonomies or {}).items()}
    asked = _asked(taxonomy_of | given, described, diversity, closeness, None if roles is None else Path(roles).name)
    rules = None if asked is None else _promise(source, measured, asked, taxonomy_of | given).counts
    found = audited(source, measured, k, c, rules)
    found = replace(
        found,
        households=audited_households(source, household, [*looks, *strata]),
        earlier=_with_earlier(source, earlier, roles, [*looks, *strata], found.k if k is None else k),
    )
    return found if compared is None else replace(found, risk_utility=risk_utility(compared))


def _asked(
    taxonomy_of: Mapping[str, Path],
    described: Sequence[ColumnRole],
    diversity: Mapping[str, Any] | None,
    closeness: Mapping[str, Any] | None,
    file: str | None,
) -> AskedPromises | None:
    """What is asked of confidential columns; None for nothing: compiled code is loaded only for promises."""
    if not (diversity or closeness or taxonomy_of or any(column.diversity or column.closeness for column in described)):
        return None
    from shoal.release.confidential.asked import AskedPromises

    asked = AskedPromises.of(diversity, closeness).with_columns(described, file)
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


def _promise(
    source: Table, columns: AuditedColumns, asked: AskedPromises, taxonomy_of: Mapping[str, Path]
) -> CountedPromise:
    from shoal.release.confidential.counting import CountedPromise
    from shoal.release.confidential.values import pairs_of

    reading = {name: (columns.order(source, name), taxonomy_of.get(name)) for name in asked.columns}
    return CountedPromise(pairs_of(source, asked, reading).asked)


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
    source: Table, earlier: Any, roles: str | Path | None, columns: Sequence[str], k: int
) -> tuple[dict[str, Any], ...]:
    """What the table shows together with each of the other releases."""
    others = earlier if isinstance(earlier, (list, tuple)) else [earlier]
    facts = []
    for other in others:
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


def require_named_columns(
    table: Table, looks: Sequence[str], secrets: Sequence[str] = (), strata: Sequence[str] = ()
) -> None:
    """Refuse names that are no column, or that have two roles."""
    if not looks:
        raise RolesError(
            "No quasi-identifiers were given (",
            Setting("quasi_identifiers"),
            ").",
            hint="Name at least one column by which a person could be recognised.",
        )
    seen: dict[str, str] = {}
    for role, names in (("quasi-identifier", looks), ("confidential", secrets), ("stratum", strata)):
        for name in names:
            if name not in table.columns:
                raise table.unknown_column(name, (*looks, *secrets, *strata), kind=RolesError)
            if name in seen:
                both = f"named twice as {role}" if seen[name] == role else f"both {seen[name]} and {role}"
                raise RolesError(f"Column '{name}' is {both}.", column=name, hint="Give every column one role.")
            seen[name] = role


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
