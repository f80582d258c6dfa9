"""The search for boxes: a population frame comes in, a rule goes out, by which each box is large enough.

Open `flow.py` first: a tree of splits of least distortion. `grid.py`: one list of ranges for each question.
`population.py`: the frame and the promise of its boxes. `drafts.py`: columns of a frame as levels, as fine as a search
may cut.
"""
