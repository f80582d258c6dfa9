"""Intake: reads a table for a quantizer.

Input: a table, or a file of any size. Output: points, each with its block. `intake.py` finds the columns by name, then
the block of every record, then its point: open it first. `batches.py` reads a file as a sequence of small tables.
`held_columns.py` gives the text of a column the type that the column had in the design table.
"""
