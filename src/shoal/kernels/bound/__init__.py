"""Pricing of sets for the lower bound (`pricing.py`), and the bound that needs only the nearest records."""
