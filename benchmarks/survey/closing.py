"""Closing a survey with many sealed answers: processor time by step.

python -m benchmarks.survey.closing [--envelopes 10000]

Tokens of 2048 bits. Making tokens and envelopes is not measured.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

from benchmarks.results import write_result
from benchmarks.survey.sealed_answers import OPINIONS, SealedSurvey
from shoal.survey.closing.bundle import read_bundle
from shoal.survey.closing.closing import THREADS, AnswersKey, close_survey
from shoal.survey.closing.opening import opened_answers
from shoal.survey.repository.admission import token_check

ENVELOPES = 10_000
N_MEMBERS = 4000  # of the frame that is designed; its cells take as many answers as are asked for
Found = TypeVar("Found")


def measured(step: Callable[[], Found]) -> tuple[float, Found]:
    """Seconds of the processor, of all threads, and what the step returned."""
    begin = time.process_time()
    found = step()
    return time.process_time() - begin, found


def run(n_envelopes: int) -> list[tuple[str, float]]:
    """Seconds of each step."""
    with tempfile.TemporaryDirectory() as folder:
        own = SealedSurvey(Path(folder), n_members=N_MEMBERS)
        n_cells, draw = own.survey.specification.n_cells, np.random.default_rng(1)
        entries = [
            own.entry(int(cell), opinion=OPINIONS[number % len(OPINIONS)], ways=["bus"], spent=number % 5000)
            for number, cell in enumerate(draw.integers(0, n_cells, n_envelopes))
        ]
        bundle = own.bundle(entries)
        reading, held = measured(lambda: read_bundle(bundle, own.survey))
        check = token_check(own.survey, None)
        opening, opened = measured(lambda: opened_answers(own.survey, held.entries, check, own.key, THREADS))
        assert len(opened.answers) == n_envelopes and not opened.refused
        return [("read the bundle", reading), ("check tokens, open envelopes, check answers", opening)]


def released(n_answers: int) -> float:
    """Seconds of a whole closing whose answers fit its frame, with all files."""
    with tempfile.TemporaryDirectory() as folder:
        own = SealedSurvey(Path(folder), n_members=N_MEMBERS)
        counts = np.minimum(own.survey.specification.frame_counts, n_answers // own.survey.specification.n_cells)
        bundle = own.bundle(own.entries(counts.tolist()))
        key = AnswersKey(own.key, own.key_path)
        whole, _ = measured(lambda: close_survey(own.survey, bundle, key).save(Path(folder) / "out"))
        return whole


def main() -> None:
    """Run it, and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--envelopes", type=int, default=ENVELOPES)
    n_envelopes = parser.parse_args().envelopes
    n_released = N_MEMBERS // 2
    rows = [*run(n_envelopes), (f"a whole closing of {n_released:,} answers, with all files", released(n_released))]
    write_result(
        "survey_closing",
        f"Closing a survey: {n_envelopes:,} envelopes",
        f"python -m benchmarks.survey.closing --envelopes {n_envelopes}",
        ["| step | s of processor time, all threads |", "|---|---|", *(f"| {name} | {s:.2f} |" for name, s in rows)],
    )


if __name__ == "__main__":
    main()
