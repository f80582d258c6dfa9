"""A journey on one machine whose table does not fit into memory: records are sorted into boxes on disk.

travel.py        the whole journey: open this first
engine.py        runs the passes of `journey/passes/`
leaving.py       without the records that cost most
spill.py         boxes of records on disk
own_stages.py    boxes with marks that say how far a stage has come, and runs that are resumed from there
run_folder.py    the private, locked folder of a run
stored.py        a release whose records are on disk
audited.py       an audit of such a table
"""
