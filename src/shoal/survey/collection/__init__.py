"""Answers to a survey: given, sent, counted, released.

Open `collecting.py` first: `collect` is the whole way from a table of answers to a release. It takes answers to
specifications and to paper forms alike (`schemes.py`). `releasing.py` has the part of it that `shoal survey close` uses
too: from answers whose cells are known to the counted release.

* Before the survey: `issued.py`, secret tokens and the list of them.
* On the respondent's machine: `answering.py` finds the cell and writes the file to send.
* Afterwards: `respondents.py` decides which answers count, each person once; `earlier_releases.py` compares with
  earlier releases; `attained.py` compares the survey with its design; `release_note.py` writes the public note.
"""
