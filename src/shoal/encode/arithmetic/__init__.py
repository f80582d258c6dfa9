"""Arithmetic that the kinds of attributes share: arrays in, numbers out.

Open ``standard.py`` first: means and spreads. ``coarse.py`` rounds scales and origins so that files reveal no values.
``angles.py``: sines and cosines that are the same number on every machine.
"""
