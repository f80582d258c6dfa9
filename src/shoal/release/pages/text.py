"""The facts of a report or an audit as plain text, for a terminal or a log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shoal.release.confidential.wording import bound_note, promise_sentence
from shoal.release.pages import risk_utility_rows
from shoal.release.pages.column_wording import COLUMN_HEADER, column_rows, published_rows, sample_note, table_reading
from shoal.release.pages.households import audited_households_reading
from shoal.release.pages.several_releases import not_kept_together, several_releases_reading, two_releases_reading
from shoal.release.pages.verdict import headline, is_doubtful, to_judge
from shoal.release.utility.suppressed import suppressed_reading
from shoal.release.wording import (
    attribute_summary,
    cells_reading,
    certificate_reading,
    count,
    linkage_reading,
    loss_reading,
    method_reading,
    percent,
    plural,
    readings,
    withheld_reading,
)

TOO_SMALL = (
    "The table is too small to show statistics of the original, or the loss of single attributes: they could reveal "
    "the values of single records."
)
WIDTH = 100
BAR_WIDTH = 40
MOMENTS = ("mean_before", "mean_after", "deviation_before", "deviation_after")
MOMENT_DIGITS = 10  # at most: what is left of a float after rounding to the spread


def report_text(facts: dict[str, Any]) -> str:
    """A whole report."""
    promise = facts["promise"]
    sections = [
        [
            _title("Anonymity report"),
            promise["text"],
            *_wrapped(f"{'WARNING: ' if is_doubtful(facts) else ''}{headline(facts)}"),
            *_promised(promise["confidential"]),
            *_wrapped(facts["uniqueness"]["text"]),
            *_wrapped(to_judge(facts)),
            f"Date of the run (UTC): {facts['date']}",
        ],
        [line for warning in facts["warnings"] for line in _wrapped(f"Warning: {warning}")],
        _wrapped(sample_note(facts["table"])),
        _sizes(promise),
        _columns(facts),
        _loss(facts),
        _statistics(facts),
        _several_releases(facts),
        _privacy(facts["privacy"]),
        [_heading("Quantizer"), *_wrapped(quantizer_reading(facts["quantizer"], why_no_quantizer(facts)))],
        [_heading("Record-linkage attack"), *_wrapped(linkage_reading(facts["linkage"]))],
        [_heading("What is not promised"), *(line for said in facts["not_promised"] for line in _item(said))],
        _pairs("Settings", {**facts["settings"], "method used": promise["method"]}),
        _pairs("Digests", facts["digests"]),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def audit_text(facts: dict[str, Any]) -> str:
    """A whole audit."""
    lines = [
        _title("Privacy audit"),
        *(line for said in not_kept_together(facts) for line in _wrapped(said)),
        f"{plural(facts['n_records'], 'record', 'records')} in "
        f"{plural(facts['n_classes'], 'class', 'classes')} of equal quasi-identifiers "
        f"({', '.join([*facts['quasi_identifiers'], *facts['strata']])})",
        f"k = {facts['k']}: the smallest class holds {plural(facts['k'], 'record', 'records')}.",
    ]
    if facts["k_asked"] is not None:
        lines.append(f"k = {facts['k_asked']} was asked for: {_reached(facts)}.")
    lines += _wrapped(audited_households_reading(facts))
    lines += _promised(facts["promises"])
    if facts["risk_utility"] is not None:
        lines += ["", *_verdict(facts["risk_utility"])]
    rows = [[f"in classes smaller than {size}", percent(share)] for size, share in facts["share_below"].items()]
    rows.append(["alone in their class", count(facts["n_unique"])])
    lines += ["", *_table(["Records", ""], rows)]
    for earlier in facts.get("earlier", ()):
        lines += ["", _heading("Together with an earlier release"), *_items(two_releases_reading(earlier))]
    for section in (_risk_utility(facts["risk_utility"]), _privacy(facts)):
        lines += ["", *section] if section else []
    return "\n".join(lines) + "\n"


def _reached(facts: dict[str, Any]) -> str:
    """Whether the table reaches the k that was asked for; beside others it may not."""
    if not facts["k_reached"]:
        return "NOT reached"
    return "reached by this table alone" if not_kept_together(facts) else "reached"


def _verdict(both: dict[str, Any]) -> list[str]:
    """What risk and utility come to, with what is alarming first."""
    alarming = [f"Warning: {said}" for said in both["warnings"]]
    said = [sentence for sentence in both["verdict"] if sentence not in both["warnings"]]
    return [line for sentence in [*alarming, *said] for line in _wrapped(sentence)]


def _risk_utility(both: dict[str, Any] | None) -> list[str]:
    """The two sides, what their figures say, and what could not be measured."""
    if both is None:
        return []
    lines = [_heading("Risk | utility")]
    for side, heading in risk_utility_rows.SIDES:
        if both[side]:
            lines += ["", _heading(heading), *_table(risk_utility_rows.HEADER, risk_utility_rows.rows(both[side])), ""]
            said_once = risk_utility_rows.readings_once(both[side])
            lines += [line for name, said in said_once for line in _item(f"{name}. {said}")]
    if both["absent"]:
        lines += ["", _heading("Not measured")]
        lines += [line for said in risk_utility_rows.absent_rows(both["absent"]) for line in _item(said)]
    return lines


def _promised(promises: Sequence[dict[str, Any]]) -> list[str]:
    return [line for promise in promises for line in _item(promise_sentence(promise))]


def _sizes(promise: dict[str, Any]) -> list[str]:
    most = max(bar["classes"] for bar in promise["sizes"])
    rows = [
        [bar["label"], count(bar["classes"]), "█" * max(1, round(BAR_WIDTH * bar["classes"] / most))]
        for bar in promise["sizes"]
        if bar["classes"]
    ]
    summary = (
        f"{plural(promise['n_records'], 'record', 'records')} in "
        f"{plural(promise['n_classes'], 'class', 'classes')}, sizes {promise['smallest_class']} to "
        f"{promise['largest_class']}. {method_reading(promise)} {cells_reading(promise)}"
    )
    return [_heading("Classes"), *_wrapped(summary), "", *_table(["size", "classes", ""], rows)]


def _columns(facts: dict[str, Any]) -> list[str]:
    lines = [_heading("What was done to which column"), *_wrapped(table_reading(facts["table"])), ""]
    lines += _table(COLUMN_HEADER, column_rows(facts["columns"]), words=True)
    published = published_rows(facts["columns"])
    if published:
        lines += ["", _heading("Published as they are")]
        lines += [line for title, names in published for line in _item(f"{title}: {', '.join(names)}")]
    return lines


def _loss(facts: dict[str, Any]) -> list[str]:
    loss = facts["loss"]
    lines = [
        _heading("Loss of the released values"),
        *_wrapped(loss_reading(loss, along_streets=is_along_streets(facts))),
    ]
    if facts["suppressed"]:
        lines += ["", *_wrapped(suppressed_reading(facts["suppressed"]))]
    lines += ["", *_wrapped(certificate_reading(facts["certificate"], facts["promise"]["fewest_records"]))]
    lines += _wrapped(bound_note(facts["promise"]["confidential"]))
    if loss["attributes"]:
        rows = [
            [row["name"], percent(row["loss_share"], 2), percent(row["part_of_total"], 2)] for row in loss["attributes"]
        ]
        lines += ["", *_table(["attribute", "loss of its own variance", "adds to the whole loss"], rows)]
    if not facts["detail_shown"]:
        lines += ["", *_wrapped(TOO_SMALL)]
    if facts["withheld"]:
        lines += ["", *_wrapped(withheld_reading(facts["withheld"]))]
    return lines


def _several_releases(facts: dict[str, Any]) -> list[str]:
    said = several_releases_reading(facts)
    return [_heading("Earlier releases"), *_items(said)] if said else []


def _statistics(facts: dict[str, Any]) -> list[str]:
    if not facts["statistics"]:
        return []
    rows = statistics_rows(facts["statistics"])
    header = ["attribute", "mean before", "after", "deviation before", "after"]
    lines = [_heading(_statistics_title(facts["weighted_by"])), *_table(header, rows)]
    if facts["correlations"] and facts["correlations"]["largest_change"]:
        change = facts["correlations"]["largest_change"]
        lines += [
            "",
            f"Largest change of a correlation: {' and '.join(change['attributes'])}, "
            f"{change['before']:.3f} before, {change['after']:.3f} after.",
        ]
    return lines


def _statistics_title(weight: str | None) -> str:
    return "Before and after" if weight is None else f"Before and after, weighted by '{weight}'"


def _privacy(audit: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    for attribute in audit["confidential"]:
        lines += ["", _heading(f"Confidential: {attribute['name']}")]
        lines += _wrapped(attribute_summary(attribute))
        lines += _table(["measure", "value", "reading"], [list(row) for row in readings(attribute)])
    return lines[1:]


def is_along_streets(facts: dict[str, Any]) -> bool:
    """Whether the released values are crossings."""
    return "graph" in facts["settings"]


def why_no_quantizer(facts: dict[str, Any]) -> str:
    """Why there can be no quantizer of these cells; empty if there can."""
    promise, none = facts["promise"], "There is no quantizer of these cells."
    if is_along_streets(facts):
        return f"{none} It measures in straight lines, and these cells lie along streets."
    if "households" in promise:
        if promise["households"]["members"] == "counted":
            return f"{none} It assigns each record by itself, and does not know who lives together."
        return f"{none} It assigns each record by itself, so the members of a household would not stay together."
    if promise["counts_persons"]:
        return f"{none} It counts records, and k counts persons here."
    if promise["confidential"]:
        return (
            f"{none} It assigns records by their quasi-identifiers alone, so it would not keep the promises about "
            "confidential values, neither for these records nor for later ones."
        )
    return ""


def quantizer_reading(quantizer: dict[str, Any] | None, why_none: str = "") -> str:
    """What the compact model is, how large it is beside the table it replaces, and what it would show."""
    if why_none:
        return why_none
    if quantizer is None:
        return (
            "No quantizer was made, because the method gives no cell costs. You can ask for one (Release.quantizer, "
            "--quantizer), but it may hold the values of single records."
        )
    said = (
        f"A quantizer is a small file that assigns new records to these cells. This one has "
        f"{plural(quantizer['n_cells'], 'cell', 'cells')} (kind '{quantizer['kind']}') and takes "
        f"{plural(quantizer['bytes'], 'byte', 'bytes')}. The quasi-identifiers of the table take "
        f"{plural(quantizer['table_bytes'], 'byte', 'bytes')} as plain numbers."
    )
    if quantizer["forced_apart"]:
        said += (
            " Some records with identical quasi-identifiers are in different cells. The quantizer assigns all of them "
            f"to one cell, which moves {plural(quantizer['forced_apart'], 'record', 'records')}."
        )
    return " ".join([said, *quantizer["discloses"]])


def _pairs(title: str, values: dict[str, Any]) -> list[str]:
    if not values:
        return []
    return [_heading(title), *_table(["", ""], [[name, plain(value)] for name, value in values.items()])[1:]]


def plain(value: Any) -> str:
    """A setting as a person would write it."""
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(item) for item in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {plain(item)}" for name, item in value.items()) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def statistics_rows(statistics: Sequence[dict[str, Any]]) -> list[list[str]]:
    """Name, means and deviations of each attribute. All four were rounded alike, so they have equally many decimals."""
    return [[row["name"], *_even([row[name] for name in MOMENTS])] for row in statistics]


def _even(values: Sequence[float | None]) -> list[str]:
    """Numbers as text with equally many decimals; very large and very small ones are written with exponents."""
    plain_text = ["–" if value is None else f"{value:,.{MOMENT_DIGITS}g}" for value in values]
    if any("e" in text for text in plain_text):
        return plain_text
    decimals = max(len(text.partition(".")[2]) for text in plain_text)
    return ["–" if value is None else f"{value:,.{decimals}f}" for value in values]


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}"


def _heading(text: str) -> str:
    return f"{text}\n{'-' * len(text)}"


def _wrapped(text: str, width: int = WIDTH) -> list[str]:
    import textwrap

    return textwrap.wrap(text, width)


def _item(text: str) -> list[str]:
    first, *rest = _wrapped(text, WIDTH - 2)
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _items(sentences: Sequence[str]) -> list[str]:
    return [line for sentence in sentences for line in _item(sentence)]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], *, words: bool = False) -> list[str]:
    """Aligned columns; numbers to the right, words to the left, the last wrapped into what is left of the line."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header) - 1)]
    left = sum(widths) + 2 * len(widths)
    lines = []
    for row in [header, *rows]:
        cells = [
            text.ljust(width) if words or column == 0 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=False))
        ]
        first, *rest = _wrapped(row[-1], max(WIDTH - left, 20)) or [""]
        lines.append("  ".join([*cells, first]).rstrip())
        lines += [" " * left + line for line in rest]
    return lines
