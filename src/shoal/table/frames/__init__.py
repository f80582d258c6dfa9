"""What a table is: one frame of pandas, polars or pyarrow, and where it came from. Open `table.py` first.

table.py         the class `Table`: reading columns, changing them, its digest
origin.py        the container or file that a table came from
native.py        frames of pandas, polars and pyarrow, checked and taken in through narwhals
column_names.py  names that no column may have
columns.py       one column: how its values are read, and how new values take its type
conversion.py    one column of any container as polars
faithful.py      codes that are equal only where the published values are the same
trimming.py      categories, labels and metadata that no record uses are removed before a release
digests.py       the sha256 of a table's content and of a file
"""
