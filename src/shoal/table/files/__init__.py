"""Tables as files: the suffix chooses the format. Open `reading.py` first.

reading.py writing.py     a file as a `Table`, and back
formats.py                the suffixes
delimited.py              CSV and TSV: from bytes to typed columns, and back as they were spelled
  headers.py              the first row: column names, or a record
  quoting.py              stray quotes that swallow records
  text_file.py            one file: its bytes judged, its dialect, its records as texts
  text_rows.py            fields as text, part by part
  text_typing.py          the type of a column of text
  text_types.py           how values look in text, and the text of a typed column
workbook/                 Excel
columnar.py               Parquet and Arrow
part_files.py             text files and Parquet, written and read back part by part
statistical_files.py      SPSS, Stata and SAS, with labels and user-missing codes
decompression_limit.py    how much a compressed file may unpack to
"""
