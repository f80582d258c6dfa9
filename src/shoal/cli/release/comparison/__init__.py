"""What `shoal compare` does: runs, the front of risk and loss, the screen, tables and plots. Open `runs.py` first."""
