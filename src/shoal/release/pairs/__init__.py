"""A release and its original, column by column: what both can be compared by.

In: two tables, in any order of rows, with any number of rows. The release may have numbers, categories, ranges such as
``[20-30)``, cut values such as ``2*``, or sets such as ``{a, b}``. Out: pairs of arrays. Open `paired_column.py` first;
`generalised.py` reads what a cell of a generalised table says, `features.py` turns columns into the matrix that models
are fitted on, `learners.py` holds the models.
"""
