"""Verification: what a respondent can check about a specification, without the frame and without trusting its author.

What cannot be checked from the file is whether the frame was counted truly. A signature says who answers for that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shoal.errors import WrongUse
from shoal.quantizer.findings import Check, Findings, verify
from shoal.survey.shared.promise_checks import promise_checks, scheme_facts
from shoal.survey.specification.content import SpecificationContent
from shoal.survey.specification.file import OTHER_FILE, is_specification, load
from shoal.survey.specification.frame_source import Source
from shoal.survey.specification.scheme import scheme_of_specification
from shoal.survey.specification.signing import SPECIFICATION, Signature, as_in_file, can_check
from shoal.survey.specification.signing import public_key as key_in

COUNTED = ("population", "drift", "promise")  # the checks of a quantizer that are about a table


def verify_specification(
    specification: SpecificationContent | str | Path,
    table: Any = None,
    *,
    public_key: str | Path | None = None,
    **reading: Any,
) -> Findings:
    """Check a specification, or the file of one. A file that is damaged is a finding, not an error.

    With a table (the frame, for its owner) its records are counted by cell too; ``reading``: how a text file is read.
    """
    if isinstance(specification, SpecificationContent):
        given: SpecificationContent = specification
    else:
        path = Path(specification)
        if not path.is_file() or not is_specification(path):
            raise WrongUse(f"There is no specification {path}. {OTHER_FILE}")
        try:
            given = load(path, SpecificationContent)
        except WrongUse as error:
            return Findings((Check("file", False, str(error)),), {})
    scheme = scheme_of_specification(given)
    checks = [
        Check(
            "structure",
            True,
            "The file is complete, and its parts fit together. Cells are published with the values of their centroids.",
        ),
        Check("digest", True, f"The content has the digest that the file states: {given.digest}."),
        signature_check(given.signature, given.digest, public_key),
        _rule(given),
        *promise_checks(scheme),
        *_source(given),
    ]
    facts = {
        **scheme_facts(scheme),
        "signed_by": None if given.signature is None else as_in_file(given.signature.public_key),
    }
    if table is not None:
        if given.source.kind is not Source.PEOPLE:
            raise WrongUse(
                "The frame of this specification has no row for each person, so a table cannot be counted against it.",
                hint="Check the file alone: leave the table out.",
            )
        counted = verify(given.quantizer, table, **reading)
        checks += [check for check in counted.checks if check.name in COUNTED]
        facts = counted.facts | facts
    return Findings(tuple(checks), facts)


def signature_check(
    signature: Signature | None, digest: str, public_key: str | Path | None, what: str = SPECIFICATION
) -> Check:
    """Whether a file is signed, by whom, and whether the signature fits its digest."""
    name = "signature"
    if signature is None:
        if public_key is not None:
            return Check(name, False, "The file is not signed, so it cannot be checked with the given public key.")
        return Check(name, True, "The file is not signed. So this check cannot say who wrote it.", open=True)
    if not can_check():
        words = "The file is signed, but signatures cannot be checked without the package cryptography."
        return Check(name, public_key is None, words, open=public_key is None)
    if public_key is not None and key_in(public_key) != signature.public_key:
        return Check(name, False, "The file is signed with a key other than the given one.")
    if not signature.fits(digest, what):
        return Check(name, False, "The signature does not fit the content.")
    whose = (
        "a key that was not checked. Compare it with the key that the survey published"
        if public_key is None
        else "the given key"
    )
    return Check(
        name, True, f"The file is signed with {whose} ({as_in_file(signature.public_key)}).", open=public_key is None
    )


def _source(given: SpecificationContent) -> list[Check]:
    """What the counts of a frame are, where they are not of people one by one. No file can show that they are true."""
    words = given.source.describe()
    return [Check("source", True, words, open=given.source.is_model)] if words else []


def _rule(given: SpecificationContent) -> Check:
    shown = given.quantizer.discloses
    kinds = {block.rule.kind for block in given.quantizer.blocks}
    if shown or kinds != {"power"}:
        return Check(
            "rule",
            False,
            f"The file should not have been published, or its cells depend on more than its columns. {' '.join(shown)}",
        )
    return Check(
        "rule",
        True,
        "The file holds means of cells and no member of the frame. A cell is computed from a respondent's details "
        "and these means alone.",
    )
