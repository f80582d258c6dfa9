"""The operator's page in a real Chromium, against a real server, through a line that hears everything."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from page_toys import Line, children_of, city, directory, homes_told
from playwright.sync_api import Browser, Page, expect
from service_toys import design, found_town, parts_for

from benchmarks.service.running import OPERATOR_KEY, Server
from shoal.client import Client, Device
from shoal.service.devices.devices import Home

SCENARIO_K, SCENARIO_HOMES = 20, 60  # three cells of exactly k
TOWN_K, TOWN_HOMES = 5, 300
PATIENCE_MS = 40_000  # a design on a busy machine
WIDE = {"width": 1280, "height": 800}
AXE = Path(__file__).parents[1] / "survey_page" / "vendored" / "axe.min.js"
PHONE = {"width": 390, "height": 844}
FIJI = {"latitude": -16.8, "longitude": 179.98}  # the antimeridian goes through its islands


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a published generation of a town on both sides of the antimeridian."""
    folder = tmp_path_factory.mktemp("page") / "service"
    found_town(folder, [Home(*home) for home in city(TOWN_HOMES, 3, **FIJI).tolist()], k=TOWN_K)
    server = Server(folder, settings={"SHOAL_K": str(TOWN_K)}).start()
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that must not complain."""
    context = browser.new_context(
        viewport=WIDE, reduced_motion="reduce", extra_http_headers={"Accept-Encoding": "identity"}
    )
    made = context.new_page()
    made.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    complaints: list[str] = []
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("console", lambda message: complaints.append(message.text) if "Security Policy" in message.text else None)
    yield made
    context.close()
    assert complaints == []


def sign_in(page: Page, base: str, key: str = OPERATOR_KEY) -> None:
    """As an operator does, without a mouse."""
    page.goto(f"{base}/")
    expect(page.get_by_label("Key", exact=True)).to_be_focused()
    page.keyboard.type(key)
    page.keyboard.press("Enter")


def press(page: Page, name: str) -> None:
    """A button by the keyboard."""
    page.get_by_role("button", name=name).focus()
    page.keyboard.press("Enter")


def agree(page: Page, word: str) -> None:
    """The dialog asks before anything is changed, and cancelling is what comes first."""
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Tab")
    expect(dialog.get_by_role("button", name=word)).to_be_focused()
    page.keyboard.press("Enter")


def picture(page: Page) -> str:
    """What the map shows, once it stays as it is."""
    drawn: str = page.evaluate(
        """() => new Promise((done) => {
             const seen = (before) => setTimeout(() => {
               const now = document.querySelector('#map canvas').toDataURL();
               now === before ? done(now) : seen(now);
             }, 150);
             seen(undefined);
           })"""
    )
    return drawn


def test_from_an_empty_service_to_a_roll_back_without_a_home_on_the_line(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    homes = city(SCENARIO_HOMES, 1)
    plain = {"SHOAL_RESERVE": "0", "SHOAL_STICKY": "false"}  # cells of exactly k, and generations that differ
    server = Server(tmp_path_factory.mktemp("scenario") / "service", settings=plain).start()
    line = Line(server.port).open()
    try:
        sign_in(page, line.base)
        expect(page.locator("#banner")).to_contain_text("Nobody has signed up yet")
        expect(page.locator("#map-empty")).to_have_text("No cells yet")
        assert page.locator("#legend li").count() == 0

        with server.client() as client:
            answers = client.sign_up_directory(directory(homes))
        expect(page.locator("#tile-waiting")).to_have_text(str(SCENARIO_HOMES))
        expect(page.locator("#banner")).to_contain_text("everybody is waiting")

        design_and_watch(page, SCENARIO_K)
        expect(page.locator("#outcome")).to_contain_text("Generation 1 is designed")
        press(page, "Publish: generation 1")
        agree(page, "Publish")
        expect(page.locator("tr[data-generation='1'] .state")).to_have_text("current")
        expect(page.locator("#tile-waiting")).to_have_text("0")
        expect(page.locator("#tile-k-min")).to_have_text(str(SCENARIO_K))
        expect(page.locator("#banner")).to_be_hidden()
        assert "text/event-stream" in line.responses and "event: end" in line.responses

        asked = f"{line.base}/v1/generations/2"
        page.route("**/events", lambda route: route.abort())  # as if a proxy held the stream back
        page.get_by_label("Publish as soon as it is designed").check()
        with page.expect_response(asked):  # polling instead
            design_and_watch(page, 30)
        expect(page.locator("tr[data-generation='2'] .state")).to_have_text("current")
        expect(page.locator("#charts figure")).to_have_count(2)
        press(page, "Roll back: generation 2")
        agree(page, "Roll back")
        expect(page.locator("tr[data-generation='1'] .state")).to_have_text("current")
        expect(page.locator("tr[data-generation='2'] .state")).to_have_text("retired")

        with server.client() as client:
            for answer in answers[: SCENARIO_HOMES - SCENARIO_K + 1]:
                client.cancel(Device(answer["id"], answer["token"]))
        expect(page.locator("#tile-waiting")).to_have_text(str(SCENARIO_K - 1))
        expect(page.locator("#waiting-tile")).to_have_class("tile alarm")
        expect(page.locator("#legend")).to_contain_text("below k, withheld")
        expect(page.locator("#banner")).to_contain_text("They get a place when 1 more have signed up")
        expect(page.locator("#tile-active-note")).to_have_text("no place is handed out")
        expect(page.locator("#report .advice summary").first).to_have_text("Wait for 1 more sign-up")
    finally:
        server.stop()
    for order in (slice(None), slice(None, None, -1)):  # the check itself can find a home
        assert homes_told(f"[{homes[7][order][0]:.5f}, {homes[7][order][1]:.5f}]", homes)
    heard = line.responses
    assert heard.count("FeatureCollection") > 3 and "content-encoding" not in heard.lower()
    assert homes_told(heard, homes) == []
    assert not any(answer["id"] in heard or answer["token"] in heard for answer in answers)
    assert OPERATOR_KEY not in heard
    assert len(line.request_lines()) > 20 and not any(OPERATOR_KEY in asked for asked in line.request_lines())
    told = [row for row in line.requests.splitlines() if OPERATOR_KEY in row]
    assert told and all(row.lower().startswith("authorization: bearer ") for row in told)


def design_and_watch(page: Page, k: int) -> None:
    """Type k, design, and see it run and end."""
    page.get_by_role("spinbutton", name="k fewest devices").fill(str(k))
    press(page, "Design")
    expect(page.locator("#running")).to_be_visible()
    expect(page.locator("#running-title")).to_contain_text("Designing generation")
    expect(page.get_by_role("button", name="Design", exact=True)).to_be_disabled()
    expect(page.locator("#running")).to_be_hidden()
    expect(page.get_by_role("button", name="Design", exact=True)).to_be_enabled()


def test_a_wrong_key_is_refused_and_the_right_one_is_kept_only_if_wanted(page: Page, town: Server) -> None:
    sign_in(page, town.base, "a-key-that-somebody-made-up")
    expect(page.locator("#sign-in-problem")).to_have_text("This key is wrong.")
    expect(page.locator("#desk")).to_be_hidden()
    sign_in(page, town.base)
    expect(page.locator("#desk")).to_be_visible()
    assert page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])") == '[{},{},""]'
    page.reload()
    expect(page.locator("#sign-in")).to_be_visible()

    page.get_by_label("Keep it until this tab is closed").check()
    page.get_by_label("Key", exact=True).fill(OPERATOR_KEY)
    page.keyboard.press("Enter")
    expect(page.locator("#desk")).to_be_visible()
    page.reload()
    expect(page.locator("#desk")).to_be_visible()
    assert page.url == f"{town.base}/"
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#sign-in")).to_be_visible()
    assert page.evaluate("sessionStorage.length + localStorage.length") == 0


def test_a_refused_wish_is_said_where_it_was_made(page: Page, town: Server) -> None:
    sign_in(page, town.base)
    page.get_by_role("spinbutton", name="k fewest devices").fill("400")
    press(page, "Design")
    expect(page.locator("#design-problem")).to_contain_text("400")
    expect(page.locator("#design-problem")).to_contain_text("no cell can reach k")


def test_a_design_that_dies_is_shown_as_failed_and_the_current_generation_stays(page: Page, town: Server) -> None:
    sign_in(page, town.base)
    expect(page.locator("tr[data-generation='1'] .state")).to_have_text("current")
    press(page, "Design")
    expect(page.locator("#running")).to_be_visible()
    assert town.process is not None
    designers = list(children_of(town.process.pid))
    assert designers
    for designer in designers:
        os.kill(designer, signal.SIGKILL)
    expect(page.locator("#outcome")).to_contain_text("failed")
    expect(page.locator(".state.failed")).to_be_visible()
    expect(page.locator("tr[data-generation='1'] .state")).to_have_text("current")
    expect(page.get_by_role("button", name="Design", exact=True)).to_be_enabled()


def test_a_lost_connection_is_said_and_found_again(page: Page, town: Server) -> None:
    line = Line(town.port).open()
    sign_in(page, line.base)
    expect(page.locator("#connection")).to_have_text("Connected")
    line.break_off()
    expect(page.locator("#connection")).to_have_text("Connection lost")
    expect(page.locator("#banner")).to_contain_text("may be out of date")
    expect(page.locator("#tile-active")).to_have_text(str(TOWN_HOMES))  # what was known stays in sight
    line.cut = False
    expect(page.locator("#connection")).to_have_text("Connected")
    expect(page.locator("#banner")).to_be_hidden()


def test_the_map_obeys_mouse_and_keyboard(page: Page, town: Server) -> None:
    sign_in(page, town.base)
    expect(page.locator("#legend li")).not_to_have_count(0)
    canvas, details, scale = page.locator("#map"), page.locator("#cell-details"), page.locator("#scale-bar span")
    page.wait_for_load_state("networkidle")
    fitted, bar = picture(page), scale.inner_text()

    canvas.focus()
    page.keyboard.press("n")
    expect(details).to_contain_text("devices at")
    first = details.inner_text()
    assert f"{TOWN_K} devices" in first  # from the smallest on
    page.keyboard.press("n")
    expect(details).not_to_have_text(first)
    page.keyboard.press("p")
    expect(details).to_have_text(first)
    page.keyboard.press("Escape")
    expect(details).to_have_text("")
    page.keyboard.press("0")
    assert picture(page) == fitted
    page.keyboard.press("ArrowRight")
    assert picture(page) != fitted
    page.keyboard.press("ArrowLeft")
    assert picture(page) == fitted
    for _ in range(4):
        page.keyboard.press("+")
    expect(scale).not_to_have_text(bar)
    page.get_by_role("button", name="Show all cells").click()
    assert picture(page) == fitted

    canvas.hover()
    page.mouse.wheel(0, -600)
    expect(scale).not_to_have_text(bar)
    page.keyboard.press("0")
    page.get_by_role("button", name="Show all cells").click()
    box = canvas.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*middle)
    expect(details).to_contain_text("Cell ")
    page.keyboard.press("Escape")
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 120, middle[1] + 40, steps=4)
    page.mouse.up()
    assert picture(page) != fitted
    expect(details).to_have_text("")  # a drag chooses nothing


def test_cells_on_both_sides_of_the_antimeridian_lie_above_the_land(page: Page, town: Server) -> None:
    """Land of the next copy of the world once hid the cells, and half of the dots."""
    sign_in(page, town.base)
    expect(page.locator("#legend li")).not_to_have_count(0)
    page.wait_for_load_state("networkidle")
    picture(page)
    with town.client() as client:
        places = {tuple(cell["properties"][axis] for axis in ("longitude", "latitude")) for cell in cells_of(client)}
    assert {longitude > 0 for longitude, _ in places} == {True, False}
    reached = page.evaluate(
        """async (places) => {
             const { WORLD, extentOf, projected, turnsOf } = await import('/page/outlines.js');
             const canvas = document.querySelector('#map canvas'), pen = canvas.getContext('2d');
             const spots = places.map(([longitude, latitude]) => projected({ longitude, latitude }));
             const [west, south, east, north] = extentOf(spots);
             const scale = Math.min(canvas.width / (east - west), canvas.height / (north - south)) / 1.35;
             const dot = getComputedStyle(canvas).getPropertyValue('--map-place').trim().slice(1);
             return spots.map(([x, y]) => {
               const off = x - (west + east) / 2, across = canvas.width / 2 + (off - WORLD * turnsOf(off)) * scale;
               const down = canvas.height / 2 - (y - (north + south) / 2) * scale;
               // The rim of a neighbour may cross the middle of a dot, never all of it.
               const { data } = pen.getImageData(Math.round(across) - 2, Math.round(down) - 2, 5, 5);
               const colours = Array.from({ length: 25 }, (_, pixel) => data.slice(4 * pixel, 4 * pixel + 3));
               return colours.some((colour) =>
                 Array.from(colour, (part) => part.toString(16).padStart(2, '0')).join('') === dot);
             });
           }""",
        sorted(places),
    )
    assert len(reached) > 20 and all(reached)


def cells_of(client: Client) -> list[dict[str, Any]]:
    """The features of the current generation."""
    features: list[dict[str, Any]] = client.cells(client.overview()["current"])["features"]
    return features


def test_a_figure_below_k_says_what_happened_what_it_means_and_what_to_do(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Story: the page said "1 below k", and nobody knew whether that was bad, for whom, and which button to press."""
    folder = tmp_path_factory.mktemp("advice") / "service"
    parts = parts_for(folder)
    done = parts.devices.sign_up_many([Home(*home) for home in city(200, 1).tolist()])
    design(parts, k=SCENARIO_K, seed=1)
    design(parts, k=SCENARIO_K, seed=2, reserve=0.1)
    parts.devices.sign_up(Home(40.72, -73.98))
    for gone in done[:40]:
        parts.devices.cancel(gone.id, gone.token or "")
    parts.database.close()
    server = Server(folder).start()
    try:
        sign_in(page, server.base)
        advice = page.locator("#report .advice")
        expect(advice).to_have_count(3)
        wanted = {
            "Design and publish a new generation": "Devices cancelled",
            "Wait until more have come": "1 device has come since the publication",
            "Ask for new pseudonyms": "Cells changed from generation to generation",
        }
        for number, (in_short, happened) in enumerate(wanted.items()):
            own = advice.nth(number)
            expect(own.locator("p").first).to_be_hidden()
            own.locator("summary").get_by_text(in_short).click()
            for words in ("What happened:", happened, "What it means: Somebody who", "What to do:"):
                expect(own).to_contain_text(words)
        expect(page.get_by_label("Keep anonymity across generations")).to_have_value("")
        advice.nth(2).get_by_role("button", name="Go to New generation").click()
        expect(page.locator("#k")).to_be_focused()
        expect(page.get_by_label("Keep anonymity across generations")).to_have_value("yes")
        page.locator("#shown").select_option("1")  # what is retired needs nothing
        expect(advice.first).to_contain_text("Nothing to do")
    finally:
        server.stop()


def test_colours_follow_size_spacing_and_the_time_of_day(page: Page, town: Server) -> None:
    sign_in(page, town.base)
    expect(page.locator("#legend")).to_contain_text("To the next places")
    page.wait_for_load_state("networkidle")
    by_spacing = picture(page)
    page.get_by_label("size").check()
    expect(page.locator("#legend")).to_contain_text("Devices at the place")
    assert picture(page) != by_spacing
    page.get_by_label("spacing").check()
    assert picture(page) == by_spacing
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    assert picture(page) != by_spacing


def test_a_phone_shows_everything_without_scrolling_sideways_and_can_pinch(browser: Browser, town: Server) -> None:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    sign_in(page, town.base)
    expect(page.locator("#legend li")).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in page.locator("button:visible").all():
        size = button.bounding_box()
        assert size is not None and size["height"] >= 43, button.inner_text()  # a finger: 44 pixels, less rounding
    page.locator("#map").scroll_into_view_if_needed()
    box = page.locator("#map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    bar = page.locator("#scale-bar span").inner_text()
    touch = context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 60), ("touchMove", 140)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#scale-bar span")).not_to_have_text(bar)
    context.close()


def test_everything_comes_from_the_service_and_no_other_script_runs(page: Page, town: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sign_in(page, town.base)
    expect(page.locator("#legend li")).not_to_have_count(0)
    page.wait_for_load_state("networkidle")
    assert any(url.endswith("land-10m.json") for url in asked)  # a town is worth the finer coast
    assert all(url.startswith(f"{town.base}/") for url in asked)
    ran = page.evaluate(
        """() => { try { const script = document.createElement('script');
             script.textContent = 'window.intruder = true'; document.body.append(script); } catch { }
             return window.intruder === true; }"""
    )
    assert not ran


def test_classes_of_colour_and_cores_are_right_by_hand(page: Page, town: Server) -> None:
    page.goto(f"{town.base}/")
    borders, few, classes, shades, halved, inside, outside = page.evaluate(
        """async () => {
             const { classBorders, classOf, partWithin, shadeOf } = await import('/page/cells.js');
             const borders = classBorders([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
             const square = (side) => [[0, -side], [side, -side], [side, side], [0, side], [0, -side]];
             const part = (ring) => partWithin(ring, [0, 0], 1);
             return [borders, classBorders([7, 7, 7]), [1, 2, 3, 10].map((value) => classOf(borders, value)),
               [shadeOf(0, 1), shadeOf(0, 2), shadeOf(1, 2)],
               part(square(5)).getArea(), part(square(0.5)).getArea(), part([[2, 2], [3, 2], [3, 3], [2, 2]])];
           }"""
    )
    assert borders == [1, 3, 5, 7, 9] and few == [7]
    assert classes == [0, 0, 1, 4]
    assert shades == [2, 0, 4]
    assert halved == pytest.approx(np.pi / 2, rel=0.005)  # half a circle of radius 1
    assert inside == pytest.approx(0.5) and outside is None


def test_charts_say_their_figures_in_a_table_too(page: Page, town: Server) -> None:
    sign_in(page, town.base)
    charts = page.locator("#charts figure")
    expect(charts).to_have_count(2)
    with town.client() as client:
        generations = [each for each in client.generations() if each["figures"] is not None]
    distance = charts.first
    expect(distance.get_by_role("img")).to_have_attribute("aria-label", re.compile("table below has all figures"))
    distance.locator("svg.plot").hover()
    expect(distance.locator("svg.plot")).to_contain_text(re.compile("Generation [0-9]+, .*95 %: .*median: "))
    distance.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(distance.locator("tbody tr")).to_have_count(len(generations))
    median = min(generations, key=lambda each: each["id"])["figures"]["distortion_m"]["median"]
    expect(distance.locator("tbody tr").first).to_contain_text(f"{median:.0f} m" if median < 1000 else "km")
    table = distance.locator("details")
    assert table.evaluate("(details) => details.open")
    page.set_viewport_size(PHONE)  # drawn again, and it stays open
    expect(distance.locator("svg.plot")).to_have_attribute("width", re.compile("^3[0-9][0-9]$"))
    assert table.evaluate("(details) => details.open")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, town: Server, scheme: Literal["light", "dark"]) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    for shown in ("#sign-in", "#legend li >> nth=0"):
        if shown == "#sign-in":
            page.goto(f"{town.base}/")
        else:
            sign_in(page, town.base)
        page.wait_for_selector(shown)
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        page.evaluate(AXE.read_text("utf-8") + "; undefined")
        found = page.evaluate(
            "axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 120))]))"
        )
        assert found == []
    context.close()
