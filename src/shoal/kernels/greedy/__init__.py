"""The loops of the greedy partitioners: one method, one file. `cells.py` has what they share."""
