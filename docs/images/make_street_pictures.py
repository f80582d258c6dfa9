"""The pictures of distances along streets, from a synthetic town: python docs/images/make_street_pictures.py

Writes docs/images/streets.png. Left: homes in k-anonymous cells along the streets, each released as a crossing. Right:
homes allocated to schools, equally many to each, at the least total way. Every random number is seeded.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from make_pictures import CELL_COLOURS, FAINT, FOLDER, INK, STYLE
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from shoal import PCL, Graph, Partition, allocate, microaggregate

WIDE, HIGH = 26, 19  # crossings
BLOCK_M = 100.0
MISSING = 0.16  # of the streets
BRIDGES = (4, 12, 20)  # columns of crossings at which the river can be crossed
RIVER = 9  # row of blocks
HOMES = 480
K = 24
SCHOOLS = ((0.15, 0.75), (0.45, 0.85), (0.8, 0.7), (0.2, 0.3), (0.55, 0.15), (0.85, 0.35))  # shares of width and height
PARTS = 6  # of a street, each drawn in the colour of its own cell


def town() -> tuple[Graph, np.ndarray, np.ndarray]:
    """Streets, homes and schools: blocks of different shape, and a river with three bridges."""
    rng = np.random.default_rng(4)
    number = np.arange(WIDE * HIGH).reshape(HIGH, WIDE)
    across = np.column_stack([number[:, :-1].ravel(), number[:, 1:].ravel()])
    up = np.column_stack([number[:-1].ravel(), number[1:].ravel()])
    over = up[:, 0] // WIDE == RIVER
    bridge = np.isin(up[:, 0] % WIDE, BRIDGES)
    streets = np.vstack([across, up[~over]])
    streets = np.vstack([streets[rng.random(len(streets)) >= MISSING], up[over & bridge]])
    rows, columns = np.divmod(np.arange(WIDE * HIGH), WIDE)
    bend = 1.2 * np.sin(columns / 6.0)  # the river is not straight
    where = np.column_stack([columns, rows + bend]) + rng.uniform(-0.24, 0.24, size=(WIDE * HIGH, 2))
    where[rows > RIVER, 1] += 0.7
    where *= BLOCK_M
    graph = Graph.from_pieces(np.hstack([where[streets[:, 0]], where[streets[:, 1]]]), largest_part=True)
    centre = np.array([0.5 * WIDE, 0.55 * HIGH]) * BLOCK_M
    drawn = np.vstack(
        [
            rng.normal(centre, (4.5 * BLOCK_M, 3.8 * BLOCK_M), size=(HOMES // 2, 2)),
            rng.uniform((0.0, 0.0), (WIDE * BLOCK_M, HIGH * BLOCK_M), size=(HOMES - HOMES // 2, 2)),
        ]
    )
    low, high = graph.positions.min(axis=0), graph.positions.max(axis=0)
    drawn = np.clip(drawn, low, high)
    homes = graph.original(graph.embedded(drawn)) + rng.normal(scale=9.0, size=drawn.shape)
    schools = graph.original(graph.embedded(low + np.array(SCHOOLS) * (high - low)))
    return graph, homes, schools


def coloured(graph: Graph, sites: np.ndarray, costs: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """The parts of all streets, and the cell of each: the one of least distance plus cost at its middle."""
    one, other = graph.positions[graph.edges[:, 0]], graph.positions[graph.edges[:, 1]]
    cuts = np.linspace(0.0, 1.0, PARTS + 1)
    stops = one[:, None, :] + cuts[None, :, None] * (other - one)[:, None, :]
    parts = np.stack([stops[:, :-1], stops[:, 1:]], axis=2).reshape(-1, 2, 2)
    middle = graph.embedded(parts.mean(axis=1))
    return list(parts), (graph.between(middle, sites) + costs).argmin(axis=1)


def colour_of_cells(parts: list[np.ndarray], owner: np.ndarray, n_cells: int) -> list[str]:
    """A colour for each cell that none of the cells beside it has."""
    middle = np.array([part.mean(axis=0) for part in parts])
    near = np.hypot(*(middle[:, None] - middle[None]).transpose(2, 0, 1)) < 1.2 * BLOCK_M
    beside = {
        tuple(pair) for pair in np.column_stack([owner[np.nonzero(near)[0]], owner[np.nonzero(near)[1]]]).tolist()
    }
    chosen: list[str] = []
    for cell in range(n_cells):
        used = {chosen[other] for other in range(cell) if (cell, other) in beside}
        free = [colour for colour in CELL_COLOURS if colour not in used] or list(CELL_COLOURS)
        chosen.append(min(free, key=chosen.count))
    return chosen


def draw(axes: Axes, graph: Graph, homes: np.ndarray, partition: Partition, marker: str) -> None:
    """Streets and homes in the colours of their cells, and what each cell is released as or served by."""
    sites = graph.embedded(partition.sites)
    parts, owner = coloured(graph, sites, partition.costs)
    colours = colour_of_cells(parts, owner, partition.n_cells)
    axes.add_collection(
        LineCollection(parts, colors=[colours[cell] for cell in owner], linewidths=1.5, alpha=0.55, zorder=1)
    )
    axes.scatter(*homes.T, s=9, c=[colours[cell] for cell in partition.cell_of], linewidths=0, zorder=2)
    axes.scatter(*partition.sites.T, s=95, c="white", edgecolors=colours, linewidths=2.6, marker=marker, zorder=3)
    axes.set(xticks=[], yticks=[], aspect="equal")
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.autoscale_view()


def say(axes: Axes, title: str, below: str) -> None:
    """A title, and a line below the picture."""
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold", color=INK)
    axes.text(0.0, -0.02, below, transform=axes.transAxes, va="top", color=FAINT, fontsize=9)


def main(folder: Path = FOLDER) -> None:
    """Draw and write."""
    graph, homes, schools = town()
    cells = microaggregate(homes, K, method=PCL(distance=graph), seed=0)
    served = allocate(homes, schools, distance=graph)
    with mpl.rc_context(STYLE):
        figure, (left, right) = plt.subplots(1, 2, figsize=(12.4, 5.6))
        figure.subplots_adjust(left=0.01, right=0.99, top=0.92, bottom=0.05, wspace=0.03)
        draw(left, graph, homes, cells, "o")
        say(
            left,
            f"{HOMES} homes, k = {K}: each dot is released as its ring, a crossing",
            f"{cells.n_cells} cells of {cells.sizes.min()}; mean way along the streets {cells.sse / HOMES:.0f} m",
        )
        draw(right, graph, homes, served, "s")
        say(
            right,
            f"The same homes to {len(SCHOOLS)} schools, {served.sizes.min()} to each",
            f"least total way; mean {served.sse / HOMES:.0f} m",
        )
        figure.savefig(folder / "streets.png", dpi=150, metadata={"Software": None})
        plt.close(figure)


if __name__ == "__main__":
    main()
