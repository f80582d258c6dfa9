"""Devices: a home or a token comes in, a place that at least k devices share goes out, or the device has to wait.

Open `devices.py` first: each method is one transaction. `moves.py` limits the moves of a day. `tokens.py` makes tokens,
and the keyed hashes that are stored in their place.
"""
