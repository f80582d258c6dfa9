"""Leaving: the records that cost most are left out of a table that does not fit into memory.

There are two journeys. The first one forms cells of all records and finds out who leaves. The second one begins with
those who stay, as if no others had come in.

offers.py   inside a block: who would leave first, and what that saves
budget.py   among all blocks: whose offers are taken
group.py    what may be said of those who left
"""
