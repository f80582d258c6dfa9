"""The survey file: written so that people can read it, and checked on the way back.

The caller chooses the class of the result: the content alone, or a `Survey` with all its methods.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from shoal.errors import WriteError, WrongUse
from shoal.quantizer.files.plain_json import DAMAGED, parsed
from shoal.survey.questionnaire.content import (
    FORMAT,
    WHAT,
    Admission,
    StatedIssuer,
    SurveyContent,
    time_of_text,
    time_text,
)
from shoal.survey.questionnaire.kinds import (
    TAKEN,
    ChoiceQuestion,
    MultipleChoiceQuestion,
    NumericQuestion,
    ScaleQuestion,
    SurveyQuestion,
    TextQuestion,
    repeated_options,
)
from shoal.survey.questionnaire.question_files import question_from_dict
from shoal.survey.sealing.suite import require_sealing
from shoal.survey.shared.design_files import FileKind, laid_out, require_digest
from shoal.survey.shared.letters import is_hidden
from shoal.survey.specification.file import specification_from, text_of_document
from shoal.survey.specification.signing import Signature
from shoal.survey.specification.specification import Specification
from shoal.survey.tokens.issuer_keys import key_from_jwk
from shoal.table.atomic import atomically
from shoal.table.wording import listed

SUFFIX = ".json"
SURVEY_FILE = FileKind(
    WHAT, "a survey file", FORMAT, "survey.schema.json", "Give a .json file that shoal survey new wrote.", FORMAT
)

Made = TypeVar("Made", bound=SurveyContent)


def text_of_survey(survey: SurveyContent) -> str:
    """The file: one line for each question, and the specification as its own file shows it."""
    document = survey.to_document()
    questions = ",\n".join(json.dumps(question, ensure_ascii=False) for question in document["questions"])
    long = {"questions": f"[\n{questions}\n]", "specification": text_of_document(survey.specification).rstrip("\n")}
    signature = None if survey.signature is None else survey.signature.to_dict()
    whole = {**document, "digest": survey.digest, "signature": signature}
    return laid_out(whole, long)


def save(survey: SurveyContent, path: Path) -> None:
    """Write a survey file, whole or not at all."""
    if path.suffix.lower() != SUFFIX:
        raise WriteError(f"A survey file is written as {SUFFIX}; {path.name} is not.")
    text = text_of_survey(survey)
    with atomically(path) as draft:
        draft.write_text(text, encoding="utf-8")


def load(path: Path, made: type[Made]) -> Made:
    """Read a survey file, or say why the file is not one, or is damaged."""
    try:
        document = parsed(path.read_text(encoding="utf-8"), path.name)
    except OSError:
        raise WrongUse(f"There is no file {path} that can be read. {SURVEY_FILE.other_file}") from None
    except UnicodeDecodeError:
        raise WrongUse(f"{path.name} is not UTF-8 text. {SURVEY_FILE.other_file}") from None
    return survey_from(document, path.name, made)


def survey_from(document: Any, where: str, made: type[Made]) -> Made:
    """The survey that a JSON value describes, as an instance of ``made``, or an error in words."""
    require_sealing()
    SURVEY_FILE.require_structure(document, where)
    require_digest(document, where)
    specification = specification_from(document["specification"], f"the specification in {where}", Specification)
    try:
        built = _built(document, specification, made)
    except ValueError:  # a date that no calendar has
        built = None
    problem = "It has a time that does not exist." if built is None else content_problem(built, document)
    if built is None or problem is not None:
        raise WrongUse(f"{where} is not sound. {problem} {DAMAGED}")
    return built


def _built(document: Mapping[str, Any], specification: Specification, made: type[Made]) -> Made:
    issuer = document["issuer"]
    return made(
        specification=specification,
        title=document["title"],
        purpose=document["purpose"],
        organiser=document["organiser"],
        contact=document["contact"],
        languages=tuple(document["languages"]),
        opens=time_of_text(document["opens"]),
        closes=time_of_text(document["closes"]),
        repository=document["repository"],
        admission=tuple(map(Admission, document["admission"])),
        issuer=None if issuer is None else StatedIssuer(issuer["url"], issuer["public_key"]),
        answers_key=document["answers_key"]["public_key"],
        free_text=document["free_text"],
        questions=tuple(map(question_from_dict, document["questions"])),
        signature=None if document["signature"] is None else Signature.from_dict(document["signature"]),
    )


def content_problem(survey: SurveyContent, document: Mapping[str, Any]) -> str | None:
    """What does not fit together in a file that fits its schema; None: nothing."""
    names = [question.name.casefold() for question in survey.questions]
    texts = [survey.title, survey.purpose, *(text for question in survey.questions for text in question.texts)]
    if len(set(names)) < len(names):
        return "Two questions have one name."
    if document["opens"] != time_text(survey.opens) or survey.opens >= survey.closes:
        return "It closes before it opens."
    if (Admission.TOKENS in survey.admission) != (survey.issuer is not None):
        return "It admits tokens without an issuer, or has an issuer without admitting tokens."
    if survey.issuer is not None and not _is_issuer_key(survey.issuer.public_key):
        return "The key of its issuer is none that tokens can be signed with."
    if Admission.ANYBODY in survey.admission and len(survey.admission) > 1:
        return "It admits anybody, and asks for tokens or codes at the same time."
    if any(survey.languages[0] not in text or not set(text) <= set(survey.languages) for text in texts):
        return "A text is not there in its first language, or is there in a language that it does not list."
    if any(name in TAKEN for name in names):
        return f"A question has a name that is taken: {listed(TAKEN)} are columns already."
    if any(map(is_hidden, _shown(survey))):
        return "A text has signs that nobody sees, or that turn the direction of others."
    if any(isinstance(question, TextQuestion) for question in survey.questions) and not survey.free_text:
        return "It asks for free text and says that it does not."
    if not all(_possible(question) for question in survey.questions):
        return "A question has options twice, options that read alike, or a range without an answer."
    if document["envelope_size"] != survey.envelope_size:
        return "The size of its envelopes is not that of its questions."
    if document["digest"] != survey.digest:
        return "It holds something that is not part of a survey."
    return None


def _shown(survey: SurveyContent) -> Iterator[str]:
    """Everything that a respondent reads of the organiser's words."""
    yield from (survey.organiser, survey.contact, survey.specification.title)
    yield from survey.specification.questions.values()
    texts = [survey.title, survey.purpose, *(text for question in survey.questions for text in question.texts)]
    yield from (words for text in texts for words in text.values())
    for question in survey.questions:
        yield from (*question.different_from.values(), question.not_identifying)
        yield from getattr(question, "values", ())


def _is_issuer_key(key: Mapping[str, str]) -> bool:
    try:
        key_from_jwk(key)
    except WrongUse:
        return False
    return True


def _possible(question: SurveyQuestion) -> bool:
    """Whether the parts of a question fit together, as far as a schema cannot say so."""
    if isinstance(question, NumericQuestion):
        return question.least < question.most
    if isinstance(question, ScaleQuestion):
        return question.first < question.last
    if not isinstance(question, ChoiceQuestion):
        return True
    most = question.most if isinstance(question, MultipleChoiceQuestion) else 1
    return repeated_options(question.options) is None and 1 <= most <= len(question.options)
