"""The loops of the transport: candidate cells, shortest paths, cycle cancelling, margins, and the search of a power
diagram. Open `candidates.py` first, then `shortest_paths.py`.

candidates.py        the cells that each record may be assigned to
borders.py           sizes of cells, and their derivatives by the costs
shortest_paths.py    successive shortest paths; cell_queue.py: their priority queue
cycle_cancelling.py  records that are exchanged along cycles of cells
dual_margins.py      costs with a margin at every border
power_diagram.py     the cell of least price for a point; leaf_filter.py: which sites can be left out
"""
