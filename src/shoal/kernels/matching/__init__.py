"""Pairs of least distortion, and the triple of an odd number of records: compared with all prices."""
