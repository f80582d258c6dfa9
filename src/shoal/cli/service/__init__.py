"""The location anonymiser: `serve.py`, `db.py`, `device.py`."""
