"""Allocation: records to fixed centres, so that each centre has its share of the work.

This is PCL without its centroid step: only the cost of each centre is adjusted. Open `allocation.py` first.

    allocation.py   allocate(): shares of records, or of their workloads (`transport/workloads.py`)
"""
