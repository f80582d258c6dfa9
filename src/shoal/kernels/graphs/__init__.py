"""The loops of distances along a graph: Dijkstra's search in three forms, and the best vertex of each cell.

Open `search.py` first.

    search.py          one search, from one position; distances of records to their own sites
    labels.py          one search from all sites, which gives several sites to each vertex
    records.py         candidates of records, from these labels
    single_records.py  the same by one search from each record, when records differ in weight
    medians.py         the best vertex of each cell

A position on a graph is a row of four numbers (``A``, ``B``, ``TO_A``, ``TO_B``): the two ends of its edge, and how far
they are. At a vertex both ends are that vertex, and both distances are 0.
"""
