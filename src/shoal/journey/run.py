"""A checked request. What is asked of a run is checked here, at the entrance, and nowhere behind it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import floor
from typing import Any

import numpy as np

from shoal.allocation.file import digest_of_graph
from shoal.errors import ParameterError, Setting
from shoal.guarantee import USUAL_FEWEST_RECORDS, KAnonymity
from shoal.guarantee.persons import check_fewest_records
from shoal.journey.along_streets import measured
from shoal.journey.past import Past, check_method
from shoal.partition.checks import check_budget, check_seed
from shoal.partition.distances.graph import Graph
from shoal.partition.method_text import describe
from shoal.partition.methods import find_method
from shoal.partition.problem import Partitioner
from shoal.release.confidential.asked import NO_PROMISES, AskedPromises, ByColumn
from shoal.release.report.certificate import check_certify
from shoal.release.risk.dominated_values import check_dominance
from shoal.table.roles.roles import Roles

ROUNDING = 1e-9  # 29 % of 100 records are 29
LARGEST_SUPPRESSED = 0.5  # beyond it, those who were left out are most of the table
CELLS_OF_A_BLOCK = 200  # at least: of 200 cells in 7 dimensions most lie at the border, of fewer nearly all
SEED_BITS = 63  # of a seed drawn by ourselves: fits every reader of the manifest


@dataclass(frozen=True)
class Settings:
    """What is asked of a run, whatever the table: promise, method and limits."""

    promise: KAnonymity
    methods: tuple[Partitioner, ...]  # one for all blocks, or one for each
    method_asked: str
    seed: int
    seed_is_drawn: bool = False  # nobody gave it, so a run that is resumed may bring its own
    budget_s: float | None = None
    certify_s: float | None = None
    dominance: float | None = None
    keep_order: bool = False
    quote_formulas: bool = False
    fewest_records: int | None = None  # of a promise in persons, else None
    past: Past | None = None  # earlier releases of the same people
    suppress: float | None = None  # the share of records that may be left out
    formings: tuple[tuple[Partitioner, ...], ...] = ()  # of a manifest: the methods of every time that cells are formed
    confidential: AskedPromises = NO_PROMISES  # about confidential values, besides k
    block_records: int | None = None  # of a block, for a table that does not fit into memory
    graph: Graph | None = field(default=None, repr=False)  # whose streets the method measures along
    graph_path: str | None = None  # of the file that the graph was read from

    @classmethod
    def checked(
        cls,
        *,
        k: int,
        method: str | Partitioner = "auto",
        seed: int | None = None,
        budget_s: float | None = None,
        certify_s: float | None = None,
        dominance: float | None = None,
        keep_order: bool = False,
        quote_formulas: bool = False,
        fewest_records: int | None = None,
        suppress: float | None = None,
        distance: Any = None,
        block_records: int | None = None,
    ) -> Settings:
        """See `anonymize` for the arguments. Nothing is read, so a wrong one is refused before the work."""
        promise = KAnonymity(k)
        for name, value in (("keep_order", keep_order), ("quote_formulas", quote_formulas)):
            if not isinstance(value, (bool, np.bool_)):
                raise ParameterError(Setting(name), " must be True or False.")
        partitioner = find_method(method)
        check_budget(partitioner, budget_s)
        check_certify(certify_s)
        check_dominance(dominance)
        check_suppress(suppress)
        check_seed(seed)
        checked = cls(
            promise=promise,
            methods=(partitioner,),
            method_asked=describe(partitioner),
            seed=secrets.randbits(SEED_BITS) if seed is None else int(seed),
            seed_is_drawn=seed is None,
            budget_s=budget_s,
            certify_s=None if certify_s is None else float(certify_s),
            dominance=None if dominance is None else float(dominance),
            keep_order=bool(keep_order),
            quote_formulas=bool(quote_formulas),
            fewest_records=None if fewest_records is None else check_fewest_records(fewest_records),
            suppress=None if suppress is None else float(suppress),
            block_records=check_block_records(block_records, k),
        )
        return checked.along(distance)

    def along(self, distance: object, path: str | None = None) -> Settings:
        """The same in another distance; None: that of the method. ``path``: of the file that a graph was read from."""
        (given,) = self.methods
        method, graph = measured(given, distance)
        if graph is not None and self.certify_s is not None:
            raise ParameterError(
                "There is no bound for cells along streets, so ",
                Setting("certify_s"),
                " has nothing to find.",
                hint="Leave it out.",
            )
        return self if method is given else replace(self.by(method), graph=graph, graph_path=path)

    def promising(self, diversity: ByColumn | None, closeness: ByColumn | None, missing_confidential: str) -> Settings:
        """The same with promises about confidential values."""
        return replace(self, confidential=AskedPromises.of(diversity, closeness, missing_confidential))

    def by(self, method: Partitioner) -> Settings:
        """The same with another method."""
        return replace(self, methods=(method,), method_asked=describe(method))

    def after(self, past: Past | None) -> Settings:
        """The same with earlier releases, which fix the cells as some methods do."""
        if past is not None:
            check_method(self.methods[0])
        if past is not None and self.graph is not None:
            raise ParameterError(
                "Cells along streets cannot be merged with regard to earlier releases (",
                Setting("earlier"),
                ").",
                parameter="distance",
                hint="Leave one of the two out.",
            )
        if past is not None and self.suppress is not None:
            raise ParameterError(
                Setting("suppress"),
                " leaves people out whose going an earlier release would show (",
                Setting("earlier"),
                ").",
                hint="Leave one of the two out.",
            )
        if past is not None and self.keep_order and any(release.keeps_order for release in past.releases):
            raise ParameterError(
                Setting("keep_order"),
                ": an earlier release has its records in the order of the input too. Both orders side by side show "
                "which record is missing.",
                hint="Let this release have an order of its own.",
            )
        return replace(self, past=past)

    def for_roles(self, roles: Roles) -> Settings:
        """The same with what the roles promise, and the usual ``fewest_records`` if k counts persons."""
        asked = self.confidential.for_roles(roles)
        if roles.mass is not None:
            fewest = USUAL_FEWEST_RECORDS if self.fewest_records is None else self.fewest_records
            return replace(self, fewest_records=fewest, confidential=asked)
        if self.fewest_records is not None:
            raise ParameterError(
                Setting("fewest_records"),
                " belongs to a promise in persons, and no column has the role of a ",
                Setting("mass"),
                ": k is the fewest records of a class.",
                hint="Leave it out.",
            )
        return replace(self, confidential=asked)

    def plain(self) -> dict[str, Any]:
        """Plain data for report and manifest. They key the order of the release: what is new is there only if used."""
        fewest = {} if self.fewest_records is None else {"fewest_records": self.fewest_records}
        suppress = {} if self.suppress is None else {"suppress": self.suppress}
        blocks = {} if self.block_records is None else {"block_records": self.block_records}
        graph = {} if self.graph is None else {"graph": digest_of_graph(self.graph)}
        return {
            "k": self.promise.k,
            "method": self.method_asked,
            "seed": self.seed,
            "budget_s": self.budget_s,
            "certify_s": self.certify_s,
            "dominance": self.dominance,
            "keep_order": self.keep_order,
            "quote_formulas": self.quote_formulas,
            **fewest,
            **({} if self.past is None else self.past.plain()),
            **suppress,
            **self.confidential.plain(),
            **graph,
            **blocks,
        }


def check_suppress(share: float | None) -> None:
    """The share of records that may be left out lies between 0 and 1."""
    if share is None:
        return
    is_number = isinstance(share, (int, float, np.number)) and not isinstance(share, bool)
    if not is_number or not 0 < share < LARGEST_SUPPRESSED:
        raise ParameterError(
            Setting("suppress"),
            f" must be a share above 0 and below {LARGEST_SUPPRESSED}: a release without half of its records says "
            "little about the table. The usual choice is 0.01 (1 %).",
        )


def most_suppressed(share: float, n_records: int) -> int:
    """How many of so many records may be left out."""
    return floor(share * n_records + ROUNDING)


def check_block_records(block_records: int | None, k: int) -> int | None:
    """A block has room for enough cells; with fewer, most of them lie at its border."""
    if block_records is None:
        return None
    least = CELLS_OF_A_BLOCK * k
    if isinstance(block_records, bool) or not isinstance(block_records, (int, np.integer)) or block_records < least:
        raise ParameterError(
            Setting("block_records"),
            f" must be a whole number of at least {least:,}: {CELLS_OF_A_BLOCK} times k. Fewer cells would mostly lie "
            "at the border of their block.",
        )
    return int(block_records)


@dataclass(frozen=True)
class Run:
    """Everything that decides what the release of a table will be."""

    settings: Settings
    roles: Roles
    reading: Mapping[str, Any]  # how the text file was asked to be read
    salt: str  # of the input's digest
