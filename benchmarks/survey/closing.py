"""Closing a survey with many sealed answers: processor time by step.

python -m benchmarks.survey.closing [--envelopes 100000]

Tokens of 2048 bits. Making tokens and envelopes is not measured.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from benchmarks.results import write_result
from benchmarks.survey.sealed_answers import SealedSurvey
from shoal.survey.closing.bundle import read_bundle
from shoal.survey.closing.closing import THREADS, AnswersKey, close_survey
from shoal.survey.closing.opening import opened_answers
from shoal.survey.repository.admission import token_check

ENVELOPES = 100_000
SHARE, K = (
    0.8,
    20,
)  # of the members of the frame answer; large cells, so that the design takes less time than the closing
Found = TypeVar("Found")


def measured(step: Callable[[], Found]) -> tuple[float, Found]:
    """Seconds of the processor, of all threads, and what the step returned."""
    begin = time.process_time()
    found = step()
    return time.process_time() - begin, found


def run(n_envelopes: int) -> list[tuple[str, float]]:
    """Seconds of each step."""
    with tempfile.TemporaryDirectory() as folder:
        own = SealedSurvey(Path(folder), n_members=int(n_envelopes / SHARE), k=K)
        counts = (own.survey.specification.frame_counts * SHARE).round().astype(int)
        bundle = own.bundle(own.entries(counts.tolist()))
        print(f"{counts.sum():,} envelopes in {len(counts):,} cells are made", flush=True)
        reading, held = measured(lambda: read_bundle(bundle, own.survey))
        check = token_check(own.survey, None)
        opening, opened = measured(lambda: opened_answers(own.survey, held.entries, check, own.key, THREADS))
        assert len(opened.answers) == counts.sum() and not opened.refused
        key = AnswersKey(own.key, own.key_path)
        whole, _ = measured(lambda: close_survey(own.survey, bundle, key).save(Path(folder) / "out"))
        return [
            ("read the bundle", reading),
            ("check tokens, open envelopes, check answers", opening),
            ("the whole closing: these, the release, and all files", whole),
        ]


def main() -> None:
    """Run it, and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--envelopes", type=int, default=ENVELOPES)
    n_envelopes = parser.parse_args().envelopes
    rows = run(n_envelopes)
    write_result(
        "survey_closing",
        f"Closing a survey: {n_envelopes:,} envelopes",
        f"python -m benchmarks.survey.closing --envelopes {n_envelopes}",
        ["| step | s of processor time, all threads |", "|---|---|", *(f"| {name} | {s:.2f} |" for name, s in rows)],
    )


if __name__ == "__main__":
    main()
