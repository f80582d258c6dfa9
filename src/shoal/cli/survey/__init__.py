"""Surveys: `design.py` and `form.py` before anybody answers, `issue.py` and `keys.py` for tokens and signatures,
`collect.py` for the answers.
"""
