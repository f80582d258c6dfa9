"""Surveys: `design.py` (numbers in `design_numbers.py`, cells in `design_specification.py`) and `form.py` before
anybody answers, `issue.py` and `keys.py` for tokens and signatures, `collect.py` for the answers. `survey.py` gathers
the commands of surveys that are answered online: `serve.py` and `repository.py`. `shares.py` reads shares as they are
typed.
"""
