"""Generations: stores and publishes designs, and keeps the places that devices get.

Open `guard.py` first: the only module that decides which place may be handed out. Then `generations.py`: the states of
a generation, one transaction each.

    generations.py    designed one at a time, inspected, published, rolled back
    publishing.py     which generation is current, in an order that no clock decides
    guard.py          counts of the places; a place below k is merged
    rules.py          assigns newcomers to cells
    storing.py        cells, places and members as rows
    lease.py          distinguishes a dead designer from a slow one
    made.py           a finished design as plain data
"""
