"""The way of a steward: `roles.py`, `anonymize.py`, `audit.py`, `replay.py`, and `compare.py` with its runs, tables and
plots (`compare_runs.py`, `compare_tables.py`, `pareto_plot.py`, `loss_plot.py`). `demo.py` shows it on people who do
not exist. `warm.py` compiles everything beforehand, by running `warm_workloads.py`.
"""
