"""Survey: one signed document that says what is asked, by whom, when and with which keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from shoal.errors import WrongUse
from shoal.quantizer.findings import Findings
from shoal.survey.questionnaire.answers import SurveyAnswer, read_answer, written_answer
from shoal.survey.questionnaire.content import WHAT, SurveyContent
from shoal.survey.questionnaire.file import load, save, survey_from
from shoal.survey.questionnaire.toml_file import content_of_toml
from shoal.survey.questionnaire.verification import verify_survey
from shoal.survey.sealing.envelope import seal, unseal
from shoal.survey.sealing.suite import key_of_text
from shoal.survey.specification.signing import signed
from shoal.survey.tokens.survey_digest import digest_bytes
from shoal.survey.tokens.token import Admitted

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

    def seal(self, answer: SurveyAnswer, token_id: str, secret: bytes) -> bytes:
        """The envelope with an answer, after all checks; for the id (64 signs) and the secret of a token or code."""
        own = key_of_text(self.answers_key)
        return seal(written_answer(self, answer), own, secret=secret, **self._bound_to(token_id))

    def unseal(self, envelope: bytes, admitted: Admitted, key: EllipticCurvePrivateKey) -> SurveyAnswer:
        """The answer in an envelope, after all checks; errors say nothing of its content."""
        opened = unseal(envelope, key, **self._bound_to(admitted.id))
        if not admitted.is_owned_with(opened.secret):
            raise WrongUse("Somebody else than the owner of the token or code sealed this envelope.")
        return read_answer(self, opened.answer)

    def _bound_to(self, token_id: str) -> dict[str, Any]:
        named = digest_bytes(token_id)  # an id is a SHA-256 as well
        return {"survey_digest": self.digest_bytes, "token_id": named, "size": self.envelope_size}
