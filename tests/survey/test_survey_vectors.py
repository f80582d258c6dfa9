"""Python and JavaScript read the same specification and find the same cells, to the last bit, ties included."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from make_vectors import cell_of

from shoal.survey.shared.canonical import canonical_bytes, digest_of
from shoal.survey.shared.chances.own_chance import own_chances
from shoal.survey.specification.file import specification_from
from shoal.survey.specification.page import browser_module
from shoal.survey.specification.scheme import scheme_of_specification
from shoal.survey.specification.specification import Specification

HERE = Path(__file__).resolve().parent
VECTORS = sorted((HERE / "vectors").glob("*.json"))


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


def run_node(node: Path, folder: Path, source: str, *arguments: str | Path) -> str:
    """Run the shared script with this version of the module."""
    module = folder / "module.mjs"
    module.write_text(source, encoding="utf-8")
    command = [str(node), str(HERE / "run_vectors.mjs"), str(module), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def node_cells(node: Path, folder: Path, source: str, paths: list[Path]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run_node(node, folder, source, *paths).splitlines()]


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_python_gives_the_cells_of_the_vectors(path: Path) -> None:
    vector = read(path)
    specification = specification_from(json.loads(vector["specification"]), path.stem, Specification)
    assert specification.verify().ok
    for case in vector["cases"][:: 1 if len(vector["cases"]) < 60 else 4]:
        assert cell_of(specification, case["answers"]) == case["cell"]


def test_javascript_gives_the_cells_of_the_vectors(node: Path, tmp_path: Path) -> None:
    for path, found in zip(VECTORS, node_cells(node, tmp_path, browser_module(), VECTORS), strict=True):
        vector = read(path)
        document = json.loads(vector["specification"])
        assert found["cells"] == [case["cell"] for case in vector["cases"]], path.stem
        assert found["digest"] == document["digest"] == digest_of(document)
        assert found["findings"]["ok"], found["findings"]
        specification = specification_from(document, path.stem, Specification)
        ours = own_chances(scheme_of_specification(specification))
        assert [each["isBound"] for each in found["chances"]] == ours.is_bound.tolist()
        assert [each["chance"] for each in found["chances"]] == pytest.approx(ours.chances.tolist(), rel=1e-9)


def test_vectors_hold_what_they_are_for() -> None:
    cells = {path.stem: [case["cell"] for case in read(path)["cases"]] for path in VECTORS}
    assert cells["ties"][0] == 0  # in the middle of all four
    assert -1 in cells["strata-and-gaps"]
    assert None in cells["kinds"] and None in cells["strata-and-gaps"] and None in cells["numbers"]
    assert all(len(set(found)) > 3 for found in cells.values())


@pytest.mark.parametrize(
    ("vector", "was", "becomes"),
    [
        ("rounding", "for (let j = 0; j < point.length; j += 1)", "for (let j = point.length - 1; j >= 0; j -= 1)"),
        ("ties", "total < best", "total <= best"),
        ("kinds", "[sine, cosine, -sine, -cosine]", "[sine, sine, -sine, -cosine]"),
        ("kinds", "attribute.weight === 1", "true"),
        ("strata-and-gaps", "at(lacking) >= 0 ? at(lacking) : at(encoded)", "at(lacking)"),
        ("numbers", "> LARGEST_SAFE) return BigInt", "> LARGEST_SAFE) return Number"),
    ],
)
def test_another_arithmetic_is_found_out(node: Path, tmp_path: Path, vector: str, was: str, becomes: str) -> None:
    path = HERE / "vectors" / f"{vector}.json"
    source = browser_module()
    assert was in source
    found = node_cells(node, tmp_path, source.replace(was, becomes), [path])[0]
    assert found["cells"] != [case["cell"] for case in read(path)["cases"]]


def test_no_message_shows_an_answer(node: Path, tmp_path: Path) -> None:
    secret = "Zyxwina"
    path = tmp_path / "vector.json"
    kinds = read(HERE / "vectors" / "kinds.json")
    usual = kinds["cases"][0]["answers"]
    cases = [{"answers": {**usual, name: secret}} for name in usual]
    path.write_text(json.dumps({**kinds, "cases": cases}), encoding="utf-8")
    script = tmp_path / "say.mjs"
    script.write_text(
        'import { readFileSync } from "node:fs";\n'
        f"import * as shoal from {json.dumps((tmp_path / 'module.mjs').as_uri())};\n"
        f"const {{ specification, cases }} = JSON.parse(readFileSync({json.dumps(str(path))}, 'utf8'));\n"
        "const document = shoal.readSpecification(specification);\n"
        "for (const { answers } of cases) { try { shoal.cellOf(document, answers); console.log('none'); } "
        "catch (error) { console.log(error.name, error.message); } }\n",
        encoding="utf-8",
    )
    (tmp_path / "module.mjs").write_text(browser_module(), encoding="utf-8")
    said = subprocess.run([str(node), str(script)], capture_output=True, text=True, timeout=60, check=True).stdout
    assert said.count("SpecificationError") == len(usual)
    assert secret not in said
    assert all(f"'{name}'" in said for name in usual)


def test_javascript_computes_the_sizes_of_the_paper(node: Path, tmp_path: Path) -> None:
    """Table II of Rebollo-Monedero, Forné and Soriano; 1e-300 as in the Python library."""
    script = tmp_path / "sizes.mjs"
    (tmp_path / "module.mjs").write_text(browser_module(), encoding="utf-8")
    questions = [
        (10, 0.75, 1e-5, 27),
        (10, 0.5, 1e-6, 53),
        (50, 0.75, 1e-4, 88),
        (50, 0.5, 1e-6, 159),
        (20, 0.5, 0.1, 48),
    ]
    questions.append((10, 0.75, 1e-300, 537))
    script.write_text(
        f"import {{ effectiveSize }} from {json.dumps((tmp_path / 'module.mjs').as_uri())};\n"
        f"const questions = {json.dumps(questions)};\n"
        "console.log(JSON.stringify(questions.map(([k, share, failure]) => effectiveSize(k, share, failure))));",
        encoding="utf-8",
    )
    said = subprocess.run([str(node), str(script)], capture_output=True, text=True, timeout=60, check=True).stdout
    assert json.loads(said) == [n_min for *_, n_min in questions]


def test_tampering_is_found_out_in_javascript(node: Path, tmp_path: Path) -> None:
    vector = read(HERE / "vectors" / "kinds.json")
    text = vector["specification"]
    changes = {
        "digest": [(r'"title": "Every kind', '"title": "Another kind')],
        "frame": [(r'"frame_records": 11', '"frame_records": 10')],
        "n_min": [(r'"n_min": 11', '"n_min": 10')],
        "failure": [(r'"failure": 0.0058825\d*', '"failure": 0.001')],
        "signature": [(r'"value": "..', '"value": "AA')],
    }
    for name, pairs in changes.items():
        changed = text
        for was, becomes in pairs:
            changed = re.sub(was, becomes, changed, count=1)
        assert changed != text, name
        if name not in ("digest", "signature"):  # an attacker who changes a file also gives it a new digest
            document = json.loads(changed)
            changed = json.dumps({**document, "digest": digest_of(document)})
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({**vector, "specification": changed, "cases": []}), encoding="utf-8")
        found = node_cells(node, tmp_path, browser_module(), [path])[0]["findings"]
        assert not found["ok"], name


def test_a_failure_too_small_for_its_cell_is_found_out_in_javascript(node: Path, tmp_path: Path) -> None:
    """Eleven or so members with a mean share of 0.1 cannot fail once in 10⁹ surveys; with one of 0.9 they can."""
    vector = read(HERE / "vectors" / "kinds.json")
    for mean, passes in ((0.1, False), (0.9, True)):
        document = json.loads(vector["specification"])
        shares = [mean] * len(document["cells"])
        document |= {"participation": {"model": "uneven", "mean_shares": shares}, "n_min": None, "signature": None}
        for cell in document["cells"]:
            cell["failure"] = 1e-9
        text = json.dumps({**document, "digest": digest_of(document)})
        path = tmp_path / f"{mean}.json"
        path.write_text(json.dumps({**vector, "specification": text, "cases": []}), encoding="utf-8")
        found = node_cells(node, tmp_path, browser_module(), [path])[0]["findings"]
        wrong = [check["name"] for check in found["checks"] if not check["ok"]]
        assert wrong == ([] if passes else ["failure"])


def test_canonical_spelling_is_that_of_rfc_8785() -> None:
    """The example of the RFC (appendix and section 3.2.2), and the order of keys by UTF-16 code units."""
    given = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": '€$\u000f\nA\'B"\\\\"/',
        "literals": [None, True, False],
    }
    assert canonical_bytes(given).decode() == (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
    keys = {"€": 1, "\r": 2, "\ufb33": 3, "1": 4, "😀": 5, "\x80": 6, "ö": 7}
    assert canonical_bytes(keys).decode() == '{"\\r":2,"1":4,"\x80":6,"ö":7,"€":1,"😀":5,"\ufb33":3}'
