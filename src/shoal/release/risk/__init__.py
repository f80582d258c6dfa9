"""Disclosure risk: measures of classes and their confidential values, one measure per file.

Open `value_counts.py` first: the table that `diversity.py` (l-diversity), `closeness.py` (t-closeness) and
`disclosure.py` are read from. `linkage.py` carries an attack out. `uniqueness.py`: records that the published columns
single out. `dominated_values.py`: values that the mean of their class gives away. `reidentification.py`,
`inference.py`: attacks with a baseline. `individual.py`, `special_uniques.py`: the risk of single records.
`cell_risk.py`: one figure for cells that are compared.
"""
