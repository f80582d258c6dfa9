"""Geometry of the globe: converts degrees to points of the unit sphere, metres and outlines. It uses no database.

Open `sphere.py` first. `coarse.py` rounds figures so that they reveal nothing about one device. `globe_cells.py` draws
the cells of a power diagram on the sphere; `outlines.py` makes GeoJSON of them. `merging.py` joins places below k.
"""
