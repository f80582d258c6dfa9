"""Attacks on a location provider's log, carried out: `python -m benchmarks.location` (`make demo-location`).

Open `__main__.py` first: one town, its tables and its pictures.

    town.py             homes and the people who live there
    seen.py             what a provider sees instead of a home: exact, rounded, hexagons, places
    identification.py   who is named from one entry of the log
    over_time.py        who is named by following a pseudonym, and after known cancellations
    sybils.py           how well invented devices find a home
    moving.py           people who move: a benchmark of its own
    answers.py          what the answers of a provider lose
    pictures.py         the plots
"""
