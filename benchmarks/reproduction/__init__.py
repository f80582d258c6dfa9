"""The experiments of five papers, repeated: data and settings in, tables and pictures of docs/reproduction.md out.

PCL: open `experiments.py` first (what is repeated, with the papers' set-ups), then `measuring.py` (one row). The
folders are papers, each with a map of its own; `participation.py` belongs to the p-probabilistic one. `ledger.py` and
`ledger_greedy.py` say what came of every experiment, and `summary.py` puts that at the top of the page. `page.py` has
the place of the tables, `pictures.py` what the pictures share.
"""
