"""What the repository stores: `models.py` says it, table by table; `migrations/` bring a database up to date."""
