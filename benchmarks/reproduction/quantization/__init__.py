"""The quantization paper of 2013: what the tables of `experiments.py` leave out.

running_time.py  figure 6, and the same in ten dimensions
scalar.py        one attribute, where MDAV and PCL agree
adult_facts.py   Adult's moments, and the noise for repeated points
workloads.py     section 4.2: fixed centres with shares, and two frequencies; theorem 4 beside a linear program
"""

from __future__ import annotations

from benchmarks.reproduction.quantization.adult_facts import repeat_adult_facts
from benchmarks.reproduction.quantization.running_time import repeat_growth, repeat_ten_dimensions
from benchmarks.reproduction.quantization.scalar import repeat_scalar
from benchmarks.reproduction.quantization.workloads import repeat_workloads

QUANTIZATION_PAPER = {
    "growth": repeat_growth,
    "growth-10d": repeat_ten_dimensions,
    "scalar": repeat_scalar,
    "adult-facts": repeat_adult_facts,
    "workloads": repeat_workloads,
}
