"""The map that all pages share, in a real Chromium under the policy of the pages, with no server behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from shoal.web.page_files import POLICY, SHARED, files_by_path

HOME = "https://map.test"
HTML = """<!doctype html><html lang="en"><title>Map</title><link rel="stylesheet" href="/page/look.css">
<link rel="stylesheet" href="/page/map.css"><div class="map-frame"><div id="map" aria-label="Map"></div></div>"""
LAND = {"Paris": (48.86, 2.35), "Sydney": (-33.8, 150.9), "Chukotka": (67.0, -175.0), "Antarctica": (-80.0, 20.0)}
WATER = {"Atlantic": (40.0, -40.0), "Mediterranean": (35.0, 18.0), "Pacific": (0.0, -179.9), "Bering": (60.0, 179.0)}
FIJI = {"type": "MultiPolygon", "coordinates": [
    [[[179.5, -17.0], [180.0, -17.0], [180.0, -16.4], [179.5, -16.4], [179.5, -17.0]]],
    [[[-180.0, -17.0], [-179.5, -17.0], [-179.5, -16.4], [-180.0, -16.4], [-180.0, -17.0]]],
]}  # fmt: skip
OPEN = """async () => {
  const { OfflineMap } = await import('/page/map.js');
  window.map = new OfflineMap(document.getElementById('map'), {
    onView: (metres) => { window.metres = metres; }, onClick: (spot) => { window.spot = spot; } });
  map.fit();
}"""
COLOUR = """([across, down]) => {
  const canvas = document.querySelector('#map canvas'), dense = window.devicePixelRatio;
  return [...canvas.getContext('2d').getImageData(across * dense, down * dense, 1, 1).data];
}"""
SETTLED = """() => new Promise((done) => {
  const seen = (before) => setTimeout(() => {
    const now = document.querySelector('#map canvas')?.toDataURL();
    now !== undefined && now === before ? done() : seen(now);
  }, 150);
  seen(undefined);
})"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that gets its own files only, and must not complain."""
    files = files_by_path(SHARED)
    context = browser.new_context(viewport={"width": 800, "height": 600}, reduced_motion="reduce")
    made = context.new_page()
    complaints: list[str] = []
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(f"{HOME}/page/")
        if name == f"{HOME}/":
            route.fulfill(body=HTML, content_type="text/html", headers={"Content-Security-Policy": POLICY})
        else:
            route.fulfill(body=files[name].plain, content_type=files[name].media_type)

    made.route("**/*", answer)
    made.goto(f"{HOME}/")
    yield made
    context.close()
    assert complaints == []


def settle(page: Page) -> None:
    """Wait until the picture stays as it is."""
    page.evaluate(SETTLED)


@pytest.mark.parametrize("scale", ["50m", "10m"])
def test_land_is_where_it_is(page: Page, scale: str) -> None:
    on_land = page.evaluate(
        """async ([scale, spots]) => {
             const { loadLand } = await import('/page/land.js');
             const { fromLonLat } = await import('/page/vendored/openlayers.js');
             const { areas } = await loadLand(scale);
             return spots.map(([up, across]) => areas.getFeaturesAtCoordinate(fromLonLat([across, up])).length);
           }""",
        [scale, [*LAND.values(), *WATER.values()]],
    )
    assert dict(zip([*LAND, *WATER], on_land, strict=True)) == dict.fromkeys(LAND, 1) | dict.fromkeys(WATER, 0)


def test_rings_borders_and_extents_by_hand(page: Page) -> None:
    ring, polar, border, inland, extent = page.evaluate(
        """async () => {
             const { WORLD, borderOf, extentOf, unrolled } = await import('/page/outlines.js');
             const { Polygon } = await import('/page/vendored/openlayers.js');
             const half = WORLD / 2, of = (points) => points.map(([x, y]) => [x * half, y * half]);
             const per = (points) => points.map(([x, y]) => [x / half, y / half]);
             const cut = borderOf(new Polygon([of([[0.5, 0], [1, 0], [1, 0.5], [0.5, 0.5], [0.5, 0]])]));
             const whole = borderOf(new Polygon([of([[0.5, 0], [0.9, 0], [0.9, 0.5], [0.5, 0]])]));
             return [
               per(unrolled(of([[0.9, 0], [-0.9, 0], [-0.9, 0.1], [0.9, 0]]))),
               per(unrolled(of([[-1, -0.5], [-0.4, -0.6], [0.2, -0.5], [0.8, -0.5], [-1, -0.5]]))),
               cut.getCoordinates().map(per), whole.getType(),
               extentOf(of([[0.96, 0], [0.98, 0.2], [-0.96, 0.1]])).map((side) => side / half),
             ];
           }"""
    )
    assert ring == [pytest.approx(corner) for corner in ([0.9, 0], [1.1, 0], [1.1, 0.1], [0.9, 0])]
    assert polar[-4:] == [pytest.approx(corner) for corner in ([1, -0.5], [1, -1], [-1, -1], [-1, -0.5])]
    assert [[pytest.approx(corner) for corner in line] for line in border] == [
        [[0.5, 0], [1, 0]],
        [[1, 0.5], [0.5, 0.5], [0.5, 0]],
    ]
    assert inland == "Polygon"
    assert extent == pytest.approx([-1.04, 0, -0.96, 0.2])  # across the antimeridian, not round the world


def test_cells_places_and_a_marker_are_drawn_across_the_antimeridian(page: Page) -> None:
    page.evaluate(OPEN)
    features = [{"type": "Feature", "properties": {}, "geometry": FIJI}]
    page.evaluate(
        """(collection) => {
             map.showCells(collection);
             map.showPlaces([{ longitude: -179.75, latitude: -16.7 }]);
             map.showMarker({ longitude: 179.99, latitude: -16.7 });
             map.fit([{ longitude: 179.5, latitude: -16.7 }, { longitude: -179.5, latitude: -16.7 }]);
           }""",
        {"type": "FeatureCollection", "features": features},
    )
    settle(page)
    box = page.locator("#map").bounding_box()
    assert box is not None
    degree = box["width"] / 1.35  # the fitted degree and its margin
    middle = (box["width"] / 2, box["height"] / 2)
    marker, place = (middle[0] - 0.01 * degree, middle[1]), (middle[0] + 0.25 * degree, middle[1])
    assert page.evaluate(COLOUR, marker) == [0xD9, 0x48, 0x0F, 255]
    assert page.evaluate(COLOUR, place) == [0x14, 0x22, 0x2E, 255]
    inside = [page.evaluate(COLOUR, (middle[0] + side * 0.45 * degree, middle[1] - 0.05 * degree)) for side in (-1, 1)]
    assert all(red > blue for red, _, blue, _ in inside)  # the area of the cell on both sides
    page.mouse.click(box["x"] + place[0], box["y"] + place[1])
    assert page.evaluate("[spot.longitude, spot.latitude]") == pytest.approx([-179.75, -16.7], abs=0.005)
    page.evaluate("map.showMarker(null)")
    settle(page)
    assert page.evaluate(COLOUR, marker) != [0xD9, 0x48, 0x0F, 255]


def test_what_is_nearer_to_a_pole_than_the_edge_is_drawn_on_it(page: Page) -> None:
    page.evaluate(OPEN)
    for latitude, down in ((89.9, lambda height: 1), (-90.0, lambda height: height - 3)):
        spot = {"longitude": 20.0, "latitude": latitude}
        page.evaluate("(spot) => { map.showPlaces([spot]); map.fit([spot]); }", spot)
        settle(page)
        box = page.locator("#map").bounding_box()
        assert box is not None
        assert page.evaluate(COLOUR, (box["width"] / 2, down(box["height"]))) == [0x14, 0x22, 0x2E, 255]


def test_the_map_obeys_the_keyboard_and_goes_round_the_world(page: Page) -> None:
    page.evaluate(OPEN)
    page.evaluate("map.fit([{ longitude: 0, latitude: 0 }, { longitude: 60, latitude: 40 }])")
    settle(page)
    page.locator("#map").focus()
    coarse = page.evaluate("metres")
    page.keyboard.press("+")
    assert page.evaluate("metres") == pytest.approx(coarse / 1.6)
    page.keyboard.press("-")
    assert page.evaluate("metres") == pytest.approx(coarse)
    start = longitude_in_the_middle(page)
    page.keyboard.press("ArrowRight")
    step = longitude_in_the_middle(page) - start
    assert step > 1
    presses = int(400 / step)  # more than once round the world
    for _ in range(presses - 1):
        page.keyboard.press("ArrowRight")
    away = longitude_in_the_middle(page) - start - presses * step
    assert (away + 180) % 360 == pytest.approx(180, abs=0.5)


def longitude_in_the_middle(page: Page) -> float:
    """What a click on the middle of the map says."""
    settle(page)  # two clicks at once would zoom
    box = page.locator("#map").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    found: float = page.evaluate("spot.longitude")
    return found
