"""Survey: one signed document that says what is asked, by whom, when and with which keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from shoal.quantizer.findings import Findings
from shoal.survey.questionnaire.answers import SurveyAnswer, read_answer, written_answer
from shoal.survey.questionnaire.content import WHAT, SurveyContent
from shoal.survey.questionnaire.file import load, save, survey_from
from shoal.survey.questionnaire.toml_file import content_of_toml
from shoal.survey.questionnaire.verification import verify_survey
from shoal.survey.sealing.envelope import seal, unseal
from shoal.survey.sealing.suite import key_of_text
from shoal.survey.specification.signing import signed

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey


@dataclass(frozen=True, eq=False)
class Survey(SurveyContent):
    """A survey file, with everything that its organiser, its respondents and its closing do with it."""

    @classmethod
    def from_toml(cls, path: str | Path, *, now: datetime | None = None) -> Self:
        """The survey that an organiser describes. All mistakes are said at once. ``now``: by default the clock."""
        return content_of_toml(Path(path), datetime.now(UTC) if now is None else now, cls)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file after checking its structure and digest. Signature and promise are checked by ``verify``."""
        return load(Path(path), cls)

    @classmethod
    def from_document(cls, document: Any, where: str = "The survey file") -> Self:
        """The same from a JSON value."""
        return survey_from(document, where, cls)

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all."""
        save(self, Path(path))

    def signed_with(self, key: str | Path) -> Self:
        """The same, signed with the private key in a file (`shoal keys` makes one)."""
        return replace(self, signature=signed(self.digest, key, WHAT))

    def verify(self, *, public_key: str | Path | None = None) -> Findings:
        """Everything that a respondent can check, see `verification.py`."""
        return verify_survey(self, public_key=public_key)

    def seal(self, answer: SurveyAnswer, token_id: bytes) -> bytes:
        """The envelope with an answer, after all checks."""
        content = written_answer(self, answer)
        key = key_of_text(self.answers_key)
        return seal(content, key, survey_digest=self.digest_bytes, token_id=token_id, size=self.envelope_size)

    def unseal(self, envelope: bytes, token_id: bytes, key: EllipticCurvePrivateKey) -> SurveyAnswer:
        """The answer in an envelope, after all checks; errors say nothing of its content."""
        size, digest = self.envelope_size, self.digest_bytes
        return read_answer(self, unseal(envelope, key, survey_digest=digest, token_id=token_id, size=size))
