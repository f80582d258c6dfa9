"""Python and JavaScript accept the same answers, write them byte for byte the same, and open each other's envelopes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from make_answer_vectors import VECTOR_FILE, case
from sealing_toys import SECRET, private_key

from shoal.errors import WrongUse
from shoal.survey.questionnaire.answers import SurveyAnswer, read_answer
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.shared.one_file_page import browser_file
from shoal.survey.tokens.secret import commitment_to, proof_of
from shoal.survey.tokens.token import Admitted

HERE = Path(__file__).resolve().parent
OTHERS = ("shoal-specification.js", "vendored/hpke.js")
VECTORS: dict[str, Any] = json.loads(VECTOR_FILE.read_text("utf-8"))
RFC = json.loads((HERE / "rfc9180.json").read_text("utf-8"))
DOCUMENT = json.loads(VECTORS["survey"])


@pytest.fixture(scope="module")
def survey() -> Survey:
    return Survey.from_document(DOCUMENT)


def owner_of(token_id: str, secret: bytes) -> Admitted:
    return Admitted(token_id, commitment_to(proof_of(secret)))


def in_node(node: Path, folder: Path, command: str, **given: Any) -> Any:
    """Run the modules as they are on the page. Node wants them to be in a folder that says they are modules."""
    for name in ("shoal-answers.js", *OTHERS):
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(browser_file(name), encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    words = [str(node), str(HERE / "run_answers.mjs"), str(folder), command]
    done = subprocess.run(words, input=json.dumps(given), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_vectors_hold_what_they_are_for(survey: Survey) -> None:
    assert survey.verify().ok
    kinds = {question.KIND for question in survey.questions}
    assert kinds == {"single", "multiple", "number", "scale", "text"}
    written = [each["written"] for each in VECTORS["cases"]]
    assert sum(text is not None for text in written) >= 12 and written.count(None) >= 30


def test_python_agrees_with_the_vectors(survey: Survey) -> None:
    for each in VECTORS["cases"]:
        assert case(survey, each["cell"], each["answers"]) == each


def test_javascript_agrees_with_the_vectors(node: Path, tmp_path: Path) -> None:
    cases = [{"cell": each["cell"], "answers": each["answers"]} for each in VECTORS["cases"]]
    found = in_node(node, tmp_path, "check", survey=DOCUMENT, cases=cases)
    assert [each.get("written") for each in found] == [each["written"] for each in VECTORS["cases"]]
    for given, answer in zip(cases, found, strict=True):
        for problem in answer.get("problems", ()):
            assert problem["question"] in (None, *(given["answers"] or ()), "satisfied")


def test_python_opens_the_envelopes_of_the_vectors(survey: Survey) -> None:
    key = private_key(int(VECTORS["private_key"], 16))
    for each in VECTORS["envelopes"]:
        envelope, owner = bytes.fromhex(each["envelope"]), owner_of(each["token_id"], bytes.fromhex(each["secret"]))
        wanted = read_answer(survey, VECTORS["cases"][each["case"]]["written"].encode())
        assert survey.unseal(envelope, owner, key) == wanted
        with pytest.raises(WrongUse, match="Somebody else"):
            survey.unseal(envelope, owner_of(owner.id, bytes(32)), key)


def test_python_opens_what_javascript_sealed(survey: Survey, node: Path, tmp_path: Path) -> None:
    key = private_key(int(VECTORS["private_key"], 16))
    answer = {"cell": 4, "answers": {"satisfied": 3, "wishes": "Schatten für „alle“🌳", "spent": -0.25}}
    ids = [bytes([number] * 32).hex() for number in range(4)]
    texts = in_node(node, tmp_path, "seal", survey=DOCUMENT, answer=answer, ids=ids, secret=SECRET.hex())
    envelopes = [bytes.fromhex(text) for text in texts]
    assert {len(envelope) for envelope in envelopes} == {survey.envelope_size}
    assert len({envelope[:65] for envelope in envelopes}) == len(ids)
    for envelope, token_id in zip(envelopes, ids, strict=True):
        assert survey.unseal(envelope, owner_of(token_id, SECRET), key) == SurveyAnswer(**answer)


def test_javascript_opens_the_vector_of_the_rfc(node: Path, tmp_path: Path) -> None:
    assert in_node(node, tmp_path, "open", **RFC) == RFC["plaintext"]


def as_address(module: str) -> str:
    return f"data:text/javascript;charset=utf-8,{quote(module)}"


def test_a_browser_seals_what_python_opens(survey: Survey, browser: Any, tmp_path: Path) -> None:
    """Chromium's own cryptography. The page of a survey is one file, so each module imports the others as texts."""
    as_text = {name: as_address(browser_file(name)) for name in OTHERS}
    module = browser_file("shoal-answers.js")
    for name, text in as_text.items():
        assert f'from "./{name}"' in module
        module = module.replace(f"./{name}", text)
    blank = tmp_path / "page.html"
    blank.write_text("<!doctype html><title>Answers</title>", encoding="utf-8")
    page = browser.new_page()
    page.goto(blank.as_uri())
    token_id = bytes(range(32)).hex()
    sealed = page.evaluate(
        """async ([module, survey, answer, id, secret]) => {
            const shoal = await import(module);
            return Array.from(await shoal.sealAnswer(survey, answer, id, Uint8Array.from(secret)));
        }""",
        [
            as_address(module),
            DOCUMENT,
            {"cell": 1, "answers": {"satisfied": 5}},
            token_id,
            list(SECRET),
        ],
    )
    page.close()
    key = private_key(int(VECTORS["private_key"], 16))
    assert survey.unseal(bytes(sealed), owner_of(token_id, SECRET), key) == SurveyAnswer(1, {"satisfied": 5})
