"""H3 cells and maskmypy's masks of the same homes; run in the peer environment (benchmarks/requirements-service.txt).

python homes_peers.py HOMES.npy K … prints two tables. The share of homes in H3 cells of fewer than k is the reason why
a grid is not enough; a mask moves everybody but promises no count.
"""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np

EARTH_RADIUS_M = 6_371_008.8
RESOLUTIONS = (6, 7, 8, 9)
MASKS_M = ((50, 200), (100, 500), (500, 1500))  # donut: least and most distance


def metres(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Great-circle distances between rows of degrees."""
    (up, turn), (other_up, other_turn) = np.radians(one).T, np.radians(other).T
    half = np.sin((other_up - up) / 2) ** 2 + np.cos(up) * np.cos(other_up) * np.sin((other_turn - turn) / 2) ** 2
    return 2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(half))


def spread(distances: np.ndarray) -> str:
    """Mean, median and 95 % quantile."""
    return f"{distances.mean():.0f} / {np.median(distances):.0f} / {np.quantile(distances, 0.95):.0f}"


def grid_rows(homes: np.ndarray, ks: list[int]) -> list[str]:
    """One row for each resolution of H3."""
    import h3

    rows = []
    for resolution in RESOLUTIONS:
        cells = [h3.latlng_to_cell(latitude, longitude, resolution) for latitude, longitude in homes.tolist()]
        sizes = Counter(cells)
        middles = np.array([h3.cell_to_latlng(cell) for cell in cells])
        exposed = " | ".join(f"{100 * sum(sizes[cell] < k for cell in cells) / len(cells):.2f} %" for k in ks)
        rows.append(
            f"| {resolution} | {len(sizes)} | {min(sizes.values())} | {exposed} | {spread(metres(homes, middles))} |"
        )
    return rows


def mask_rows(homes: np.ndarray) -> list[str]:
    """The donut mask, which needs no other map: everybody is moved by a random distance, and still stands alone."""
    import geopandas
    from maskmypy import donut

    frame = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(homes[:, 1], homes[:, 0]), crs=4326)
    local = frame.to_crs(frame.estimate_utm_crs())
    rows = []
    for least, most in MASKS_M:
        degrees = donut(local, least, most, seed=1).to_crs(4326).geometry
        moved = np.column_stack([degrees.y, degrees.x])
        sizes = Counter(map(tuple, np.round(moved, 5).tolist()))
        rows.append(f"| donut, {least}–{most} m | {min(sizes.values())} | {spread(metres(homes, moved))} |")
    return rows


def main() -> None:
    """Print both tables."""
    homes, ks = np.load(sys.argv[1]), [int(word) for word in sys.argv[2:]]
    head = " | ".join(f"homes in cells below {k}" for k in ks)
    print(f"| H3 resolution | cells | smallest | {head} | mean / median / 95 % in m |")
    print("|---|---|---|" + "---|" * len(ks) + "---|")
    print("\n".join(grid_rows(homes, ks)))
    print("\n| mask (maskmypy) | smallest | mean / median / 95 % in m |\n|---|---|---|")
    print("\n".join(mask_rows(homes)))


if __name__ == "__main__":
    main()
