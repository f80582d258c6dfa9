"""What the distance along a graph is made of. `../graph.py` is the public class; open it first.

    building.py   edges as they were given → edges that can be searched: checked, without loops and duplicates
    pieces.py     pieces of streets, given by the coordinates of their ends → vertices and edges
    positions.py  points → positions on the nearest edges, and back
    all_pairs.py  small graphs: the distances of all pairs of vertices, computed once
    searches.py   graphs of any size: searches from sites and records, as far as they are needed

A position is a row of four numbers: the two ends of an edge, and how far they are (`kernels/graphs/search.py`).
"""
