"""Closing a survey, on the machine that has the key: from sealed envelopes to a counted release.

Open `closing.py` first: `close_survey` is the whole way. It trusts the repository with nothing but its being there.

* `bundle.py` reads what the repository handed out, and notices when it is not whole.
* `opening.py` checks every token or code again, opens every envelope, and counts what is refused by reason.
* `answer_columns.py` makes a table of the answers; `../collection/` counts and releases it.
* `earlier_closing.py` notes which answers of which survey were released, so that no other answers are released later.
* `closed.py` has the result, which is saved as files. `destroying.py` removes the bundle.
"""
