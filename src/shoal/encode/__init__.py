"""Columns → points → released values.

In: a ``Table`` without missing quasi-identifiers, its ``Roles``, optionally record weights. Out: an
``Encoding``, whose ``points`` (n, d) any partitioner can work on, and which turns centroids back into
released values, column by column.

Open ``encoding.py`` first; ``choice.py`` says which kind a column becomes. One kind of attribute, one file:
``numeric.py``, ``moment.py`` (dates and times), ``nominal.py`` (and booleans), ``ordinal.py``,
``taxonomy.py`` (its file is read in ``tree.py``), ``location.py`` (its sines in ``angles.py``). ``attribute.py`` is
what they have in common, ``standard.py`` their arithmetic, ``coarse.py`` how scales and origins are rounded so that
files tell no values, ``units.py`` the exact units that losses are told in.

Every attribute has a total variance of about 1 over the fitted records (constant ones 0), so that all weigh about the
same in the distance unless a weight says otherwise. Released values depend on nothing but centroids: all records
of a cell get bit-identical values, and none is computed from a single record.
"""

from __future__ import annotations

from shoal.encode.attribute import Attribute
from shoal.encode.encoding import Encoding
from shoal.encode.location import Location
from shoal.encode.moment import Moment
from shoal.encode.nominal import Nominal
from shoal.encode.numeric import Numeric
from shoal.encode.ordinal import Ordinal
from shoal.encode.taxonomy import Taxonomy
from shoal.encode.tree import Tree, read_tree

__all__ = [
    "Attribute",
    "Encoding",
    "Location",
    "Moment",
    "Nominal",
    "Numeric",
    "Ordinal",
    "Taxonomy",
    "Tree",
    "read_tree",
]
