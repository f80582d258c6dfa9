"""A journey on one machine whose table does not fit into memory: records are sorted into boxes on disk.

engine.py    runs the passes of `journey/passes/`
leaving.py   without the records that cost most
spill.py     boxes of records on disk
"""
