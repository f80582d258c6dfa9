"""The facts of an audit: what is asked, and the account of what all classes came to (`class_facts.py`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from shoal.arrays import IntArray
from shoal.release.classes import Classes
from shoal.release.columns import classes_by, order_of_values, value_codes
from shoal.release.report.class_facts import ClassFacts
from shoal.release.report.risk_utility import RiskUtility
from shoal.release.risk import disclosure
from shoal.release.risk.value_counts import CodedValues
from shoal.table.frames.table import Table

if TYPE_CHECKING:  # at run time it would load compiled code, which only promises need
    from shoal.release.confidential.counting import RuleCount

AUDIT_SCHEMA_VERSION = 1
SIZES_OF_INTEREST = (2, 3, 5, 10)  # the thresholds that disclosure-control guidelines name most often
NEARLY_UNIQUE_SHARE = 0.5  # distinct values per record, above which counting values says little
USUAL_C = 3.0  # of (c, l)-diversity; larger is more lenient, and every result states the c it was made with


@dataclass(frozen=True)
class ConfidentialFacts:
    """What finding the class of a person reveals about one confidential attribute."""

    name: str
    kind: str  # "ordered" (numbers, dates, given order) or "nominal": which distance t uses
    n_values: int
    n_missing: int
    nearly_unique: bool  # most records have a value of their own: only t says much about such an attribute
    p_sensitivity: int
    distinct_l: int
    n_single_classes: int  # classes in which everybody has the same value
    share_single_classes: float
    n_single_records: int  # records in such classes
    share_single_records: float
    entropy_l: float
    recursive_c: float
    recursive_l: int
    t: float
    average_risk_bits: float
    entropy_bits: float
    delta: float
    beta: float
    enhanced_beta: float | None


@dataclass(frozen=True)
class Audit:
    """The facts; `to_text`, `to_json` and `to_html` write the same ones."""

    n_records: int
    n_classes: int
    k: int
    k_asked: int | None
    quasi_identifiers: tuple[str, ...]
    strata: tuple[str, ...]
    n_unique: int  # records that are alone in their class
    largest_class: int
    mean_class: float
    share_below: dict[int, float]  # class size -> share of records in smaller classes
    confidential: tuple[ConfidentialFacts, ...]
    earlier: tuple[dict[str, Any], ...] = ()  # what it shows together with each earlier release
    households: dict[str, Any] | None = None  # counted, if the table has their column
    promises: tuple[dict[str, Any], ...] = ()  # about confidential values: asked for, and counted
    risk_utility: RiskUtility | None = None  # with an original, a sampling fraction or a population

    @property
    def k_reached(self) -> bool | None:
        """Whether the k that was asked for is reached; None when none was."""
        return None if self.k_asked is None else self.k >= self.k_asked

    @property
    def kept(self) -> bool | None:
        """Whether all that was asked for is kept: k (with earlier releases too), other promises; None for nothing."""
        if self.k_asked is None and not self.promises:
            return None
        k = self.k_asked
        alone = k is None or not any(facts["n_pairs_below"] for facts in self.earlier)
        apart = k is None or self.households is None or self.households["k"] >= k
        return self.k_reached is not False and alone and apart and all(promise["kept"] for promise in self.promises)

    def to_dict(self) -> dict[str, Any]:
        """Plain facts, ready for JSON."""
        facts = asdict(self)
        facts["schema_version"] = AUDIT_SCHEMA_VERSION
        facts["kept"] = self.kept
        facts["k_reached"] = self.k_reached
        facts["promises"] = [dict(promise) for promise in self.promises]
        facts["quasi_identifiers"] = list(self.quasi_identifiers)
        facts["strata"] = list(self.strata)
        facts["share_below"] = {str(size): share for size, share in self.share_below.items()}
        facts["confidential"] = [asdict(attribute) for attribute in self.confidential]
        facts["risk_utility"] = None if self.risk_utility is None else self.risk_utility.to_dict()
        facts["earlier"] = list(self.earlier)
        for name in ("earlier", "households"):  # only where they were asked for
            if not facts[name]:
                del facts[name]
        return facts

    def to_json(self) -> str:
        """The facts as JSON."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)

    def to_text(self) -> str:
        """The facts as plain text."""
        from shoal.release.pages.text import audit_text

        return audit_text(self.to_dict())

    def to_html(self) -> str:
        """The facts as one self-contained HTML page."""
        from shoal.release.pages.html import audit_html

        return audit_html(self.to_dict())


@dataclass(frozen=True)
class AuditedColumns:
    """What is measured: quasi-identifiers, confidential columns and strata, and how confidential values are read."""

    looks: Sequence[str]
    secrets: Sequence[str] = ()
    strata: Sequence[str] = ()
    order_of: Mapping[str, Sequence[str]] = field(default_factory=dict)
    codes: Sequence[str] = ()  # numbers that are mere codes

    @property
    def shown(self) -> tuple[str, ...]:
        """The columns by which classes are formed."""
        return (*self.looks, *self.strata)

    def values(self, table: Table, name: str) -> CodedValues:
        """A confidential column of a whole table."""
        order = self.order(table, name)
        codes = value_codes(table, name, None if isinstance(order, bool) else order)
        return CodedValues.of_table(codes, is_ordered=order is not False)

    def with_orders_of(self, table: Table) -> AuditedColumns:
        """With the orders that the types of this table declare, where no other is given."""
        declared = {name: table.category_order(name) for name in self.secrets if name not in self.codes}
        orders = {name: [str(value) for value in order] for name, order in declared.items() if order is not None}
        return replace(self, order_of=orders | dict(self.order_of))

    def order(self, table: Table, name: str) -> Sequence[str] | bool:
        """The order of the values of a confidential column."""
        return order_of_values(table, name, self.order_of.get(name), is_code=name in self.codes)


@dataclass(frozen=True)
class WholeColumn:
    """What is known of a confidential attribute before any class is formed."""

    is_ordered: bool
    totals: IntArray = field(repr=False)  # (values,) records with each value
    n_missing: int


def audited(
    source: Table,
    columns: AuditedColumns,
    k: int | None,
    c: float = USUAL_C,
    rules: Callable[[Classes], Sequence[RuleCount]] | None = None,
) -> Audit:
    """`audit` of a table in memory, for arguments that are known to be right. ``rules``: what counts promises."""
    classes = classes_by(source, columns.shown)
    whole: dict[str, WholeColumn] = {}

    def secrets() -> Iterator[tuple[str, CodedValues]]:
        for name in columns.secrets:
            values = columns.values(source, name)
            whole[name] = WholeColumn(values.is_ordered, values.totals, int(source.missing(name).sum()))
            yield name, values

    facts = ClassFacts.of(classes, secrets(), () if rules is None else rules(classes), c=c)
    return audit_of(facts, columns, whole, k, c)


def audit_of(
    facts: ClassFacts, columns: AuditedColumns, whole: Mapping[str, WholeColumn], k: int | None, c: float = USUAL_C
) -> Audit:
    """The audit of a table by the facts of all its classes."""
    sizes = facts.sizes
    n_records, n_classes = sizes.n_records, sizes.n_classes
    return Audit(
        n_records=n_records,
        n_classes=n_classes,
        k=sizes.smallest,
        k_asked=k,
        quasi_identifiers=tuple(columns.looks),
        strata=tuple(columns.strata),
        n_unique=int(sizes.counts[sizes.sizes == 1].sum()),
        largest_class=int(sizes.sizes[-1]),
        mean_class=n_records / n_classes,
        share_below={size: sizes.share_below(size) for size in SIZES_OF_INTEREST},
        confidential=tuple(_confidential(name, facts, whole[name], c) for name in columns.secrets),
        promises=tuple(counted.to_dict() for counted in facts.rules),
    )


def _confidential(name: str, facts: ClassFacts, whole: WholeColumn, c: float) -> ConfidentialFacts:
    found, n_records = facts.secrets[name], facts.sizes.n_records
    n_values = len(whole.totals)
    return ConfidentialFacts(
        name=name,
        kind="ordered" if whole.is_ordered else "nominal",
        n_values=n_values,
        n_missing=whole.n_missing,
        nearly_unique=n_values > n_records * NEARLY_UNIQUE_SHARE,
        p_sensitivity=found.distinct_l,
        distinct_l=found.distinct_l,
        n_single_classes=found.n_single_classes,
        share_single_classes=found.n_single_classes / facts.sizes.n_classes,
        n_single_records=found.n_single_records,
        share_single_records=found.n_single_records / n_records,
        entropy_l=found.entropy_l,
        recursive_c=c,
        recursive_l=found.recursive_l,
        t=found.t,
        average_risk_bits=disclosure.average_risk_bits(found.risk_units, n_records),
        entropy_bits=disclosure.entropy_bits(whole.totals),
        delta=found.delta,
        beta=found.beta,
        enhanced_beta=found.enhanced_beta,
    )
