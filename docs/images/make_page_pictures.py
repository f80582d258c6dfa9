"""Pictures of the operator's page, of a synthetic city: python docs/images/make_page_pictures.py

Starts the service, signs up, designs and publishes three generations, and writes operator-page.png (1280 wide, light)
and operator-page-phone.png (390 × 844, dark). Needs /usr/bin/chromium. Homes and seeds are fixed; times of day are not.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, ViewportSize, sync_playwright

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parents[1]))

from benchmarks.service.running import OPERATOR_KEY, Server, designed  # noqa: E402  (the repository is no package)

CENTRES = np.array([[40.72, -73.99], [40.68, -73.95], [40.76, -73.92], [40.85, -73.90], [40.60, -74.15]])
SHARES = (0.3, 0.3, 0.2, 0.15, 0.05)
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SEED = 1


def homes(n_homes: int, seed: int) -> bytes:
    """A directory of homes about five centres."""
    rng = np.random.default_rng(seed)
    points = CENTRES[rng.choice(len(CENTRES), n_homes, p=SHARES)] + rng.normal(scale=0.03, size=(n_homes, 2))
    return "\n".join(["latitude,longitude", *(f"{up!r},{across!r}" for up, across in points.tolist())]).encode()


def fill(server: Server) -> None:
    """Three generations; a fourth is designed and waits."""
    with server.client() as client:
        for number, (n_homes, k) in enumerate(((3000, 30), (1000, 20), (600, 20))):
            client.sign_up_directory(homes(n_homes, SEED + number))
            designed(client, k=k, publish=True, seed=SEED)
        designed(client, k=40, seed=SEED)


def picture(browser: Browser, server: Server, name: str, size: ViewportSize, scheme: str, *, whole: bool) -> None:
    """Sign in and take the picture."""
    page = browser.new_context(
        viewport=size, color_scheme="dark" if scheme == "dark" else "light", is_mobile=size is PHONE, has_touch=True
    ).new_page()
    page.goto(server.base)
    page.fill("#key", OPERATOR_KEY)
    page.keyboard.press("Enter")
    page.wait_for_selector("#legend li")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / name, full_page=whole)


def main() -> None:
    """Both pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "service").start()
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        try:
            fill(server)
            picture(browser, server, "operator-page.png", WIDE, "light", whole=True)
            picture(browser, server, "operator-page-phone.png", PHONE, "dark", whole=False)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
