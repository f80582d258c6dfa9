"""The facts of an audit, measured class by class on the table itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from shoal.release.classes import Classes
from shoal.release.columns import classes_by, order_of_values, value_codes
from shoal.release.report.risk_utility import RiskUtility
from shoal.release.risk import closeness, disclosure, diversity
from shoal.release.risk.value_counts import count_values
from shoal.table.frames.table import Table

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

    def order(self, table: Table, name: str) -> Sequence[str] | bool:
        """The order of the values of a confidential column."""
        return order_of_values(table, name, self.order_of.get(name), is_code=name in self.codes)


def audited(source: Table, columns: AuditedColumns, k: int | None, c: float = USUAL_C) -> Audit:
    """`audit` for arguments that are known to be right."""
    classes = classes_by(source, [*columns.looks, *columns.strata])
    return Audit(
        n_records=classes.n_records,
        n_classes=classes.n_classes,
        k=classes.k,
        k_asked=k,
        quasi_identifiers=tuple(columns.looks),
        strata=tuple(columns.strata),
        n_unique=int((classes.sizes == 1).sum()),
        largest_class=int(classes.sizes.max()),
        mean_class=classes.n_records / classes.n_classes,
        share_below={size: classes.share_below(size) for size in SIZES_OF_INTEREST},
        confidential=tuple(_measure(source, classes, name, columns.order(source, name), c) for name in columns.secrets),
    )


def _measure(table: Table, classes: Classes, name: str, order: Sequence[str] | bool, c: float) -> ConfidentialFacts:
    ordered = order is not False
    counts = count_values(classes, value_codes(table, name, None if isinstance(order, bool) else order))
    distinct = diversity.distinct_values(counts)
    n_single_classes, n_single_records = diversity.single_valued(counts)
    return ConfidentialFacts(
        name=name,
        kind="ordered" if ordered else "nominal",
        n_values=counts.n_values,
        n_missing=int(table.missing(name).sum()),
        nearly_unique=counts.n_values > counts.n_records * NEARLY_UNIQUE_SHARE,
        p_sensitivity=distinct,
        distinct_l=distinct,
        n_single_classes=n_single_classes,
        share_single_classes=n_single_classes / counts.n_classes,
        n_single_records=n_single_records,
        share_single_records=n_single_records / counts.n_records,
        entropy_l=diversity.entropy_values(counts),
        recursive_c=c,
        recursive_l=diversity.recursive_values(counts, c),
        t=closeness.closeness(counts, ordered=ordered),
        average_risk_bits=disclosure.average_risk_bits(counts),
        entropy_bits=disclosure.entropy_bits(counts),
        delta=disclosure.delta(counts),
        beta=disclosure.basic_beta(counts),
        enhanced_beta=disclosure.enhanced_beta(counts),
    )
