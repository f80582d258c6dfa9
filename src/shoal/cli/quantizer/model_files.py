"""Which kind of file a command was given: told by what the file says about itself, be it damaged, never by its name."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.errors import WrongUse

if TYPE_CHECKING:
    from shoal.survey.boxes.box_design import BoxDesign
    from shoal.survey.specification.specification import Specification

KNOWN = (
    "Give a quantizer (.json or .shoalq, from shoal anonymize --quantizer or shoal fit), the specification of a survey "
    "(.json, from shoal design), the boxes.json of a paper form (from shoal form) or the rule of an allocation (.json, "
    "from shoal allocate --save)."
)


class ModelKind(StrEnum):
    """What cells or centres can come from; the values are the words for it."""

    QUANTIZER = "a quantizer"
    SPECIFICATION = "the specification of a survey"
    FORM = "a paper form"
    ALLOCATION = "the rule of an allocation"


def kind_of(path: str) -> ModelKind:
    """The kind of a file, damaged or not; a file that is none of them is wrong use."""
    from shoal.allocation.kind import WHAT as ALLOCATION
    from shoal.quantizer.files.content import WHAT as QUANTIZER
    from shoal.quantizer.files.storage import says_quantizer
    from shoal.survey.boxes.content import WHAT as FORM
    from shoal.survey.shared.design_files import stated_kind
    from shoal.survey.specification.content import WHAT as SPECIFICATION

    file = Path(path)
    if not file.is_file():
        raise WrongUse(f"There is no file {path}. {KNOWN}")
    if says_quantizer(file):  # these may be huge, so what follows is not for them
        return ModelKind.QUANTIZER
    stated = stated_kind(file)
    for what, kind in (
        (QUANTIZER, ModelKind.QUANTIZER),
        (SPECIFICATION, ModelKind.SPECIFICATION),
        (FORM, ModelKind.FORM),
        (ALLOCATION, ModelKind.ALLOCATION),
    ):
        if stated == what:
            return kind
    raise WrongUse(f"{file.name} is none of the files with cells or centres that Shoal writes. {KNOWN}")


def refuse_public_key(path: str, kind: ModelKind, public_key: str | None) -> None:
    """Only specifications are signed, so a key for another file is refused."""
    if public_key is not None and kind is not ModelKind.SPECIFICATION:
        raise WrongUse(
            f"{Path(path).name} is {kind}, which nobody signs, so no key can vouch for it. If you were promised the "
            "specification of a survey, this is not it."
        )


def survey_design(path: str) -> Specification | BoxDesign:
    """The specification of a survey, or the design of a paper form."""
    from shoal.survey.boxes.box_design import BoxDesign
    from shoal.survey.specification.specification import Specification

    kind = kind_of(path)
    if kind in (ModelKind.QUANTIZER, ModelKind.ALLOCATION):
        raise WrongUse(
            f"{Path(path).name} is {kind}, not the design of a survey. Give the specification of the survey "
            "(shoal design), or the boxes.json of its paper form (shoal form)."
        )
    return BoxDesign.load(path) if kind is ModelKind.FORM else Specification.load(path)
