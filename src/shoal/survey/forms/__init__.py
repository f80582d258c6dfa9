"""Paper forms: a design of boxes as pages to print.

Open `pages.py` first: it writes the form and the decoding table, with `../templates/`. `flow.py`: numbered questions
that lead on or to a code. `grid.py`: lists of ranges, and the table in which a person looks up their code.
"""
