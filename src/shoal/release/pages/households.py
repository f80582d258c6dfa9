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
    together = households["members"] == "together"
    guess = "k counts households. If an attacker looks for {whom} and guesses a record of the right class{each}, "
    if together:
        said = guess.format(whom="every member of a household", each=" each time")
        said += f"the risk that any member is found is at most {percent(households['largest_risk'])}"
    else:
        k = count(promise["k"])
        said = guess.format(whom="one member of a household", each="")
        said += f"that is right at most once in {k} times. Members may be in different classes: for one who looks for "
        said += f"all members, in c classes, the risk that any of them is found is at most c/{k}"
    if households["mean_risk"] is not None:
        about = "about " if households.get("about") else ""  # of a table in parts some households are drawn
        said += (
            f" (on average over {about}{count(households['n_households'])} households: "
            f"{percent(households['mean_risk'])})"
        )
    shared = [
        "Confidential values that a whole household shares can show who lives together. A class shows how often each "
        "value occurs: whoever knows that all members share a value can exclude values that fewer records of the class "
        "have."
        if together
        else "A confidential value that all members share is in each of their classes, and often no other value is: "
        "whoever knows who lives together can then read it. What a household has in common (rent, region) is released "
        "differently for its members."
    ]
    return [f"{said}. The column of households is dropped.", *shared]


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
