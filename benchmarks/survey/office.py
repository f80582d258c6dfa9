"""A whole online survey by commands: who designs it, who signs tokens, who collects, who opens. Loopback only.

Each party has a folder of its own: `desk` (organiser), `issuer`, `repository`, `vault` (keys of the answers and parts
of the trustees, which would be offline). What one gives to another is a file that lies in the folder of its maker.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from contextlib import chdir
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import polars as pl
from typer.testing import CliRunner

from benchmarks.survey.running import ORGANISER_KEY, Issuer, Repository
from shoal.cli.app import app
from shoal.survey.questionnaire.content import time_text
from shoal.survey.questionnaire.survey import Survey

DETAILS = {
    "age": "How old are you?",
    "sex": "Are you a woman or a man?",
    "income": "What is your net income in a year, in euros?",
}
QUESTIONS = """
[[questions]]
name = "trees"
kind = "single"
text = "Shall there be more trees in the park?"
options = ["more", "fewer", "as now"]
required = true

[[questions]]
name = "ways"
kind = "multiple"
text = "How do you get to the park?"
options = ["bus", "bicycle", "foot"]

[[questions]]
name = "spent"
kind = "number"
text = "How much did you spend on plants in the last twelve months?"
least = 0
most = 5000
unit = "euros"
"""
Say = Callable[[str], None]


def silently(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Plan:
    """What the design is told."""

    k: int = 5
    failure: float = 1e-3
    participation: float = 0.7
    together: float = 0.8
    overdispersion: float = 0.01
    trustees: str = "2-of-3"
    seed: int = 1

    @property
    def words(self) -> list[str]:
        """The same as options of `shoal design`."""
        words = ["--k", f"{self.k}", "--failure", f"{self.failure:g}", "--participation", f"{self.participation:g}"]
        words += ["--households", "home", "--together", f"{self.together:g}"]
        return [*words, "--overdispersion", f"{self.overdispersion:g}", "--seed", f"{self.seed}"]


@dataclass
class Office:
    """The parties of one survey."""

    folder: Path
    people: pl.DataFrame  # name, home and the details
    plan: Plan = field(default_factory=Plan)
    url: str | None = None  # of the repository's database; None: SQLite in its folder
    issuer_address: str | None = None  # what respondents are told, if it is not the server itself
    repository_address: str | None = None
    questions: str = QUESTIONS
    say: Say = silently
    released: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.desk, self.vault = self.folder / "desk", self.folder / "vault"
        own, other = self.folder / "issuer", self.folder / "repository"
        for place in (self.desk, self.vault, own):
            place.mkdir(parents=True)
        self.issuer = Issuer(own, key=own / "issuer.key", invitations=own / "issuer.db")
        self.repository = Repository(other, self.url, survey=self.desk / "survey.json")

    def shoal(self, *words: object, env: dict[str, str] | None = None) -> str:
        """A command of `shoal`, run in the folder of all parties; what it printed."""
        told = [str(word) for word in words]
        self.say(f"$ shoal {shlex.join(told)}")
        with chdir(self.folder):
            outcome = CliRunner().invoke(app, told, env=env)
        assert outcome.exit_code == 0, f"shoal {shlex.join(told)}\n{outcome.output}"
        return outcome.output

    def prepare(self) -> Survey:
        """From the frame to the signed survey file, and a letter for everybody."""
        self.people.write_csv(self.desk / "frame.csv")
        self.people.select("name", "home").write_csv(self.desk / "addresses.csv")
        asked = [word for name, text in DETAILS.items() for word in ("--ask", f"{name}={text}")]
        details = ",".join(DETAILS)
        self.shoal("keys", "desk/survey")
        design = ("design", "desk/frame.csv", *self.plan.words, "--qi", details, *asked)
        self.shoal(*design, "--title", "Trees", "-o", "desk/specification.json")
        self.shoal("survey", "keys", "vault/answers", "--survey", "Trees", "--trustees", self.plan.trustees)
        self.shoal("tokens", "keys", "issuer/issuer")
        (self.desk / "survey.toml").write_text(self._description(), encoding="utf-8")
        made = ("survey", "new", "desk/survey.toml", "--sign", "desk/survey.key", "-o", "desk/survey.json")
        self.shoal(*made, "--page", "desk/answer.html")
        invite = ("tokens", "invite", "desk/addresses.csv", "--key", "issuer/issuer.jwk", "--list", "issuer/issuer.db")
        self.shoal(*invite, "-o", "desk/letters.csv", "--link", f"{self._addresses()[0]}/")
        return Survey.load(self.desk / "survey.json")

    def _addresses(self) -> tuple[str, str]:
        return self.repository_address or self.repository.base, self.issuer_address or self.issuer.base

    def _description(self) -> str:
        now = datetime.now(UTC).replace(microsecond=0)
        repository, issuer = self._addresses()
        opens, closes = time_text(now - timedelta(days=1)), time_text(now + timedelta(days=30))
        return (
            'languages = ["en"]\ntitle = "Trees"\npurpose = "Where the town should plant trees."\n'
            'organiser = "Office of Shoalton"\ncontact = "survey@example.org"\nadmission = ["tokens"]\n'
            f'opens = {opens}\ncloses = {closes}\nrepository = "{repository}"\n'
            'specification = "specification.json"\nanswers_key = "../vault/answers.pub"\n'
            f'issuer = {{ url = "{issuer}", public_key = "../issuer/issuer.jwk" }}\n{self.questions}'
        )

    def serve(self) -> None:
        """Start both servers, each in a process of its own."""
        self.say(f"$ shoal {shlex.join(self._shown(self.issuer.words))} --port {self.issuer.port} &")
        self.issuer.start()
        self.say(f"$ shoal {shlex.join(self._shown(self.repository.words))} --port {self.repository.port} &")
        self.repository.start()

    def _shown(self, words: list[str]) -> list[str]:
        return [word.removeprefix(f"{self.folder}/") for word in words]

    def stop(self) -> None:
        """Stop both servers."""
        self.issuer.stop()
        self.repository.stop()

    def letters(self) -> list[str]:
        """The invitations, in the order of the people."""
        return pl.read_csv(self.desk / "letters.csv")["invitation"].to_list()

    def counts(self) -> dict[str, int]:
        """How many were invited, and how many asked the issuer for a token."""
        found = self.shoal("tokens", "status", "--key", "issuer/issuer.jwk", "--list", "issuer/issuer.db", "--json")
        told: dict[str, int] = json.loads(found)
        return told

    def close(self, *options: str) -> dict[str, Any]:
        """Close, take the bundle, open it with the trustees' parts, and release; what the command says of it."""
        env = {"SHOAL_REPOSITORY_FOLDER": str(self.repository.folder), "SHOAL_REPOSITORY_ORGANISER_KEY": ORGANISER_KEY}
        env |= {"SHOAL_REPOSITORY_SURVEY": ""}  # the commands set it
        env |= {} if self.url is None else {"SHOAL_REPOSITORY_DATABASE_URL": self.url}
        self.shoal("survey", "repository", "close", "desk/survey.json", "--yes", env=env)
        self.shoal("survey", "repository", "export", "desk/survey.json", "-o", "vault/bundle.jsonl", env=env)
        counts = self.counts()
        needed = int(self.plan.trustees.partition("-")[0])
        parts = sorted((self.vault).glob("answers.part-*.json"))[-needed:]
        opened = ("survey", "close", "desk/survey.json", "vault/bundle.jsonl", "--answers-key", "vault/answers.key")
        given = [word for part in parts for word in ("--part", f"vault/{part.name}")]
        numbers = ("--invited", counts["n_invited"], "--asked", counts["n_asked"])
        signed = ("--sign", "desk/survey.key", "-o", "release", "--json")
        found = self.shoal(*opened, *given, *numbers, *options, *signed)
        self.released = json.loads(found[found.index("{") :])
        return self.released
