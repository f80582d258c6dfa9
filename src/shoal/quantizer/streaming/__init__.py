"""Streaming: a file of any size through a quantizer, in bounded memory.

In: a file, read in batches (`intake/batches.py`). Out: the released file, or the counts of its cells. `stream.py` does
both: open it first. `writing.py` writes a file in parts and counts it again; `shuffling.py` shuffles more records than
fit into memory.
"""
