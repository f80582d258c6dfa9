"""Surveys: `design.py` (numbers in `design_numbers.py`, cells in `design_specification.py`) and `form.py` before
anybody answers, `issue.py`, `tokens.py` and `keys.py` for tokens and signatures, `collect.py` for the answers.
`participation.py` estimates who answers from an earlier survey. `shares.py` reads shares as they are typed. `online/`:
the commands of `shoal survey`.
"""
