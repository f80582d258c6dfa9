"""The location anonymiser: home locations come in, places that at least k devices share go out.

A trusted third party keeps the exact locations, encrypted; designs cells with PCL, generation by generation; and
hands each device the centroid of its cell, as long as at least k active devices share it.

Open `app.py` first: it puts the service together. A request goes through `device_routes.py` or
`generation_routes.py` (what HTTP says) to `devices.py` or `generations.py` (what is done, one transaction each).
`guard.py` is the promise: the only place that tells which place may be handed out. `publishing.py` says which
generation is current, in an order that no clock decides (`clock.py`). `design_process.py` is the program
that designs, in a process of its own; `design.py` and `sticky.py` are its arithmetic. `models.py` says what is stored,
`database.py` how, `vault.py` and `tokens.py` how it is kept secret. Needs the extra `service`.
"""
