"""Search trees and heaps: the nearest, the farthest and the outermost free records. Open `free_records.py` first."""
