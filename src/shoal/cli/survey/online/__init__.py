"""`shoal survey`: a survey that respondents answer online. Open `group.py` first: it names the commands.

`new.py` (survey.toml becomes a survey file), `check.py` and `answer_keys.py`; `key_options.py` has what is needed to
open a private key. `serve.py` runs the repository, `repository.py` opens, closes and empties it. `close.py`
makes the release.
"""
