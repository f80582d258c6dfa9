"""The experiments of the PCL papers, repeated: data and settings in, tables and pictures of docs/reproduction.md out.

Open `experiments.py` first (what is repeated, with the papers' set-ups), then `measuring.py` (one row), `page.py`
(where the tables go) and `pictures.py`.
"""
