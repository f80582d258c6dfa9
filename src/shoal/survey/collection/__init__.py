"""Answers to a survey: given, sent, counted, released.

Open `collecting.py` first: `collect` is the whole way from a table of answers to a release. It takes answers to
specifications and to paper forms alike (`schemes.py`).

* Before the survey: `issued.py`, secret tokens and the list of them.
* On the respondent's machine: `answering.py`, the own cell, and what may be sent.
* Afterwards: `respondents.py`, which answers count, each person once; `earlier_releases.py`, what a release would show
  beside earlier ones; `attained.py`, the survey against its design; `release_note.py`, the public file of a release.
"""
