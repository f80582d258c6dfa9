"""Respondents: a token for an invitation, a sealed answer, all over HTTP; or the real page in a real browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import httpx

from benchmarks.survey.running import submission
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.survey.questionnaire.answers import SurveyAnswer
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.inviting import FRAGMENT
from shoal.survey.tokens.issuer_keys import key_from_jwk
from shoal.survey.tokens.token import Token

PATIENCE_MS = 60_000  # a busy machine


@dataclass
class Respondent:
    """One person who takes part. Only the invitation, the token, its proof and the envelope ever leave."""

    invitation: str
    cell: int
    answers: dict[str, Any] = field(repr=False)
    token: Token | None = None

    def ask(self, survey: Survey, http: httpx.Client) -> None:
        """Get the token for the invitation."""
        assert survey.issuer is not None
        request = TokenRequest.of(survey.hex_digest, key_from_jwk(survey.issuer.public_key))
        body = {"invitation": self.invitation, "blinded": base64url(request.blinded)}
        said = http.post(f"{survey.issuer.url}/tokens", json=body).raise_for_status().json()
        self.token = request.token(bytes_of(said["blind_signature"], "The answer"))

    def submission(self, survey: Survey) -> dict[str, Any]:
        """What is sent to the repository."""
        assert self.token is not None, "a token comes before an answer"
        sealed = survey.seal(SurveyAnswer(self.cell, self.answers), self.token.id, self.token.secret)
        return submission(self.token, base64url(sealed))

    def send(self, survey: Survey, http: httpx.Client) -> None:
        """Send the sealed answer."""
        address = f"{survey.repository.rstrip('/')}/surveys/{survey.hex_digest}/answers"
        http.put(address, json=self.submission(survey)).raise_for_status()


def answer_in_browser(
    page: Any, address: str, invitation: str, details: dict[str, Any], answers: dict[str, Any]
) -> str:
    """The whole way on the respondents' page, from the link in a letter; returns what it showed as all that leaves."""
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{address.rstrip('/')}/{FRAGMENT}{invitation}")
    page.click("#start")
    page.press("#code", "Enter")
    page.wait_for_selector("#details")
    for name, value in details.items():
        field_of = page.locator(f"#details [name={name}]")
        if field_of.evaluate("(field) => field.tagName") == "SELECT":
            field_of.select_option(value)
        else:
            field_of.fill(str(value))
    page.click("#details button[type=submit]")
    page.click("#to-questions")
    page.wait_for_selector("#questions")
    for name, answer in answers.items():
        part = page.locator(f"[data-question={name}]")
        if part.evaluate("(part) => part.tagName") == "FIELDSET":
            for option in answer if isinstance(answer, list) else [answer]:
                part.get_by_label(option, exact=True).check()
        else:
            part.locator("input").fill(str(answer))
    page.click("#questions button[type=submit]")
    shown = str(page.inner_text("#exact"))
    page.click("#send")
    page.wait_for_selector("#done")
    return shown
