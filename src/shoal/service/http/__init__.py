"""HTTP: handles requests by calling devices and generations, and answers with JSON or a problem body (RFC 9457).

Open `device_routes.py` first, then `generation_routes.py`. Every request passes `entrance.py` (size limit, clock, safe
headers) and `access.py` (token or key; `limiting.py` counts the wrong ones).

    device_routes.py generation_routes.py operation_routes.py    what devices, operators and Prometheus can ask for
    api_page.py page_files.py          the page of the API, and the operator's page
    bodies.py strict_json.py           bodies as types; JSON without surprises
    directory.py                       an address directory (CSV or NDJSON) as homes
    overview.py metrics.py             counts at a glance, and for Prometheus
    entrance.py access.py limiting.py  what every request passes first
"""
