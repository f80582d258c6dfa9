"""Streaming: releases a file of any size with a quantizer, in bounded memory.

Input: a file, read in batches (`intake/batches.py`). Output: the released file, or the counts of its cells. `stream.py`
does both: open it first. `written.py` counts a file that was written in parts; `shuffling.py` shuffles more records
than fit into memory.
"""
