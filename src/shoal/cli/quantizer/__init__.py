"""Quantizers: `fit.py`, `apply.py`, `inspect.py`, `verify.py`; and `allocate.py`, records to given centres.

`model_files.py` tells a quantizer from a specification or the rule of an allocation, `own_cell.py` serves a respondent,
`fit_source.py` and `written_distributions.py` hold the sources of `fit.py`. Allocations: `allocation_distances.py`
(which distance, matrices, streets), `allocated_tables.py` (shares and rows), `allocation_files.py` (what is written),
`applied_allocation.py` (later records).
"""
