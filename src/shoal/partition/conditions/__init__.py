"""Conditions on who shares a cell, around any method. Open `strata.py` first.

Input: points, a method, and what else decides about the cells. Output: one partition over all records that stay.
`strata.py` forms cells block by block, `households.py` keeps households together or counts them, `several_releases.py`
keeps cells of earlier releases together, `trimming.py` leaves out the records that cost most, `leaving_households.py`
whole households.
"""
