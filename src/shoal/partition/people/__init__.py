"""Cells that are about people and not about records: the people of earlier releases, and households.

Input: points, and which records are about whom. Output: the cell of each record. `several_releases.py` keeps the people
of earlier classes together; `households.py` keeps the members of a household together.
"""
