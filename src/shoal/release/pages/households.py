"""What is counted about households, in sentences."""

from __future__ import annotations

from typing import Any

from shoal.release.wording import count, percent, plural


def audited_households_reading(audit: dict[str, Any]) -> str:
    """What an audit found about households; empty if it did not count them."""
    facts = audit.get("households")
    if facts is None:
        return ""
    return (
        f"k in households = {count(facts['k'])}: no household of '{facts['name']}' has more than 1/{count(facts['k'])} "
        f"of the records of a class. {plural(facts['n_single_classes'], 'class holds', 'classes hold')} one household "
        f"alone. The risk that any member of a household is found is {percent(facts['mean_risk'])} on average over "
        f"{plural(facts['n_households'], 'household', 'households')}."
    )


def household_sentences(promise: dict[str, Any]) -> list[str]:
    """What k in households means, and the risk of a household; nothing if k counts something else."""
    households = promise.get("households")
    if households is None:
        return []
    said = (
        "k counts households. If an attacker looks for every member of a household and guesses a record of the right "
        f"class each time, the risk that any member is found is at most {percent(households['largest_risk'])}"
    )
    if households["mean_risk"] is not None:
        said += f" (on average over {count(households['n_households'])} households: {percent(households['mean_risk'])})"
    return [
        f"{said}. The column of households is dropped. Confidential values that a whole household shares can show who "
        "lives together."
    ]


def one_class_of_households(n_cells: int, n_blocks: int, *, enough: bool) -> list[str]:
    """A sentence if the promise left nothing to choose; ``enough``: there are records for more than one cell."""
    if n_cells > n_blocks or not enough:
        return []
    where = "one class of all records" if n_blocks == 1 else "one class in each group that is anonymised separately"
    return [
        f"The promise in households left {where}: its quasi-identifiers say nothing about anybody. Lower k to keep "
        "more."
    ]


def households_title(k: int) -> str:
    """The promise in a line, for the screen."""
    return (
        f"Every record shares its quasi-identifiers with records of at least {count(k - 1)} other households, and no "
        f"household has more than 1/{count(k)} of the records of a class."
    )
