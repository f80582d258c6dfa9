"""Files: a quantizer on disk, readable (.json) or compact (.shoalq).

In: a model. Out: a file; and back, with every check. `storage.py` saves, loads and inspects: open it first.
`content.py` turns a model into a header and arrays and back, and computes the digest; both forms share it.
`json_form.py` and `binary_form.py` are the two forms. `plain_json.py` reads JSON of unknown origin safely. The
published schema is `quantizer.schema.json`, one folder up.
"""
