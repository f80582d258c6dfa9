"""Pages: turns the facts of a report or an audit into text, or into one self-contained HTML page.

Open `text.py` first, then `html.py` with `templates/`. `verdict.py` and `column_wording.py` are the sentences of both.
`plots.py` draws small pictures by hand; `cell_plots.py` draws cells with matplotlib, and `pictures.py` chooses them.
"""
