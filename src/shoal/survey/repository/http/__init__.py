"""HTTP: `answer_routes.py` is for respondents, `organiser_routes.py` for the organiser and Prometheus.

Every request passes the entrance of `shoal.web`. `access.py` knows the organiser's key; `metrics.py` counts
without showing when a single answer came.
"""
