"""Section VI.C of the p-probabilistic paper in numbers: what it states for large n_min, beside the exact values.

r̄ ≈ κ·q̄ with κ = (k − 1)/n_min, u ≈ k − 1, t̄ ≈ 1 − e^(−N·q̄/n_min), q̄/p̄ above π̄ in the limit, and the bounds of the
method of types on P(K_n = i) and P(K_n ≤ i). No figure is printed for these.
"""

from __future__ import annotations

from itertools import pairwise, product
from math import expm1, log
from pathlib import Path

import numpy as np
from scipy.special import rel_entr
from scipy.stats import binom

from benchmarks.published_figures import TABLE_III, TABLE_IV
from benchmarks.reproduction.page import write_section
from shoal import EffectiveAnonymity, effective_anonymity
from shoal.arrays import FloatArray

SHARE_OF_TABLE_IV = 0.75
FAR = ((10, 0.75), (10, 0.5), (50, 0.75), (50, 0.5))  # k, π of tables III and IV
FAR_FAILURES = (1e-30, 1e-100, 1e-300)
RATIO_FAILURES = np.logspace(-300, -3, 3000)
TYPE_SHARES, TYPE_SIZES = (0.1, 0.25, 0.5, 0.75, 0.9), (10, 30, 100, 300, 1000)
ROUNDING = 1e-12


def divergence(types: FloatArray, share: float) -> FloatArray:
    """D(t‖π) in nats."""
    divergences: FloatArray = rel_entr(types, share) + rel_entr(1.0 - types, 1.0 - share)
    return divergences


def type_bounds_broken(n: int, share: float) -> tuple[int, int]:
    """(violations, cases) of both bounds of the method of types for all i ≤ n·π."""
    counts = np.arange(0, int(n * share) + 1)
    log_terms = binom.logpmf(counts, n, share)
    excess_of_term = -log_terms / n - divergence(counts / n, share)
    excess_of_sum = -np.logaddexp.accumulate(log_terms) / n - divergence(counts / n, share)
    upper = log(n + 1) / n
    broken = [
        (excess_of_term < -ROUNDING) | (excess_of_term > upper + ROUNDING),
        (excess_of_sum < -np.log(counts + 1) / n - ROUNDING) | (excess_of_sum > upper + ROUNDING),
    ]
    return int(np.sum(broken)), 2 * len(counts)


def chain_holds(found: EffectiveAnonymity, failure: float) -> bool:
    """Whether r̄ ≤ κ·q̄ ≤ π·q̄ ≤ π·p̄ and r̄′ ≤ q̄ ≤ p̄."""
    share = float(found.participation)
    by_kappa = (found.k - 1) / found.n_min * found.cell_failure
    chain = (found.record_failure, by_kappa, share * found.cell_failure, share * failure)
    given_active = (found.participant_failure, found.cell_failure, failure)
    return all(a <= b * (1 + ROUNDING) for each in (chain, given_active) for a, b in pairwise(each))


def repeat_relations(page: Path, quick: bool, options: str) -> None:
    """Record failure, table failure, the ratio of failures, and the bounds on types."""
    records = [
        "| k | π | p̄ | n_min | κ | u/(k − 1) | r̄ ÷ κ·q̄ | r̄ ÷ π·p̄ | r̄ ≤ κq̄ ≤ πq̄ ≤ πp̄ |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    settings = [(k, share, failure) for k, share, failure, *_ in TABLE_III]
    for k, share, failure in [*settings, *((k, share, far) for (k, share), far in product(FAR, FAR_FAILURES))]:
        found = effective_anonymity(k, share, failure)
        kappa = (k - 1) / found.n_min
        ratio = found.record_failure / (kappa * found.cell_failure)
        records.append(
            f"| {k} | {share:g} | {failure:g} | {found.n_min:,} | {kappa:.4f} | {found.unprotected / (k - 1):.4f} "
            f"| {ratio:.4f} | {found.record_failure / (share * failure):.4f} "
            f"| {'holds' if chain_holds(found, failure) else 'fails'} |"
        )
    tables = ["| k | N | p̄ | t̄ | 1 − e^(−N·q̄/n) | difference, % | 1 − e^(−N·p̄/n) |", "|---|---|---|---|---|---|---|"]
    worst = 0.0
    for k, n_records, failure, _ in TABLE_IV:
        found = effective_anonymity(k, SHARE_OF_TABLE_IV, failure, n_records)
        assert found.table_failure is not None
        near, most = (-expm1(-n_records / found.n_min * each) for each in (found.cell_failure, failure))
        off = 100 * (near / found.table_failure - 1)
        worst = max(worst, abs(off))
        tables.append(
            f"| {k} | {n_records:,} | {failure:g} | {found.table_failure:.4g} | {near:.4g} | {off:+.2f} | {most:.4g} |"
        )
    lines = [
        *(*records, "", *tables, "", f"Largest difference from t̄: {worst:.2f} %.", ""),
        *(*_ratio_table(quick), ""),
        _types_in_words(),
    ]
    write_section(page, "relations", lines, options)


def _ratio_table(quick: bool) -> list[str]:
    lines = ["| k | π | least q̄/p̄ over p̄ from 10⁻³⁰⁰ to 10⁻³ | below 10⁻²⁰⁰ | π̄ |", "|---|---|---|---|---|"]
    failures = RATIO_FAILURES[::50] if quick else RATIO_FAILURES
    for k, share in FAR:
        ratios = np.array([effective_anonymity(k, share, float(each)).cell_failure / each for each in failures])
        far = ratios[failures < 1e-200].min()
        lines.append(f"| {k} | {share:g} | {ratios.min():.3f} | {far:.3f} | {1 - share:g} |")
    return lines


def _types_in_words() -> str:
    found = [type_bounds_broken(n, share) for n, share in product(TYPE_SIZES, TYPE_SHARES)]
    n_broken, n_cases = (sum(each) for each in zip(*found, strict=True))
    return f"Bounds of the method of types: {n_broken} violations in {n_cases:,} cases (n from 10 to 1,000, i ≤ nπ)."
