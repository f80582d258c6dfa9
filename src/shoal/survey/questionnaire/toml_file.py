"""survey.toml: what an organiser writes, and the files that it names, become a survey.

Everything that is wrong is said in one message, because an organiser who corrects one mistake at a time gives up.
"""

from __future__ import annotations

import re
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from shoal.blind_signatures.key_pairs import jwk_of
from shoal.errors import WrongUse
from shoal.survey.questionnaire.content import Admission, StatedIssuer, SurveyContent, time_text
from shoal.survey.questionnaire.kinds import SurveyQuestion
from shoal.survey.questionnaire.repeats import all_repeats, repeats
from shoal.survey.questionnaire.toml_questions import questions_of
from shoal.survey.questionnaire.toml_values import Entries, require_languages
from shoal.survey.sealing.key_files import public_key_of_file
from shoal.survey.sealing.suite import key_text
from shoal.survey.specification.specification import Specification
from shoal.survey.tokens.issuer_keys import public_key
from shoal.table.wording import did_you_mean, found, listed, said_together

LARGEST_BYTES = 1 << 20  # 1 MiB: 500 questions of 2,000 letters
LINE = re.compile(r"\(at line (\d+), column \d+\)$")  # how tomllib ends its messages
MOST_SAID = 40  # mistakes in one message; somebody with more of them has given another file

Made = TypeVar("Made", bound=SurveyContent)


def content_of_toml(path: Path, now: datetime, made: type[Made]) -> Made:
    """The survey that a file describes, as an instance of ``made``; or one error that says everything that is wrong."""
    problems: list[str] = []
    top = Entries("The file", _toml(path), problems)
    top.languages = require_languages(top)
    fields: dict[str, Any] = {"languages": top.languages}
    fields |= {"title": top.texts("title"), "purpose": top.texts("purpose")}
    fields |= {"organiser": top.text("organiser"), "contact": top.text("contact")}
    fields["opens"], fields["closes"] = _times(top, now)
    fields["repository"] = top.address("repository")
    fields["admission"], fields["issuer"] = _admission(top, path.parent)
    fields["answers_key"] = _answers_key(top, path.parent)
    fields["free_text"] = top.flag("free_text")
    given = top.take("questions", needed=False)
    fields["questions"] = questions_of(given, top.languages, problems, free_text=fields["free_text"])
    specification = _specification(top, path.parent)
    top.finish()
    if specification is not None:
        problems += _telling(fields["questions"], specification)
    if problems:
        said = said_together(problems, MOST_SAID)
        raise WrongUse(f"No survey can be made of {path.name}. ", *said, count=len(problems))
    return made(specification=specification, **fields)  # type: ignore[arg-type]  # None is a problem, said above


def _toml(path: Path) -> dict[str, Any]:
    try:
        raw = path.read_bytes()
    except OSError:
        raise WrongUse(f"There is no file {path} that can be read. It describes the survey.") from None
    if len(raw) > LARGEST_BYTES:
        raise WrongUse(f"{path.name} is far too large for the description of a survey.")
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        problem = f"{path.name} is not UTF-8 text. Save it as UTF-8."
    except RecursionError:
        problem = f"{path.name} has too many brackets inside each other for the description of a survey."
    except ValueError as error:  # not TOML, or a number of thousands of digits
        at = LINE.search(str(error))
        problem = (
            f"{path.name} cannot be read in {f'line {at[1]}' if at else 'its last line'}. A line is written as "
            'key = value. Texts stand between straight quotes ("…"), dates, numbers, true and false stand without '
            "them, lists and brackets are closed, and no key comes twice."
        )
    raise WrongUse(problem)


def _times(top: Entries, now: datetime) -> tuple[datetime | None, datetime | None]:
    opens, closes = top.moment("opens"), top.moment("closes")
    if opens is not None and closes is not None and closes <= opens:
        top.say("says that the survey closes before it opens, or at the same time.")
    elif closes is not None and closes <= now:
        top.say(f"says that the survey closed at {time_text(closes)}, which is over. Nobody could answer.")
    return opens, closes


def _admission(top: Entries, folder: Path) -> tuple[tuple[Admission, ...], StatedIssuer | None]:
    given, table = top.names("admission"), top.take("issuer", needed=False)
    ways = list(map(str, Admission))
    for way in given:
        if way not in ways:
            near = did_you_mean(way, ways) or f" It can be {listed(ways)}."
            top.say(f"has '{way}' under 'admission', which does not exist.{near}")
    if Admission.ANYBODY in given and len(given) > 1:
        top.say("admits anybody, and asks for tokens or codes at the same time: then those show nothing.")
    issuer = None
    if table is not None and not isinstance(table, dict):
        top.say("needs a line [issuer], and below it url = … and public_key = ….")
    elif table is not None:
        issuer = _issuer(Entries("[issuer]", dict(table), top.problems), folder)
    if given and (Admission.TOKENS in given) != (table is not None):
        top.say(
            'has an [issuer] and does not admit tokens. Write admission = ["tokens"], or leave the issuer out.'
            if table is not None
            else "admits tokens and names nobody who issues them: it needs [issuer] with url and public_key."
        )
    return tuple(Admission(way) for way in given if way in ways), issuer


def _issuer(entries: Entries, folder: Path) -> StatedIssuer:
    url, named = entries.address("url"), entries.text("public_key")
    key = _issuer_key(entries, folder / named) if named else {}
    entries.finish()
    return StatedIssuer(url, key)


def _issuer_key(entries: Entries, path: Path) -> dict[str, str]:
    """The public key of the issuer, as the file states it."""
    try:
        return jwk_of(public_key(path))
    except WrongUse as error:
        entries.say(f"names a public key that cannot be used. {error}")
        return {}


def _answers_key(top: Entries, folder: Path) -> str:
    named = top.text("answers_key")
    if not named:
        return ""
    try:
        return key_text(public_key_of_file(folder / named))
    except WrongUse as error:
        top.say(f"names a key for the answers that cannot be used. {error}")
        return ""


def _specification(top: Entries, folder: Path) -> Specification | None:
    """The specification, if it is sound: then nothing of it is wrong that a respondent could find."""
    named = top.text("specification")
    if not named:
        return None
    try:
        specification = Specification.load(folder / named)
    except WrongUse as error:
        top.say(f"names a specification that cannot be used. {error}")
        return None
    failed = [check.words for check in specification.verify().checks if not check.ok]
    if failed:
        top.say(f"names a specification that does not keep what it says. {' '.join(failed)}")
        return None
    return specification


def _telling(questions: tuple[SurveyQuestion, ...], specification: Specification) -> list[str]:
    """Questions that seem to tell a quasi-identifier, and excuses that excuse nothing."""
    told = [
        f"{finding.words} {_advice(finding.column, finding.excusable)}".rstrip()
        for finding in repeats(questions, specification)
    ]
    for question in questions:
        about = {finding.column for finding in all_repeats(question, specification)}
        idle = [column for column in question.different_from if column not in about]
        if idle:
            named = found(len(idle), "column", "columns")
            told.append(
                f"The question '{question.name}' gives a reason about {named} that it does not seem to tell: "
                f"{listed(idle)}. Leave it out."
            )
        if question.not_identifying and "" not in about:
            told.append(f"The question '{question.name}' does not seem to identify anybody. Leave not_identifying out.")
    return told


def _advice(column: str, excusable: bool) -> str:
    if not excusable:
        return ""
    reason = f'different_from = {{ {column} = "…" }}' if column else 'not_identifying = "…"'
    return f"Leave it out. If it asks for something else, say so, for all to read: {reason}."
