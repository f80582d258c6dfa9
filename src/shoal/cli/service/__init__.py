"""The location anonymiser: `serve.py`, `db.py`, `device.py`. `service_extra.py` says which extra they need."""
