"""A search that starts from the cells of an earlier quantizer, on a table that has changed since.

The sites of a quantizer are in the coordinates of its own encoding, whose scales come from its design table. Another
table has other scales, so the sites cannot be used there, but the cells can. The quantizer assigns every record to a
cell, and PCL starts from the means of these cells in the new coordinates.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from shoal.arrays import FloatArray
from shoal.errors import ParameterError, Setting
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Partitioner
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.quantizer.application import assigned
from shoal.quantizer.model import QuantizerModel
from shoal.table.frames.table import Table


def begun_anew(method: Partitioner, table: Table, points: FloatArray, n_blocks: int) -> Partitioner:
    """The same method; PCL that begins with the quantizer of a table begins with its cells on this table."""
    if not isinstance(method, PCL) or not isinstance(method.start, QuantizerModel) or method.start.intake is None:
        return method
    if n_blocks > 1:
        raise ParameterError(
            "pcl: strata and sets of missing values have cells of their own, so none of them can begin with the "
            "quantizer of a whole table.",
            parameter="start",
            hint=("Leave ", Setting("start"), " out."),
        )
    cell_of = assigned(method.start, table)
    seen, index_of = np.unique(cell_of[cell_of >= 0], return_inverse=True)
    known = points[cell_of >= 0]
    mass = np.bincount(index_of)
    sums = [np.bincount(index_of, weights=column, minlength=len(seen)) for column in known.T]
    return replace(method, start=PowerDiagram(np.column_stack(sums) / mass[:, None], np.zeros(len(seen))))
