"""Kinds of attributes, one per file: each turns columns into coordinates, and centroids into released values.

Open ``attribute.py`` first: what all kinds have in common; then ``numeric.py`` as the pattern. ``moment.py``: dates and
times. ``nominal.py`` (and booleans), ``ordinal.py``: categories, read in ``category.py``. ``taxonomy.py``: categories
in a tree, read in ``tree.py``. ``location.py``: latitude and longitude.
"""
