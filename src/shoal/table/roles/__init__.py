"""What each column is to an attacker. Open `roles.py` first.

roles.py           the role of every column, checked against the table
roles_arguments.py roles from the arguments of a call
roles_file.py      roles from a file; its JSON Schema is roles.schema.json
checks.py          what a column must hold before anything is computed from it
proposal.py        a first roles file for a table
judgement.py       what a column probably is, and why
column_words.py    what the name of a column means; the words are in column_words.toml
identifying.py     whether a column looks identifying
dependence.py      whether a column determines a quasi-identifier
disclosures.py     what the columns reveal that are published unchanged
toml_words.py      errors of a TOML file, in plain words
strict_yaml.py     YAML without anchors and repeated keys
"""
