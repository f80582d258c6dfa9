"""Surveys whose cells are designed before anyone answers.

In: a frame (who may be asked), a promise and how likely people are to answer. Out: a specification that respondents
verify and apply on their own machine, and a release of what they send back. Open `specification.py` first.

* `designing.py`: from a frame to cells; `frame_cells.py`: cells that a stranger can find again and that all keep the
  promise. `participation.py`: what is told about who will answer. `released.py`: what each cell is published as.
* `document.py`: a specification as plain data and as a file; `canonical.py`: the spelling whose digest is the same in
  Python and in JavaScript; `signing.py`: keys and signatures. `specification.schema.json` is the published schema.
* `verification.py`: what a respondent checks. `answering.py`: a respondent's own cell, and what may be sent;
  `own_values.py`: answers that do not fit, in a respondent's words; `asked_words.py`: the questions.
* `collecting.py`: what came back, counted and released; `issued.py`: secret tokens and the list of them;
  `respondents.py`: which answers count, each person once; `attained.py`: the survey against its design; `earlier.py`:
  what a release would show beside earlier ones; `release_note.py`: the public file beside a release. `scheme.py`: what
  all of them need to know about a design, with numbers of cells or with codes.
* `browser/`: the same checks and the same cells in plain JavaScript; `page.py`: the page for one respondent.
* For people without any computer, cells are boxes: `boxes.py` and `form_html.py`.
"""
