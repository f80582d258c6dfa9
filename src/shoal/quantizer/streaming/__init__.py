"""Streaming: releases a file of any size with a quantizer, in bounded memory.

Input: a file, read in batches (`intake/batches.py`). Output: the released file, or the counts of its cells. `stream.py`
does both: open it first. `writing.py` writes a file in parts and counts it again; `shuffling.py` shuffles more records
than fit into memory.
"""
