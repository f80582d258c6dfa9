"""Placing: where the records of each pass are worked on. In: points of a sample; out: the block of every record.

space.py       a tree of cuts, learnt from the sample; its leaves
placing.py     the leaf of every record, in the spaces of all groups; heavy points
blocks.py      which leaves are worked on together

Open `placing.py` first.
"""
