"""The search for the least distortion that a budget buys. Open `best.py` first, then `race.py`.

best.py auto.py      the methods
race.py              which way to improve the cells takes the next turn
default_steps.py     the steps of a search without a budget
steps.py             the steps: anneal, recombine, choose, design; state.py: what they change
starts.py            the cells that a search begins with
annealing.py         simulated annealing of one block of records; one_hot.py: coordinates of categories
decomposition.py     many records: blocks, cut anew for every step
set_partitioning.py  the best cells out of all that were seen
"""
