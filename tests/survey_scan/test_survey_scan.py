"""A whole survey, watched: files, logs and traffic hold no detail, no readable answer, no address and no time.

Every scan has a control: the same search finds what is put into the same files, logs and traffic on purpose.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from recording import Relay
from watched_survey import MARKS, OPINIONS, Watched, WatchedSurvey

from benchmarks.service.running import Postgres
from benchmarks.survey.evidence import Evidence, files_of, found_in, spellings, tables_of
from benchmarks.survey.respondents import answer_in_browser
from shoal.blind_signatures.plain_bytes import base64url
from shoal.survey.tokens.secret import proof_of

PEOPLE, ANSWERING = 60, 45
CLOCK = re.compile(rb"\d\d:\d\d")
UNITS = (1, 1e3, 1e6, 1e9)  # seconds, and parts of them


@dataclass
class Seen:
    """What was there at different times."""

    survey: WatchedSurvey
    began: float
    files: dict[str, Evidence] = field(default_factory=dict)  # by when
    of_a_leaky_page: bytes = b""
    ended: float = 0.0

    @property
    def everything(self) -> dict[str, bytes]:
        """Files of all times, and what went over the network to the servers."""
        kept = {f"{when}: {name}": content for when, files in self.files.items() for name, content in files.items()}
        return kept | self.survey.sent()


def held(folder: Path, url: str | None = None) -> Seen:
    """A survey from beginning to end."""
    seen = Seen(WatchedSurvey(folder, PEOPLE, url), time.time())
    survey = seen.survey
    try:
        survey.patiently(survey.people[:ANSWERING])
        survey.send(survey.people[0])  # somebody changes the answer
        seen.of_a_leaky_page = leaked(survey, survey.people[1])
        seen.files["open"] = survey.files()
        survey.office.close()
        seen.files["closed"] = survey.files()
    finally:
        survey.stop()
    seen.files["stopped"] = survey.files()
    seen.ended = time.time()
    return seen


def leaked(survey: WatchedSurvey, who: Watched) -> bytes:
    """What the network sees of a changed page, which adds the income to what it sends."""
    relay = Relay(survey.office.repository.port)
    address = f"{relay.base}/surveys/{survey.survey.hex_digest}/answers"
    with who.http() as http:
        told = {"X-Debug": f"income={who.details['income']:.2f}"}
        http.put(address, json=who.person.submission(survey.survey), headers=told).raise_for_status()
    relay.stop()
    return relay.sent()


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    return held(tmp_path_factory.mktemp("watched") / "survey")


def secrets(survey: WatchedSurvey) -> list[str]:
    return [*(secret for who in survey.people for secret in who.secrets), *MARKS]


def invitations(survey: WatchedSurvey) -> list[str]:
    codes = [who.person.invitation for who in survey.people]
    return codes + [code.replace("-", "") for code in codes]


def exact_times(rows: Iterable[dict[str, Any]], began: float, ended: float) -> list[str]:
    """Columns with a moment between two others, in whatever unit."""
    numbers = ((name, value) for row in rows for name, value in row.items() if isinstance(value, (int, float)))
    return [name for name, value in numbers if any(began - 60 <= value / unit <= ended + 60 for unit in UNITS)]


def test_nothing_that_is_kept_or_sent_can_be_read(seen: Seen) -> None:
    survey = seen.survey
    assert len(survey.to_repository.connections) == ANSWERING + 1
    assert any(name.endswith("repository.db-wal") and content for name, content in seen.files["open"].items())
    assert found_in(seen.everything, secrets(survey)) == []
    assert found_in({"answers of the servers": survey.to_repository.received()}, secrets(survey)) == []


def test_addresses_are_nowhere(seen: Seen) -> None:
    addresses = [who.address for who in seen.survey.people]
    came = {each.address for relay in (seen.survey.to_issuer, seen.survey.to_repository) for each in relay.connections}
    assert came == set(addresses[:ANSWERING])  # they did come from there
    assert found_in(seen.everything, addresses) == []


def test_times_are_nowhere(seen: Seen) -> None:
    for files in seen.files.values():
        logs = {name: content for name, content in files.items() if "log-" in name}
        assert len(logs) == 2
        assert [name for name, content in logs.items() if CLOCK.search(content)] == []
    for path in (seen.survey.office.issuer.invitations, seen.survey.office.repository.folder / "repository.db"):
        rows = [row for table in tables_of(path).values() for row in table]
        assert len(rows) > ANSWERING and exact_times(rows, seen.began, seen.ended) == []


def test_issuer_and_repository_have_nothing_in_common(seen: Seen) -> None:
    """No invitation at the repository, no token at the issuer; neither has the invitation itself on its disk."""
    survey, everything = seen.survey, seen.everything
    at_issuer = {name: content for name, content in everything.items() if "issuer" in name}
    at_repository = {name: content for name, content in everything.items() if "repository" in name}
    on_disks = {name: content for name, content in everything.items() if "network" not in name}
    tokens = [who.person.token for who in survey.people if who.person.token is not None]
    parts = [text for token in tokens for text in token.to_dict().values()]
    assert len(tokens) == ANSWERING
    assert found_in(at_repository | on_disks, invitations(survey)) == []
    assert [name for name, content in at_issuer.items() for part in parts if part.encode() in content] == []
    own = [part for token in tokens for part in (token.secret, base64url(token.secret).encode())]
    assert [name for name, content in everything.items() for part in own if part in content] == []
    proofs = [proof_of(token.secret) for token in tokens]
    shown = [part for proof in proofs for part in (proof, base64url(proof).encode())]
    assert [name for name, content in on_disks.items() for part in shown if part in content] == []
    assert any(part in content for content in at_repository.values() for part in shown)  # in the traffic
    raw = [part for token in tokens for part in (token.prepared, token.signature)]
    assert [name for name, content in at_issuer.items() for part in raw if part in content] == []


def test_all_submissions_have_one_size(seen: Seen) -> None:
    for relay, n_sizes in ((seen.survey.to_issuer, 1), (seen.survey.to_repository, 1)):
        assert len({len(each.sent) for each in relay.connections}) == n_sizes


def test_no_exact_detail_is_in_the_bundle_or_the_release(seen: Seen) -> None:
    folder = seen.survey.office.folder
    details = [secret for who in seen.survey.people for secret in who.secrets[:2]]
    told = files_of(folder / "release") | files_of(folder / "private-release")
    told |= {"bundle": (folder / "vault" / "bundle.jsonl").read_bytes()}
    assert len(told) >= 5
    assert found_in(told, [*details, *invitations(seen.survey), *(who.address for who in seen.survey.people)]) == []
    assert found_in({"bundle": told["bundle"]}, secrets(seen.survey)) == []


def test_the_scan_finds_what_is_put_there_on_purpose(seen: Seen, tmp_path: Path) -> None:
    """The control: one leak in each place, in the spellings in which programs leak."""
    survey, one, other = seen.survey, seen.survey.people[3], seen.survey.people[4]
    database = tmp_path / "repository.db"
    shutil.copy(survey.office.repository.folder / "repository.db", database)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("CREATE TABLE leak (who TEXT, income REAL, at REAL)")
        connection.execute("INSERT INTO leak VALUES (?, ?, ?)", (one.name, one.details["income"], time.time()))
        connection.commit()
        kept = files_of(tmp_path)  # before the write-ahead log is emptied
        rows = tables_of(database)["leak"]
    assert found_in({"file alone": kept["repository.db"]}, [one.name]) == []  # it is in the write-ahead log
    assert {name for name, _ in found_in(kept, secrets(survey))} == set(one.secrets[:2])
    assert exact_times(rows, seen.began, time.time()) == ["at"]
    assert CLOCK.search(b'{"time": "2026-03-01T12:34Z", "event": "request"}')
    leaks = found_in({"network": seen.of_a_leaky_page}, secrets(survey))
    assert leaks == [(survey.people[1].secrets[1], "network")]
    line = f'127.0.0.1 - "PUT /answers?who={one.name}" {other.address}'.encode()
    assert {name for name, _ in found_in({"log": line}, secrets(survey))} == {one.name}
    assert [name for name, _ in found_in({"log": line}, [other.address])] == [other.address]
    for value in (one.name, MARKS[0], invitations(survey)[0]):
        for spelled in spellings(value):
            assert found_in({"somewhere": b"\x00\x01" + spelled + b"\x02"}, [value])


def test_postgresql_holds_nothing_that_can_be_read(tmp_path: Path, postgres: Postgres) -> None:
    """Rows as text, and the files of the whole cluster, with its write-ahead log."""
    url = postgres.database("watched")
    began = time.time()
    survey = WatchedSurvey(tmp_path / "survey", PEOPLE, url)
    try:
        survey.patiently(survey.people[:ANSWERING])
        kept = {"rows while open": postgres.dump("watched")}
        survey.office.close()
    finally:
        survey.stop()
    kept |= {"rows": postgres.dump("watched"), "log": (postgres.folder / "log").read_bytes(), **survey.files()}
    addresses = [who.address for who in survey.people]
    assert kept["rows"].count(b"INSERT INTO public.answer ") == ANSWERING
    assert found_in(kept, [*secrets(survey), *addresses, *invitations(survey)]) == []
    moments = [int(number) for number in re.findall(rb"(?<![\w.])\d{10,19}(?![\w.])", kept["rows"])]
    assert exact_times([{"number": number} for number in moments], began, time.time()) == []
    assert not CLOCK.search(b"".join(re.findall(rb"INSERT INTO public\.answer .*", kept["rows"])))
    cluster = {"cluster": b"".join(files_of(postgres.folder / "data").values())}
    who = survey.people[0]
    token = who.person.token
    assert token is not None and token.to_dict()["signature"].encode() in cluster["cluster"]  # the search sees rows
    assert found_in(cluster, [*who.secrets, *MARKS[:2], *OPINIONS, who.address, who.person.invitation]) == []


def test_the_page_sends_nothing_that_can_be_read(tmp_path: Path, browser: Any) -> None:
    """The real page in Chromium: every byte that leaves it, and what the servers keep."""
    survey = WatchedSurvey(tmp_path / "survey", PEOPLE)
    try:
        for who in survey.people[:2]:
            device = browser.new_context(locale="en-GB")
            given = {**who.details, "income": f"{who.details['income']:.2f}"}
            person = who.person
            shown = answer_in_browser(
                device.new_page(), survey.survey.repository, person.invitation, given, person.answers
            )
            assert f'"spent":{person.answers["spent"]}' in shown  # the page had them
            device.close()
        sent = survey.sent()
        assert sent["network to the repository"].count(b"PUT /surveys/") == 2
        assert sent["network to the issuer"].count(b"POST /tokens") == 2
        wanted = [*(secret for who in survey.people for secret in who.secrets), *MARKS[:2], *OPINIONS]
        assert found_in(sent | survey.files(), wanted) == []
        assert found_in({"repository": sent["network to the repository"]}, invitations(survey)) == []
    finally:
        survey.stop()
