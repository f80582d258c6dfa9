"""From a repository to a release: what one writes, the other reads."""

from __future__ import annotations

import json

from benchmarks.survey.running import ORGANISER_KEY
from benchmarks.survey.sealed_answers import SealedSurvey
from shoal.blind_signatures.plain_bytes import bytes_of
from shoal.survey.closing.closing import AnswersKey, close_survey
from shoal.survey.repository.answers import Submission
from shoal.survey.repository.parts import RepositoryParts, upgrade_repository
from shoal.survey.repository.settings import RepositorySettings


def test_the_bundle_of_a_repository_is_closed(sealed: SealedSurvey) -> None:
    settings = RepositorySettings(  # type: ignore[call-arg]
        survey=sealed.path, folder=sealed.folder / "repository", organiser_key=ORGANISER_KEY, database_url=None
    )
    upgrade_repository(settings)
    parts = RepositoryParts.of(settings)
    entries = sealed.entries((5, 4, 2))
    parts.answers.take(
        [
            Submission(
                bytes.fromhex(parts.check(entry["token"]).id),
                json.dumps({"token": entry["token"]}),
                bytes_of(entry["envelope"], "An envelope"),
            )
            for entry in entries
        ]
    )
    parts.answers.close()
    bundle = sealed.folder / "bundle.jsonl"
    bundle.write_text("".join(parts.answers.bundle()), encoding="utf-8")
    parts.database.close()
    made = close_survey(sealed.survey, bundle, AnswersKey(sealed.key, sealed.key_path))
    assert made.numbers.n_answers == 11 and made.numbers.refused == {} and made.collected.attained.n_released == 9
