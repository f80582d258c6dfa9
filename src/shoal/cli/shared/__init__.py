"""What the commands share.

Open `options.py` first: options of several commands, and shell words turned into arguments. `destinations.py` checks
and writes files, `output.py` holds everything that is said on the screen, `progress.py` draws the bar.
`every_option_once.py` refuses an option given twice; `signals.py` and `streams.py` end a command in good order.
"""
