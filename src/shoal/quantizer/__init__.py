"""The compact model: centroids, the rule that tells a point's cell, and how a table becomes points.

In: the points and the cells of a finished partition, with the encoding of the table they came from. Out: a
`Quantizer`, which a stranger can save, look at, load, verify and apply. Open `quantizer.py` first.

* One rule, one file, all with the same face (`rules/base.py`): `rules/power.py` (sites and costs), `rules/reference.py`
  (ordered balls), `rules/neighbour.py` (records and their cells). `design.py` chooses the rule and checks that it gives
  back the cells.
* `intake/intake.py`: columns by name, blocks by stratum and missing values, then points. `disclosures.py`: what a file
  would show of single records.
* `files/content.py`: a quantizer as plain data, its digest, and every check on the way back. `files/json_form.py`,
  `files/binary_form.py`, `files/storage.py`: the two forms on disk. `files/plain_json.py`: what may stand in JSON from
  a stranger. `quantizer.schema.json` is the published schema.
* `application.py`: new records of a table in memory. Of files larger than memory: `intake/batches.py` and
  `intake/held_columns.py` read, `streaming/shuffling.py` and `streaming/writing.py` write, `streaming/stream.py` is
  both. `findings.py`: what a check of a quantizer, and of a table in its cells, comes to.
* `fit.py`: a quantizer for a population that is known by samples or by a model.
"""
