"""Quantizers: `fit.py`, `apply.py`, `inspect.py`, `verify.py`; and `allocate.py`, records to given centres.

`model_files.py` tells a quantizer from a specification, `own_cell.py` serves a respondent,
`fit_source.py` and `written_distributions.py` hold the sources of `fit.py`.
"""
