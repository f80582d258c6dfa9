"""A survey of 400 members whose answers can be opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.survey.sealed_answers import SealedSurvey


@pytest.fixture
def sealed(tmp_path: Path) -> SealedSurvey:
    """A survey that nobody has closed."""
    return SealedSurvey(tmp_path)
