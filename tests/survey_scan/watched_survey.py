"""A whole survey with somebody on the network. Its values cannot occur by accident: each that is found is a leak."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import polars as pl
from recording import Relay

from benchmarks.survey.evidence import files_of
from benchmarks.survey.office import QUESTIONS, Office, Plan
from benchmarks.survey.respondents import Respondent
from benchmarks.survey.simulated_people import frame_of

OPINIONS = ("zyxmore", "zyxfewer", "zyxsame")
ASKED = QUESTIONS.replace('["more", "fewer", "as now"]', str(list(OPINIONS))).replace(
    "most = 5000", "most = 5000\ndecimals = 6"
)
INVENTED = ("Zyxwyn", "Quexbert", "Vyxiane")
MARKS = ('"cell":', '"answers":{', "specification", *OPINIONS)  # of an answer that somebody can read
OWN_FILES = ("issuer.key", "issuer.jwk", "organiser.key")  # keys


@dataclass
class Watched:
    """A respondent and what nobody may know of it."""

    person: Respondent
    name: str
    address: str
    details: dict[str, Any]

    @property
    def secrets(self) -> list[str]:
        """What is nobody's business but the respondent's."""
        return [self.name, f"{self.details['income']:.2f}", str(self.person.answers["spent"])]

    def http(self) -> httpx.Client:
        """A new connection, from the respondent's own address."""
        return httpx.Client(transport=httpx.HTTPTransport(local_address=self.address), timeout=60)


class WatchedSurvey:
    """An office whose servers are reached through relays."""

    def __init__(self, folder: Path, n_people: int, url: str | None = None) -> None:
        rng = np.random.default_rng(7)
        names = [f"{INVENTED[number % len(INVENTED)]} {number:05d}" for number in range(n_people)]
        frame = frame_of(n_people, rng).with_columns(name=pl.Series(names))
        self.office = Office(folder, frame, Plan(k=3), url, questions=ASKED)
        self.to_issuer, self.to_repository = Relay(self.office.issuer.port), Relay(self.office.repository.port)
        self.office.issuer_address, self.office.repository_address = self.to_issuer.base, self.to_repository.base
        self.survey = self.office.prepare()
        cell_of = self.survey.specification.assign(frame).tolist()
        self.people = [
            Watched(
                Respondent(code, cell, {"trees": OPINIONS[number % 3], "spent": 1000 + number + 0.654321}),
                names[number],
                f"127.{77 + number % 90}.{101 + number}.{211 - number}",
                details,
            )
            for number, (code, cell, details) in enumerate(
                zip(self.office.letters(), cell_of, frame.select("age", "sex", "income").to_dicts(), strict=True)
            )
        ]
        self.office.serve()

    def ask(self, who: Watched) -> None:
        with who.http() as http:
            who.person.ask(self.survey, http)

    def send(self, who: Watched) -> None:
        with who.http() as http:
            who.person.send(self.survey, http)

    def patiently(self, people: Sequence[Watched]) -> None:
        """First everybody asks for a token; later all answer, in another order."""
        draw = random.Random(3)
        for deed in (self.ask, self.send):
            for who in draw.sample(people, len(people)):
                deed(who)

    def hastily(self, people: Sequence[Watched]) -> None:
        """Everybody answers as soon as the token is there."""
        for who in people:
            self.ask(who)
            self.send(who)

    def files(self) -> dict[str, bytes]:
        """What the two servers have on their disks, logs too."""
        issuer = files_of(self.office.folder / "issuer", but=OWN_FILES)
        repository = files_of(self.office.repository.folder, but=OWN_FILES)
        return {f"issuer {name}": content for name, content in issuer.items()} | {
            f"repository {name}": content for name, content in repository.items()
        }

    def sent(self) -> dict[str, bytes]:
        """What went to the servers."""
        return {"network to the issuer": self.to_issuer.sent(), "network to the repository": self.to_repository.sent()}

    def stop(self) -> None:
        self.office.stop()
        self.to_issuer.stop()
        self.to_repository.stop()
