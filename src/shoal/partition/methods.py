"""All methods, in the order in which they are listed to users. To import this module is to fill the registry."""

from __future__ import annotations

from shoal.partition.greedy.md import MD
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.greedy.mdav_plus import MDAVPlus
from shoal.partition.greedy.mdav_star import MDAVStar
from shoal.partition.greedy.mst import MST
from shoal.partition.greedy.mu_approx import MuApprox
from shoal.partition.greedy.optimal_1d import Optimal1D
from shoal.partition.greedy.tfrp import TFRP
from shoal.partition.greedy.vmdav import VMDAV
from shoal.partition.matching.matching import Matching
from shoal.partition.pcl.noisy import NoisyPCL
from shoal.partition.pcl.pcl import PCL
from shoal.partition.registry import METHODS, find_method, register
from shoal.partition.search.auto import Auto
from shoal.partition.search.best import Best

__all__ = ["METHODS", "find_method"]  # the classes are handed out by `shoal` itself

register(MDAV, MDAVPlus, VMDAV, MDAVStar, MD, MST, MuApprox, TFRP, Optimal1D, Matching, PCL, NoisyPCL, Best, Auto)
