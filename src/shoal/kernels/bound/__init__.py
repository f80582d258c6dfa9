"""Pricing of sets for the lower bound (`pricing.py`), the bound that needs only the nearest records (`nearest.py`), and
smooth functions of a confidential value for the bound of closeness (`lipschitz.py`).
"""
