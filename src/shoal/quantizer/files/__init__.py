"""Files: a quantizer on disk, readable (.json) or compact (.shoalq).

Models are written to files and read back, with all checks. `storage.py` saves, loads and inspects: open it first.
`content.py` turns a model into a header and arrays and back, and computes the digest; both forms share it.
`json_form.py` and `binary_form.py` are the two forms. `plain_json.py` reads JSON of unknown origin safely. The
published schema is `quantizer.schema.json`, one folder up.
"""
