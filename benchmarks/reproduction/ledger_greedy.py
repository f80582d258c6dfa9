"""What came of every experiment, table and figure of the clustering paper and of the p-probabilistic paper."""

from __future__ import annotations

from benchmarks.reproduction.ledger import LedgerRow

CLUSTERING: tuple[LedgerRow, ...] = ()
PROBABILISTIC: tuple[LedgerRow, ...] = ()
