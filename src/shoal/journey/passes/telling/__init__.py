"""Telling: what is said of the whole table and the whole release, from figures of all parts.

standing_out.py   classes in which one value stands out
unique.py         records that are unique on all columns that are published
warnings.py       the warnings of a report
left_over.py      confidential values of the records that stay
"""
