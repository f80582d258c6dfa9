"""What goes out: the released table, what it lost, what it still reveals, and the report that says so.

In: a table and the names of its quasi-identifiers, or the points and cells of a run. Out: an `Audit` of any
table, or a `Report` of a release, both plain facts that are written as text, JSON or HTML and never hold a
record's values. Open `cli/release/audit.py` first: it reads as the list of everything that is measured.

* `columns.py`: a table's columns as arrays. `classes.py`: which records look alike. `value_counts.py`: how
  often each class holds each confidential value.
* `diversity.py`, `closeness.py`, `disclosure.py`: the privacy measures, one family a file, arrays in, numbers
  out.
* `loss.py`, `marginals.py`: what the release lost. `linkage.py`: an attack on it. `dominated_values.py`: values that
  the mean of their class gives away.
* `report_facts.py` (with `report_statistics.py`, `report_certificate.py` and `run_warnings.py`) gathers these into one
  dictionary; `report.py` holds it; `report_text.py`,
  `report_html.py` (with `plots.py`, `report_pictures.py`, `cell_plots.py` and `templates/`) write it down.
  `wording.py`: the sentences that explain a measure. `column_facts.py`, `column_wording.py`: what was done to
  which column.
* `release.py`, `manifest.py`: the released table on disk, and how to repeat the run.
"""
