"""The whole journey of a table: in with roles and a promise, out as a counted release.

table → roles → blocks (strata, missing values) → points → cells → released values → count → report

Open `entrance.py` first, then `stages.py`. From the top down; each imports only what stands below it:

    entrance.py    `anonymize`
    repeating.py   `repeat` for a manifest
    opened.py machine.py    a table in memory, or in batches where it does not fit
    out_of_core/   the journey of a table that does not fit, on one machine
    passes/        what such a journey computes, part by part; it knows no machine and no cluster
    stages.py      from points to the release, one function a stage
    earlier.py     cells that protect against earlier releases as well
    formation.py   from points to cells, and who is left out
    other_names.py columns of an earlier release that have another name now
    run.py         what was asked for, checked once
    past.py        earlier releases as plain data
    table_distance.py    what a distance of PCL means for encoded columns
    along_streets.py     records that are positions on a map, in cells along the streets of a graph
"""

from shoal.journey.entrance import anonymize
from shoal.journey.past import EarlierRelease
from shoal.journey.repeating import repeat

__all__ = ["EarlierRelease", "anonymize", "repeat"]
