"""The page for a respondent, in a real browser, opened from a disk."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from survey_toys import designed, frame

from shoal.survey.design.frame import Design
from shoal.survey.specification.file import specification_from
from shoal.survey.specification.page import respondent_page, write_page
from shoal.survey.specification.signing import make_keys
from shoal.survey.specification.specification import Specification

QUESTIONS = {"age": "How old are you?", "sex": "Are you a woman or a man?"}
OTHER_KEY = "A" * 43 + "="
VECTOR = Path(__file__).resolve().parent / "vectors" / "kinds.json"


def test_page_finds_the_cell_of_the_vector(page: Any, tmp_path: Path) -> None:
    vector = json.loads(VECTOR.read_text("utf-8"))
    path = tmp_path / "page.html"
    write_page(path, specification_from(json.loads(vector["specification"]), "toy", Specification))
    page.goto(path.as_uri())
    page.wait_for_selector("#form button")
    assert page.locator("h1").text_content() == "Every kind ☂"
    assert page.locator(".checks .not").count() == 0
    assert page.locator(".checks .open + .name").get_attribute("data-check") == "signature"
    assert "Who made the survey was not checked" in page.locator("#summary").text_content()
    page.click("#summary")
    page.locator("#key").fill(json.loads(vector["specification"])["signature"]["public_key"])
    page.locator("#key").blur()
    page.wait_for_selector(".checks .open", state="detached")
    assert page.locator(".checks .not").count() == 0
    assert "all 7 checks passed" in page.locator("#summary").text_content()
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
    assert "This is not a number" in hint_of(page, "age")
    assert page.locator("#result-section").is_hidden()
    assert "forty" not in page.locator("body").inner_text()


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
    page.click("#summary")
    give_key(page, OTHER_KEY)
    page.wait_for_selector("#verdict .not")
    assert page.locator("#answer-section").is_hidden()


def give_key(page: Any, text: str) -> None:
    page.fill("#key", text)
    page.dispatch_event("#key", "change")


def signed(page: Any, tmp_path: Path) -> tuple[Design, str]:
    """The page of a signed survey, and what stands in the file of its public key."""
    _, public = make_keys(tmp_path / "survey")
    made = opened(page, tmp_path, sign=tmp_path / "survey.key")
    return made, public.read_text("ascii")


def line_of(pem: str) -> str:
    return pem.splitlines()[1]


@pytest.mark.parametrize("typed", ["survey.pub", "AAAA", "line[:-5]", "line + line", "raw[:-4]", "not base64!"])
def test_a_text_that_is_no_key_fails_no_check(page: Any, tmp_path: Path, typed: str) -> None:
    """Story: a key that was cut off on the way made the page say that the survey was forged, and the cell was gone."""
    made, pem = signed(page, tmp_path)
    line = line_of(pem)
    texts = {"line[:-5]": line[:-5], "line + line": line + line, "raw[:-4]": line[16:-4]}
    assert cell_shown(page) == true_cell(made, 44, 3000)
    page.click("#summary")
    give_key(page, texts.get(typed, typed))
    page.wait_for_selector("#key[aria-invalid=true]")
    assert "not a public key: copy it again" in page.locator("#wrong-key").text_content()
    assert page.locator("#verdict").is_hidden() and page.locator("#checks .not").count() == 0
    assert page.locator("#checks .open").count() == 1  # and no check was made with it either
    assert page.locator(".cell").is_visible() and page.locator('[name="age"]').input_value() == "44"
    give_key(page, line)
    page.wait_for_selector(".checks .open", state="detached")
    assert page.locator("#wrong-key").text_content() == "" and page.locator("#key[aria-invalid]").count() == 0
    assert page.locator(".cell").is_visible() and page.locator(".cell").text_content() == true_cell(made, 44, 3000)


def test_the_key_of_somebody_else_stops_the_survey(page: Any, tmp_path: Path) -> None:
    made, pem = signed(page, tmp_path)
    assert cell_shown(page) == true_cell(made, 44, 3000)
    page.click("#summary")
    for other in (OTHER_KEY, f"MCowBQYDK2VwAyEA{OTHER_KEY}"):
        give_key(page, other)
        page.wait_for_selector("#verdict .not")
        assert "key other than" in page.locator("#checks").inner_text()
        assert page.locator("#answer-section").is_hidden() and page.locator("#result-section").is_hidden()
        give_key(page, pem)  # the whole file
        page.wait_for_selector("#answer-section", state="visible")
        assert page.locator("#verdict").is_hidden() and page.locator(".cell").is_visible()
        assert "all 7 checks passed" in page.locator("#summary").text_content()
        assert page.locator("#summary").is_visible() and page.locator("#checks").is_visible()  # the list stays open


def test_the_key_is_shown_as_it_stands_in_its_file(page: Any, tmp_path: Path) -> None:
    """Story: the page showed owCg…, the file MCowBQYDK2VwAyEAowCg…, and nobody could compare the two."""
    made, pem = signed(page, tmp_path)
    page.click("#summary")
    assert f"({line_of(pem)})" in page.locator("#checks").inner_text()
    words = next(check.words for check in made.specification.verify().checks if check.name == "signature")
    assert f"({line_of(pem)})" in words


def test_details_stay_and_answers_are_sent(page: Any, tmp_path: Path) -> None:
    """Story: above, the answers were not to be sent; below, they were."""
    opened(page, tmp_path)
    assert "details about you" in page.locator("#intro").inner_text()
    cell_shown(page)
    above, below = page.locator("#intro").inner_text(), page.locator("#result").inner_text()
    assert "details stay on this page: they are not sent" in above
    assert "answers to the survey's questions" in above and "answers to the survey's questions" in below
    assert "to the address that the survey's invitation names" in below
    for words in (above, below):  # the word never stands for the details
        assert words.count("answers") == words.count("answers to the survey's questions")


def opened(page: Any, tmp_path: Path, **more: Any) -> Any:
    """A page with the questions of a toy survey, answered as a member of its frame would."""
    made = designed(questions=QUESTIONS, title="Living in town", **more)
    path = tmp_path / "page.html"
    write_page(path, made.specification)
    page.goto(path.as_uri())
    page.wait_for_selector("#form button")
    for name, text in (("age", "44"), ("income", "3000")):
        page.fill(f'[name="{name}"]', text)
    page.select_option('[name="sex"]', "female")
    return made


def hint_of(page: Any, name: str) -> str:
    field = page.locator(f'[name="{name}"]')
    return str(page.locator(f"#{field.get_attribute('aria-describedby')}").text_content())


def cell_shown(page: Any) -> str | None:
    page.click("#form button")
    return None if page.locator("#result-section").is_hidden() else page.locator(".cell").text_content()


def true_cell(made: Design, age: float, income: float) -> str:
    own = pl.DataFrame({"age": [age], "income": [income], "sex": ["female"]})
    return str(int(made.specification.assign(own)[0]))


def test_questions_come_first_and_checks_are_folded(page: Any, tmp_path: Path) -> None:
    """Story: the page opened with seven technical checks, and asked for 'income' by the name of the column."""
    made = opened(page, tmp_path)
    assert page.locator("#form label").all_text_contents() == [QUESTIONS["age"], "Income", QUESTIONS["sex"]]
    assert page.locator("#check-section").get_attribute("open") is None
    assert page.locator("#checks li").count() == 7 and page.locator("#checks").is_hidden()
    top = {name: page.locator(name).bounding_box()["y"] for name in ("#form", "#check-section")}
    assert top["#form"] < top["#check-section"]
    assert cell_shown(page) == true_cell(made, 44, 3000)
    assert page.locator("#result td:first-child").all_text_contents() == [QUESTIONS["age"], "Income", QUESTIONS["sex"]]
    assert "sex\n" not in page.locator("body").inner_text()


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ('"n_min": 11', '"n_min": 10'),
        ('"frame_records": 11', '"frame_records": 12'),
        ("How old are you?", "What is your name?"),
    ],
)
def test_a_tampered_survey_asks_nothing(page: Any, tmp_path: Path, was: str, becomes: str) -> None:
    opened(page, tmp_path)
    path = tmp_path / "page.html"
    text = path.read_text("utf-8")
    assert was in text
    path.write_text(text.replace(was, becomes, 1), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("#verdict .not")
    assert page.locator("#check-section").get_attribute("open") is not None
    assert page.locator("#checks .not").count() > 0 and page.locator("#checks").is_visible()
    assert page.locator("#answer-section").is_hidden() and page.locator("#form label").count() == 0
    assert page.locator(".cell").count() == 0


def test_a_slip_of_the_finger_gets_a_question_back(page: Any, tmp_path: Path) -> None:
    """Story: somebody of 44 years typed 440 and was shown the cell of the oldest."""
    made = opened(page, tmp_path)
    for age, words in (("440", "much higher"), ("-44", "much lower")):
        page.fill('[name="age"]', age)
        assert cell_shown(page) is None
        assert words in hint_of(page, "age") and page.locator('[name="age"]').get_attribute("aria-invalid") == "true"
        assert page.evaluate("document.activeElement.name") == "age"
    page.fill('[name="age"]', "440")
    assert cell_shown(page) is None
    page.check(".sure input")  # a person may insist
    assert cell_shown(page) == true_cell(made, 440, 3000)
    page.fill('[name="age"]', "441")  # but a new answer is asked about anew
    assert cell_shown(page) is None
    page.fill('[name="age"]', "44")
    assert cell_shown(page) == true_cell(made, 44, 3000)
    assert hint_of(page, "age") == "" and page.locator('[name="age"]').get_attribute("aria-invalid") is None
    page.select_option('[name="sex"]', "")
    assert cell_shown(page) is None and "Please answer" in hint_of(page, "sex")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3000,5", 3000.5),
        ("3000.5", 3000.5),
        (" 3 000,50 ", 3000.5),
        ("3.000,5", 3000.5),
        ("3,000.5", 3000.5),
        ("3'000", 3000.0),
        ("\uff13\uff10\uff10\uff10", 3000.0),
        ("3\u202f000", 3000.0),
        ("+3e3", 3000.0),
        ("3 000,50 \u20ac", 3000.5),
        ("3\u00a0000,50\u20ac", 3000.5),
        ("$ 3,000.50", 3000.5),
        ("\uffe13000", 3000.0),
    ],
)
def test_numbers_are_read_as_people_write_them(page: Any, tmp_path: Path, typed: str, meant: float) -> None:
    made = opened(page, tmp_path)
    page.fill('[name="income"]', typed)
    assert cell_shown(page) == true_cell(made, 44, meant)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("3.000", "two ways"),
        ("3,000", "two ways"),
        ("3.000 \u20ac", "two ways"),
        ("3000 EUR", "not a number"),
        ("\u20ac 3000 \u20ac", "not a number"),
        ("\u20ac", "not a number"),
        ("300 000 \u20ac", "much higher"),
        ("30 \u20ac 00", "not a number"),
    ],
)
def test_what_can_be_read_in_two_ways_is_asked_again(page: Any, tmp_path: Path, typed: str, words: str) -> None:
    """3.000 is three thousand in Germany and three elsewhere: nobody is put into a cell by a guess."""
    opened(page, tmp_path)
    page.fill('[name="income"]', typed)
    assert cell_shown(page) is None
    assert words in hint_of(page, "income")


def test_the_page_fits_a_phone_and_needs_no_mouse(browser: Any, tmp_path: Path) -> None:
    phone = browser.new_page(viewport={"width": 390, "height": 800})
    made = opened(phone, tmp_path)
    phone.locator('[name="age"]').focus()
    phone.keyboard.press("Enter")
    phone.wait_for_selector(".cell")
    assert phone.locator(".cell").text_content() == true_cell(made, 44, 3000)
    assert phone.evaluate("document.activeElement.id") == "result-section"
    phone.locator("#summary").focus()
    phone.keyboard.press("Enter")
    assert phone.locator("#checks").is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.close()


LONG_QUESTION = (
    "What is your net income in a year, in euros, after taxes and with everything that you get from the state?"
)


def test_values_are_not_broken_inside_words_on_a_phone(browser: Any, tmp_path: Path) -> None:
    """Story: beside long questions, a telephone showed "fema / le" and "4537 / 2"."""
    long_name = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft"
    people = frame().with_columns(pl.col("income") * 15, pl.col("sex").replace("male", long_name))
    made = designed(people, questions=dict.fromkeys(("age", "income", "sex"), LONG_QUESTION))
    path = tmp_path / "page.html"
    write_page(path, made.specification)
    phone = browser.new_page(viewport={"width": 390, "height": 800})
    phone.goto(path.as_uri())
    phone.wait_for_selector("#form button")
    for sex, n_lines in (("female", [1, 1, 1]), (long_name, [1, 1, None])):
        for name, text in (("age", "44"), ("income", "45000")):
            phone.fill(f'[name="{name}"]', text)
        phone.select_option('[name="sex"]', sex)
        phone.click("#form button")
        lines = phone.locator("#result td:last-child").evaluate_all(
            "all => all.map(one => { const r = document.createRange(); while (one.firstChild) one = one.firstChild;"
            " r.selectNodeContents(one);"
            " return new Set([...r.getClientRects()].map(({ top }) => top)).size; })"
        )
        assert all(wanted in (None, found) for wanted, found in zip(n_lines, lines, strict=True))
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.close()


def test_a_currency_needs_a_range(page: Any, tmp_path: Path) -> None:
    """A place has no range that could notice a slip, and no currency."""
    path = tmp_path / "page.html"
    made = designed(quasi_identifiers=["lat", "lon", "income"], types={"lat": "latitude", "lon": "longitude"})
    write_page(path, made.specification)
    page.goto(path.as_uri())
    page.wait_for_selector("#form button")
    for name, text in (("lat", "40 \u20ac"), ("lon", "20"), ("income", "3000 \u20ac")):
        page.fill(f'[name="{name}"]', text)
    assert cell_shown(page) is None
    assert "not a number" in hint_of(page, "lat") and hint_of(page, "income") == ""


def test_dates_and_answers_of_yes_and_no(page: Any, tmp_path: Path) -> None:
    made = designed(quasi_identifiers=["born", "smoker"])
    path = tmp_path / "page.html"
    write_page(path, made.specification)
    page.goto(path.as_uri())
    page.wait_for_selector("#form button")
    assert page.locator("#form option").all_text_contents() == ["Please choose", "No", "Yes"]
    page.select_option('[name="smoker"]', label="Yes")
    page.fill('[name="born"]', "2240-01-01")
    assert cell_shown(page) is None and "much later" in hint_of(page, "born")
    own = frame().filter(pl.col("smoker"))
    page.fill('[name="born"]', str(own["born"][0]))
    assert cell_shown(page) == str(int(made.specification.assign(own)[0]))


def test_page_is_whole_and_cannot_reach_the_network() -> None:
    text = respondent_page(designed(title="</script><b>").specification)
    assert "default-src 'none'" in text
    assert "connect-src 'none'" in text and "unsafe" not in text
    assert set(re.findall(r"https?://[\w./]*", text)) == {"http://www.w3.org/2000/svg"}  # the name of SVG, no address
    assert "</script><b>" not in text
    assert text.count("<script") == 2 == text.count("</script>")
