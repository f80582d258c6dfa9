"""The report: collects the facts about a table, its release and the run in one dictionary.

Open `audit.py` first: what is measured about any table. `evidence.py` is everything that a report is made from.
`facts.py` adds what is known about a run, with `certificate.py` (how far the cells can be from the best ones).
`report.py` holds the facts and hands them to `pages/`. `run_warnings.py`: what the steward should know before
publishing. `risk_utility.py` compares a release with its original: `compared.py` holds the tables, `risk_measures.py`
and `utility_measures.py` the two sides.
"""
