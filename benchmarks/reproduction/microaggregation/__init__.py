"""The microaggregation paper of 2011: what the tables of `experiments.py` leave out.

ten_points.py       figures 9 and 10
start_scatter.py    figures 11 and 13: every start a dot
noisy_scatter.py    figures 15 and 17: the same by noisy PCL, k = 2 to 10
census_parts.py     table 2, figures 19 and 20; parts with closed and with crossed borders
typical.py          printed numbers over fresh samples; typical and largest reductions
cost_objective.py   figures 21 to 28: the objective over the costs
"""

from __future__ import annotations

from benchmarks.reproduction.microaggregation.census_parts import repeat_census_starts, repeat_parts
from benchmarks.reproduction.microaggregation.cost_objective import repeat_cost_objective
from benchmarks.reproduction.microaggregation.noisy_scatter import repeat_noisy_starts
from benchmarks.reproduction.microaggregation.start_scatter import repeat_starts
from benchmarks.reproduction.microaggregation.ten_points import repeat_ten_points
from benchmarks.reproduction.microaggregation.typical import repeat_samples, repeat_typical

MICROAGGREGATION_PAPER = {
    "samples": repeat_samples,
    "typical": repeat_typical,
    "ten-points": repeat_ten_points,
    "starts": repeat_starts,
    "noisy-starts": repeat_noisy_starts,
    "census-starts": repeat_census_starts,
    "parts": repeat_parts,
    "cost-objective": repeat_cost_objective,
}
