"""The page for a respondent, in a real browser, opened from a disk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from survey_toys import designed, frame

from shoal.survey.document import specification_from
from shoal.survey.page import respondent_page, write_page

VECTOR = Path(__file__).resolve().parent / "vectors" / "kinds.json"


def test_page_finds_the_cell_of_the_vector(page: Any, tmp_path: Path) -> None:
    vector = json.loads(VECTOR.read_text("utf-8"))
    path = tmp_path / "page.html"
    write_page(path, specification_from(json.loads(vector["specification"]), "toy"))
    page.goto(path.as_uri())
    page.wait_for_selector("#form button")
    assert page.locator("h1").text_content() == "Every kind ☂"
    assert page.locator(".checks .not").count() == 0
    assert page.locator(".checks .open + .name").all_text_contents() == ["signature"]
    assert "Who made it was not checked" in page.locator("#verdict").text_content()
    page.locator("#key").fill(json.loads(vector["specification"])["signature"]["public_key"])
    page.locator("#key").blur()
    page.wait_for_selector(".checks .open", state="detached")
    assert page.locator(".checks .not").count() == 0
    assert "Who made it" not in page.locator("#verdict").text_content()
    # polars writes 0.00001 for the category that Python writes as 1e-05; the page offers the latter
    case = next(case for case in vector["cases"] if case["answers"]["share"] == "0.5")
    for name, text in case["answers"].items():
        field = page.locator(f'[name="{name}"]')
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option({"true": "True", "false": "False"}.get(text, text))
        else:
            field.fill(text)
    page.click("#form button")
    assert page.locator(".cell").text_content() == str(case["cell"])
    sent = page.locator("pre").text_content()
    assert sent == f"cell,specification\n{case['cell']},{json.loads(vector['specification'])['digest']}"
    with page.expect_download() as download:
        page.click("text=Save as a file")
    assert Path(download.value.path()).read_text("utf-8") == sent + "\n"
    page.locator('[name="age"]').fill("forty")
    assert page.locator("#result-section").is_hidden()
    page.click("#form button")
    assert "'age' is not a number" in page.locator("#result").text_content()
    assert "forty" not in page.locator("#result").text_content()


def test_page_for_any_survey_refuses_a_forged_file(page: Any, tmp_path: Path) -> None:
    path, good, forged = tmp_path / "page.html", tmp_path / "good.json", tmp_path / "forged.json"
    write_page(path)
    specification = designed(frame()).specification
    specification.save(good)
    forged.write_text(good.read_text("utf-8").replace('"n_min": 11', '"n_min": 10'), encoding="utf-8")
    page.goto(path.as_uri())
    page.set_input_files("#file", forged)
    page.wait_for_selector("#verdict .not")
    assert page.locator("#answer-section").is_hidden()
    page.set_input_files("#file", good)
    page.wait_for_selector("#form button")
    page.fill("#key", "AAAA")
    page.dispatch_event("#key", "change")
    page.wait_for_selector("#verdict .not")
    assert page.locator("#answer-section").is_hidden()


def test_page_is_whole_and_cannot_reach_the_network() -> None:
    text = respondent_page(designed(title="</script><b>").specification)
    assert "default-src 'none'" in text
    assert "https://" not in text and "http://" not in text
    assert "</script><b>" not in text
    assert text.count("<script") == 2 == text.count("</script>")
