"""The compact model: centroids, the rule that assigns points to cells, and the encoding of tables as points.

Input: the points and the cells of a finished partition, with the encoding of their table. Output: a `Quantizer`, which
anybody can save, inspect, load, verify and apply. Open `quantizer.py` first, then `model.py`. From
the top down; a module imports only what stands below it:

    quantizer.py       the public class: each method passes its model to one of the modules below
    fit.py             a model for a population that is known by samples or by a model
    findings.py        checks of a model or its file, and counts of a table in its cells (`shoal.verify`)
    warm_start.py      a search that starts from the cells of an earlier quantizer
    design_sample.py   samples of a population as points, or as records with columns
    design.py          from points and their cells to the model: chooses the rule, checks that it reproduces the cells
    streaming/         releases a file of any size
    files/             the two file forms, their digest, and all checks when a file is read
    application.py     the records of a table: their cells, and the released table
    disclosures.py     what a file would reveal about single records
    model.py           the model itself: frozen data that can assign points
    intake/            reads a table: columns by name, blocks by stratum and missing values, points
    sources/           models of a population that samples are drawn from
    rules/             assign points to cells, one kind of rule per file
    design_counts.py   how many design records are in each cell, stated so that no figure is about fewer than k

`quantizer.schema.json` is the published schema of a file.
"""
