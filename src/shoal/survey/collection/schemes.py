"""The scheme of any design: this folder takes answers to specifications and to paper forms alike."""

from __future__ import annotations

from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.boxes.scheme import scheme_of_boxes
from shoal.survey.shared.scheme import Scheme
from shoal.survey.specification.scheme import scheme_of_specification
from shoal.survey.specification.specification import Specification


def scheme_of(design: Specification | BoxDesign) -> Scheme:
    """The scheme of a specification, or of a paper form."""
    return scheme_of_specification(design) if isinstance(design, Specification) else scheme_of_boxes(design)
