"""Specifications: cells that respondents find on their own machine.

Open `specification.py` first: the class with all its methods. From the bottom up:

* `participation.py`: what a file says about who will answer. `frame_source.py`: whether its members were counted.
  `released_cells.py`: what each cell is published as. `signing.py`: keys and signatures.
* `content.py`: a specification as plain data, and its digest.
* `file.py`: the file, written and read. `scheme.py`: the view of it that checks and collection use. `verification.py`:
  what a respondent checks.
* `specification.py`: the public class on top of these.
* `own_values.py`: a respondent's answers against the cells, refused in plain words. `page.py`: the page for one
  respondent, with the JavaScript of `../browser/`.
"""
