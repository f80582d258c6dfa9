"""Quantizer: centroids and the rule that tells a point's cell, for whoever was not there when they were found.

`quantizer_of` makes one from a finished partition. It can be applied to points or, when it knows an encoding, to
tables; saved as readable JSON or compact binary; looked at without being loaded; loaded with every check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from shoal import __version__
from shoal.encode.encoding import Encoding
from shoal.encode.taxonomy import Taxonomy
from shoal.encode.tree import read_tree
from shoal.errors import ParameterError, RolesError, WrongUse
from shoal.guarantee import SMALLEST_K, KAnonymity
from shoal.partition.checks import check_points, check_weights
from shoal.partition.partition import FloatArray, IntArray, Partition
from shoal.quantizer.design import rule_of
from shoal.quantizer.design_counts import pooled
from shoal.quantizer.disclosures import in_words
from shoal.quantizer.intake import Intake, Located, Place
from shoal.quantizer.power_rule import PowerRule, WeightedPowerRule
from shoal.quantizer.rule import Rule
from shoal.table.frames.table import Table
from shoal.table.sources import table_of

if TYPE_CHECKING:
    from shoal.quantizer.application import Applied
    from shoal.quantizer.batches import BatchSource

Draw = Callable[[int, np.random.Generator], npt.ArrayLike]  # so many samples of a density
Weighing = npt.ArrayLike | Callable[[FloatArray], npt.ArrayLike]  # one weight for each point

DESIGN_SAMPLES = 100_000  # a share of 1/100 then comes out within 3 % of itself
BYTES_PER_VALUE = 8  # of the table it replaces: every quasi-identifier of every record as a plain number


@dataclass(frozen=True)
class Block:
    """The cells of one place, numbered from ``first_cell`` on, and the rule that tells them apart."""

    place: Place
    first_cell: int
    rule: Rule = field(repr=False)


@dataclass(frozen=True)
class Origin:
    """Where the cells come from. ``forced_apart`` counts records assigned to the cell of an identical one."""

    method: str
    seed: int | None
    shoal: str
    n_records: int
    forced_apart: int
    table_bytes: int  # of the quasi-identifiers of the design records as plain numbers: what the quantizer replaces


@dataclass(frozen=True, eq=False)
class Quantizer:
    """A frozen compact model. ``sizes`` are those of the design; they say nothing about another table until counted.

    ``intake`` is None when the quantizer was made from bare points. ``rare`` counts, by column, the categories in the
    encoding that fewer than k design records have. ``rule_counts`` is how many design records the rule assigns to each
    cell, where it puts some elsewhere (`design_counts.py`).
    """

    centroids: FloatArray = field(repr=False)
    sizes: IntArray = field(repr=False)
    blocks: tuple[Block, ...] = field(repr=False)
    guarantee: KAnonymity
    origin: Origin
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

    @property
    def discloses(self) -> tuple[str, ...]:
        """What a file would show of single records, in words with counts and column names; empty is best."""
        return in_words([block.rule for block in self.blocks], self.rare, self.guarantee.k)

    @cached_property
    def digest(self) -> str:
        """sha256 of everything that decides what the quantizer does and says; the same in both forms of file."""
        from shoal.quantizer.content import content_of

        return content_of(self).digest

    @cached_property
    def n_bytes(self) -> int:
        """How many bytes the compact form takes."""
        from shoal.quantizer.binary_form import binary_size
        from shoal.quantizer.content import content_of

        return binary_size(content_of(self))

    # --- use

    def assign(self, table: Any) -> IntArray:
        """The cell of every record; −1 where a missing value has the record dropped, as in design.

        Columns are matched by name: their order does not matter, others are not looked at. A text or Parquet file,
        given by its path, is read in batches.
        """
        source = self._source(table)
        if source is not None:
            return np.concatenate([self.assign(part) for part in source.tables()])
        located = self.locate(table_of(table))
        cell_of = np.full(located.n_records, -1, dtype=np.int64)
        cell_of[located.kept] = self.cells_of(located)
        return cell_of

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

    def release(
        self,
        table: Any,
        *,
        withhold: bool = False,
        keep_order: bool = False,
        identifiers: Sequence[str] = (),
        confidential: Sequence[str] = (),
        insensitive: Sequence[str] = (),
        quote_formulas: bool = False,
    ) -> Applied:
        """The table with the released values of its records' cells, counted on what comes out.

        Cells in which the table has fewer than k records are refused, or with ``withhold`` their records left out.
        Identifiers are dropped, as in design; a column that the design did not know needs a role when it looks
        identifying. Records are shuffled unless ``keep_order``. ``quote_formulas`` puts an apostrophe before texts that
        a spreadsheet program would run as formulas.
        """
        from shoal.quantizer.application import apply_to

        source = self._source(table)
        return apply_to(
            self,
            table_of(table) if source is None else source.whole(),
            withhold=withhold,
            keep_order=keep_order,
            identifiers=identifiers,
            confidential=confidential,
            insensitive=insensitive,
            quote_formulas=quote_formulas,
        )

    def with_taxonomies(self, taxonomies: Mapping[str, str | Path]) -> Quantizer:
        """The same cells for categories that came up since: each counts as its nearest ancestor in the old taxonomy.

        ``taxonomies`` gives, by column, the file of a newer taxonomy that adds values below known ones.
        """
        if not taxonomies:
            return self
        if self.intake is None:
            raise RolesError("The quantizer was made from bare points, which have no taxonomy: leave it out.")
        attributes = list(self.intake.encoding.attributes)
        place_of = {attribute.name: place for place, attribute in enumerate(attributes)}
        for name, path in taxonomies.items():
            attribute = attributes[place_of[name]] if name in place_of else None
            if not isinstance(attribute, Taxonomy):
                raise RolesError(f"Column '{name}' has no taxonomy in this quantizer, so a newer one means nothing.")
            attributes[place_of[name]] = attribute.extended(read_tree(Path(path)))
        return replace(self, intake=replace(self.intake, encoding=Encoding(tuple(attributes))))

    def locate(self, table: Table) -> Located:
        """The records as points in their blocks: the first half of assigning."""
        if self.intake is None:
            raise WrongUse(
                "The quantizer was made from bare points, so it does not know the columns of a table. "
                "Use assign_points, or make it with shoal.anonymize."
            )
        return self.intake.locate(table, [block.place for block in self.blocks])

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

    # --- making one without a table

    @classmethod
    def fit(
        cls,
        source: npt.ArrayLike | Draw,
        *,
        cells: int | None = None,
        shares: Sequence[float] | None = None,
        samples: int = DESIGN_SAMPLES,
        seed: int | None = None,
        weights: Weighing | None = None,
        cell_weights: Weighing | None = None,
        k: int = SMALLEST_K,
        **settings: Any,
    ) -> Quantizer:
        """Design for a population that is known by samples, or by a function ``draw(n, rng)`` that draws them.

        ``cells`` of equal probability, or one for each of ``shares``. ``weights`` weigh points in the distortion,
        ``cell_weights`` in the probability of a cell; each an array or a function of the points. Other settings are
        those of `PCL`. ``k`` is what is counted when the quantizer is applied: the design promises nothing to records
        that it never saw. See `fit.py`.
        """
        from shoal.quantizer.fit import fitted

        return fitted(
            source,
            cells=cells,
            shares=shares,
            samples=samples,
            seed=seed,
            weights=weights,
            cell_weights=cell_weights,
            k=k,
            settings=settings,
        )

    # --- files

    def save(self, path: str | Path, *, disclose: bool = False) -> None:
        """Write the quantizer: readable as .json, compact as .shoalq. Whole or not at all.

        A quantizer that would show something of single records (``discloses``) is refused unless ``disclose``.
        """
        from shoal.quantizer.files import save

        save(self, Path(path), disclose=disclose)

    @classmethod
    def load(cls, path: str | Path) -> Quantizer:
        """Read a quantizer after checking structure, format number, digest, sizes, shapes and numbers."""
        from shoal.quantizer.files import load

        return load(Path(path))

    @staticmethod
    def inspect(path: str | Path) -> dict[str, Any]:
        """What the header of a file says, of a damaged or huge one too. Nothing else is read.

        Nothing is checked but that it can be shown; the name and size of the file are those of the file.
        """
        from shoal.quantizer.files import inspect

        return inspect(Path(path))

    def _source(self, table: Any) -> BatchSource | None:
        """The reader of a file: by its own looks alone a column may be typed otherwise than the design table's was."""
        from shoal.quantizer.batches import BatchSource, can_be_batched

        if self.intake is None or not isinstance(table, (str, Path)) or not can_be_batched(table):
            return None
        return BatchSource.of(table, self.intake)

    @property
    def _power_rules(self) -> list[PowerRule] | None:
        rules = [block.rule for block in self.blocks if isinstance(block.rule, PowerRule)]
        return rules if len(rules) == len(self.blocks) else None


def asks_for_weights(blocks: Sequence[Block]) -> bool:
    """Whether a rule among these needs the weights of the records."""
    return any(isinstance(block.rule, WeightedPowerRule) for block in blocks)


def quantizer_of(
    points: npt.ArrayLike,
    partition: Partition,
    *,
    k: int,
    seed: int | None = None,
    intake: Intake | None = None,
    places: Sequence[Place] = (Place(),),
    block_of: IntArray | None = None,
    rare: Mapping[str, int] | None = None,
    weights: FloatArray | None = None,
) -> Quantizer:
    """The quantizer of a partition of these points, checked by assigning them.

    ``intake``, ``places``, ``block_of`` and ``rare`` describe the table that the points come from; bare points do
    without. ``weights`` are those that the records were partitioned with. The cells of a block must be numbered
    consecutively, block by block.
    """
    given = np.ascontiguousarray(check_points(points))
    promise = KAnonymity(k)
    if partition.cell_of.shape != (len(given),) or partition.cell_of.min(initial=0) < 0:
        raise ParameterError(
            f"There are {len(given)} points and a partition of {len(partition.cell_of)} records, "
            "or some of its records have no cell. Give the points that were partitioned."
        )
    promise.require_kept(partition.sizes, "the partition")
    block_of = np.zeros(len(given), dtype=np.int64) if block_of is None else block_of
    blocks, counts, first_cell, moved = [], [], 0, 0
    for number, place in enumerate(places):
        rows = np.flatnonzero(block_of == number)
        cells = partition.cell_of[rows] - first_cell
        own = slice(first_cell, first_cell + int(cells.max()) + 1)
        own_weights = None if weights is None else weights[rows]
        rule, n_moved = rule_of(
            given[rows],
            cells,
            partition.centroids[own],
            k=promise.k,
            costs=None if partition.costs is None else partition.costs[own],
            sites=None if partition.sites is None else partition.sites[own],
            weights=own_weights,
        )
        blocks.append(Block(place, first_cell, rule))
        by_rule = rule.assign(given[rows], own_weights) if n_moved else cells
        counts.append(np.bincount(by_rule, minlength=rule.n_cells).astype(np.int64))
        first_cell, moved = own.stop, moved + n_moved
    n_values = given.shape[1] if intake is None else len(intake.encoding.columns)
    return Quantizer(
        centroids=partition.centroids.copy(),
        sizes=partition.sizes.astype(np.int64),
        blocks=tuple(blocks),
        guarantee=promise,
        origin=Origin(partition.method, seed, __version__, len(given), moved, len(given) * n_values * BYTES_PER_VALUE),
        intake=None if intake is None else replace(intake, weighted=asks_for_weights(blocks)),
        rare=dict(rare or {}),
        rule_counts=pooled(np.concatenate(counts), promise.k) if moved else None,
    )
