"""Quantizer: centroids and the rule that assigns points to cells, for people who do not have the design table.

`quantizer_of` makes one from a finished partition. A quantizer can be applied to points or, when it knows an encoding,
to tables. It can be saved as readable JSON or compact binary, inspected without being loaded, and loaded with every
check.

The class is the public interface of `QuantizerModel`: each method passes the model to the module that does the work.
Tables (narwhals, polars), files (jsonschema) and design (the search) are imported by the methods that need them, so a
process that only assigns points loads none of these. All these modules are below this one, and none of them imports it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee import SMALLEST_K, KAnonymity
from shoal.partition.partition import Partition
from shoal.partition.problem import Progress, no_progress
from shoal.quantizer.model import QuantizerModel

if TYPE_CHECKING:
    from shoal.quantizer.application import Applied
    from shoal.quantizer.design import DesignTable
    from shoal.quantizer.fit import Weighing
    from shoal.table.roles.roles import Decimals, Names


@dataclass(frozen=True, eq=False)
class Quantizer(QuantizerModel):
    """A frozen compact model that can be applied, saved and loaded. Its fields are those of `QuantizerModel`."""

    @classmethod
    def of(cls, model: QuantizerModel) -> Self:
        """The quantizer of a model."""
        return cls(**{each.name: getattr(model, each.name) for each in fields(QuantizerModel)})

    @property
    def discloses(self) -> tuple[str, ...]:
        """What a file would reveal about single records, in words with counts and column names; empty is best."""
        from shoal.quantizer.disclosures import disclosed_by

        return disclosed_by(self)

    @cached_property
    def digest(self) -> str:
        """sha256 of everything that decides what the quantizer does and says; the same in both forms of file."""
        from shoal.quantizer.files.content import content_of

        return content_of(self).digest

    @cached_property
    def n_bytes(self) -> int:
        """How many bytes the compact form takes."""
        from shoal.quantizer.files.binary_form import binary_size
        from shoal.quantizer.files.content import content_of

        return binary_size(content_of(self))

    # --- use

    def assign(self, table: Any) -> IntArray:
        """The cell of every record; −1 where a missing value has the record dropped, as in design.

        Columns are matched by name: their order does not matter, others are not looked at. A text or Parquet file,
        given by its path, is read in batches.
        """
        from shoal.quantizer.application import assigned

        return assigned(self, table)

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

        return apply_to(
            self,
            table,
            withhold=withhold,
            keep_order=keep_order,
            identifiers=identifiers,
            confidential=confidential,
            insensitive=insensitive,
            quote_formulas=quote_formulas,
        )

    # --- making one from a model

    @classmethod
    def fit(
        cls,
        source: Any,
        *,
        cells: int | None = None,
        shares: Sequence[float] | None = None,
        columns: Names = None,
        roles: str | Path | None = None,
        weight: str | None = None,
        types: Mapping[str, str] | None = None,
        orders: Mapping[str, Sequence[str]] | None = None,
        taxonomies: Mapping[str, str | Path] | None = None,
        attribute_weights: Mapping[str, float] | None = None,
        rounding: Mapping[str, Decimals] | None = None,
        missing: str | Mapping[str, str] = "refuse",
        samples: int | None = None,
        seed: int | None = None,
        weights: Weighing | None = None,
        cell_weights: Weighing | None = None,
        k: int = SMALLEST_K,
        progress: Progress = no_progress,
        **settings: Any,
    ) -> Quantizer:
        """Design cells for a population that is known by samples or by a model.

        Parameters
        ----------
        source : a function ``draw(n, rng)``, a `Density`, a `Raster`, a frozen distribution of scipy.stats (or a list
            of univariate ones: independent coordinates), a fitted mixture or kernel density of scikit-learn; or
            samples, as an array or as a table.
        cells : how many cells of equal probability; or ``shares``: the probability of each.
        columns : names of the coordinates, or the quasi-identifiers of a table of samples. With them the quantizer
            can be applied to tables; without, to points.
        roles : a roles file about these columns, instead of the arguments below. It may also name columns that only
            later tables have: their roles are kept.
        weight : column of a table of samples: how much of the population each stands for.
        types, orders, taxonomies, attribute_weights, rounding, missing : as in `anonymize`.
        samples : how many are drawn; 100,000 when not given.
        seed : of everything random.
        weights, cell_weights : weights of points in the distortion, and in the probability of a cell; each an array or
            a function of the points.
        k : what is counted when the quantizer is applied. The design promises nothing to records that it never saw.
        progress : called with (records done, records in all).
        settings : those of `PCL`.
        """
        from shoal.quantizer.design_sample import SampleColumns
        from shoal.quantizer.fit import fitted

        designed = fitted(
            source,
            cells=cells,
            shares=shares,
            about=SampleColumns(
                columns=columns,
                roles=roles,
                weight=weight,
                types=types,
                orders=orders,
                taxonomies=taxonomies,
                attribute_weights=attribute_weights,
                rounding=rounding,
                missing=missing,
            ),
            samples=samples,
            seed=seed,
            weights=weights,
            cell_weights=cell_weights,
            k=k,
            progress=progress,
            settings=settings,
        )
        return cls.of(designed)

    # --- files

    def save(self, path: str | Path, *, disclose: bool = False) -> None:
        """Write the quantizer: readable as .json, compact as .shoalq. Whole or not at all.

        A quantizer that would reveal something about single records (``discloses``) is refused unless ``disclose``.
        """
        from shoal.quantizer.files.storage import save

        save(self, Path(path), disclose=disclose)

    @classmethod
    def load(cls, path: str | Path) -> Quantizer:
        """Read a quantizer after checking structure, format number, digest, sizes, shapes and numbers."""
        from shoal.quantizer.files.storage import load

        return cls.of(load(Path(path)))

    @staticmethod
    def inspect(path: str | Path) -> dict[str, Any]:
        """What the header of a file says, of a damaged or huge one too. Nothing else is read.

        Nothing is checked but that it can be shown; the name and size of the file are those of the file.
        """
        from shoal.quantizer.files.storage import inspect

        return inspect(Path(path))


def quantizer_of(
    points: npt.ArrayLike,
    partition: Partition,
    promise: KAnonymity,
    *,
    seed: int | None = None,
    weights: FloatArray | None = None,
    table: DesignTable | None = None,
) -> Quantizer:
    """The quantizer of a partition of these points, checked by assigning them.

    ``weights`` are those that the records were partitioned with. ``table`` describes the table that the points come
    from; bare points do without.
    """
    from shoal.quantizer.design import model_of

    return Quantizer.of(model_of(points, partition, promise, seed=seed, weights=weights, table=table))
