"""Kinds of attributes: a column comes in, coordinates go out, and a centroid becomes a released value. One kind a file.

Open ``attribute.py`` first: what all kinds have in common; then ``numeric.py`` as the pattern. ``moment.py``: dates and
times. ``nominal.py`` (and booleans), ``ordinal.py``: categories, read in ``category.py``. ``taxonomy.py``: categories
in a tree, read in ``tree.py``. ``location.py``: latitude and longitude.
"""
