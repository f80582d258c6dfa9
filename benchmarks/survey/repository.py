"""The repository of a survey killed at random, and at a steady rate; on SQLite and on PostgreSQL.

python -m benchmarks.survey.repository [--submissions 10000] [--kills 20] [--rate 200] [--seconds 30]

While senders send answers, and some change theirs, the server is killed with kill −9 after random numbers of answers.
A sender repeats what was not acknowledged. At the end the survey is closed: its bundle must hold every token once, with
the envelope that was acknowledged last. Then another survey gets answers at a steady rate (open loop, like
`benchmarks.service.load`: latency counts from the time an answer was due). On a machine that others use too, say
`nice -n -15` before the command (as root): the result says so.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvloop

from benchmarks.results import write_result
from benchmarks.service.load import paced
from benchmarks.service.running import Postgres
from benchmarks.survey.running import Repository, TokenMaker, bundle, envelope, submission, token_id, write_survey
from shoal.survey.tokens.token import Token

SENDERS = 16
CHANGED_SHARE = 0.1  # of the senders' answers are changed once
RETRY_S = 0.05
SENT_LONG_AGO = {"SHOAL_REPOSITORY_CHANGE_RATE": "100000/minute"}  # a sender repeats quickly here
RATE_COLUMNS = ("database", "answers a second", "p50 ms", "p99 ms", "worst ms", "failed", "server CPU, ms an answer")
DATABASES = ("SQLite", "PostgreSQL")


@dataclass
class Ledger:
    """What was sent and what was acknowledged."""

    acknowledged: dict[bytes, str] = field(default_factory=dict)  # the last envelope, by token id
    n_acknowledged: int = 0
    n_repeated: int = 0  # sent again because no answer was heard
    n_changed: int = 0


async def _send(http: httpx.AsyncClient, path: str, body: dict[str, Any], ledger: Ledger) -> None:
    while True:
        try:
            answer = await http.put(path, json=body)
            if answer.status_code == 200:
                break
            assert answer.status_code == 503, answer.text
        except httpx.TransportError:
            await asyncio.sleep(RETRY_S)
        ledger.n_repeated += 1
    ledger.acknowledged[token_id(body["token"])] = body["envelope"]
    ledger.n_acknowledged += 1


async def _senders(base: str, issuer: TokenMaker, tokens: list[Token], ledger: Ledger) -> None:
    draw = random.Random(3)
    path, upcoming = f"/surveys/{issuer.digest}/answers", iter(tokens)
    limits = httpx.Limits(max_connections=SENDERS)

    async def sender(http: httpx.AsyncClient) -> None:
        for token in upcoming:
            await _send(http, path, submission(token, envelope()), ledger)
            if draw.random() < CHANGED_SHARE:
                ledger.n_changed += 1
                await _send(http, path, submission(token, envelope()), ledger)

    async with httpx.AsyncClient(base_url=base, timeout=30, limits=limits) as http:
        await asyncio.gather(*(sender(http) for _ in range(SENDERS)))


async def _killer(server: Repository, ledger: Ledger, moments: list[int]) -> None:
    for moment in moments:
        while ledger.n_acknowledged < moment:
            await asyncio.sleep(0.002)
        server.kill()
        await asyncio.to_thread(server.start)


async def _killed(server: Repository, issuer: TokenMaker, n_submissions: int, n_kills: int) -> Ledger:
    ledger = Ledger()
    tokens = [issuer.token() for _ in range(n_submissions)]
    moments = sorted(random.Random(2).sample(range(1, n_submissions), n_kills))
    await asyncio.gather(_senders(server.base, issuer, tokens, ledger), _killer(server, ledger, moments))
    return ledger


def killed(folder: Path, name: str, url: str | None, n_submissions: int, n_kills: int) -> str:
    """The row of one database. An answer that is lost, doubled or old ends the run with an error."""
    issuer = TokenMaker()
    server = Repository(folder, url, SENT_LONG_AGO, survey=write_survey(folder, issuer)).start()
    try:
        ledger = asyncio.run(_killed(server, issuer, n_submissions, n_kills))
        head, *rows = bundle(server.base, issuer.digest)
    finally:
        server.stop()
    found = {token_id(row["token"]): row["envelope"] for row in rows}
    assert head["answers"] == len(rows) == len(found) == n_submissions, "answers are lost or doubled"
    assert found == ledger.acknowledged, "an envelope is not the one that was acknowledged last"
    assert list(found) == sorted(found), "the bundle is not sorted"
    figures = (name, n_submissions, ledger.n_changed, n_kills, ledger.n_repeated, 0, 0)
    print(figures, flush=True)
    return f"| {' | '.join(map(str, figures))} |"


def is_stored(head: bytes, body: bytes) -> bool:
    """Whether an answer was stored for the first time."""
    return head.startswith(b"HTTP/1.1 200") and b'"stored"' in body


def at_rate(folder: Path, name: str, url: str | None, rate: float, seconds: float) -> str:
    """The row of one database; the sender is a process of its own."""
    issuer = TokenMaker()
    server = Repository(folder, url, survey=write_survey(folder, issuer)).start()
    requests = []
    for _ in range(int(rate * seconds)):
        body = json.dumps(submission(issuer.token(), envelope())).encode()
        head = f"PUT /surveys/{issuer.digest}/answers HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\n"
        requests.append(b64encode(head.encode() + b"Content-Length: %d\r\n\r\n" % len(body) + body).decode())
    file = folder / "requests.json"
    file.write_text(json.dumps(requests))
    command = [sys.executable, "-m", "benchmarks.survey.repository", "--generate", server.base, str(file)]
    try:
        before = server.cpu_s()
        done = subprocess.run([*command, "--rate", str(rate)], check=True, stdout=subprocess.PIPE, text=True)
        cpu_ms = 1e3 * (server.cpu_s() - before) / len(requests)
    finally:
        server.stop()
    found = json.loads(done.stdout)
    print(name, found, f"{cpu_ms:.2f} ms", flush=True)
    return (
        f"| {name} | {found['rate']:.0f} | {found['p50_ms']:.1f} | {found['p99_ms']:.1f} | {found['worst_ms']:.0f} | "
        f"{found['failed']:.0f} of {found['requests']:.0f} | {cpu_ms:.2f} |"
    )


def main() -> None:
    """Both databases."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--generate", nargs=2, metavar=("BASE", "REQUESTS"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.generate:
        base, path = arguments.generate
        requests = [b64decode(text) for text in json.loads(Path(path).read_text())]
        print(json.dumps(uvloop.run(paced(base, requests, arguments.rate, is_stored))))
        return
    busy = os.getloadavg()[0]
    folder = Path(tempfile.mkdtemp(prefix="shoal-repository-", dir="/tmp"))
    postgres = Postgres(folder / "cluster").create()
    lines = [
        "| database | answers | changed | kills | sent again | lost | doubled |",
        "|---|---|---|---|---|---|---|",
    ]
    try:
        urls = (None, postgres.database("killed"))
        for name, url in zip(DATABASES, urls, strict=True):
            lines.append(killed(folder / f"killed-{name}", name, url, arguments.submissions, arguments.kills))
        lines += [
            "",
            "| database | answers a second | p50 ms | p99 ms | worst ms | failed | server CPU, ms an answer |",
        ]
        lines += ["|---|---|---|---|---|---|---|"]
        urls = (None, postgres.database("rate"))
        for name, url in zip(DATABASES, urls, strict=True):
            lines.append(at_rate(folder / f"rate-{name}", name, url, arguments.rate, arguments.seconds))
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
    lines += ["", f"Load average of the machine before it began: {busy:.1f}; niceness of all processes: {os.nice(0)}."]
    command = f"python -m benchmarks.survey.repository --submissions {arguments.submissions} --kills {arguments.kills}"
    command += f" --rate {arguments.rate:g} --seconds {arguments.seconds:g}"
    write_result("survey_repository", "The repository of a survey killed, and at a steady rate", command, lines)


if __name__ == "__main__":
    main()
