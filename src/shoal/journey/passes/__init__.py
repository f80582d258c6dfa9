"""The passes of a journey whose table does not fit into memory: functions of frames, which know no engine.

layout.py row_keys.py          how records travel; what a record is called by
beginning.py                   what a run may ask for, and what its passes are told
counted/                       what k counts: records, persons or households
census.py witnesses.py         what has to be known of all records
plan.py                        what is decided from it, once
  groups.py ways.py placing/ values/    who may share cells; the method; where records are placed
forming.py                     cells inside a block
releasing.py                   released values, and what they cost
leaving/                       the records that cost most are left out
twins.py                       the same for points that very many records share
account.py telling/            report and manifest; what is said of the whole table
resuming.py                    what a run must share with one that broke off, to use what that one finished
counting.py                    classes of what was written

Engines run them: `journey/out_of_core/` on one machine, `spark/` on Apache Spark. `docs/design/034-…` tells why both
give the same cells. Open `plan.py` first.
"""
