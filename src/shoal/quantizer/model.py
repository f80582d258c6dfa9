"""The model behind a quantizer, as frozen data: centroids, sizes, a rule for each block, and how a table comes in.

It can assign points, because its rules can. Everything else (tables, files, checks, design) is built on it:
`application.py`, `files/`, `streaming/`, `findings.py` and `design.py` take a model or return one. The public
`Quantizer` (`quantizer.py`) is a model with methods for all of that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, RolesError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.checks import check_points, check_weights
from shoal.quantizer.rules.base import Rule
from shoal.quantizer.rules.power import PowerRule, WeightedPowerRule

if TYPE_CHECKING:
    from shoal.encode.encoding import Encoding
    from shoal.quantizer.intake.intake import BlockKey, Intake, Located
    from shoal.table.frames.table import Table

SELDOM = ("drawn", "thin_cells")  # of an origin: only quantizers from samples or a model have them
BYTES_PER_VALUE = 8  # of the table it replaces: every quasi-identifier of every record as a plain number


@dataclass(frozen=True)
class BlockCells:
    """The cells of one block of records, numbered from ``first_cell`` on, and the rule that assigns points to them."""

    key: BlockKey
    first_cell: int
    rule: Rule = field(repr=False)


@dataclass(frozen=True)
class DesignOrigin:
    """How the cells were made. ``forced_apart`` counts records that are assigned to the cell of an identical one.

    ``drawn``: the design records are samples of a model, so none of them is the record of a person. ``thin_cells``:
    cells with fewer than k different design records, which were drawn repeatedly because of their weights.
    """

    method: str
    seed: int | None
    shoal: str
    n_records: int
    forced_apart: int
    table_bytes: int  # of the quasi-identifiers of the design records as plain numbers: what the quantizer replaces
    drawn: bool = False
    thin_cells: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain data. What few quantizers have is left out of the others, so that older files keep their digest."""
        return {name: value for name, value in asdict(self).items() if name not in SELDOM or value}


@dataclass(frozen=True, eq=False)
class QuantizerModel:
    """``sizes`` are those of the design; they say nothing about another table until its records are counted.

    ``intake`` is None when the quantizer was made from bare points. ``rare`` counts, by column, the categories in the
    encoding that fewer than k design records have. ``rule_counts`` is how many design records the rule assigns to each
    cell, where it puts some elsewhere (`design_counts.py`).
    """

    centroids: FloatArray = field(repr=False)
    sizes: IntArray = field(repr=False)
    blocks: tuple[BlockCells, ...] = field(repr=False)
    guarantee: KAnonymity
    origin: DesignOrigin
    intake: Intake | None = field(default=None, repr=False)
    rare: Mapping[str, int] = field(default_factory=dict, repr=False)
    rule_counts: IntArray | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Nobody changes a quantizer under its digest."""
        rules = [vars(block.rule).values() for block in self.blocks]
        for array in (self.centroids, self.sizes, self.rule_counts, *chain.from_iterable(rules)):
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return len(self.sizes)

    @property
    def n_coordinates(self) -> int:
        """The dimension of the points."""
        return int(self.centroids.shape[1])

    @property
    def kind(self) -> str:
        """The kind of rule; all kinds when blocks have different ones."""
        return " and ".join(sorted({block.rule.kind for block in self.blocks}))

    @property
    def costs(self) -> FloatArray | None:
        """The cell costs, when every block has a power rule."""
        rules = self._power_rules
        return None if rules is None else np.concatenate([rule.costs for rule in rules])

    @property
    def sites(self) -> FloatArray | None:
        """Where the borders are drawn from, when every block has a power rule."""
        rules = self._power_rules
        return None if rules is None else np.concatenate([rule.sites for rule in rules])

    @property
    def encoding(self) -> Encoding | None:
        """How columns become points; None when the quantizer was made from bare points."""
        return None if self.intake is None else self.intake.encoding

    @property
    def forced_apart(self) -> int:
        """How many design records the rule assigns elsewhere, because an identical record stands there."""
        return self.origin.forced_apart

    @property
    def design_counts(self) -> IntArray | None:
        """How many design records the rule assigns to each cell, −1 in cells that are only told together because some
        have fewer than k; None when a file of an older version did not say.
        """
        return self.rule_counts if self.forced_apart else self.sizes

    def assign_points(self, points: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> IntArray:
        """The cell of each point, for a quantizer of one block (no strata, no missing values).

        ``weights`` of the records are needed where the rule is of the weighted kind.
        """
        if len(self.blocks) > 1:
            raise WrongUse(
                f"The quantizer has {len(self.blocks)} blocks (strata, or sets of missing values), and a point does "
                "not tell its block. Use assign with a table."
            )
        given = check_points(points)
        if given.shape[1] != self.n_coordinates:
            raise ParameterError(
                f"The quantizer has points of {self.n_coordinates} coordinates; found {given.shape[1]}."
            )
        return self.blocks[0].rule.assign(given, check_weights(weights, len(given)))

    def locate(self, table: Table) -> Located:
        """The records as points in their blocks: the first half of assigning."""
        if self.intake is None:
            raise WrongUse(
                "The quantizer was made from bare points, so it does not know the columns of a table. "
                "Use assign_points, or make it with shoal.anonymize."
            )
        return self.intake.locate(table, [block.key for block in self.blocks])

    def cells_of(self, located: Located) -> IntArray:
        """The cells of located records: the second half of assigning."""
        cell_of = np.empty(len(located.kept), dtype=np.int64)
        for number, block in enumerate(self.blocks):
            rows = np.flatnonzero(located.block_of == number)
            if len(rows) == len(located.points):
                return block.rule.assign(located.points, located.weights) + block.first_cell
            weights = None if located.weights is None else located.weights[rows]
            if len(rows):
                own = np.ascontiguousarray(located.points[rows])
                cell_of[rows] = block.rule.assign(own, weights) + block.first_cell
        return cell_of

    def with_taxonomies(self, taxonomies: Mapping[str, str | Path]) -> Self:
        """The same cells for categories that came up since: each counts as its nearest ancestor in the old taxonomy.

        ``taxonomies`` gives, by column, the file of a newer taxonomy that adds values below known ones.
        """
        if not taxonomies:
            return self
        if self.intake is None:
            raise RolesError("The quantizer was made from bare points, which have no taxonomy: leave it out.")
        return replace(self, intake=self.intake.with_taxonomies(taxonomies))

    @property
    def _power_rules(self) -> list[PowerRule] | None:
        rules = [block.rule for block in self.blocks if isinstance(block.rule, PowerRule)]
        return rules if len(rules) == len(self.blocks) else None


def asks_for_weights(blocks: Sequence[BlockCells]) -> bool:
    """Whether a rule among these needs the weights of the records."""
    return any(isinstance(block.rule, WeightedPowerRule) for block in blocks)
