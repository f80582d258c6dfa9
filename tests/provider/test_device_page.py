"""The device's page in a real Chromium, on a phone's screen, with a real anonymiser and a real provider."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loop_toys import Loop
from playwright.sync_api import Browser, Page, Request, expect

from shoal.blind_signatures.plain_bytes import base64url, bytes_of
from shoal.client.ranking import metres_between
from shoal.credentials.place_list import PlaceList
from shoal.credentials.pseudonyms import pseudonym

PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 40_000
HOME = (40.7023456, -74.0034567)
AXE = Path(__file__).parents[1] / "survey_page" / "vendored" / "axe.min.js"


@pytest.fixture
def page(browser: Browser, loop: Loop) -> Iterator[Page]:
    """A page that must not complain, and must reach nobody but the two servers."""
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    made = context.new_page()
    made.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    complaints: list[str] = []
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("console", lambda message: complaints.append(message.text) if "Security Policy" in message.text else None)
    made.on("request", lambda request: complaints.append(request.url) if not ours(loop, request) else None)
    yield made
    context.close()
    assert complaints == []


def ours(loop: Loop, request: Request) -> bool:
    return request.url.startswith((loop.anonymiser.base, loop.provider.base, "blob:", "data:"))


def signed_up(page: Page, loop: Loop) -> dict[str, Any]:
    """As a person does. Returns what the browser remembers."""
    page.goto(f"{loop.anonymiser.base}/device")
    page.get_by_label("Latitude").fill(str(HOME[0]))
    page.get_by_label("Longitude").fill(str(HOME[1]))
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("#place")).to_contain_text("At least 5 devices share it")
    expect(page.locator("#proof")).to_have_text("Credentials: 1 of 1 providers.")
    return remembered(page)


def remembered(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('shoal device')"))
    return found


def test_a_phone_finds_what_is_near_its_home(page: Page, loop: Loop) -> None:
    """And sends the home to the anonymiser only, once."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    state = signed_up(page, loop)
    page.get_by_label("How many").fill("4")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#sure")).to_contain_text("These are the nearest")
    shown = [re.match(r"point \d+", text)[0] for text in page.locator("#answers li").all_inner_texts()]  # type: ignore[index]
    order = sorted(range(len(loop.points)), key=lambda number: metres_between(HOME, loop.points[number]))
    assert shown == [f"point {number}" for number in order[:4]]
    with_home = [line for line in sent if str(HOME[0]) in line or str(HOME[1]) in line]
    assert len(with_home) == 1 and with_home[0].startswith(f"{loop.anonymiser.base}/v1/devices ")
    expect(page.locator("#problem")).to_be_hidden()
    asked = loop.provider.seen[-1]
    assert (asked["latitude"], asked["longitude"]) == (state["place"]["latitude"], state["place"]["longitude"])
    assert asked["margin_m"] == 2 * state["proofs"]["reach"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_device_is_still_there_tomorrow(page: Page, loop: Loop) -> None:
    """The token is kept, an unchanged place is a 304, and there is no second credential."""
    first = signed_up(page, loop)
    statuses: dict[str, int] = {}
    page.on("response", lambda answer: statuses.update({answer.url.rsplit("/", 1)[-1]: answer.status}))
    page.reload()
    expect(page.locator("#place")).to_contain_text("At least 5 devices share it")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#answers li")).to_have_count(3)
    assert statuses["location"] == 304 and "credentials" not in statuses
    assert statuses["places"] == 304
    assert remembered(page)["proofs"] == first["proofs"]


@pytest.mark.parametrize(("old", "is_signed_again"), [({"reach": 1}, False), ({"key": "AA"}, True)])
def test_the_list_and_the_key_of_today_are_taken_over(
    page: Page, loop: Loop, old: dict[str, Any], is_signed_again: bool
) -> None:
    """Places elsewhere were merged, or this one was and has the coordinates of before."""
    state = signed_up(page, loop)
    changed = state | {"proofs": state["proofs"] | old | {"list": "0" * 64}}
    page.evaluate("state => localStorage.setItem('shoal device', JSON.stringify(state))", changed)
    page.reload()
    for _ in range(PATIENCE_MS // 100):
        proofs = remembered(page)["proofs"]
        if proofs["list"] != "0" * 64:
            break
        page.wait_for_timeout(100)  # the page's policy forbids to evaluate a condition in it
    assert (proofs == state["proofs"]) is not is_signed_again
    assert {name: proofs[name] for name in ("list", "reach", "key")} == {
        name: state["proofs"][name] for name in ("list", "reach", "key")
    }
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#answers li")).to_have_count(3)


def test_moving_and_cancelling(page: Page, loop: Loop) -> None:
    first = signed_up(page, loop)
    page.get_by_role("button", name="Move house").click()
    page.get_by_label("Latitude").fill("40.64")
    page.get_by_role("button", name="Move there").click()
    expect(page.get_by_role("button", name="Move house")).to_be_visible()
    expect(page.locator("#proof")).to_have_text("Credentials: 1 of 1 providers.")
    moved = remembered(page)
    assert moved["id"] == first["id"] and moved["home"]["latitude"] == 40.64
    assert moved["proofs"]["credentials"] != first["proofs"]["credentials"]
    page.get_by_role("button", name="Cancel for good").click()
    page.get_by_role("button", name="Cancel it").click()
    expect(page.get_by_role("button", name="Sign up")).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()
    assert page.evaluate("localStorage.length") == 0


def test_a_home_is_chosen_on_the_map(page: Page, loop: Loop) -> None:
    page.goto(f"{loop.anonymiser.base}/device")
    page.locator("#map canvas").first.wait_for()
    page.locator("#map").click(position={"x": 150, "y": 120})
    expect(page.get_by_label("Latitude")).not_to_have_value("")
    expect(page.get_by_label("Longitude")).not_to_have_value("")


def test_what_page_and_library_compute_is_the_same(page: Page, loop: Loop) -> None:
    """The pseudonym that the provider saw is the one that Python makes of the secret in the browser."""
    state = signed_up(page, loop)
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#answers li")).to_have_count(3)
    with loop.anonymiser.client() as client:
        listed = PlaceList.read(client.places())
    place = listed.place(state["place"]["latitude"], state["place"]["longitude"])
    assert place is not None and state["proofs"]["list"] == listed.digest
    own = pseudonym(bytes_of(state["secret"], "secret"), place.key, loop.provider.base)
    assert loop.provider.seen[-1]["pseudonym"] == base64url(own)


def test_the_page_is_accessible(page: Page, loop: Loop) -> None:
    signed_up(page, loop)
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((result) => result.violations.map((own) => own.id))")
    assert found == []


def test_a_list_that_was_changed_is_refused(page: Page, loop: Loop) -> None:
    """Somebody on the way gives this device a key of its own. The page says so and asks for no credential."""
    with loop.anonymiser.client() as client:
        head, body, signature = client.places().split(".")
    content = json.loads(bytes_of(body, "content"))
    changed = f"{head}.{base64url(json.dumps(content | {'k': 2}).encode())}.{signature}"
    page.route("**/v1/places", lambda route: route.fulfill(body=changed, content_type="application/jose"))
    page.goto(f"{loop.anonymiser.base}/device")
    page.get_by_label("Latitude").fill(str(HOME[0]))
    page.get_by_label("Longitude").fill(str(HOME[1]))
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("#problem")).to_contain_text("signature of the list")
    assert remembered(page)["proofs"] is None
