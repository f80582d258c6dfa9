"""The respondent's page in a real browser: page, issuer, repository, bundle, and the key that opens the answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import polars as pl
import pytest
from page_world import LANGUAGES, World

from shoal.survey.questionnaire.page import survey_page, write_survey_page

AXE = Path(__file__).parent / "vendored" / "axe.min.js"
DETAILS = {"age": "44", "income": "3000,5"}
ANSWERS = {"heard": "„perhaps“ ☂", "satisfied": 4, "spent": 12.5, "ways": ["bus", "foot"]}
# Of each text of each language: what is filled in, except sentences that are in English only.
FIGURES = """async () => {
  const { WORDS } = await import("/respondent/respondent-words.js");
  const figures = (text) => (text.match(/{\\w+}/g) ?? []).filter((one) => one !== "{hint}").sort().join();
  const all = (texts) => Object.fromEntries(
    Object.entries(texts).map(([name, own]) => [name, typeof own === "object" ? all(own) : figures(own)]));
  return all(WORDS);
}"""
KEPT = "Object.keys(localStorage).map((name) => [name, localStorage.getItem(name)])"


def to_code(page: Any, address: str) -> None:
    page.goto(address)
    page.click("#start")
    page.wait_for_selector("#code")


def to_details(page: Any, code: str, kind: str = "tokens") -> None:
    page.check(f"[name=kind][value={kind}]")
    page.fill("#code", code)
    page.press("#code", "Enter")
    page.wait_for_selector("#details")


def fill_details(page: Any) -> None:
    for name, typed in DETAILS.items():
        page.fill(f"#details [name={name}]", typed)
    page.select_option("#details [name=sex]", "female")


def to_questions(page: Any) -> None:
    fill_details(page)
    page.press("#details [name=age]", "Enter")
    page.click("#to-questions")
    page.wait_for_selector("#questions")


def answer_questions(page: Any, satisfied: int = 4) -> None:
    page.check(f"[data-question=satisfied] input[value='{satisfied}']")
    for way in ("foot", "bus"):
        page.get_by_label(way, exact=True).check()
    page.fill("[data-question=spent] input", "12,50")
    page.get_by_label("„perhaps“ ☂").check()
    page.click("#questions button[type=submit]")
    page.wait_for_selector("#exact")


def true_cell(world: World) -> int:
    own = pl.DataFrame({"age": [44.0], "income": [3000.5], "sex": ["female"]})
    return int(world.survey.specification.assign(own)[0])


def violations(page: Any) -> list[Any]:
    page.evaluate(AXE.read_text("utf-8") + "; undefined")
    return list(
        page.evaluate(
            "axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 120))]))"
        )
    )


def test_the_whole_way_with_an_invitation(world: World, page: Any) -> None:
    heard: list[tuple[str, str]] = []
    page.on("request", lambda asked: heard.append((asked.url, asked.post_data or "")))
    to_code(page, world.base)
    page.context.set_offline(True)  # "Why you can believe this" says: try it without a network
    to_details(page, world.invitations[0])
    to_questions(page)
    answer_questions(page)
    page.context.set_offline(False)
    told = json.loads(page.inner_text("#exact"))
    assert told["answers"] == ANSWERS and told["cell"] == true_cell(world)
    page.click("#send")
    page.wait_for_selector("#done")
    (kept,) = page.evaluate(KEPT)
    assert kept[0].endswith(" token") and set(json.loads(kept[1])) == {"prepared", "signature", "secret"}
    secret = json.loads(kept[1])["secret"]
    assert world.invitations[0] not in str(kept) and "inverse" not in str(kept)
    page.click("#change")
    page.check("[data-question=satisfied] input[value='2']")
    page.click("#questions button[type=submit]")
    page.click("#send")
    page.wait_for_selector("#done")
    page.goto(world.base)  # and once more later, with the token that was kept
    page.click("#start")
    to_questions(page)
    answer_questions(page, 3)
    page.click("#send")
    page.wait_for_selector("#done")
    (answer,) = world.closed_answers()
    assert answer.cell == true_cell(world) and answer.answers == ANSWERS | {"satisfied": 3}
    sent = [(url, body) for url, body in heard if body]
    assert [url.rpartition("/")[2] for url, _ in sent] == ["tokens", "answers", "answers", "answers"]
    bodies = [json.loads(body) for url, body in sent if url.endswith("answers")]
    assert all(set(body) == {"token", "proof", "envelope"} for body in bodies)
    assert all(set(body["token"]) == {"prepared", "signature"} for body in bodies)
    assert not any(secret in body for _, body in sent)
    assert not any(detail in body for _, body in sent for detail in ("44", "3000") if f'"{detail}' in body)
    assert {url.split("/")[2] for url, _ in heard} == {world.base[7:], world.issuer.base[7:]}


def test_the_link_of_a_letter_brings_the_invitation(world: World, page: Any, tmp_path: Path) -> None:
    """Story: `shoal tokens invite --link` wrote links with the invitation in them, and the page did not read it."""
    heard: list[str] = []
    page.on("request", lambda asked: heard.append(asked.url + (asked.post_data or "")))
    write_survey_page(tmp_path / "page.html", world.survey)
    for address in (world.base + "/", (tmp_path / "page.html").as_uri()):
        to_code(page, f"{address}#invitation={world.invitations[0]}")
        assert page.input_value("#code") == world.invitations[0] and page.url == address
        page.press("#code", "Enter")
        page.wait_for_selector("#details")
    assert heard and not any(world.invitations[0] in each for each in heard)


def test_the_link_of_another_survey_asks_nothing(world: World, page: Any) -> None:
    """Story: respondents were told to compare the digest with their letter, and letters had none."""
    invitation, own = world.invitations[0], world.survey.hex_digest
    page.goto(f"{world.base}/#invitation={invitation}&survey={'ab' * 32}")
    page.wait_for_selector("#verdict:has-text('another survey')")
    assert page.is_hidden("#step") and invitation not in page.url
    page.goto("about:blank")
    to_code(page, f"{world.base}/#invitation={invitation}&survey={own}")
    assert page.input_value("#code") == invitation


def test_a_lost_answer_of_the_issuer_costs_nobody_the_invitation(world: World, page: Any) -> None:
    """The issuer signs one message for an invitation. A page that forgot its message would have lost both."""
    to_code(page, world.base)
    to_details(page, world.invitations[1])
    to_questions(page)
    answer_questions(page)

    def signed_and_lost(route: Any) -> None:
        route.fetch()  # the issuer has signed
        route.abort()

    page.route("**/tokens", signed_and_lost)
    page.click("#send")
    page.wait_for_selector("#told.not")
    (kept,) = page.evaluate(KEPT)
    assert " request " in kept[0] and world.invitations[1] not in str(kept)
    page.unroute("**/tokens")
    to_code(page, world.base)  # the page was closed meanwhile
    to_details(page, world.invitations[1])
    to_questions(page)
    answer_questions(page)
    page.route("**/answers", lambda route: (route.fetch(), route.abort()))  # stored, and nobody heard it
    page.click("#send")
    page.wait_for_selector("#told.not")
    assert [name.endswith(" token") for name, _ in page.evaluate(KEPT)] == [True]
    page.unroute("**/answers")
    page.click("#send")
    page.wait_for_selector("#done")
    assert "had been stored already" in page.inner_text("#step h2")  # the same envelope
    assert len(world.closed_answers()) == 1


def test_a_card_a_typing_error_and_an_unknown_code(world: World, page: Any) -> None:
    heard: list[str] = []
    page.on("request", lambda asked: heard.append(f"{asked.url} {asked.post_data}"))
    to_code(page, world.base)
    card = world.cards[0]
    wrong = ("B" if card[0] != "B" else "C") + card[1:]
    for typed, words in ((card[:-1], "these are 19"), (wrong, "typing error")):
        page.check("[name=kind][value=codes]")
        page.fill("#code", typed)
        page.press("#code", "Enter")
        assert words in page.inner_text("#code-problem")
    to_details(page, world.invitations[2], "codes")  # well spelled, but from a letter
    to_questions(page)
    answer_questions(page)
    page.click("#send")
    page.wait_for_selector("#code-problem:has-text('not known')")
    assert not any(world.invitations[2].replace("-", "") in sent.replace("-", "") for sent in heard)
    page.check("[name=kind][value=codes]")
    page.fill("#code", card.lower())
    page.press("#code", "Enter")
    page.click("#send")
    page.wait_for_selector("#done")
    assert page.evaluate(KEPT) == []
    assert not any(card.replace("-", "") in sent.replace("-", "").upper() for sent in heard)
    (answer,) = world.closed_answers()
    assert answer.answers == ANSWERS


def test_from_a_disk_without_network_the_envelope_is_a_file(world: World, page: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_survey_page(path, world.survey)
    page.context.set_offline(True)
    to_code(page, path.as_uri())
    to_details(page, world.cards[1], "codes")
    to_questions(page)
    answer_questions(page)
    page.click("#send")
    page.wait_for_selector("#told.not:has-text('no connection')")
    with page.expect_download() as download:
        page.click("#save")
    head, line = map(json.loads, Path(download.value.path()).read_text("utf-8").splitlines())
    assert head == {"kind": "shoal survey bundle", "version": 2, "survey": world.survey.hex_digest, "answers": 1}
    assert world.opened(line).answers == ANSWERS
    assert set(line) == {"code_id", "envelope"}  # with which nobody can answer
    page.context.set_offline(False)
    page.click("#send")  # from the disk to the repository
    page.wait_for_selector("#done")
    assert len(world.closed_answers()) == 1


def test_a_slip_of_the_finger_gets_a_question_and_no_cell(world: World, page: Any) -> None:
    to_code(page, world.base)
    to_details(page, world.invitations[0])
    fill_details(page)
    page.fill("#details [name=age]", "440")
    page.press("#details [name=age]", "Enter")
    assert "much higher" in page.inner_text("#details") and page.is_hidden("#to-questions")
    page.check(".sure input")  # a person may insist
    page.press("#details [name=age]", "Enter")
    page.wait_for_selector("#to-questions")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_accessible_in_every_language_and_fits_a_phone(world: World, page: Any, language: str) -> None:
    page.goto(world.base)
    page.wait_for_selector("#start")
    page.select_option("#language", language)
    page.wait_for_selector("#start")
    steps = []

    def look(name: str) -> None:
        steps.append((name, violations(page)))
        for width in (1100, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.screenshot(path=str(world.folder / f"{language}-{name}-{width}.png"), full_page=True)

    page.click("#believe summary")
    assert page.locator("#believe li").count() == 5
    assert page.inner_text("#summary").endswith(": 1")  # nobody has given the key yet
    page.click("#summary")
    look("promise")
    page.click("#start")
    page.press("#code", "Enter")
    look("code")
    to_details(page, world.cards[0], "codes")
    page.fill("#details [name=age]", "440")
    page.press("#details [name=age]", "Enter")
    look("details")
    fill_details(page)
    page.press("#details [name=age]", "Enter")
    page.wait_for_selector("#to-questions")
    look("cell")
    page.click("#to-questions")
    page.click("#questions button[type=submit]")
    look("questions")
    answer_questions(page)
    look("preview")
    page.click("#send")
    page.wait_for_selector("#done")
    look("done")
    assert [step for step in steps if step[1]] == []
    assert page.evaluate("document.documentElement.lang") == language


def test_by_keyboard_alone(world: World, page: Any) -> None:
    page.goto(world.base)
    page.wait_for_selector("#start")

    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                return
        raise AssertionError(f"{selector} cannot be reached")

    tab_to("#start")
    page.keyboard.press("Enter")
    tab_to("[name=kind]")
    page.keyboard.press("ArrowDown")
    tab_to("#code")
    page.keyboard.type(world.cards[0])
    page.keyboard.press("Enter")
    for name, typed in (*DETAILS.items(), ("sex", "f")):
        tab_to(f"#details [name={name}]")
        page.keyboard.type(typed)
    tab_to("#details button")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "H2"
    tab_to("#to-questions")
    page.keyboard.press("Enter")
    tab_to("[data-question=satisfied] input")
    page.keyboard.press("Space")
    tab_to("#questions button[type=submit]")
    page.keyboard.press("Enter")
    tab_to("#send")
    page.keyboard.press("Enter")
    page.wait_for_selector("#done")
    (answer,) = world.closed_answers()
    assert answer.answers == {"satisfied": 1}


def test_a_tampered_survey_and_a_foreign_key_ask_nothing(world: World, page: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    good = survey_page(world.survey)
    path.write_text(good.replace("How satisfied are you", "How happy are you", 1), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("#verdict:has-text('Do not take part')")
    assert page.is_hidden("#start") and page.locator("#check-list .not").count() == 2  # digest, signature
    path.write_text(good, encoding="utf-8")
    page.goto(path.as_uri())
    page.click("#summary")
    page.fill("#key", "A" * 43 + "=")
    page.press("#key", "Tab")
    page.wait_for_selector("#verdict:has-text('Do not take part')")
    assert page.is_hidden("#start")
    page.fill("#key", (world.folder / "survey.pub").read_text("ascii").splitlines()[1])
    page.press("#key", "Tab")
    page.wait_for_selector("#start")
    assert page.is_hidden("#verdict") and page.locator("#check-list .open").count() == 0


def test_every_language_says_the_same_things_with_the_same_figures(world: World, page: Any) -> None:
    page.goto(world.base)
    figures = page.evaluate(FIGURES)
    assert sorted(figures) == sorted(LANGUAGES)
    assert all(own == figures["en"] for own in figures.values())


def test_no_inline_script_and_two_origins(world: World) -> None:
    answer = httpx.get(world.base)
    policy = answer.headers["content-security-policy"]
    assert f"connect-src 'self' {world.issuer.base};" in policy and "script-src 'self';" in policy
    assert "unsafe" not in policy + survey_page(world.survey)
    assert answer.text.count("<script") == 2 and 'id="survey"></script>' in answer.text
    assert f"connect-src {world.base} {world.issuer.base};" in survey_page(world.survey)
