"""The location anonymiser: `serve.py`, `db.py`, `device.py`; and an example of a provider, `provider.py`."""
