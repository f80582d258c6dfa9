"""Surveys whose cells are designed before anyone answers.

In: a frame (who may be asked), a promise and how likely people are to answer. Out: a specification that respondents
verify and apply on their own machine, and a release of what they send back. Open `specification/specification.py`
first.

* `design/frame.py`: from a frame to cells; `design/frame_cells.py`: cells that a stranger can find again and that all
keep the
  promise. `specification/participation.py`: what is told about who will answer. `specification/released_cells.py`: what
  each cell is published as.
* `specification/file.py`: a specification as plain data and as a file; `shared/canonical.py`: the spelling whose digest
is the same in
  Python and in JavaScript; `specification/signing.py`: keys and signatures. `specification.schema.json` is the
  published schema.
* `specification/verification.py`: what a respondent checks. `collection/answering.py`: a respondent's own cell, and
what may be sent;
  `specification/own_values.py`: answers that do not fit, in a respondent's words; `shared/question_wording.py`: the
  questions.
* `collection/collecting.py`: what came back, counted and released; `collection/issued.py`: secret tokens and the list
of them;
  `collection/respondents.py`: which answers count, each person once; `collection/attained.py`: the survey against its
  design; `collection/earlier_releases.py`: what a release would show beside earlier ones; `collection/release_note.py`:
  the public file beside a release. `shared/scheme.py`: what all of them need to know about a design, with numbers of
  cells or with codes.
* `browser/`: the same checks and the same cells in plain JavaScript; `specification/page.py`: the page for one
respondent.
* For people without any computer, cells are boxes: `boxes/box_design.py` and `forms/pages.py`.
"""
