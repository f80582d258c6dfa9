"""An earlier closing: which answers of a survey were released already, noted beside the key.

Two releases of one survey with different answers show the difference: with one envelope fewer, one person's answer. So
after the first closing the same answers give the same release, to the last byte, and other answers give none. The note
holds no digest that guesses could be tried on: it is keyed with the private key. Whoever deletes it, or copies the key
to another machine, can close a second time; no program can prevent that.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from shoal.errors import WrongUse
from shoal.quantizer.files.plain_json import parsed
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.shared.canonical import canonical_bytes
from shoal.survey.shared.key_texts import pretty

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

WHAT, FORMAT = "shoal survey closings", 1
SUFFIX = ".closed.json"
SAME, ORDER = b"shoal survey closing: same answers", b"shoal survey closing: order"


def note_beside(key_path: Path) -> Path:
    """answers.key has answers.key.closed.json."""
    return key_path.with_name(f"{key_path.name}{SUFFIX}")


def seal_of_closing(
    survey: Survey, key: EllipticCurvePrivateKey, answers: Sequence[bytes], wishes: dict[str, Any], use: bytes
) -> bytes:
    """32 bytes that nobody can compute without the key: of the answers that count, and what the release shall be."""
    own = key.private_numbers().private_value.to_bytes(32)  # the private key of P-256 has 32 bytes (RFC 9180, Nsk)
    hashed = hmac.new(own, use + survey.digest_bytes + sha256(canonical_bytes(wishes)).digest(), sha256)
    for answer in answers:
        hashed.update(sha256(answer).digest())
    return hashed.digest()


def order_of_release(seal: bytes) -> np.random.Generator:
    """Draws the order of the released rows. It depends on the private key, so nobody else can undo it."""
    return np.random.default_rng(int.from_bytes(seal))


def closings(path: Path) -> dict[str, str]:
    """The closings that were noted, by the digest of their survey."""
    try:
        document = parsed(path.read_text("utf-8"), path.name)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, WrongUse):
        document = None
    noted = document.get("closings") if isinstance(document, dict) and document.get("what") == WHAT else None
    if not isinstance(noted, dict) or not all(isinstance(seal, str) for seal in noted.values()):
        raise WrongUse(
            f"{path.name} says which surveys were closed with this key, and it is damaged.",
            hint="Get it from a copy. If no survey was ever closed with this key, remove it.",
        )
    return noted


def refuse_other_answers(noted: dict[str, str], survey: Survey, seal: bytes, path: Path) -> None:
    """Refuse a second closing, unless it gives the first release again."""
    before = noted.get(survey.hex_digest)
    if before is not None and not hmac.compare_digest(before, seal.hex()):
        raise WrongUse(
            f"This survey was closed before, with other answers or other promises ({path.name}). Two different "
            "releases together would show answers that each of them withholds.",
            hint="Publish the first release. The same bundle with the same options gives it again.",
        )


def noted_text(noted: dict[str, str], survey: Survey, seal: bytes) -> str:
    """The note with this closing in it."""
    return pretty({"what": WHAT, "format": FORMAT, "closings": {**noted, survey.hex_digest: seal.hex()}})


def seal_content(cell: int, answers: Any, token_id: bytes) -> bytes:
    """What of an answer decides about the release."""
    return token_id + json.dumps([cell, answers], sort_keys=True, ensure_ascii=True).encode("ascii")
