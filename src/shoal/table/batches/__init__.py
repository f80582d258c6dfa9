"""Tables of any size, read batch by batch, as often as it takes, in bounded memory. Open `source.py` first.

Input: a file, a folder of Parquet files, several files by a pattern, a polars LazyFrame, a pyarrow Dataset. Output:
small `Table`s in the order of the source, all of the same types: those that reading in memory would find.

source.py              the entry point: `open_batches`, and `Batches`, which hands out tables again and again
expectation.py         how large a file would be in memory, before it is read
members.py             which files a folder or a pattern stands for
text_batches.py        text files: one reading finds the types, a second one writes the typed columns to disk
columnar_batches.py    Parquet and Arrow files: read where they are
streamed.py            LazyFrames and Datasets: written to disk once
spool.py               batches on disk
unchanged.py           refuses a file that changes while it is read
sizes.py               how many records make a batch, and batches of just so many
"""
