"""Who is admitted: whoever has a token that the issuer signed for this survey, or a printed code that is registered."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from shoal.errors import WrongUse
from shoal.survey.questionnaire.content import Admission
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.tokens.issuer_keys import key_from_jwk
from shoal.survey.tokens.paper import WHAT
from shoal.survey.tokens.token import NotAToken, check_token, code_id

# {"prepared", "signature"} or {"code"}, to the 32 bytes of its id. WrongUse: not admitted.
TokenCheck = Callable[[Mapping[str, str]], bytes]
NOT_REGISTERED = "This code is not registered for this survey."


def token_check(survey: Survey, codes: frozenset[bytes]) -> TokenCheck:
    """The check for one survey, with the ids of its registered codes."""
    key = None if survey.issuer is None else key_from_jwk(survey.issuer.public_key)
    digest = survey.hex_digest

    def check(given: Mapping[str, str]) -> bytes:
        if "code" in given:
            own = bytes.fromhex(code_id(digest, given["code"]))
            if own not in codes:
                raise NotAToken(NOT_REGISTERED)
            return own
        if key is None:
            raise NotAToken("This survey has no issuer of tokens.")
        return bytes.fromhex(check_token(digest, key, given))

    return check


def registered_codes(path: Path | None, survey: Survey) -> frozenset[bytes]:
    """The ids of printed codes: the code-ids.json that shoal tokens codes wrote."""
    if path is None:
        if Admission.CODES in survey.admission:
            raise WrongUse("This survey admits printed codes, and no list of them is given.", hint="Name it: --codes.")
        return frozenset()
    try:
        document = json.loads(path.read_text("utf-8"))
    except OSError:
        raise WrongUse(f"There is no list of codes {path} that can be read.") from None
    except ValueError:
        document = None
    if not isinstance(document, dict) or document.get("what") != WHAT:
        raise WrongUse(f"{path.name} is not a list of codes. Give the code-ids.json that shoal tokens codes wrote.")
    if document.get("survey") != survey.hex_digest:
        raise WrongUse(f"The codes in {path.name} are for another survey.")
    if Admission.CODES not in survey.admission:
        raise WrongUse("This survey does not admit printed codes, and a list of them is given.")
    try:
        ids = frozenset(bytes.fromhex(own) for own in document["ids"])
    except (KeyError, TypeError, ValueError):
        raise WrongUse(f"{path.name} is damaged. Give the code-ids.json that shoal tokens codes wrote.") from None
    return ids
