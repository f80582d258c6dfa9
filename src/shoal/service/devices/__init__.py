"""Devices: a device signs up with its home, and gets a place that at least k devices share, or has to wait.

Open `devices.py` first: each method is one transaction. `moves.py` limits the moves of a day. `tokens.py` makes tokens,
and the keyed hashes that are stored in their place.
"""
