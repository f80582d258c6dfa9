"""What the file of a quantizer would reveal about single records, in counts and column names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shoal.arrays import IntArray
from shoal.encode.attributes.attribute import known_codes
from shoal.encode.attributes.category import text_of
from shoal.encode.attributes.nominal import Nominal
from shoal.encode.attributes.ordinal import Ordinal
from shoal.encode.attributes.taxonomy import Taxonomy
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import Void
from shoal.quantizer.model import QuantizerModel
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles
from shoal.table.wording import found


def rare_categories(encoding: Encoding, table: Table, roles: Roles, k: int, void: Void) -> dict[str, int]:
    """By column, how many categories the encoding lists although fewer than k design records have them.

    ``void`` says which records an attribute was not fitted to.

    A category that the steward wrote down, in an order or a taxonomy, tells nothing about the records; which branches
    of a taxonomy are in use does. An order that comes with the table (an ordered Categorical, an Enum, SPSS labels) may
    have been made from its values, also from those of records that were left out since, so it counts as data, and what
    no record has is rare in it too. (A pair of coordinates, a number or a date lists nothing.)
    """
    rare = {}
    for attribute in encoding.attributes:
        name = attribute.columns[0]
        if isinstance(attribute, Nominal):
            counts = _counts(table, name, [text_of(value) for value in attribute.categories], void)
            n_rare = int(np.count_nonzero(counts < k))
        elif isinstance(attribute, Ordinal):
            given = roles.of(name).order is not None
            counts = _counts(table, name, [text_of(value) for value in attribute.order], void)
            n_rare = 0 if given else int(np.count_nonzero(counts < k))
        elif isinstance(attribute, Taxonomy):
            n_rare = _rare_branches(attribute, _counts(table, name, attribute.nodes, void), k)
        else:
            n_rare = 0
        if n_rare:
            rare[name] = n_rare
    return rare


def disclosed_by(model: QuantizerModel) -> tuple[str, ...]:
    """One sentence for each thing that the file would show; none when it shows nothing of single records."""
    if model.origin.drawn:  # samples of a model are no records
        return ()
    rules, said = [block.rule for block in model.blocks], []
    for kind in dict.fromkeys(rule.kind for rule in rules):
        n_points = sum(rule.n_record_points for rule in rules if rule.kind == kind)
        if n_points:
            said.append(
                f"The rule is of the kind '{kind}': it holds the quasi-identifiers of "
                f"{found(n_points, 'record', 'records')} as they are."
            )
    if model.origin.thin_cells:
        cells = found(model.origin.thin_cells, "cell was", "cells were")
        said.append(
            f"{cells} designed on fewer than k = {model.guarantee.k} different samples with large weights, so the "
            "centroid tells about single samples."
        )
    for name, n_rare in model.rare.items():
        said.append(
            f"The encoding of column '{name}' lists {found(n_rare, 'category', 'categories')} that fewer than "
            f"k = {model.guarantee.k} records have."
        )
    return tuple(said)


def _counts(table: Table, name: str, texts: Sequence[str], void: Void) -> IntArray:
    codes = known_codes(table, name, {text: index for index, text in enumerate(texts)})
    if name in void:
        codes = codes[~void[name]]
    return np.bincount(codes[codes >= 0], minlength=len(texts))


def _rare_branches(attribute: Taxonomy, counts: IntArray, k: int) -> int:
    """Branches that have a coordinate, and fewer than k records on one side: the coordinate says that they exist."""
    below = counts.copy()
    for node in range(len(below) - 1, 0, -1):
        below[attribute.parent[node]] += below[node]
    used = below[list(attribute.edges)]
    return int(np.count_nonzero((used < k) | (below[0] - used < k)))
