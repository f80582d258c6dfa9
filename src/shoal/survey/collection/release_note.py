"""The public note of a release of a survey: it says how the answers were counted.

It never says how many answers a withheld cell had, nor how many withheld cells there were.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path

from shoal import __version__
from shoal.survey.collection.attained import Attained
from shoal.survey.collection.respondents import CountedBy, counted_words
from shoal.table.atomic import atomically

WHAT = "shoal survey release"
FORMAT = 1  # of the first release
SUFFIX = ".about.json"


def note_path(release: Path) -> Path:
    """The path of the note: answers.csv has answers.csv.about.json."""
    return release.with_name(f"{release.name}{SUFFIX}")


def write_note(release: Path, k: int, design: str, attained: Attained, by: CountedBy) -> Path:
    """Write the note of a release that has been written already."""
    content = {
        "what": WHAT,
        "format": FORMAT,
        "release": release.name,
        "digest": f"sha256:{hashlib.sha256(release.read_bytes()).hexdigest()}",
        "written": datetime.now(UTC).date().isoformat(),
        "shoal": __version__,
        "design": design,
        "k": k,
        "n_released": attained.n_released,
        "n_cells_released": attained.n_cells_released,
        "smallest_class": attained.smallest_class,
        "people_told_apart_by": str(by),
        "words": counted_words(by, k),
    }
    path = note_path(release)
    with atomically(path) as draft:
        draft.write_text(f"{json.dumps(content, indent=1, ensure_ascii=False)}\n", encoding="utf-8")
    return path
