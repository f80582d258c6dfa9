"""HTTP: handles requests by calling devices and generations, and answers with JSON or a problem body (RFC 9457).

Open `device_routes.py` first, then `generation_routes.py`. Every request passes the entrance of `shoal.web` (size
limit, clock, safe headers) and `access.py` (token or key; the wrong ones are counted).

    device_routes.py generation_routes.py operation_routes.py    what devices, operators and Prometheus can ask for
    credential_routes.py   the signed list of places, and credentials
    page_files.py          the operator's page
    bodies.py              bodies as types
    directory.py           an address directory (CSV or NDJSON) as homes
    overview.py metrics.py counts at a glance, and for Prometheus
    access.py              who may ask for what
"""
