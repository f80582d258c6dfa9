"""Geometry of the globe: degrees come in, points of the unit sphere, metres and outlines go out. No database here.

Open `sphere.py` first. `coarse.py` rounds figures so that they tell nothing about one device. `globe_cells.py` draws
the cells of a power diagram on the sphere; `outlines.py` makes GeoJSON of them.
"""
