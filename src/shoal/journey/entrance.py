"""The way in: `anonymize` a table."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from shoal.errors import RolesError, Setting, ShoalWarning
from shoal.journey.machine import Machine
from shoal.journey.opened import Opened, checked_run, opened
from shoal.journey.out_of_core.stored import StoredRelease
from shoal.journey.past import (
    GivenReleases,
    check_changes,
    earlier_releases_of,
)
from shoal.journey.repeating import past_of
from shoal.journey.run import Settings
from shoal.partition.problem import Partitioner, Progress, no_progress
from shoal.release.confidential.asked import NO_PROMISES, AskedPromises, ByColumn, MissingConfidential
from shoal.release.pages.verdict import but_unique, is_doubtful
from shoal.release.release import Release
from shoal.release.saving import SavedRelease
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Decimals, MissingPolicy, Names, Roles, require_column
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.roles.roles_file import reading_for, refuse_beside, refuse_unjudged, roles_from_file

Made = TypeVar("Made", bound=SavedRelease)


def anonymize(
    table: Any,
    *,
    k: int,
    quasi_identifiers: Names = None,
    identifiers: Names = (),
    confidential: Names = (),
    insensitive: Names = (),
    roles: str | Path | None = None,
    weight: str | None = None,
    mass: str | None = None,
    household: str | None = None,
    household_members: str | None = None,
    by: Names = (),
    types: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    taxonomies: Mapping[str, str | Path] | None = None,
    attribute_weights: Mapping[str, float] | None = None,
    rounding: Mapping[str, Decimals] | None = None,
    missing: str | Mapping[str, str] = MissingPolicy.REFUSE,
    accept_proposal: bool = False,
    method: str | Partitioner = "auto",
    distance: Any = None,
    seed: int | None = None,
    budget_s: float | None = None,
    certify_s: float | None = None,
    dominance: float | None = None,
    fewest_records: int | None = None,
    earlier: GivenReleases = (),
    person: str | None = None,
    changes: str | None = None,
    suppress: float | None = None,
    diversity: ByColumn | None = None,
    closeness: ByColumn | None = None,
    missing_confidential: str = MissingConfidential.VALUE,
    keep_order: bool = False,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Names = (),
    sheet: str | int | None = None,
    quote_formulas: bool = False,
    block_records: int | None = None,
    memory: str | int | None = None,
    scratch: str | Path | None = None,
    resume: bool = False,
    progress: Progress = no_progress,
) -> Release | StoredRelease:
    """Anonymise a table so that every record shares its quasi-identifiers with at least k − 1 others.

    Parameters
    ----------
    table : pandas, polars or pyarrow table, or the path of a file; the same kind comes back. For tables that do not fit
        into memory: a path, a folder of Parquet files, a pattern such as 'people-*.csv', a LazyFrame or a Dataset.
    k : the fewest records that may share their quasi-identifiers, at least 2.
    quasi_identifiers : columns an outsider may know about a person; perturbed.
    identifiers : columns that name a person; dropped.
    confidential : columns that must not be attributable to anybody; kept, and their risk is reported.
    insensitive : columns that are kept and harmless. Columns nobody names are kept too and listed in the report,
        unless they look identifying, which is refused.
    roles : a roles file (TOML or YAML) instead of the arguments above and those below down to ``missing``.
    weight : column of record weights, for centroids and distortion (never for the count).
    mass : column of the persons that each record stands for, whole numbers of at least 1. k then counts persons (see
        ``fewest_records``). The column is dropped.
    household : column that says which records are members of one household. They stay together, and no household has
        more than 1/k of the records of a class, so k counts households. The column is dropped.
    household_members : 'together' (if not given), or 'counted': members may be in different classes, and still no
        household has more than 1/k of the records of a class.
    by : strata; no cell crosses one.
    types, orders, taxonomies, attribute_weights, rounding : details of quasi-identifiers, by column name. Without a
        rounding, released numbers have as many decimals as the column has; 'none' releases means with all their digits.
    missing : 'refuse', 'drop' or 'own-cell', for all quasi-identifiers or by column name.
    accept_proposal : take the columns of the roles file that are marked ``unjudged`` as they were proposed; without
        it a file with such marks is refused.
    method : a method name such as 'mdav', 'vmdav(gain=1.1)', or a settings object.
    distance : 'euclidean', 'manhattan', 'great-circle' or 'taxonomy', or a `Graph` of streets: the distance in which
        PCL forms cells (docs/methods/distances.md). With a graph the only quasi-identifiers are two numbers, the
        coordinates of a position, and a crossing is released for each cell.
    seed : of everything random (the cells, the order of the records); drawn and noted in the manifest when not given.
    budget_s : seconds to spend, for methods that can use a budget.
    certify_s : seconds to spend, after the cells are formed, on a bound that no cells can go below: the report then
        says more sharply how far from the optimum they can be. Without it the report has a quick, cautious bound.
        An interrupt (Ctrl-C) meanwhile ends the bound, not the run.
    dominance : a share such as 0.10. A release is then refused if in some class a member could estimate the value that
        stands out to within that share (the p %-rule of statistical offices). Without it such classes are counted, at
        10 %, and the report warns.
    fewest_records : with ``mass``: no record stands for more than 1/fewest_records of the persons of its class, so a
        class has at least so many records. At least 2; 3 if not given, because each of two records that are alone in
        a class can compute the values of the other.
    earlier : earlier releases of the same people: paths of their manifests, or `EarlierRelease` with the original
        table. The cells are then formed so that both releases together protect people as well as each alone.
    person : with ``earlier``: the column that has one value for each person in all original tables. It is dropped.
    changes : with ``earlier``: what happens where people went, or changed in what is published unchanged. 'merge' (if
        not given) joins cells until they are hidden, and refuses where that is not possible; 'leave-out' leaves the
        rest of their earlier class out.
    suppress : a share such as 0.01. Up to so many of the records are left out: those that cost most distortion, chosen
        together with the cells. The report says how many, and how they differ as a group.
    diversity : by confidential column, how many different values every class has at least: ``{"diagnosis": 3}``. A text
        or a rule object is another rule, such as ``"entropy(2.5)"``, ``"recursive(c=3, l=2)"``,
        ``"distinct(3, apart=1000)"`` or ``"largest(0.5)"``; several rules are a list. Also beside a roles file.
    closeness : by confidential column, how much the values of a class may differ from those of the whole table at most:
        ``{"income": 0.2}`` (t-closeness). Other rules are ``"close(0.2, ground=rank)"``, ``"delta(1)"``, ``"beta(2)"``.
    missing_confidential : 'value' (a missing value of a column with such a promise is a value of its own) or 'refuse'.
    keep_order : do not shuffle the records. Anybody who knows their order can then identify them.
    encoding, delimiter : of text files, when they cannot be recognised; or in the roles file, under ``reading``.
    na : how a text file or a workbook writes a missing value, beside the empty field, such as '?'.
    sheet : of a workbook (.xlsx) with several sheets: the name of one, or its number from 1.
    quote_formulas : put an apostrophe before texts that a spreadsheet program would run as formulas (=, +, -, @).
    block_records : go out of core, and form cells in blocks of about so many records; 100,000 if not given.
    memory : such as "4GB": a table whose journey would take more goes out of core (docs/how-to/large-tables.md), and
        a `StoredRelease` comes back. Half of the machine's memory if not given. A polars LazyFrame, a pyarrow Dataset,
        a folder of Parquet files and a pattern of files always go out of core.
    scratch : the folder for records that do not fit into memory; that of the system if not given.
    resume : use what a run with the same settings had finished in ``scratch`` when it broke off.
    progress : called with (records done, records in all).
    """
    settings = Settings.checked(
        k=k,
        method=method,
        seed=seed,
        budget_s=budget_s,
        certify_s=certify_s,
        dominance=dominance,
        keep_order=keep_order,
        quote_formulas=quote_formulas,
        fewest_records=fewest_records,
        suppress=suppress,
        distance=distance,
        block_records=block_records,
    ).promising(diversity, closeness, missing_confidential)
    named = earlier_releases_of(earlier)
    can_leave_out = check_changes(person, changes, is_asked=bool(named))
    reading = reading_for(table, roles, encoding=encoding, delimiter=delimiter, na=na, sheet=sheet)
    given = {
        "quasi_identifiers": quasi_identifiers,
        "identifiers": identifiers,
        "confidential": confidential,
        "insensitive": insensitive,
        "weight": weight,
        "mass": mass,
        "household": household,
        "household_members": household_members,
        "by": by,
        "types": types,
        "orders": orders,
        "taxonomies": taxonomies,
        "attribute_weights": attribute_weights,
        "rounding": rounding,
        "missing": missing,
    }
    with opened(table, reading, Machine.of(memory, scratch), block_records, resume=resume) as source:
        for remark in source.remarks:
            warnings.warn(remark, ShoalWarning, stacklevel=2)
        column_roles = roles_of(
            source.beginning, roles, given, accept_proposal=accept_proposal, asked=settings.confidential
        )
        settings = settings.after(past_of(named, person, can_leave_out))
        release = source.run(checked_run(source, column_roles, settings, reading), progress)
    if is_doubtful(release.report.facts):
        unique = but_unique(release.report.facts["uniqueness"])
        warnings.warn(f"The promise is kept. {unique} They are in release.report.", ShoalWarning, stacklevel=2)
    return release


def release_of(
    source: Opened[Made], roles: Roles, settings: Settings, reading: Mapping[str, Any], progress: Progress = no_progress
) -> Made:
    """`anonymize` for a caller with checked settings, a table and its roles at hand; ``reading``: how it was read."""
    return source.run(checked_run(source, roles, settings, reading), progress)


def roles_of(
    original: Table,
    roles_file: str | Path | None,
    given: Mapping[str, Any],
    *,
    accept_proposal: bool,
    asked: AskedPromises = NO_PROMISES,
) -> Roles:
    """Roles from the file or from the arguments, never from both.

    Without a file, a column with a promise that nobody named is confidential: the promise says so.
    """
    for name in asked.columns:
        require_column(original, name, original.columns, asked.door_of(name))
    if roles_file is None:
        if accept_proposal:
            raise RolesError(
                Setting("accept_proposal", True), " is about a roles file, and none was given.", hint="Leave it out."
            )
        return roles_from_arguments(original, **asked.named_confidential(given))
    refuse_beside(roles_file, given)
    column_roles = roles_from_file(original, roles_file)
    if not accept_proposal:
        refuse_unjudged(column_roles, roles_file)
    return column_roles
