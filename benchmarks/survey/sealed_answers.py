"""A survey whose answers can be opened, and bundles of sealed answers, for tests and benchmarks of closing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.survey.running import TokenMaker, specification, survey_of
from shoal.blind_signatures.plain_bytes import base64url
from shoal.survey.questionnaire.answers import SurveyAnswer
from shoal.survey.questionnaire.content import Admission
from shoal.survey.questionnaire.kinds import AnswerOption, ChoiceQuestion, MultipleChoiceQuestion, NumericQuestion
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.sealing.key_files import make_answer_keys, read_answer_key
from shoal.survey.sealing.suite import key_text
from shoal.survey.sealing.trustees import read_part
from shoal.survey.shared.bundle_format import BUNDLE_KIND, BUNDLE_VERSION
from shoal.survey.tokens.token import Token

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

OPINIONS, WAYS = ("yes", "no", "perhaps"), ("bus", "bicycle", "foot")


def _options(values: Sequence[str]) -> tuple[AnswerOption, ...]:
    return tuple(AnswerOption(value, {"en": value}) for value in values)


QUESTIONS = (
    ChoiceQuestion("opinion", {"en": "Shall there be more trees?"}, required=True, options=_options(OPINIONS)),
    MultipleChoiceQuestion("ways", {"en": "How do you get to the park?"}, options=_options(WAYS), most=3),
    NumericQuestion("spent", {"en": "How much did you spend on plants?"}, least=0, most=5000, decimals=2),
)
Entry = dict[str, Any]


@dataclass
class SealedSurvey:
    """A survey file, the key that opens its answers, and an issuer of tokens."""

    folder: Path
    n_members: int = 400
    k: int = 3
    admission: tuple[Admission, ...] = (Admission.TOKENS,)
    title: str = "Trees for people who do not exist"
    trustees: tuple[int, int] | None = None  # how many are needed, of how many
    issuer: TokenMaker = field(default_factory=TokenMaker)

    def __post_init__(self) -> None:
        paths = make_answer_keys(self.folder / "answers", trustees=self.trustees)
        self.key_path, self.parts = paths.private, paths.parts
        parts = [read_part(part) for part in paths.parts]
        self.key: EllipticCurvePrivateKey = read_answer_key(paths.private, parts=parts)
        plain = survey_of(self.issuer, admission=self.admission, title=self.title)
        self.survey: Survey = replace(
            plain,
            specification=specification(self.n_members, self.k),
            questions=QUESTIONS,
            answers_key=key_text(self.key.public_key()),
        )
        self.issuer.digest = self.survey.hex_digest
        self.path = self.folder / "survey.json"
        self.survey.save(self.path)

    def entry(self, cell: int, token: Token | None = None, **answers: Any) -> Entry:
        """A sealed answer, with a new token unless one is given."""
        own = self.issuer.token() if token is None else token
        answer = SurveyAnswer(cell, {"opinion": "yes", **answers})
        return {"token": own.to_dict(), "envelope": base64url(self.survey.seal(answer, own.id, own.secret))}

    def entries(self, counts: Sequence[int]) -> list[Entry]:
        """So many answers in the first cells; opinions take turns, so no cell is of one opinion."""
        return [
            self.entry(cell, opinion=OPINIONS[number % len(OPINIONS)], spent=number)
            for cell, count in enumerate(counts)
            for number in range(count)
        ]

    def bundle(self, entries: Sequence[Entry], name: str = "bundle.jsonl", **head: Any) -> Path:
        """The file that a repository would write; ``head`` changes its header."""
        first = {
            "kind": BUNDLE_KIND,
            "version": BUNDLE_VERSION,
            "survey": self.survey.hex_digest,
            "answers": len(entries),
            **head,
        }
        path = self.folder / name
        ordered = sorted(entries, key=lambda entry: json.dumps(entry))
        path.write_text("".join(f"{json.dumps(line)}\n" for line in (first, *ordered)), encoding="utf-8")
        return path
