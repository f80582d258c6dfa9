"""Rules: assign points to cells.

`base.py` defines what every rule can do: open it first. Each other file has one kind of rule:
`power.py` (sites and costs), `reference.py` (ordered balls around reference points), `neighbour.py` (a table of records
and their cells). `design.py`, one folder up, chooses among them.
"""
