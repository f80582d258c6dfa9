"""Boxes of a paper form: the best split of one box, a grid of boxes, a tree of boxes."""
