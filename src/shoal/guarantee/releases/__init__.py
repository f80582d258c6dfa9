"""What somebody who has several releases of the same people can compute. Open `several_releases.py` first."""
