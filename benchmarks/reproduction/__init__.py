"""The experiments of five papers, repeated: data and settings in, tables and pictures of docs/reproduction.md out.

Open `experiments.py` first (what is repeated of PCL, with the papers' set-ups), then `measuring.py` (one row),
`page.py` (where the tables go) and `pictures.py`.

    microaggregation/, quantization/   what else these two papers show
    clustering/, probabilistic/        the other two papers; `participation.py` belongs to the second
    start_dots.py                      five starts of one method, each a dot
    ledger.py, ledger_page.py          what came of every experiment, table and figure …
    ledger_greedy.py                   … of the other two papers
    summary.py                         the top of the page: counts, and every row
"""
