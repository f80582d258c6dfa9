"""Who is admitted: whoever has a token that the issuer signed for this survey, or a printed code that is registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from shoal.errors import Setting, WrongUse
from shoal.survey.questionnaire.content import Admission
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.tokens.issuer_keys import key_from_jwk
from shoal.survey.tokens.paper import RegisteredCodes
from shoal.survey.tokens.token import Admitted, NotAToken, check_token

TokenCheck = Callable[[Mapping[str, str]], Admitted]  # of {"prepared", "signature"} or {"code_id"}. WrongUse: not good
NOT_REGISTERED = "This code is not registered for this survey."


def token_check(survey: Survey, codes: RegisteredCodes | None) -> TokenCheck:
    """The check for one survey, with its registered codes."""
    key = None if survey.issuer is None else key_from_jwk(survey.issuer.public_key)

    def check(given: Mapping[str, str]) -> Admitted:
        if "code_id" in given:
            own = given["code_id"]
            if codes is None or own not in codes.ids:
                raise NotAToken(NOT_REGISTERED)
            return Admitted(own, bytes.fromhex(own))
        if key is None:
            raise NotAToken("This survey has no issuer of tokens.")
        return check_token(survey.hex_digest, key, given)

    return check


def registered_codes(path: Path | None, survey: Survey) -> RegisteredCodes | None:
    """The printed codes of this survey: the code-ids.json that shoal tokens codes wrote."""
    is_admitted = Admission.CODES in survey.admission
    if path is None:
        if is_admitted:
            raise WrongUse(
                "This survey admits printed codes, and no list of them is given.",
                hint=("Name it (", Setting("codes"), ")."),
            )
        return None
    codes = RegisteredCodes.load(path)
    if codes.survey != survey.hex_digest:
        raise WrongUse(f"The codes in {path.name} are for another survey.")
    if not is_admitted:
        raise WrongUse("This survey does not admit printed codes, and a list of them is given.")
    members = int(survey.specification.frame_counts.sum())
    if len(codes.ids) > members:
        raise WrongUse(
            f"{path.name} has {len(codes.ids):,} codes, and {members:,} people may be asked. With spare codes somebody "
            "could answer in the place of people who do not exist.",
            hint="Make as many codes as you hand out cards.",
        )
    return codes
