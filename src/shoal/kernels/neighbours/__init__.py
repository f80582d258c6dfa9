"""Search trees and heaps: the nearest, the farthest and the outermost free records. Open `free_records.py` first.

free_records.py   the search tree, from which records are taken one by one; tree_search.py: searching it
nearest_heap.py   the nearest so far; heap.py: a heap of records
near_lists.py     the nearest records inside one leaf
by_radius.py      records by their distance from a fixed centre
"""
