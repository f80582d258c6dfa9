"""Compiled loops: arrays in, arrays out, no validation.

Every decision about who is in a cell compares distances that are summed coordinate by coordinate in ascending
order, without reassociation, so a distance depends on its two points alone and ties fall the same way on every
machine, whatever the search structure. Open `jit.py` first, then `neighbours/free_records.py`.

The folders are those of `partition/`: `greedy/`, `transport/`, `matching/`, `graphs/`, `search/` and `bound/`.
`participation/` serves promises about records that may not take part, `boxes/` the paper forms of `survey/`. All
of them stand on `neighbours/`, the search trees and heaps, and on `distance.py`. `geometric_median.py` serves the
Euclidean distance and that on the globe. `stale.py` removes compiled code that
is out of date.
"""
