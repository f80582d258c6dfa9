"""The loops of distances along a graph: Dijkstra's search in three forms, and the best vertex of each cell.

Open `search.py` first (one search, from one vertex), then `labels.py` (one search from all sites, with several sites at
each vertex), `records.py` (candidates of records from these labels), `single_records.py` (a search for each record, when
records differ in weight) and `medians.py` (the best vertex of a cell).

A position on a graph is a row of four numbers (``A``, ``B``, ``TO_A``, ``TO_B``): the two ends of its edge, and how far
they are. At a vertex both ends are that vertex, and both distances are 0.
"""
