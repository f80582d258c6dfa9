"""The page refuses what Python refuses: the same changed files, checked by its JavaScript."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

import pytest

import shoal.survey.shared.letters as letters
from shoal.survey.questionnaire.file import text_of_survey
from shoal.survey.questionnaire.survey import Survey
from shoal.survey.shared.canonical import digest_of

BROWSER = package_files("shoal.survey.browser")
Change = Callable[[dict[str, Any]], Any]
CHANGES: dict[str, tuple[Change, str]] = {
    "untouched": (lambda survey: None, ""),
    "anybody": (lambda survey: survey.update(admission=["anybody"], issuer=None), "admission"),
    "anybody and codes": (lambda survey: survey.update(admission=["anybody", "codes"], issuer=None), "structure"),
    "turned title": (lambda survey: survey["title"].update(en="Trees \u202eseert"), "structure"),
    "invisible sign": (lambda survey: survey["questions"][0]["text"].update(en="How\u200bmany?"), "structure"),
    "filler": (lambda survey: survey.update(organiser="Office\u3164of trees"), "structure"),
    "hidden in the cells' question": (
        lambda survey: survey["specification"]["questions"].update(town="To\u00adwn?"),
        "structure",
    ),
    "options that read alike": (
        lambda survey: survey["questions"][1]["options"][0]["text"].update(en="\u0421\u0430r "),
        "structure",
    ),
    "options that differ in strokes": (
        lambda survey: [
            survey["questions"][3]["options"][at]["text"].update(en=words) for at, words in enumerate(("Ill", "I1l"))
        ],
        "structure",
    ),
    "named cell": (lambda survey: survey["questions"][0].update(name="cell"), "structure"),
    "named with a blank": (lambda survey: survey["questions"][0].update(name="my cell"), "structure"),
    "two with one name": (lambda survey: survey["questions"][0].update(name="WAYS"), "structure"),
    "free text in silence": (lambda survey: survey.update(free_text=False), "structure"),
    "closes first": (lambda survey: survey.update(closes=survey["opens"]), "structure"),
}


@pytest.fixture(scope="module")
def found(survey: Survey, node: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The failed checks of every changed file, whose digest is right again."""
    document = json.loads(text_of_survey(survey))
    changed = []
    for change, _ in CHANGES.values():
        made = deepcopy(document)
        change(made)
        made["specification"]["digest"] = digest_of(made["specification"])
        changed.append({**made, "digest": digest_of(made), "signature": None})
    folder = tmp_path_factory.mktemp("page")
    (folder / "files.json").write_text(json.dumps(changed), encoding="utf-8")
    script = folder / "check.mjs"
    script.write_text(
        'import { readFileSync } from "node:fs";\n'
        f"const page = await import({json.dumps(Path(str(BROWSER / 'shoal-survey.js')).as_uri())});\n"
        f"for (const survey of JSON.parse(readFileSync({json.dumps(str(folder / 'files.json'))}, 'utf8'))) {{\n"
        "  const { checks } = await page.verifySurvey(page.readSurvey(JSON.stringify(survey)));\n"
        "  console.log(JSON.stringify(checks.filter(({ ok }) => !ok).map(({ name }) => name)));\n}\n",
        encoding="utf-8",
    )
    run = subprocess.run([str(node), str(script)], capture_output=True, text=True, check=True, encoding="utf-8")
    return dict(zip(CHANGES, map(json.loads, run.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("name", CHANGES)
def test_the_page_refuses_what_the_organiser_could_not_have_made(found: dict[str, list[str]], name: str) -> None:
    wanted = CHANGES[name][1]
    assert found[name] == ([wanted] if wanted else [])


def test_both_know_the_same_letters() -> None:
    source = (BROWSER / "shoal-letters.js").read_text("utf-8").replace('"\n  + "', "")
    assert f'"{letters.LOOK_ALIKES}"' in source and f'"{letters.SAME_STROKES}"' in source
    assert all(ord(pair[1]) < 128 for pair in zip(letters.LOOK_ALIKES[::2], letters.LOOK_ALIKES[1::2], strict=True))


@pytest.mark.parametrize(
    ("one", "two", "alike"),
    [
        ("car", "\u0441\u0430r", True),
        ("Yes", "yes ", True),
        ("yes", "ye\u200bs", True),
        ("\uff59\uff45\uff53", "yes", True),
        ("Ill", "1l|", True),
        ("Straße", "STRASSE", True),
        ("ja", "nein", False),
        ("über", "uber", False),
        ("да", "нет", False),
    ],
)
def test_texts_that_read_alike(one: str, two: str, alike: bool) -> None:
    assert (letters.reads_as(one) == letters.reads_as(two)) is alike


def test_plain_texts_of_any_language_are_not_hidden() -> None:
    shown = [
        "Wie alt sind Sie?\nIn Jahren",
        "¿Cuántos años tiene?",
        "Сколько вам лет?",
        "你好",
        "☂ 🌳",
        "ελληνικά",
        "שלום",
    ]
    assert not any(map(letters.is_hidden, shown))
    assert all(map(letters.is_hidden, ["a\u00a0b", "a\tb", "a\ufe0f", "\U000e0041", "a\u2066b"]))
