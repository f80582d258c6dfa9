"""Figures of the location anonymiser: a real server, a real load generator, loopback only. Open `__main__.py` first."""
