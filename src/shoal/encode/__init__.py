"""Columns → points → released values.

In: a ``Table`` without missing quasi-identifiers, its ``Roles``, optionally record weights. Out: an
``Encoding``, whose ``points`` (n, d) any partitioner can work on, and which turns centroids back into
released values, column by column.

Open ``encoding.py`` first. From the top down: each imports only what is below it:

    encoded.py        a table with roles, checked, as blocks and points
    units.py          exact units, in which losses are measured
    gaps.py naming.py    void quasi-identifiers; quasi-identifiers that name the record
    encoding.py       all quasi-identifiers as points, and centroids back into values
    choice.py         which kind of attribute a column becomes
    attributes/       one kind of attribute, one file
    arithmetic/       means, scales and sines that lose no digits and reveal no values

Every attribute has a total variance of about 1 over the fitted records (constant ones 0), so that all weigh about the
same in the distance unless a weight says otherwise. Released values depend on nothing but centroids: all records
of a cell get bit-identical values, and none is computed from a single record.
"""

from __future__ import annotations

from shoal.encode.attributes.attribute import Attribute
from shoal.encode.attributes.location import Location
from shoal.encode.attributes.moment import Moment
from shoal.encode.attributes.nominal import Nominal
from shoal.encode.attributes.numeric import Numeric
from shoal.encode.attributes.ordinal import Ordinal
from shoal.encode.attributes.taxonomy import Taxonomy
from shoal.encode.attributes.tree import TaxonomyTree, read_tree
from shoal.encode.encoding import Encoding

__all__ = [
    "Attribute",
    "Encoding",
    "Location",
    "Moment",
    "Nominal",
    "Numeric",
    "Ordinal",
    "Taxonomy",
    "TaxonomyTree",
    "read_tree",
]
