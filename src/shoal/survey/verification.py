"""Verification: what a respondent can check about a specification, without the frame and without trusting its author.

What cannot be checked from the file is whether the frame was counted truly. A signature says who answers for that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from shoal.errors import WrongUse
from shoal.guarantee import ProbabilisticAnonymity, effective_anonymity
from shoal.guarantee.parameters import largest_acceptable
from shoal.partition.partition import FloatArray, IntArray
from shoal.quantizer.findings import Check, Findings, verify
from shoal.survey.document import OTHER_FILE, is_specification, load
from shoal.survey.participation import block_of_cells
from shoal.survey.signing import can_check
from shoal.survey.signing import public_key as key_in
from shoal.survey.specification import Specification
from shoal.table.wording import found

COUNTED = ("population", "drift", "promise")  # the checks of a quantizer that are about a table
SAME_FAILURE = 1e-8  # two computations of one failure agree to this share


def verify_specification(
    specification: Specification | str | Path,
    table: Any = None,
    *,
    public_key: str | Path | None = None,
    **reading: Any,
) -> Findings:
    """Check a specification, or the file of one. A file that is damaged is a finding, not an error.

    With a table (the frame, for its owner) its records are counted by cell too; ``reading``: how a text file is read.
    """
    if isinstance(specification, Specification):
        given = specification
    else:
        path = Path(specification)
        if not path.is_file() or not is_specification(path):
            raise WrongUse(f"There is no specification {path}. {OTHER_FILE}")
        try:
            given = load(path)
        except WrongUse as error:
            return Findings((Check("file", False, str(error)),), {})
    checks = [
        Check(
            "structure",
            True,
            "Everything is there, and fits together; cells are published with the values of their centroids.",
        ),
        Check("digest", True, f"{given.digest} is the digest of the content."),
        _signature(given, public_key),
        _rule(given),
        *(_uneven(given) if given.is_uneven else _even(given)),
    ]
    facts = {
        "k": given.k,
        "failure": given.failure,
        "n_min": list(dict.fromkeys(given.n_min)),
        "n_cells": given.n_cells,
        "frame_records": int(given.frame_counts.sum()),
        "smallest_cell": int(given.frame_counts.min()),
        "largest_failure": float(given.failures.max()),
        "digest": given.digest,
        "signed_by": None if given.signature is None else given.signature.public_key,
    }
    if table is not None:
        counted = verify(given.quantizer, table, **reading)
        checks += [check for check in counted.checks if check.name in COUNTED]
        facts = counted.facts | facts
    return Findings(tuple(checks), facts)


def _signature(given: Specification, public_key: str | Path | None) -> Check:
    name, signature = "signature", given.signature
    if signature is None:
        words = "The file is not signed"
        if public_key is not None:
            return Check(name, False, f"{words}, and a public key was given to check it by.")
        return Check(name, True, f"{words}: the digest shows damage, but not who wrote it.")
    if not can_check():
        return Check(
            name, public_key is None, "The file is signed, but signatures cannot be checked without cryptography."
        )
    if public_key is not None and key_in(public_key) != signature.public_key:
        return Check(name, False, "The file is signed with another key than the one given.")
    if not signature.fits(given.digest):
        return Check(name, False, "The signature does not fit the content.")
    whose = (
        "a key that nobody vouched for here: compare it with the one that the survey published"
        if public_key is None
        else "the given key"
    )
    return Check(name, True, f"Signed with {whose} ({signature.public_key}).")


def _rule(given: Specification) -> Check:
    shown = given.quantizer.discloses
    kinds = {block.rule.kind for block in given.quantizer.blocks}
    if shown or kinds != {"power"}:
        return Check(
            "rule", False, f"The file should not have been published, or needs more than its columns. {' '.join(shown)}"
        )
    return Check(
        "rule",
        True,
        "A cell is told from sites and costs alone; no member of the frame stands in the file. Ties go to the lower "
        "cell.",
    )


def _even(given: Specification) -> list[Check]:
    shares, counts = given.share_of_cells, given.frame_counts
    needed = {share: effective_anonymity(given.k, float(share), given.failure).n_min for share in np.unique(shares)}
    needed_of = np.array([needed[share] for share in shares])
    stated_of = np.array(given.n_min)[block_of_cells(given.quantizer)]
    same = np.array_equal(needed_of, stated_of)
    all_needed = ", ".join(str(size) for size in dict.fromkeys(needed.values()))
    n_min = Check(
        "n_min",
        same,
        f"Computed again from k = {given.k}, failure {given.failure:g} and the participation: {all_needed}."
        if same
        else f"The file states another n_min than its promise needs, which is {all_needed}.",
    )
    failures = _failures(given, shares, counts)
    kept = (counts >= needed_of) & (failures <= largest_acceptable(given.failure))
    n_small = int((~kept).sum())
    frame = Check(
        "frame",
        bool(kept.all()),
        f"Every one of the {given.n_cells} cells has at least n_min members of the frame; the smallest has "
        f"{counts.min()}."
        if kept.all()
        else f"{found(n_small, 'cell has', 'cells have')} too few members of the frame for the promise; the smallest "
        f"has {counts.min()}.",
    )
    as_stated = bool(np.allclose(failures, given.failures, rtol=SAME_FAILURE, atol=0.0))
    words = f"Computed again for every cell: at most {failures.max():.3g}."
    failure = Check(
        "failure",
        as_stated and bool(kept.all()),
        words if as_stated else "The file states other failures than its cells have.",
    )
    return [n_min, frame, failure]


def _failures(given: Specification, shares: FloatArray, counts: IntArray) -> FloatArray:
    """The failure of each cell, from its count and the one share of its members."""
    failures = np.empty(given.n_cells)
    for share in np.unique(shares):
        cells = np.flatnonzero(shares == share)
        promise = ProbabilisticAnonymity(given.k, given.failure, float(share))
        failures[cells] = promise.cell_failures(np.repeat(np.arange(len(cells)), counts[cells]))
    return failures


def _uneven(given: Specification) -> list[Check]:
    """Members' own shares are not in the file; what it states can be held against what is possible.

    Of all cells with this count and mean the one with equal shares has the most probable shortfall, if k answers are
    expected at all (W. Hoeffding, On the distribution of the number of successes in independent trials, 1956).
    """
    from shoal.kernels.poisson_binomial import active_counts

    means, counts = given.share_of_cells, given.frame_counts
    kept = (counts >= given.k) & (given.failures <= largest_acceptable(given.failure))
    possible = True
    for mean, count, stated in zip(means, counts, given.failures, strict=True):
        if count * mean >= given.k:
            most = float(active_counts(np.full(count, mean), given.k).sum())
            possible &= bool(stated <= most * (1.0 + SAME_FAILURE))
    return [
        Check(
            "frame",
            bool(kept.all()),
            f"Each of the {given.n_cells} cells states a failure of at most {given.failure:g} and has at least "
            f"k = {given.k} members."
            if kept.all()
            else f"{found(int((~kept).sum()), 'cell states', 'cells state')} a larger failure than promised, or have "
            "fewer than k members of the frame.",
        ),
        Check(
            "failure",
            possible,
            "The stated failures are possible for the counts and the mean participation of the cells."
            if possible
            else "Some stated failures are larger than any cell of that size and mean participation can have.",
        ),
    ]
