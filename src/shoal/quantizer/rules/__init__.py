"""Rules: how a point finds its cell.

In: points. Out: the cell of each. `base.py` says what every rule can do: open it first. Then one kind of rule a file:
`power.py` (sites and costs), `reference.py` (ordered balls around reference points), `neighbour.py` (a table of records
and their cells). `design.py`, one folder up, chooses among them.
"""
