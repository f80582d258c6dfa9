"""The release: the released table, its loss, its risk, and the report about them.

In: a table and the names of its quasi-identifiers, or the points and cells of a run. Out: an `Audit` of any
table, or a `Report` of a release, both plain facts that are written as text, JSON or HTML and never hold a
record's values. Open `report/audit.py` first: it reads as the list of everything that is measured. From the top down;
each imports only what stands below it:

    record_risk.py    the risk of every single record, for the steward alone
    release.py        the released table and its report, and the files they are written to
    manifest.py       how to repeat the run (`manifest.schema.json` is its published schema)
    report/           all facts of a release, or of any table, in one dictionary
    pages/            the facts as text and as HTML, with pictures
    risk/             what can still be learned about a person: diversity, closeness, linkage, uniqueness, dominance,
                      re-identification, inference, special uniques
    utility/          what the release lost: distortion, statistics, distributions, categories, queries, models
    pairs/            a release and its original, column by column, whatever tool made it
    columns.py        columns as the arrays that the measures work on
    classes.py column_facts.py wording.py    records that look alike; roles as facts; sentences
    measure.py intervals.py sampling.py      a figure with its baseline; intervals; what was said about a sample
"""
