"""Boxes: cells that people find with a pencil, one range or one set of categories for each question.

Open `box_design.py` for what a design is, and `from_frame.py` for how it is made. From the bottom up:

* `codes.py`: codes of boxes, with a check sign. `thresholds.py`: where a range may end. `questions.py`: what is asked,
  and the levels of an answer. `rules.py`: a flow of questions or a grid of ranges, from levels to a box.
* `content.py`: a design as plain data, and its digest. `file.py`: the file, written and read. `decoding.py`: what each
  code stands for. `box_design.py`: the public class on top of these.
* `scheme.py`: the view of a design that checks and collection use. `verification.py`: what can be checked.
* `drafts.py`: columns of a frame as levels. `population.py`: the frame and the promise of its boxes. `flow_search.py`,
  `grid_search.py`: the searches for boxes of least distortion. `from_frame.py`: the whole way, `design_boxes`.
"""
