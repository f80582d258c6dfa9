"""The way of a steward: `roles.py`, `anonymize.py`, `audit.py`, `replay.py`, and `compare.py` with its runs, tables and
plots (`comparison/`). `demo.py` shows it on people who do
not exist. `warm.py` compiles everything beforehand, by running `warm_workloads.py`.
"""
