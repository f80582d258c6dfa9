"""Answers to a survey: given, sent, counted, released.

Open `collecting.py` first: `collect` is the whole way from tables of answers to a release. It takes answers to
specifications and to paper forms alike (`schemes.py`). `releasing.py` has the part of it that `shoal survey close` uses
too: from answers whose cells are known to the counted release, and `saving.py` writes its files.

* Before the survey: `issued.py`, secret tokens and the list of them.
* On the respondent's machine: `answering.py` finds the cell and writes the file to send.
* Afterwards: `answer_files.py` puts several files together; `respondents.py` decides which answers count, each person
  once; `earlier_releases.py` compares with earlier releases; `attained.py` compares the survey with its design.
* `joined_cells.py` decides which cells are released together; `rounded_cells.py` rounds what is released; `facts.py`
  has what report and manifest say.
"""
