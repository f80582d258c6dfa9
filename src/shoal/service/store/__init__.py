"""The store: the database and its encryption.

Open `models.py` first: what is stored, table by table.

    schema.py migrations/    the schema, and how it is brought up to date
    backing_up.py            a copy of a database that is in use
    private_files.py         files for their owner alone
    database.py              one writer at a time, readers never wait
    vault.py                 exact coordinates, sealed and opened
"""
