"""Designing: makes the cells and places of a new generation from the homes of all active devices.

Open `design.py` first: the arithmetic, arrays in and arrays out.

    supervisor.py    starts the designing process, and notices when it dies
    policies.py      when a new generation is due by itself
    process.py       the program that designs: `python -m shoal.service.design.process GENERATION`
    homes.py         the homes that a design begins with, read in one snapshot
    attacker.py      among how many devices an observer cannot distinguish
    design.py        cells of least distortion, or cells that keep devices together (`sticky.py`)
"""
