"""The page's side in JavaScript and the issuer in Python work together, and agree on the shared vectors."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from make_token_vectors import VECTOR_FILE, content, vector_key
from token_toys import SURVEY

from shoal.blind_signatures.blind_rsa import BlindPrivateKey, blind_sign, is_root_of
from shoal.blind_signatures.key_pairs import jwk_of
from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.survey.shared.one_file_page import browser_file
from shoal.survey.tokens.codes import CodeError, new_codes
from shoal.survey.tokens.issuer import Issuer
from shoal.survey.tokens.issuer_keys import key_from_jwk
from shoal.survey.tokens.secret import code_id, proof_of, secret_of_code
from shoal.survey.tokens.token import check_token

HERE = Path(__file__).resolve().parent
VECTORS: dict[str, Any] = json.loads(VECTOR_FILE.read_text("utf-8"))


def in_node(node: Path, folder: Path, command: str, **given: Any) -> Any:
    """Run the module as it is on the page. Node wants it to be in a folder that says it is a module."""
    for name in ("shoal-tokens.js", "blind-signatures.js", "vendored/blindrsa.js"):
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(browser_file(name), encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    words = [str(node), str(HERE / "run_tokens.mjs"), str(folder / "shoal-tokens.js"), command]
    done = subprocess.run(words, input=json.dumps(given), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_vectors_are_what_their_seed_gives() -> None:
    assert content() == VECTORS


def test_python_reads_the_vectors() -> None:
    key = vector_key()
    public = key_from_jwk(VECTORS["issuer"])
    for each in VECTORS["tokens"]:
        blinded, answer = bytes.fromhex(each["blinded"]), bytes.fromhex(each["blind_signature"])
        assert blind_sign(key, blinded) == answer
        assert is_root_of(public, answer, blinded)
        found = check_token(VECTORS["survey"], public, each["token"])
        assert found.id == each["id"] and found.is_owned_with(bytes.fromhex(each["secret"]))
        assert proof_of(bytes.fromhex(each["secret"])).hex() == each["proof"]
    for each in VECTORS["codes"]:
        assert code_id(VECTORS["survey"], each["code"]) == each["id"]
        assert secret_of_code(VECTORS["survey"], each["code"]).hex() == each["secret"]


def test_javascript_reads_the_vectors(node: Path, tmp_path: Path) -> None:
    found = in_node(node, tmp_path, "vectors", issuer=VECTORS["issuer"], tokens=VECTORS["tokens"])
    for each, made in zip(VECTORS["tokens"], found, strict=True):
        secret, proof = (base64url(bytes.fromhex(each[name])) for name in ("secret", "proof"))
        assert made == {"token": {**each["token"], "secret": secret}, "id": each["id"], "proof": proof}
    typed = [each["code"] for each in VECTORS["codes"]]
    secrets = in_node(node, tmp_path, "secrets", survey=VECTORS["survey"], typed=typed)
    assert secrets == [base64url(bytes.fromhex(each["secret"])) for each in VECTORS["codes"]]


@pytest.mark.slow
def test_a_page_and_the_issuer_make_a_token_together(node: Path, tmp_path: Path, issuer: Issuer) -> None:
    public = issuer.key.public
    codes = new_codes(4)
    issuer.invitations.add(codes)
    requests = in_node(node, tmp_path, "ask", survey=SURVEY, issuer=jwk_of(public), n=len(codes))
    answers = [issuer.sign(code, bytes_of(each["blinded"], "b")) for code, each in zip(codes, requests, strict=True)]
    sent = [base64url(answer) for answer in answers]
    tokens = in_node(node, tmp_path, "finish", issuer=jwk_of(public), requests=requests, answers=sent)
    ids = set()
    for each in tokens:
        secret = bytes_of(each["value"].pop("secret"), "s")
        found = check_token(SURVEY, public, each["value"])
        assert found.is_owned_with(secret)
        ids.add(found.id)
    assert len(ids) == len(codes)
    swapped = in_node(node, tmp_path, "finish", issuer=jwk_of(public), requests=requests, answers=sent[::-1])
    assert swapped == [{"why": "answer"}] * len(codes)
    for wrong in ("", "A", "AA", "*", sent[0][:-4]):
        said = in_node(node, tmp_path, "finish", issuer=jwk_of(public), requests=requests[:1], answers=[wrong])
        assert said == [{"why": "answer"}]


def test_both_refuse_the_same_keys(node: Path, tmp_path: Path, key: BlindPrivateKey) -> None:
    good = jwk_of(key.public)
    bad = [{**good, "alg": "RS256"}, {**good, "kty": "EC"}, {**good, "e": "Aw"}, {**good, "d": "AQ"}, {}]
    bad.append({**good, "n": base64url((key.public.n >> 1024).to_bytes(128))})
    bad += [{**good, "n": base64url(n.to_bytes(256))} for n in (2**2048 - 1557, key.p**2, key.public.n // 6 * 6 + 3)]
    found = in_node(node, tmp_path, "keys", survey=SURVEY, issuers=[good, *bad])
    assert found == [{"value": True}, *([{"why": "key"}] * len(bad))]
    for each in bad:
        with pytest.raises(ValueError, match="issuer's"):
            key_from_jwk(each)


def test_both_read_the_same_codes(node: Path, tmp_path: Path) -> None:
    code = VECTORS["codes"][2]["code"]
    typed = [each["code"] for each in VECTORS["codes"]]
    typed += [code.lower(), code.replace("-", " "), code.replace("-", "–"), code.replace("1", "l").replace("0", "O")]
    typed += [
        code[:-1],
        f"{code}0",
        f"U{code[1:]}",
        "",
        f"{code[1]}{code[0]}{code[2:]}",
        "７" + code[1:],
        f"é{code[1:]}",
    ]
    found = in_node(node, tmp_path, "codes", survey=SURVEY, typed=typed)
    for text, answer in zip(typed, found, strict=True):
        try:
            assert answer == {"value": code_id(SURVEY, text)}, text
        except CodeError:
            assert answer["why"] in ("length", "sign", "typing")


def test_a_token_has_the_length_that_the_survey_file_implies() -> None:
    token = VECTORS["tokens"][0]["token"]
    assert [len(bytes_of(token[name], name)) for name in ("prepared", "signature")] == [117, 256]
