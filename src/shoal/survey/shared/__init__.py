"""What a specification and a design of boxes have in common.

Open `scheme.py` first: the view of a design that checking and collecting work with.

* `scheme.py`: cells, counts, failures and released values of a design, whether its cells have numbers or codes.
* `promise_checks.py`: the promise of a design, computed again from its file.
* `canonical.py`: one spelling of plain data in Python and in JavaScript, and its digest. `design_files.py`: what a file
  says that it is; schema, format number and digest.
* `rounding.py`: figures that a public design may show. `plain_means.py`: centroids and loss of published cells.
  `decoded_columns.py`: decoded values in columns of their own type.
* `letters.py`: signs that nobody sees, and letters that look alike.
* `question_wording.py`: the words in which people are asked. `chances/`: how probable something is by design.
"""
