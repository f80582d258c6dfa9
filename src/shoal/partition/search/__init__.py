"""The search for the least distortion that a budget buys. Open `best.py` first.

best.py auto.py      the methods
schedule.py          the steps of a search, as given or as a budget allows
portfolio.py starts.py pcl_beside.py      what a search begins with
rounds.py            rounds of annealing in one block of records; annealing.py: one chain
decomposition.py     many records: blocks, cut anew for every round
set_partitioning.py  the best cells out of all that were seen; tight_cells.py proposes some
"""
