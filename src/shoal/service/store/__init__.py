"""The store: the database and its encryption.

Open `models.py` first: what is stored, table by table.

    schema.py migrations/    the schema, and how it is brought up to date
    database.py              one writer at a time, readers never wait
    vault.py                 exact coordinates, sealed and opened

What is not about the tables themselves is in `shoal.web.database`.
"""
