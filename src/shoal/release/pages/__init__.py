"""Pages: the facts of a report or an audit come in, text or one HTML page that needs nothing else goes out.

Open `text.py` first, then `html.py` with `templates/`. `verdict.py` and `column_wording.py` are the sentences of both.
`plots.py` draws small pictures by hand; `cell_plots.py` draws cells with matplotlib, and `pictures.py` chooses them.
"""
