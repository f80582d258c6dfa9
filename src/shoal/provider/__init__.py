"""An example of a provider: says what is near a place, to whoever shows that at least k devices share this place.

It trusts the anonymiser for one thing, the signed list of places, and asks it nothing about a device. Needs the extras
`service` and `client`. Open `app.py` first, then `routes.py`.

    app.py        puts the provider together; `shoal provider` runs it
    routes.py     what devices can ask for
    lists.py      the signed lists of places: fetched, compared, accepted for a while
    nearby.py     the nearest points of interest, and those within a distance
    points.py     points of interest, from CSV or GeoJSON
    seen.py       what the provider saw, in a file, if it is told to keep one
    settings.py problems.py    what all of them share
"""
