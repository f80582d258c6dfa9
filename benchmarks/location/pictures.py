"""The plots of docs/location-attack.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

from benchmarks.location.answers import Quality
from benchmarks.location.identification import Named
from benchmarks.location.over_time import Followed

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "images"
INK, FAINT, BLUE, ORANGE = "#22313f", "#8a97a3", "#1b6ca8", "#e07a3f"
STYLE = {"font.size": 10, "text.color": INK, "axes.edgecolor": FAINT, "axes.labelcolor": INK}
STYLE |= {"axes.spines.top": False, "axes.spines.right": False, "xtick.color": INK, "ytick.color": INK}


def named_picture(rows: Sequence[tuple[str, float, Named]], path: Path) -> None:
    """Share of people named against metres from home, one dot for each mechanism."""
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(7.2, 4.2))
        for name, metres, named in rows:
            ours = name.startswith("places")
            spread = [[100 * (named.right - named.low)], [100 * (named.high - named.right)]]
            where = max(metres, 1.0)
            axes.errorbar([where], [100 * named.right], yerr=spread, fmt="o", color=BLUE if ours else ORANGE, capsize=3)
            beside = (7, 5) if not name.endswith("decimals") else (-7, -13)  # rounding and hexagons are near each other
            side = "left" if not name.endswith("decimals") else "right"
            axes.annotate(
                name, (where, 100 * named.right), xytext=beside, textcoords="offset points", fontsize=9, ha=side
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("metres from home to what the provider sees (mean; exact homes are drawn at 1 m)")
        axes.set_ylabel("people named rightly by one guess, %")
        _write(figure, path)


def followed_picture(courses: Sequence[tuple[str, Sequence[Followed]]], path: Path) -> None:
    """How often one guess is right for somebody who follows a pseudonym."""
    with mpl.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(7.2, 4.2))
        for (name, course), colour in zip(courses, (ORANGE, BLUE, INK, FAINT), strict=False):
            counted = [step.generations for step in course]
            axes.plot(counted, [100 * step.right for step in course], "o-", color=colour, label=name)
        axes.set_xlabel("generations through which a pseudonym is followed")
        axes.set_ylabel("people named rightly by one guess, %")
        axes.set_xticks(counted)
        axes.set_yscale("log")
        axes.legend(frameon=False)
        _write(figure, path)


def answers_picture(rows: Sequence[tuple[int, Quality]], path: Path) -> None:
    """Answers that are needed, and metres walked more without them, against k."""
    with mpl.rc_context(STYLE):
        figure, (left, right) = plt.subplots(1, 2, figsize=(7.2, 3.4))
        ks = [k for k, _ in rows]
        left.plot(ks, [found.answers for _, found in rows], "o-", color=BLUE, label="mean")
        left.plot(ks, [found.answers_p95 for _, found in rows], "o--", color=BLUE, label="95 % of people")
        left.set_ylabel("answers until the nearest is surely there")
        left.legend(frameon=False)
        right.plot(ks, [found.extra_m for _, found in rows], "o-", color=ORANGE)
        right.set_ylabel("metres walked more, first answer taken")
        for axes in (left, right):
            axes.set_xscale("log")
            axes.set_xticks(ks, [str(k) for k in ks])
            axes.minorticks_off()
            axes.set_xlabel("k")
        _write(figure, path)


def _write(figure: plt.Figure, path: Path) -> None:
    for axes in figure.axes:
        axes.yaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_minor_formatter("")
    figure.tight_layout()
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)
