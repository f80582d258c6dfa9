"""What the servers of Shoal have in common: the location anonymiser (`service/`) and the repository of a survey.

It knows neither locations nor surveys, and imports nothing of Shoal but `errors.py`. Needs the extra `service`. Open
`entrance.py` first: what every request passes, and what every failure becomes.

    entrance.py strict_json.py bodies.py problems.py    requests, bodies, and failures as problem bodies (RFC 9457)
    limiting.py metrics.py logs.py health.py            rate limits; counts; logs without values; alive and ready
    api_page.py page_files.py page/                     the page of the API; how pages are served; what pages share
    database/                                           SQLite or PostgreSQL, migrations, backups, rights of files
    page/vendored/                                      libraries and data of others, with licences and digests
    secret_files.py plain_numbers.py clock.py           keys, settings and clocks
"""
