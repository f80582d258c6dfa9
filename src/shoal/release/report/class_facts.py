"""What classes say about the people in them: facts of some whole classes, and of the same table in several parts.

A table in memory is one part. A part of a larger one holds whole classes, and is measured by how often each value
occurs in the whole table. All facts are counts, extremes and sums of whole numbers. So they are the same, to the last
bit, however classes are divided into parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shoal.release.classes import Classes, ClassSizes
from shoal.release.risk import closeness, disclosure, diversity
from shoal.release.risk.value_counts import CodedValues, count_values

if TYPE_CHECKING:  # at run time it would load compiled code, which only promises need
    from shoal.release.confidential.counting import RuleCount


@dataclass(frozen=True)
class SecretFacts:
    """What some classes reveal about one confidential attribute."""

    distinct_l: int
    n_single_classes: int  # classes in which everybody has the same value
    n_single_records: int
    entropy_l: float
    recursive_l: int
    t: float
    risk_units: int  # see `disclosure.risk_units`
    delta: float
    beta: float
    enhanced_beta: float | None

    @classmethod
    def of(cls, classes: Classes, values: CodedValues, c: float) -> SecretFacts:
        """Of these classes; their values are coded among those of the whole table."""
        counts = count_values(classes, values.code_of, values.totals)
        return cls(
            diversity.distinct_values(counts),
            *diversity.single_valued(counts),
            entropy_l=diversity.entropy_values(counts),
            recursive_l=diversity.recursive_values(counts, c),
            t=closeness.closeness(counts, ordered=values.is_ordered),
            risk_units=disclosure.risk_units(counts),
            delta=disclosure.delta(counts),
            beta=disclosure.basic_beta(counts),
            enhanced_beta=disclosure.enhanced_beta(counts),
        )

    @classmethod
    def merged(cls, parts: Sequence[SecretFacts]) -> SecretFacts:
        """Of the classes of all parts."""
        enhanced = [part.enhanced_beta for part in parts if part.enhanced_beta is not None]
        return cls(
            distinct_l=min(part.distinct_l for part in parts),
            n_single_classes=sum(part.n_single_classes for part in parts),
            n_single_records=sum(part.n_single_records for part in parts),
            entropy_l=min(part.entropy_l for part in parts),
            recursive_l=min(part.recursive_l for part in parts),
            t=max(part.t for part in parts),
            risk_units=sum(part.risk_units for part in parts),
            delta=max(part.delta for part in parts),
            beta=max(part.beta for part in parts),
            enhanced_beta=max(enhanced) if len(enhanced) == len(parts) else None,
        )


@dataclass(frozen=True)
class ClassFacts:
    """Facts of some whole classes."""

    sizes: ClassSizes
    secrets: Mapping[str, SecretFacts] = field(default_factory=dict)  # by confidential attribute
    rules: tuple[RuleCount, ...] = ()  # promises about confidential values, in the order in which they were asked for

    @classmethod
    def of(
        cls,
        classes: Classes,
        secrets: Iterable[tuple[str, CodedValues]] = (),
        rules: Sequence[RuleCount] = (),
        *,
        c: float,
    ) -> ClassFacts:
        """Of these classes. ``secrets`` are used one after the other, so they need not be in memory together."""
        return cls(
            classes.size_counts,
            {name: SecretFacts.of(classes, values, c) for name, values in secrets},
            tuple(rules),
        )

    @classmethod
    def merged(cls, parts: Iterable[ClassFacts]) -> ClassFacts:
        """Of the classes of all parts, of which there is at least one; no class is in two of them."""
        every = list(parts)
        return cls(
            ClassSizes.merged([part.sizes for part in every]),
            {name: SecretFacts.merged([part.secrets[name] for part in every]) for name in every[0].secrets},
            tuple(counts[0].merged(counts) for counts in zip(*(part.rules for part in every), strict=True)),
        )
