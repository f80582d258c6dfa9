"""Figures 21 to 28, the appendix: what is minimised when costs are adjusted, and how noise makes it smooth.

With few records in a cell the sizes are steps of the costs. The objective p₀ − p_min is then constant nearly
everywhere, and zero only at the bottom of a narrow well, which no derivative points to. Noisy copies of the records
make it smooth. The exact assignment needs neither: its costs lie inside the well.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save
from benchmarks.reproduction.start_dots import tidy
from shoal import allocate
from shoal.release.pages.cell_plots import CELL_COLOURS, STYLE
from shoal.release.pages.plots import AFTER, NEGATIVE

COPIES, QUICK_COPIES = 4_000, 200  # of a record, as in section 5.2
GRID, QUICK_GRID = 121, 31  # costs on each axis of a surface
LINE_GRID = 20_001  # costs on a curve
NOISES = (0.3, 0.1, 0.03)  # standard deviations, falling; the paper's are not printed
LEVEL = 1e-12  # objective that counts as zero: shares are sums of 1/n
HEAD = (
    "| figure | n | k | cells | different values | costs in the well | their share | objective at the costs of "
    "`allocate` |",
    "|---|---|---|---|---|---|---|---|",
)
NOISE_HEAD = (
    "| figure | n | k | noise σ | different values | flat share | steepest slope | mean distance from the objective "
    "without noise |",
    "|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True)
class Example:
    """Records, and sites that stay where they are; costs may differ by at most ``reach``."""

    points: np.ndarray
    sites: np.ndarray
    reach: float
    figures: str
    noisy_figures: str

    @property
    def k(self) -> int:
        """Records of a cell."""
        return len(self.points) // len(self.sites)

    def costs(self, n_on_axis: int) -> np.ndarray:
        """c₁ = 0 and a grid over the other costs, one row for each."""
        axis = np.linspace(-self.reach, self.reach, n_on_axis)
        others = np.stack(np.meshgrid(*[axis] * (len(self.sites) - 1), indexing="ij"), axis=-1)
        others = others.reshape(-1, len(self.sites) - 1)
        return np.hstack([np.zeros((len(others), 1)), others])


def objective(points: np.ndarray, sites: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """p₀ − p_min for every row of costs: how far the smallest cell is below its share; ties go to the lower cell."""
    distance = ((points[:, None, :] - sites[None, :, :]) ** 2).sum(axis=2)
    n_cells, values = len(sites), np.empty(len(costs))
    for place, cost in enumerate(costs):
        counts = np.bincount(np.argmin(distance + cost, axis=1), minlength=n_cells)
        values[place] = 1 / n_cells - counts.min() / len(points)
    return values


def noisy(points: np.ndarray, noise: float, copies: int, seed: int = 0) -> np.ndarray:
    """Every record and its copies with Gaussian noise."""
    samples = np.repeat(points, copies, axis=0)
    drawn = noise * np.random.default_rng(seed).standard_normal(samples.shape)
    drawn[::copies] = 0.0
    return samples + drawn


def examples() -> tuple[Example, Example, Example]:
    """n = 10 in two cells of 5, n = 15 in three of 5, n = 2 in two of 1; the sites are set arbitrarily, as there."""
    rng = np.random.default_rng(2011)
    ten, fifteen = rng.uniform(size=(10, 2)), rng.uniform(size=(15, 2))
    pair, sites = np.array([[0.3, 0.5], [0.7, 0.5]]), np.array([[0.35, 0.6], [0.75, 0.45]])
    return (
        Example(ten, np.array([[0.35, 0.35], [0.6, 0.75]]), 1.0, "21, 22", ""),
        Example(fifteen, np.array([[0.3, 0.3], [0.7, 0.45], [0.4, 0.75]]), 0.6, "23, 24", "27, 28"),
        Example(pair, sites, 0.6, "", "25, 26"),
    )


def repeat_cost_objective(page: Path, quick: bool, options: str) -> None:
    """Both tables and both pictures."""
    copies, grid = (QUICK_COPIES, QUICK_GRID) if quick else (COPIES, GRID)
    two, three, pair = examples()
    lines = [*HEAD, *(_steps_line(example, grid) for example in (two, three)), "", *NOISE_HEAD]
    for example in (pair, three):
        lines += _noise_lines(example, copies, grid)
    print("\n".join(lines), flush=True)
    folder = page.parent / "images" / "reproduction"
    curves = "The objective over one cost: steps (as figures 21 and 22), smoothed by noise (as figures 25 and 26)"
    surfaces = "The objective over two costs: steps, and with falling noise (as figures 23, 24, 27 and 28)"
    pictures = [
        save(_curves_figure(two, pair, copies), folder, "cost-objective-two-cells", curves),
        save(_surfaces_figure(three, copies, grid), folder, "cost-objective-three-cells", surfaces),
    ]
    write_section(page, "cost-objective", [*lines, "", pictures[0], "", pictures[1]], options)


def _on_grid(example: Example, grid: int) -> np.ndarray:
    return example.costs(LINE_GRID if len(example.sites) == 2 else grid)


def _steps_line(example: Example, grid: int) -> str:
    costs = _on_grid(example, grid)
    values = objective(example.points, example.sites, costs)
    well = costs[values < LEVEL][:, 1:]
    found = allocate(example.points, example.sites).costs
    own = objective(example.points, example.sites, (found - found[0])[None, :])[0]
    places = "; ".join(
        f"{low:.3f} ≤ {cost} ≤ {high:.3f}"
        for cost, low, high in zip(("c₂", "c₃"), well.min(axis=0), well.max(axis=0), strict=False)
    )
    return (
        f"| {example.figures} | {len(example.points)} | {example.k} | {len(example.sites)} "
        f"| {len(set(values.round(9)))} "
        f"| {places} | {100 * len(well) / len(costs):.1f} % | {abs(own):.3g} |"
    )


def _noise_lines(example: Example, copies: int, grid: int) -> list[str]:
    costs = example.costs(401) if len(example.sites) == 2 else example.costs(min(grid, 41))
    plain = objective(example.points, example.sites, costs)
    lines = []
    for noise in (*NOISES, 0.0):
        samples = noisy(example.points, noise, copies) if noise else example.points
        values = objective(samples, example.sites, costs)
        slopes = np.abs(np.diff(values)) if len(example.sites) == 2 else _slopes(values, round(len(values) ** 0.5))
        step = float(np.diff(np.unique(costs[:, 1]))[0])
        lines.append(
            f"| {example.noisy_figures} | {len(example.points)} | {example.k} | {noise or 'none'} "
            f"| {len(set(values.round(9)))} | {100 * np.mean(slopes == 0):.0f} % | {slopes.max() / step:.2f} "
            f"| {np.mean(np.abs(values - plain)):.3f} |"
        )
    return lines


def _slopes(values: np.ndarray, side: int) -> np.ndarray:
    """Changes from one cost to the next, along both axes."""
    surface = values.reshape(side, side)
    return np.concatenate([np.abs(np.diff(surface, axis=axis)).ravel() for axis in (0, 1)])


def _curves_figure(two: Example, pair: Example, copies: int) -> Figure:
    with rc_context(STYLE):
        figure = Figure(figsize=(10.4, 5.6), layout="constrained")
        axes = figure.subplots(2, 2, width_ratios=(1, 1.7))
        _draw_records(axes[0, 0], two)
        costs = two.costs(2_001)
        axes[0, 1].plot(costs[:, 1], objective(two.points, two.sites, costs), color=AFTER, linewidth=1.6)
        found = allocate(two.points, two.sites).costs
        axes[0, 1].axvline(found[1] - found[0], color=NEGATIVE, linewidth=1.2, linestyle="--", label="allocate")
        _draw_records(axes[1, 0], pair)
        costs = pair.costs(401)
        for noise, colour in zip((*NOISES, 0.0), (*CELL_COLOURS[1:4], AFTER), strict=True):
            samples = noisy(pair.points, noise, copies) if noise else pair.points
            values = objective(samples, pair.sites, costs)
            axes[1, 1].plot(
                costs[:, 1], values, color=colour, linewidth=1.4, label=f"σ = {noise:g}" if noise else "no noise"
            )
        for right in axes[:, 1]:
            right.set(xlabel="c₂", ylabel="p₀ − p_min")
            right.legend(frameon=False, fontsize=8)
            tidy(right)
    return figure


def _draw_records(axes: Axes, example: Example) -> None:
    axes.plot(*example.points.T, "o", color="#4a5563", markersize=3)
    for site, colour in zip(example.sites, CELL_COLOURS, strict=False):
        axes.plot(*site, "o", color=colour, markersize=9)
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xticks=[], yticks=[])
    axes.set_title(f"n = {len(example.points)}, k = {example.k}", loc="left", fontsize=10)


def _surfaces_figure(example: Example, copies: int, grid: int) -> Figure:
    costs = example.costs(min(grid, 41))
    reach = example.reach
    with rc_context(STYLE):
        figure = Figure(figsize=(10.4, 2.9), layout="constrained")
        axes = figure.subplots(1, 4)
        _draw_records(axes[0], example)
        for place, noise in enumerate((NOISES[0], NOISES[-1], 0.0)):
            samples = noisy(example.points, noise, copies) if noise else example.points
            shown = costs if noise else example.costs(grid)
            surface = objective(samples, example.sites, shown).reshape([round(len(shown) ** 0.5)] * 2)
            image = axes[place + 1].imshow(
                surface.T, origin="lower", extent=(-reach, reach, -reach, reach), cmap="viridis", vmin=0, vmax=1 / 3
            )
            axes[place + 1].set_title(f"σ = {noise:g}" if noise else "no noise", loc="left", fontsize=10)
            axes[place + 1].set(xlabel="c₂", ylabel="c₃" if place == 0 else "")
        figure.colorbar(image, ax=axes[-1], label="p₀ − p_min")
    return figure
