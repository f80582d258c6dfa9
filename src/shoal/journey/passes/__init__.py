"""The passes of a journey whose table does not fit into memory: functions of frames, which know no engine.

layout.py row_keys.py          how records travel; what a record is called by
census.py witnesses.py         what has to be known of all records
plan.py                        what is decided from it, once
  groups.py ways.py space.py placing.py promised_values.py    who may share cells; the method; where records are placed
forming.py                     cells inside a block
releasing.py                   released values, and what they cost
counting.py                    classes of what was written

Engines run them: `journey/out_of_core/` on one machine, `spark/` on Apache Spark. `docs/design/034-…` tells why both
give the same cells. Open `plan.py` first.
"""
