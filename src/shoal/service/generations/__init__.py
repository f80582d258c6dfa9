"""Generations: a finished design comes in, the places that devices are told go out.

Open `guard.py` first: the only module that decides which place may be handed out. Then `generations.py`: the states of
a generation, one transaction each.

    generations.py    designed one at a time, inspected, published, rolled back
    publishing.py     which generation is current, in an order that no clock decides
    guard.py          counts of the places; a place below k is merged
    rules.py          how a newcomer finds its cell
    storing.py        cells, places and members as rows
    lease.py          tells a designer that has died from one that is slow
    made.py           a finished design as plain data
"""
