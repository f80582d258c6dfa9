"""The loops of the transport: candidate cells, shortest paths, cycle cancelling, margins, and the search of a power
diagram. Open `candidates.py` first, then `shortest_paths.py`.
"""
