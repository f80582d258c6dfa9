"""Verification: what a respondent can check about a survey file, without trusting who wrote it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.errors import WrongUse
from shoal.quantizer.findings import Check, Findings
from shoal.survey.questionnaire.content import WHAT, Admission, SurveyContent, time_text
from shoal.survey.questionnaire.file import load
from shoal.survey.questionnaire.repeats import repeats
from shoal.survey.sealing.envelope import SECRET_BYTES, TOKEN_ID_BYTES, seal, unseal
from shoal.survey.sealing.suite import key_of_text, require_sealing
from shoal.survey.shared.design_files import stated_kind
from shoal.survey.specification.signing import as_in_file
from shoal.survey.specification.verification import signature_check, verify_specification
from shoal.table.wording import found

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

COVERED = ("structure", "digest", "signature")  # checks of a specification that those of the survey file include


def verify_survey(survey: SurveyContent | str | Path, *, public_key: str | Path | None = None) -> Findings:
    """Check a survey, or the file of one. A file that is damaged is a finding, not an error."""
    if isinstance(survey, SurveyContent):
        given = survey
    else:
        path = Path(survey)
        if not path.is_file() or stated_kind(path) != WHAT:
            raise WrongUse(f"There is no survey file {path}. Give a .json file that shoal survey new wrote.")
        require_sealing()  # that it is missing is no finding about the file
        try:
            given = load(path, SurveyContent)
        except WrongUse as error:
            return Findings((Check("file", False, str(error)),), {})
    specification = verify_specification(given.specification)
    checks = (
        Check("structure", True, "The file is complete, and its parts fit together."),
        Check("digest", True, f"The content has the digest that the file states: {given.digest}."),
        signature_check(given.signature, given.digest, public_key, WHAT),
        _key(given),
        _admission(given),
        _questions(given),
        *(check for check in specification.checks if check.name not in COVERED),
    )
    facts = {
        **specification.facts,
        "digest": given.digest,
        "opens": time_text(given.opens),
        "closes": time_text(given.closes),
        "n_questions": len(given.questions),
        "envelope_size": given.envelope_size,
        "signed_by": None if given.signature is None else as_in_file(given.signature.public_key),
    }
    return Findings(checks, facts)


def key_check(findings: Findings, path: str | Path, private_key: EllipticCurvePrivateKey) -> Findings:
    """The same findings, and whether a private key opens what is sealed for a survey file that is sound."""
    given = load(Path(path), SurveyContent)
    token, content = bytes(TOKEN_ID_BYTES), b"{}"
    bound: dict[str, Any] = {"survey_digest": given.digest_bytes, "token_id": token, "size": given.envelope_size}
    envelope = seal(content, key_of_text(given.answers_key), secret=bytes(SECRET_BYTES), **bound)
    try:
        fits = unseal(envelope, private_key, **bound).answer == content
    except WrongUse:
        fits = False
    words = (
        "The private key opened an envelope that was sealed for this survey."
        if fits
        else "The private key does not belong to this survey: it opens no envelope of it."
    )
    return Findings((*findings.checks, Check("private key", fits, words)), findings.facts)


def _key(given: SurveyContent) -> Check:
    try:
        key_of_text(given.answers_key)
    except WrongUse as error:
        return Check("answers key", False, str(error))
    return Check(
        "answers key",
        True,
        f"Answers are sealed to a key that the file states. Every envelope has {given.envelope_size} bytes.",
    )


def _admission(given: SurveyContent) -> Check:
    if Admission.ANYBODY in given.admission:
        words = "Anybody can answer, as often as they like. So nobody knows how many people k answers are."
        return Check("admission", False, words)
    return Check("admission", True, "An answer counts with a token or a code only, one answer for each.")


def _questions(given: SurveyContent) -> Check:
    """Words can only be compared by likeness, so this check asks the reader to look; it does not fail."""
    told = [finding.words for finding in repeats(given.questions, given.specification)]
    reasons = sum(len(question.different_from) + bool(question.not_identifying) for question in given.questions)
    if told:
        return Check("questions", True, " ".join(told), open=True)
    if reasons:
        words = (
            f"The organiser says for {found(reasons, 'question', 'questions')} why it does not ask for what the cells "
            "hide, or who somebody is. Read the reasons in the file."
        )
        return Check("questions", True, words, open=True)
    return Check("questions", True, "No question seems to ask for what the cells hide, or for who somebody is.")
