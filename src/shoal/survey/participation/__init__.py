"""How many members of a cell answer when they do not answer independently, or when nobody knows how likely they are to.

Input: what is assumed about who answers. Output: the distribution of the answers of a cell, the promise counted with
it, and estimates from an earlier survey.

* `shares.py`: how likely a member is to answer: a number, a count of an earlier survey, or an interval.
* `answering.py`, open it first: a share, households that answer together, levels that vary between cells. It computes
  how a cell fails, and how large a cell has to be.
* `promise.py`: the promise for the cells of a frame.
* `likelihood.py`, `fitting.py`: the same models, estimated from who answered an earlier survey.
"""
