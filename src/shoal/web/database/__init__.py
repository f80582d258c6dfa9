"""The database of a server: SQLite, a file, or PostgreSQL; a server adds its tables and its migrations.

schema.py          brought up to date by a command, checked before the server starts
backing_up.py      a copy of a database that is in use
private_files.py   files for their owner alone
database.py        one writer at a time, readers never wait
"""
