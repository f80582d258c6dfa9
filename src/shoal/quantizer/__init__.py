"""The compact model: centroids, the rule that tells a point's cell, and how a table becomes points.

In: the points and the cells of a finished partition, with the encoding of the table they came from. Out: a
`Quantizer`, which anybody can save, inspect, load, verify and apply. Open `quantizer.py` first, then `model.py`. From
the top down; a module imports only what stands below it:

    quantizer.py       the public class: each method hands its model to one of the modules below
    fit.py             a model for a population that is known by samples or by a function that draws them
    findings.py        checks of a model or its file, and counts of a table in its cells (`shoal.verify`)
    warm_start.py      a search that begins with the cells of an earlier quantizer
    design.py          from points and their cells to the model: chooses the rule, checks that it gives the cells back
    streaming/         a file of any size in, the released file out
    files/             the two forms on disk, their digest, every check on the way back
    application.py     the records of a table: their cells, and the released table
    disclosures.py     what a file would show of single records
    model.py           the model itself: frozen data that can assign points
    intake/            how a table comes in: columns by name, blocks by stratum and missing values, points
    rules/             how a point finds its cell, one kind of rule a file
    design_counts.py   how many design records stand in each cell, told so that no figure is of fewer than k

`quantizer.schema.json` is the published schema of a file.
"""
