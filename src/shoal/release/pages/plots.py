"""Small pictures as inline SVG, drawn by hand: no script, no font to fetch, a few kilobytes each.

Two colours carry the whole report: grey-blue for before, deep teal for after and for everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from shoal.release.wording import percent

BEFORE = "#c3cad4"
AFTER = "#0f6f78"
LINE = "#d9dee5"
TEXT = "#4a5563"
ALARM = "#b3261e"
NEGATIVE = "#a8481f"
WIDE = 460.0  # a page has room for more, but on a telephone the letters of a wider picture cannot be read
SHORT_LABEL = 14  # letters of a name where two stand in a line, or fields leave little room
LABEL_LENGTH = 22  # longer names are cut: they would run out of the picture


def _svg(width: float, height: float, body: Sequence[str], title: str) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" style="max-width:{width:g}px"'
    return (
        f'<svg {size} role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>{''.join(body)}</svg>"
    )


def _rect(x: float, y: float, width: float, height: float, fill: str, extra: str = "") -> str:
    size = f'width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} fill="{fill}" {extra}/>'


def _line(x1: float, y1: float, x2: float, y2: float, stroke: str = LINE, extra: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}" {extra}/>'


def _text(
    x: float,
    y: float,
    text: str,
    anchor: str = "middle",
    size: float = 11,
    fill: str = TEXT,
    *,
    halo: bool = False,
) -> str:
    around = ' stroke="#fff" stroke-width="4" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size:g}" fill="{fill}"{around}>'
        f"{escape(text)}</text>"
    )


def short(name: str) -> str:
    """A name that fits beside a bar."""
    return name if len(name) <= LABEL_LENGTH else f"{name[: LABEL_LENGTH - 1]}…"


def sizes_plot(sizes: Sequence[dict[str, Any]], k: int) -> str:
    """Bars: how many classes have which size; those below k stand out."""
    width, height, base, left = WIDE, 190.0, 150.0, 46.0
    most = max(bar["classes"] for bar in sizes)
    slot = (width - left - 10) / len(sizes)
    bar_width = min(slot * 0.78, 64.0)
    body = [
        _line(left, base, width - 10, base, TEXT),
        _text(left - 6, 24, f"{most:,}", "end"),
        _text(left - 6, base, "0", "end"),
    ]
    every = int(np.ceil(len(sizes) * max(len(bar["label"]) for bar in sizes) * 7 / (width - left)))
    for position, bar in enumerate(sizes):
        tall = (base - 20) * bar["classes"] / most
        x = left + slot * position + (slot - bar_width) / 2
        body.append(_rect(x, base - tall, bar_width, tall, AFTER if bar["from"] >= k else ALARM))
        if position % every == 0:
            body.append(_text(x + bar_width / 2, base + 16, bar["label"]))
    body.append(_text((left + width) / 2, height - 6, "records in the class", size=11))
    body.append(_text(left - 34, 10, "classes", "start", 11))
    return _svg(width, height, body, "How many classes have which size")


def loss_plot(attributes: Sequence[dict[str, Any]], overall: float, decimals: int = 2) -> str:
    """Horizontal bars: the share of its variance that each attribute lost; the overall loss as a line."""
    row, left, width = 24.0, 150.0, WIDE
    most = max([overall, *(attribute["loss_share"] for attribute in attributes), 1e-12])
    scale = (width - left - 70) / most
    height = row * len(attributes) + 26
    x = left + overall * scale
    body = [_line(x, 0, x, height - 20, "#9aa5b1", 'stroke-dasharray="3 3"')]
    for position, attribute in enumerate(attributes):
        y = row * position + 4
        long = attribute["loss_share"] * scale
        body += [
            _text(left - 8, y + 13, short(attribute["name"]), "end", 12),
            _rect(left, y, long, row - 8, AFTER),
            _text(left + long + 6, y + 13, percent(attribute["loss_share"], 2), "start", 11, halo=True),
        ]
    body.append(_text(x, height - 6, f"overall {percent(overall, decimals)}"))
    return _svg(width, height, body, "Loss per attribute")


def marginal_plot(marginal: dict[str, Any]) -> str:
    """One attribute before (grey) and after (outline for numbers, second bar for categories)."""
    if marginal["kind"] == "category":
        return _category_plot(marginal)
    return _numeric_plot(marginal)


def _numeric_plot(marginal: dict[str, Any]) -> str:
    width, height, base, left, right = 330.0, 150.0, 118.0, 8.0, 8.0
    inner, step = marginal["borders"], marginal["step"]
    # In steps, so that neither the largest floats overflow nor large numbers with a small spread lose their digits.
    # The open outermost bins are drawn one step wide.
    at = [border / step for border in inner]
    edges = [at[0] - 1, *at, at[-1] + 1] if at else [0.0, 1.0]
    span = edges[-1] - edges[0]
    widths = np.diff(edges)
    before = np.asarray(marginal["before"]) / widths
    after = np.asarray(marginal["after"]) / widths
    most = max(float(before.max()), float(after.max()), 1e-12)
    xs = [left + (edge - edges[0]) / span * (width - left - right) for edge in edges]
    body = []
    for bin_, share in enumerate(before):
        tall = (base - 10) * share / most
        body.append(_rect(xs[bin_], base - tall, xs[bin_ + 1] - xs[bin_] - 0.6, tall, BEFORE))
    path = [f"M{xs[0]:.1f},{base:.1f}"]
    for bin_, share in enumerate(after):
        y = base - (base - 10) * share / most
        path.append(f"L{xs[bin_]:.1f},{y:.1f}L{xs[bin_ + 1]:.1f},{y:.1f}")
    path.append(f"L{xs[-1]:.1f},{base:.1f}")
    body.append(f'<path d="{"".join(path)}" fill="none" stroke="{AFTER}" stroke-width="2"/>')
    body.append(_line(left, base, width - right, base, TEXT))
    body += _border_labels(marginal["labels"], xs, base + 15)
    return _svg(width, height, body, f"{marginal['name']} before and after")


def _border_labels(labels: Sequence[str], xs: Sequence[float], y: float) -> list[str]:
    """The borders of bins, as many as fit; the open ends say so."""
    if len(labels) < 2:
        return [_text((xs[0] + xs[-1]) / 2, y, labels[0], size=10)]
    borders = [labels[0].removeprefix("below "), *(label.split(" to ")[1] for label in labels[1:-1])]
    drawn: list[str] = []
    free_from = float("-inf")
    for border, x in zip(borders, xs[1:-1], strict=True):
        half = len(border) * 3 + 5
        if x - half >= free_from:
            drawn += [_line(x, y - 15, x, y - 11, TEXT), _text(x, y, border, size=10)]
            free_from = x + half
    return drawn


def _category_plot(marginal: dict[str, Any]) -> str:
    row, left, width, figure = 32.0, 130.0, 330.0, 76.0  # a figure is as wide as '50.3 % before'
    most = max(*marginal["before"], *marginal["after"], 1e-12)
    scale = (width - left - figure) / most
    body = []
    rows = zip(marginal["labels"], marginal["before"], marginal["after"], strict=True)
    for position, (label, before, after) in enumerate(rows):
        y = row * position + 3
        body += [
            _text(left - 6, y + 16, short(label), "end", 11),
            _rect(left, y, before * scale, 11, BEFORE),
            _rect(left, y + 13, after * scale, 11, AFTER),
            _text(left + before * scale + 5, y + 9, f"{percent(before)} before", "start", 10),
            _text(left + after * scale + 5, y + 22, f"{percent(after)} after", "start", 10),
        ]
    return _svg(width, row * len(marginal["labels"]) + 6, body, f"{marginal['name']} before and after")


def correlation_plot(names: Sequence[str], matrix: Sequence[Sequence[float]], title: str) -> str:
    """A square of coloured fields: teal for positive, rust for negative, white for none."""
    n = len(names)
    left, side = 92.0, 230.0
    field = side / n
    body = []
    for row in range(n):
        y = row * field + 4
        body.append(_text(left - 5, y + field / 2 + 4, _cut(names[row], SHORT_LABEL), "end", min(11, field + 1)))
        for column in range(n):
            value = matrix[row][column]
            colour = AFTER if value >= 0 else NEGATIVE
            x = left + column * field
            body.append(_rect(x, y, field - 0.8, field - 0.8, colour, f'fill-opacity="{abs(value):.3f}"'))
            if field >= 30:
                ink = "#ffffff" if abs(value) > 0.55 else TEXT
                middle = x + field / 2, y + field / 2 + 4
                body.append(_text(*middle, f"{round(value, 2) + 0.0:.2f}", size=min(11, field / 3.2), fill=ink))
    body.append(_text(left + side / 2, side + 22, title, size=12))
    return _svg(left + side + 4, side + 30, body, f"Correlations {title}")


def _cut(name: str, length: int) -> str:
    return name if len(name) <= length else f"{name[: length - 1]}…"


def points_plot(picture: dict[str, Any]) -> str:
    """Distinct released points as circles whose area follows the number of records."""
    side, left, below = 420.0, 26.0, 26.0
    points = picture["points"]
    largest = max(size for _, _, size in points)
    radius = min(11.0, max(2.2, 0.42 * side / np.sqrt(len(points)) / 2))
    opacity = 0.75 if len(points) < 300 else 0.5
    body = [_rect(left + 0.5, 0.5, side - 1, side - 1, "#fbfcfd", f'stroke="{LINE}"')]
    body.append(f'<g fill="{AFTER}" fill-opacity="{opacity}" stroke="#fff" stroke-width="0.6">')
    for x, y, size in points:
        across, up = left + 14 + x / 100 * (side - 28), side - 14 - y / 100 * (side - 28)
        r = radius * np.sqrt(size / largest)
        body.append(f'<circle cx="{across:.1f}" cy="{up:.1f}" r="{r:.1f}"/>')
    body.append("</g>")
    shares, names = picture["shown_share"], picture["axes"]
    body.append(_text(left + side / 2, side + below - 8, _axis_label("First", names[0], shares[0]), size=12))
    if len(names) > 1:
        upwards = _text(0, 0, _axis_label("Second", names[1], shares[1]), size=12)
        body.append(f'<g transform="translate({left - 9:g},{side / 2:g}) rotate(-90)">{upwards}</g>')
    return _svg(left + side, side + below, body, "The released points on their two principal axes")


def _axis_label(place: str, names: Sequence[str], share: float) -> str:
    """What an axis of the released points is: a principal axis has no unit, but attributes that it mostly follows."""
    follows = f": mostly {' and '.join(_cut(name, SHORT_LABEL) for name in names)}" if names else ""
    return f"{place} principal axis{follows} ({percent(share, 0)})"


def linkage_plot(linkage: dict[str, Any]) -> str:
    """Blind guess, attack with interval, and ceiling on one line."""
    width, left, right, y = WIDE, 20.0, 70.0, 44.0
    most = max(linkage["ceiling"], linkage["success_high"], 1e-12)

    def place(share: float) -> float:
        return float(left + share / most * (width - left - right))

    low, high = place(linkage["success_low"]), place(linkage["success_high"])
    at = place(linkage["success"])
    body = [
        _line(left, y, width - right, y, LINE, 'stroke-width="2"'),
        _line(place(linkage["baseline"]), y - 9, place(linkage["baseline"]), y + 9, TEXT, 'stroke-width="2"'),
        _line(place(linkage["ceiling"]), y - 9, place(linkage["ceiling"]), y + 9, TEXT, 'stroke-width="2"'),
        _rect(low, y - 5, high - low, 10, AFTER, 'fill-opacity="0.3" rx="4"'),
        f'<circle cx="{at:.1f}" cy="{y:.1f}" r="6" fill="{AFTER}"/>',
        _text(place(linkage["baseline"]) - 4, y + 28, "blind guess", "start"),
        _text(at, y - 16, f"attack {percent(linkage['success'])}", size=12, fill=AFTER),
        _text(place(linkage["ceiling"]), y + 28, f"class known {percent(linkage['ceiling'])}"),
    ]
    return _svg(width, 80, body, "Record linkage: blind guess, attack, ceiling")
