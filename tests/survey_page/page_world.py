"""A survey with an issuer and a repository that really run, and the key that opens the answers."""

from __future__ import annotations

import functools
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import uvicorn
from survey_toys import designed
from token_toys import RunningIssuer

from benchmarks.survey.running import ORGANISER_KEY, bundle
from shoal.blind_signatures.key_pairs import jwk_of
from shoal.blind_signatures.plain_bytes import bytes_of
from shoal.survey.questionnaire.answers import SurveyAnswer
from shoal.survey.questionnaire.content import Admission, StatedIssuer
from shoal.survey.questionnaire.question_files import question_from_dict
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.repository.admission import token_check
from shoal.survey.repository.app import make_repository
from shoal.survey.repository.parts import RepositoryParts, upgrade_repository
from shoal.survey.repository.settings import RepositorySettings
from shoal.survey.sealing.suite import key_text, new_private_key
from shoal.survey.specification.signing import make_keys
from shoal.survey.specification.specification import Specification
from shoal.survey.tokens.codes import new_codes
from shoal.survey.tokens.invitations import Invitations
from shoal.survey.tokens.issuer_keys import make_issuer_keys, public_key
from shoal.survey.tokens.paper import RegisteredCodes
from shoal.survey.tokens.secret import code_id

LANGUAGES = ["en", "de", "es", "ca"]
QUESTIONS: list[dict[str, Any]] = [
    {
        "name": "satisfied",
        "kind": "scale",
        "text": {"en": "How satisfied are you with the park?", "de": "Wie zufrieden sind Sie mit dem Park?"},
        "required": True,
        "from": 1,
        "to": 5,
        "from_text": {"en": "not at all", "de": "gar nicht"},
        "to_text": {"en": "very", "de": "sehr"},
    },
    {
        "name": "ways",
        "kind": "multiple",
        "text": {"en": "How do you get to the park?"},
        "required": False,
        "options": [{"value": one, "text": {"en": one}} for one in ("bus", "bicycle", "foot", "car")],
        "most": 3,
    },
    {
        "name": "spent",
        "kind": "number",
        "text": {"en": "How much did you spend on plants?"},
        "required": False,
        "least": 0,
        "most": 5000,
        "decimals": 2,
        "unit": {"en": "euros"},
    },
    {
        "name": "heard",
        "kind": "single",
        "text": {"en": "Did you hear of this before?"},
        "required": False,
        "options": [{"value": one, "text": {"en": one}} for one in ("yes", "no", "„perhaps“ ☂")],
    },
]


@functools.cache
def specification() -> Specification:
    return designed(questions={"age": "How old are you?", "sex": "Are you a woman or a man?"}).specification


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class World:
    """Everything that a survey needs, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        key, public_file = make_issuer_keys(folder / "issuer")
        self.issuer_public = public_key(public_file)
        self.invitations = new_codes(4)
        Invitations.created(folder / "issuer.db", self.issuer_public).add(self.invitations)
        self.issuer = RunningIssuer(key, folder / "issuer.db")
        self.key = new_private_key()
        make_keys(folder / "survey")
        self.survey = self._survey()
        self.cards = new_codes(2)
        self.survey.save(folder / "survey.json")
        self._repository()

    def _survey(self) -> Survey:
        now = datetime.now(UTC).replace(microsecond=0)
        made = Survey(
            specification=specification(),
            title={"en": "Trees", "de": "Bäume", "es": "Árboles", "ca": "Arbres"},
            purpose={"en": "Where the town should plant trees."},
            organiser="Office of Shoalton",
            contact="survey@example.org",
            languages=tuple(LANGUAGES),
            opens=now - timedelta(days=1),
            closes=now + timedelta(days=30),
            repository=f"{self.base}/",
            admission=(Admission.TOKENS, Admission.CODES),
            issuer=StatedIssuer(self.issuer.base, jwk_of(self.issuer_public)),
            answers_key=key_text(self.key.public_key()),
            free_text=False,
            questions=tuple(question_from_dict(question) for question in QUESTIONS),
        )
        return made.signed_with(self.folder / "survey.key")

    def _repository(self) -> None:
        ids = sorted(code_id(self.survey.hex_digest, code) for code in self.cards)
        codes = {"what": "shoal survey codes", "format": 2, "survey": self.survey.hex_digest, "ids": ids}
        (self.folder / "codes.json").write_text(json.dumps(codes), encoding="utf-8")
        self.settings = RepositorySettings(  # type: ignore[call-arg]
            survey=self.folder / "survey.json",
            codes=self.folder / "codes.json",
            folder=self.folder / "repository",
            organiser_key=ORGANISER_KEY,
        )
        upgrade_repository(self.settings)

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The repository, on its port."""
        app = make_repository(RepositoryParts.of(self.settings))
        server = uvicorn.Server(uvicorn.Config(app, port=self.port, log_config=None, access_log=False))
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                time.sleep(0.01)
            yield self.base
        finally:
            server.should_exit = True
            thread.join()

    def closed_answers(self) -> list[SurveyAnswer]:
        """Close the survey and open every envelope."""
        return [self.opened(row) for row in bundle(self.base, self.survey.hex_digest)[1:]]

    def opened(self, row: dict[str, Any]) -> SurveyAnswer:
        """The answer in a line of a bundle."""
        check = token_check(self.survey, RegisteredCodes.load(self.folder / "codes.json"))
        own = check(row.get("token") or {"code_id": row["code_id"]})
        return self.survey.unseal(bytes_of(row["envelope"], "The envelope"), own, self.key)
