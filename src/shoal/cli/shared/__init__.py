"""What the commands share.

Open `options.py` first: options of several commands. `words.py` turns what was given into arguments of the library, and
lets a command take a group of options as one parameter. `destinations.py` checks and writes files, `output.py` prints
to the screen, `option_names.py` says how an error names an option, `progress.py` draws the bar. `every_option_once.py`
refuses an option given twice; `signals.py` and `streams.py` end a command in good order. `plain_flags.py` keeps help
texts short.
"""
