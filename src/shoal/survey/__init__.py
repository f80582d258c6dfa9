"""Surveys whose cells are designed before anyone answers.

In: a frame (who may be asked), a promise and how likely people are to answer. Out: a specification that respondents
verify and apply on their own machine, and a release of what they send back. Open `specification.py` first.

* `designing.py`: from a frame to cells; `frame_cells.py`: cells that a stranger can find again and that all keep the
  promise. `participation.py`: what is told about who will answer. `released.py`: what each cell is published as.
* `document.py`: a specification as plain data and as a file; `canonical.py`: the spelling whose digest is the same in
  Python and in JavaScript; `signing.py`: keys and signatures. `specification.schema.json` is the published schema.
* `verification.py`: what a respondent checks. `answering.py`: a respondent's own cell, and what may be sent;
  `own_values.py`: answers that do not fit, in a respondent's words. `collecting.py`: what came back, counted and
  released; `attained.py`: that against the design; `scheme.py`: what all of them need of a design, told by numbers or
  by codes; `earlier.py`: what a release would tell beside those before it.
* `browser/`: the same checks and the same cells in plain JavaScript; `page.py`: the page for one respondent.
* For people without any computer, cells are boxes: `boxes.py` and `form_html.py`.
"""
