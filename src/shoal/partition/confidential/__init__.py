"""Cells that keep promises about confidential values: where a search begins, and how any cells are mended.

`merging.py` merges cells until all keep the promise: open it first; `by_block.py` does it in each block.
`closeness_first.py` makes cells that are t-close from the beginning. `surroundings.py` finds records nearby that have
other confidential values.
"""
