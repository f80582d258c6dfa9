"""A folder with a specification and keys, and the survey that is made of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from survey_file_toys import GOOD, WISHES, prepared, survey_of

from shoal.survey.questionnaire.survey import Survey


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The organiser's desk. Tests write nothing but survey.toml there."""
    return prepared(tmp_path_factory.mktemp("desk"))


@pytest.fixture(scope="session")
def survey(desk: Path) -> Survey:
    """Every kind of question, signed."""
    text = GOOD.replace("languages", "free_text = true\nlanguages") + WISHES
    return survey_of(desk, text).signed_with(desk / "survey.key")
