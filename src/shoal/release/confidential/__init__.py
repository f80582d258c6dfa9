"""Promises about confidential values, from what was asked to what is counted. Open `asked.py` first.

Input: rules by column (as numbers, texts or objects) and a table. Output: the promise that cells are formed by
(`guarantee/confidential`), and the count of the released table. `asked.py` reads what was asked, `values.py` reads the
columns, `counting.py` counts classes with code of its own, `measures.py` has the figures that it counts,
`without_one.py` what is left of a class without one of its households.
"""
