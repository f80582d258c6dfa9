"""What k counts: records, the persons of a column of masses, or households.

what_counts.py       the promise about some records; what travels beside a released record so that it can be counted
tallies.py           how many persons, or members of one household, a group of records has
cells.py             cells inside a block that keep such a promise
households.py        where the members of a household are worked on, if they stay together
household_risks.py   what a report says about households

Open `what_counts.py` first.
"""
