"""The location anonymiser: devices sign up with their home and get a place that at least k devices share.

A trusted third party keeps the exact locations, encrypted; designs cells with PCL, generation by generation; and
hands each device the centroid of its cell, as long as at least k active devices share it. Needs the extra `service`.

Open `app.py` first, then `generations/guard.py`, which is the promise. The way of a home: `http/` receives it,
`devices/` seals it and finds its cell, `store/` keeps it, `design/` makes new cells of all homes, `generations/` makes
them current and decides which place may be handed out. From the top down: each imports only what is below it:

    app.py           puts the service together; `shoal serve` runs it
    http/            requests and answers: routes, bodies, keys, limits, failures
    design/          the process that designs a generation, its arithmetic, and when it runs
    resealing.py     key rotation
    parts.py         database, vault, devices and generations, put together from the settings
    credentials/     "at least k share this place", signed for devices without being seen, for providers
    devices/         what a device can ask for: sign up, the present location, move, cancel
    generations/     cells and places of a generation: stored, published, handed out while k share them
    store/           what is stored, how, and how it is kept secret
    geometry/        points, distances and outlines on the globe
    settings.py problems.py logs.py    what all of them share

`page/` holds the files of the operator's page and `device_page/` those of the device's; `http/page_files.py` serves
both. What another server needs as well (entrance, limits, database, the look of pages) is in `shoal.web`.
"""
