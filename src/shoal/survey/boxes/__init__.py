"""Boxes: cells that people find with a pencil, one range or one set of categories for each question.

In: a population frame. Out: a `BoxDesign`, which is printed, saved, verified and used to collect. Open `box_design.py`
for what a design is, and `from_frame.py` for how it is made. From the top down: each imports only what is below it:

    from_frame.py      the whole way from a frame to boxes (`design_boxes`)
    verification.py    what can be checked about a design
    search/            boxes of least distortion
    scheme.py          the view of a design that checks and collection use
    box_design.py      the public class
    file.py decoding.py    the file, written and read; what each code stands for
    content.py         a design as plain data, and its digest
    rules.py           a flow of questions or a grid of ranges, from levels to a box
    questions.py       what is asked, and the levels of an answer
    codes.py thresholds.py    codes with a check sign; where a range may end
"""
