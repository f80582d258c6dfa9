"""Whether cells keep rules about confidential values. Open `judge.py`."""
