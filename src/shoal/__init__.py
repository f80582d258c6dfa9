"""Shoal: k-anonymous microaggregation.

Every record is one of at least k alike, at small distortion, and the count is there to prove it::

    release = shoal.anonymize(people, k=5, quasi_identifiers=["age", "zip", "income"], identifiers=["name"])
    release.table          # the same kind of table that came in
    release.report         # what was promised, whether it is kept, what it cost

Names are loaded when first used, so that ``import shoal`` stays light. The folders, from the top down; each imports
only what is below it (`docs/design/001-layers-and-folders.md`):

    cli/                           the command line
    service/ survey/ spark/        the location service; surveys whose respondents anonymise themselves; clusters
    client.py journey/ estimator.py    a client of the service; from a table to a release; the scikit-learn estimator
    web/                           what the servers have in common: entrance, limits, database, pages
    release/                       the published table, its report and its manifest
    quantizer/                     cells that can be applied to later records
    encode/ partition/             columns become points, points become cells
    table/                         tables, files and the roles of columns
    guarantee/                     the promises
    kernels/                       compiled loops
    errors.py arrays.py            errors as data; types of arrays
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "anonymize": "shoal.journey",
    "EarlierRelease": "shoal.journey",
    "Release": "shoal.release.release",
    "StoredRelease": "shoal.journey.out_of_core.stored",
    "Report": "shoal.release.report.report",
    "audit": "shoal.journey.audit",
    "Audit": "shoal.release.report.audit_facts",
    "record_risk": "shoal.release.record_risk",
    "RecordRisk": "shoal.release.record_risk",
    "Quantizer": "shoal.quantizer.quantizer",
    "Density": "shoal.quantizer.sources.density",
    "Raster": "shoal.quantizer.sources.raster",
    "verify": "shoal.quantizer.findings",
    "Findings": "shoal.quantizer.findings",
    "microaggregate": "shoal.partition.microaggregate",
    "lower_bound": "shoal.partition.bound.certificate",
    "certificate": "shoal.partition.bound.certificate",
    "Certificate": "shoal.partition.bound.certificate",
    "Partition": "shoal.partition.partition",
    "MDAV": "shoal.partition.methods",
    "MDAVPlus": "shoal.partition.methods",
    "VMDAV": "shoal.partition.methods",
    "MDAVStar": "shoal.partition.methods",
    "MD": "shoal.partition.methods",
    "MST": "shoal.partition.methods",
    "MuApprox": "shoal.partition.methods",
    "TFRP": "shoal.partition.methods",
    "Optimal1D": "shoal.partition.methods",
    "Matching": "shoal.partition.methods",
    "PCL": "shoal.partition.methods",
    "Best": "shoal.partition.methods",
    "NoisyPCL": "shoal.partition.methods",
    "PowerDiagram": "shoal.partition.transport.power_diagram",
    "Graph": "shoal.partition.distances.graph",
    "allocate": "shoal.partition.allocation.allocation",
    "AllocationRule": "shoal.allocation.rule",
    "Auto": "shoal.partition.methods",
    "Microaggregator": "shoal.estimator",
    "KAnonymity": "shoal.guarantee",
    "PersonAnonymity": "shoal.guarantee",
    "HouseholdAnonymity": "shoal.guarantee",
    "ProbabilisticAnonymity": "shoal.guarantee",
    "BetaLikeness": "shoal.guarantee.confidential",
    "Closeness": "shoal.guarantee.confidential",
    "ConfidentialPromise": "shoal.guarantee.confidential",
    "ConfidentialValues": "shoal.guarantee.confidential",
    "DeltaDisclosure": "shoal.guarantee.confidential",
    "DistinctDiversity": "shoal.guarantee.confidential",
    "EntropyDiversity": "shoal.guarantee.confidential",
    "GroundDistance": "shoal.guarantee.confidential",
    "LargestShare": "shoal.guarantee.confidential",
    "RecursiveDiversity": "shoal.guarantee.confidential",
    "EffectiveAnonymity": "shoal.guarantee",
    "effective_anonymity": "shoal.guarantee",
    "most_cells": "shoal.guarantee",
    "Specification": "shoal.survey.specification.specification",
    "design_frame": "shoal.survey.design.frame",
    "BoxDesign": "shoal.survey.boxes.box_design",
    "design_boxes": "shoal.survey.boxes.from_frame",
    "collect": "shoal.survey.collection.collecting",
    "Outcome": "shoal.errors",
    "ShoalError": "shoal.errors",
    "ShoalWarning": "shoal.errors",
    "WrongUse": "shoal.errors",
    "PromiseNotKept": "shoal.errors",
}

__all__ = [
    "MD",
    "MDAV",
    "MST",
    "PCL",
    "TFRP",
    "VMDAV",
    "AllocationRule",
    "Audit",
    "Auto",
    "Best",
    "BetaLikeness",
    "BoxDesign",
    "Certificate",
    "Closeness",
    "ConfidentialPromise",
    "ConfidentialValues",
    "DeltaDisclosure",
    "Density",
    "DistinctDiversity",
    "EarlierRelease",
    "EffectiveAnonymity",
    "EntropyDiversity",
    "Findings",
    "Graph",
    "GroundDistance",
    "HouseholdAnonymity",
    "KAnonymity",
    "LargestShare",
    "MDAVPlus",
    "MDAVStar",
    "Matching",
    "Microaggregator",
    "MuApprox",
    "NoisyPCL",
    "Optimal1D",
    "Outcome",
    "Partition",
    "PersonAnonymity",
    "PowerDiagram",
    "ProbabilisticAnonymity",
    "PromiseNotKept",
    "Quantizer",
    "Raster",
    "RecordRisk",
    "RecursiveDiversity",
    "Release",
    "Report",
    "ShoalError",
    "ShoalWarning",
    "Specification",
    "StoredRelease",
    "WrongUse",
    "__version__",
    "allocate",
    "anonymize",
    "audit",
    "certificate",
    "collect",
    "design_boxes",
    "design_frame",
    "effective_anonymity",
    "lower_bound",
    "microaggregate",
    "most_cells",
    "record_risk",
    "verify",
]

if TYPE_CHECKING:
    from shoal.allocation.rule import AllocationRule
    from shoal.errors import Outcome, PromiseNotKept, ShoalError, ShoalWarning, WrongUse
    from shoal.estimator import Microaggregator
    from shoal.guarantee import (
        EffectiveAnonymity,
        HouseholdAnonymity,
        KAnonymity,
        PersonAnonymity,
        ProbabilisticAnonymity,
        effective_anonymity,
        most_cells,
    )
    from shoal.guarantee.confidential import (
        BetaLikeness,
        Closeness,
        ConfidentialPromise,
        ConfidentialValues,
        DeltaDisclosure,
        DistinctDiversity,
        EntropyDiversity,
        GroundDistance,
        LargestShare,
        RecursiveDiversity,
    )
    from shoal.journey import EarlierRelease, anonymize
    from shoal.journey.audit import audit
    from shoal.journey.out_of_core.stored import StoredRelease
    from shoal.partition.allocation.allocation import allocate
    from shoal.partition.bound.certificate import Certificate, certificate, lower_bound
    from shoal.partition.distances.graph import Graph
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
    from shoal.partition.microaggregate import microaggregate
    from shoal.partition.partition import Partition
    from shoal.partition.pcl.noisy import NoisyPCL
    from shoal.partition.pcl.pcl import PCL
    from shoal.partition.search.auto import Auto
    from shoal.partition.search.best import Best
    from shoal.partition.transport.power_diagram import PowerDiagram
    from shoal.quantizer.findings import Findings, verify
    from shoal.quantizer.quantizer import Quantizer
    from shoal.quantizer.sources.density import Density
    from shoal.quantizer.sources.raster import Raster
    from shoal.release.record_risk import RecordRisk, record_risk
    from shoal.release.release import Release
    from shoal.release.report.audit_facts import Audit
    from shoal.release.report.report import Report
    from shoal.survey.boxes.box_design import BoxDesign
    from shoal.survey.boxes.from_frame import design_boxes
    from shoal.survey.collection.collecting import collect
    from shoal.survey.design.frame import design_frame
    from shoal.survey.specification.specification import Specification


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'shoal' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
