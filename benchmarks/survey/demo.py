"""An online survey that nobody has to trust: python -m benchmarks.survey.demo (make demo-survey).

Designs a survey for people who do not exist, starts an issuer and a repository as processes of their own on loopback,
lets about 800 people answer (households decide together), a few of them with the respondents' page in a real browser,
closes the survey with the parts of two trustees, and says in plain words who saw what. With `--keep FOLDER` all files
of all parties stay there.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import polars as pl

from benchmarks.browsing import BROWSER_ARGUMENTS, chromium_program
from benchmarks.survey.evidence import files_of, found_in, tables_of
from benchmarks.survey.office import DETAILS, Office, Plan
from benchmarks.survey.respondents import Respondent, answer_in_browser
from benchmarks.survey.running import ORGANISER
from benchmarks.survey.simulated_people import drawn_answers, frame_of, opinions
from shoal.survey.questionnaire.survey import Survey

PEOPLE, BROWSERS = 1150, 3  # with a participation of 0.7 about 800 answer
ASKED_ONLY_SHARE = 0.02  # of those who do not answer: they get a token and stop
SENDERS = 8
PATIENCE_S = 60  # a busy machine
SHOWN_SIGNS = 48


@dataclass(frozen=True)
class Told:
    """What the demonstration found, for its tests."""

    n_answered: int
    n_in_browser: int
    found_at_issuer: list[tuple[str, str]]
    found_at_repository: list[tuple[str, str]]
    released: dict[str, Any]


def head(text: str) -> None:
    """A part of the story begins."""
    print(f"\n{text}\n{'-' * len(text)}")


def shortened(value: object) -> str:
    """A value of a database, cut off."""
    text = value.hex() if isinstance(value, bytes) else str(value)
    return text if len(text) <= SHOWN_SIGNS else f"{text[:SHOWN_SIGNS]}… ({len(text)} signs)"


def show_tables(path: Path) -> None:
    """How many rows each table has, and one of them."""
    for name, rows in tables_of(path).items():
        if name == "alembic_version":
            continue
        print(f"  table {name}: {len(rows):,} {'row' if len(rows) == 1 else 'rows'}")
        for column, value in rows[len(rows) // 2].items() if rows else ():
            print(f"    {column:<16} {shortened(value)}")


@contextmanager
def browser() -> Iterator[Any]:
    """A real browser; None, after one line that says why, where there is none."""
    program = chromium_program()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None:
        print("Nobody answers in a browser: Chromium or Playwright is not installed. All answers are sent by Python.")
        yield None
        return
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=list(BROWSER_ARGUMENTS))
        yield opened
        opened.close()


def in_browsers(address: str, people: Sequence[tuple[Respondent, dict[str, Any]]]) -> int:
    """Let some people answer on the real page, each on a new device; how many did."""
    with browser() as opened:
        if opened is None:
            return 0
        for number, (person, details) in enumerate(people):
            device = opened.new_context(locale="en-GB")
            shown = answer_in_browser(device.new_page(), address, person.invitation, details, person.answers)
            if number == 0:
                print(f"The page showed one of them, sign by sign, all that goes into the envelope:\n  {shown}")
            device.close()
        return len(people)


def by_python(survey: Survey, answering: Sequence[Respondent], asking_only: Sequence[Respondent]) -> None:
    """Everybody asks for a token; later, in another order, those who answer send their answer."""
    draw, limits = random.Random(4), httpx.Limits(max_connections=SENDERS)
    asking, sending = [*answering, *asking_only], list(answering)
    draw.shuffle(asking)
    draw.shuffle(sending)
    with httpx.Client(timeout=PATIENCE_S, limits=limits) as http, ThreadPoolExecutor(SENDERS) as senders:
        list(senders.map(lambda person: person.ask(survey, http), asking))
        list(senders.map(lambda person: person.send(survey, http), sending))


def show_issuer(office: Office, secrets: list[str]) -> list[tuple[str, str]]:
    """What the issuer has at the end."""
    head("What the issuer saw")
    counts = office.counts()
    print(
        f"{counts['n_invited']:,} invitations, of which {counts['n_asked']:,} were used. All that it has of somebody:"
    )
    show_tables(office.issuer.invitations)
    print(f"Its log has {len(office.issuer.logs.splitlines())} lines.")
    found = found_in(files_of(office.folder / "issuer"), secrets)
    print(f"In its files we found {len(found)} of {len(secrets):,} names, invitations, incomes and readable answers.")
    return found


def show_repository(office: Office, secrets: list[str]) -> list[tuple[str, str]]:
    """What the repository has when the survey is closed."""
    head("What the repository saw")
    path = office.repository.folder / "repository.db"
    sizes = {len(row["envelope"]) for row in tables_of(path)["answer"] if isinstance(row["envelope"], bytes)}
    show_tables(path)
    print(f"All envelopes have {', '.join(map(str, sizes))} bytes. Its log (hours, and no request of a respondent):")
    for line in office.repository.logs.splitlines():
        print(f"  {line}")
    found = found_in(files_of(office.repository.folder), secrets)
    print(f"In its files we found {len(found)} of {len(secrets):,} names, invitations, incomes and readable answers.")
    return found


def show_totals(office: Office, survey: Survey, when: str) -> None:
    """What the organiser's page shows."""
    path = f"{office.repository.base}/surveys/{survey.hex_digest}/totals"
    told = httpx.get(path, headers=ORGANISER, timeout=PATIENCE_S).raise_for_status().json()
    answers = "not told yet (a total appears when the day is over)" if told["answers"] is None else told["answers"]
    print(f"{when}: answers {answers}; expected by design {told['expected']:,.0f} of {told['invited']:,}.")


def show_release(office: Office, released: dict[str, Any]) -> None:
    """What everybody may read, and how it compares with the design."""
    head("What was released")
    table = pl.read_csv(office.folder / "release" / "release.csv")
    with pl.Config(tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True, tbl_rows=6, tbl_width_chars=100):
        print(table.head(6))
    print(f"{table.height:,} answers from {released['n_cells_released']} of {released['n_cells']} cells.")
    print(
        f"Promised: {office.plan.k} or more in each class. Counted on the file: {released['smallest_class']} or more."
    )
    head("Attained and designed failure")
    attained = released["n_answers"] / released["n_frame"]
    print(
        f"Designed: each cell gets some answers, but fewer than {office.plan.k}, with a probability of at most "
        f"{office.plan.failure:g}."
    )
    print(f"Expected in this survey: {released['expected_failed']:.2g} failed cells of {released['n_cells']}.")
    print(f"Taking part: designed {released['designed_participation']:.0%}, attained {attained:.0%}.")
    print(f"Attained: {released['n_cells_failed']} failed cells, {released['n_withheld']} answers withheld.")
    print("One survey is one draw; `python -m benchmarks.survey.participation` draws 100,000 of each kind.")


def answers_of(office: Office, survey: Survey, rng: np.random.Generator) -> tuple[list[Respondent], np.ndarray]:
    """A respondent for each person of the frame, and who of them answers."""
    cell_of = survey.specification.assign(office.people)
    people = [Respondent(code, int(cell), opinions(rng)) for code, cell in zip(office.letters(), cell_of, strict=True)]
    plan, home = office.plan, office.people["home"].to_numpy()
    shares = np.array([plan.participation])
    return people, drawn_answers(rng, shares, home, cell_of, plan.together, plan.overdispersion)[0]


def run(folder: Path, n_people: int, n_browsers: int, plan: Plan) -> Told:
    """The whole survey."""
    rng = np.random.default_rng(plan.seed)
    office = Office(folder, frame_of(n_people, rng), plan, say=print)
    head("The survey is made")
    survey = office.prepare()
    office.serve()
    try:
        return _held(office, survey, rng, n_browsers)
    finally:
        office.stop()


def _held(office: Office, survey: Survey, rng: np.random.Generator, n_browsers: int) -> Told:
    people, answers = answers_of(office, survey, rng)
    details = office.people.select(list(DETAILS)).to_dicts()
    own = [(person, detail) for person, detail, is_in in zip(people, details, answers, strict=True) if is_in]
    others = [person for person, is_in in zip(people, answers, strict=True) if not is_in]
    head("People answer")
    print(f"{len(people):,} people of {office.people['home'].n_unique():,} homes are invited; {len(own):,} answer.")
    n_in_browser = in_browsers(survey.repository, own[:n_browsers])
    print(f"{n_in_browser} answer on the real page in Chromium, {len(own) - n_in_browser:,} by Python.")
    by_python(survey, [person for person, _ in own[n_in_browser:]], others[: int(ASKED_ONLY_SHARE * len(others)) + 1])
    head("What the organiser saw")
    show_totals(office, survey, "While it is open")
    print(
        f"Then two trustees come together. {len(list(office.vault.glob('*.part-*')))} parts of the key were handed out."
    )
    released = office.close()
    show_totals(office, survey, "After closing ")
    secrets = [*office.people["name"], *(person.invitation for person in people)]
    secrets += [str(income) for income in office.people["income"]] + ['"cell":', '"trees":', '"spent":']
    at_issuer, at_repository = show_issuer(office, secrets), show_repository(office, secrets)
    show_release(office, released)
    return Told(len(own), n_in_browser, at_issuer, at_repository, released)


def main() -> None:
    """From an empty folder to a release."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--browsers", type=int, default=BROWSERS)
    parser.add_argument("--k", type=int, default=Plan.k)
    parser.add_argument("--keep", type=Path, help="a new folder in which all files of all parties stay")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve() / "survey" if arguments.keep is None else arguments.keep.resolve()
        run(folder, arguments.people, arguments.browsers, Plan(k=arguments.k))


if __name__ == "__main__":
    main()
