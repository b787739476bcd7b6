"""A real browser at a real server, for tests of the pages."""

import os
import shutil
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import uvicorn
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from tests.docs import ROOT
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit import game as kit
from wistar_env.play.server import app

#: The browser of the distribution, where there is one: Playwright's own is not fetched.
CHROMIUM: Final = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
#: The folder for screenshots if ``WISTAR_SCREENSHOTS`` is set; git ignores it.
SCREENSHOTS: Final = ROOT / "screenshots"
WIDE: Final = {"width": 1280, "height": 800}
NARROW: Final = {"width": 390, "height": 844}
_PATIENCE: Final = 60_000  # milliseconds: long enough for a machine that does much else


@contextmanager
def address(
    database: Path | None = None,
    game: type[kit.Game] = RatsOfWistar,
    others: Iterable[type[kit.Game]] = (),
) -> Iterator[str]:
    """Serve games at an address of this machine as long as the block lasts."""
    server = uvicorn.Server(uvicorn.Config(app(game, database, others=others), log_level="error"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server does not start"
                time.sleep(0.01)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the browser."""
    as_root = ["--no-sandbox"] if os.getuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=as_root)
        yield browser
        browser.close()


#: Opens each list of choices that is folded to one line, as somebody who reads everything does.
_UNFOLD: Final = """
new MutationObserver(() => {
    for (const each of document.querySelectorAll("#choices details:not([open])")) each.open = true;
}).observe(document, { childList: true, subtree: true });
"""


@contextmanager
def tab(
    browser: Browser,
    viewport: dict[str, int],
    rejections: int = 0,
    *,
    unfolds: bool = True,
    **settings: Any,
) -> Iterator[Page]:
    """Open a tab; messages in its console, such as policy violations, fail the test.

    The browser logs every rejected request; ``rejections`` are expected. Choices that the page
    folds are unfolded.
    """
    said: list[str] = []
    context = browser.new_context(
        viewport=viewport,  # type: ignore[arg-type]
        reduced_motion="reduce",
        **settings,
    )
    context.set_default_timeout(_PATIENCE)
    if unfolds:
        context.add_init_script(_UNFOLD)
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    rejected = [line for line in said if "the server responded with a status of 4" in line]
    assert [line for line in said if line not in rejected] == []
    assert len(rejected) == rejections


def shoot(page: Page, name: str) -> None:
    """Save a screenshot of a page, if the environment variable is set."""
    if os.environ.get("WISTAR_SCREENSHOTS"):
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}.png")


def begin(page: Page, at: str, *, players: int = 1, seed: int = 1, effort: str = "") -> None:
    """Begin a game from the start page, in the first seat; ``effort`` is that of the second."""
    page.goto(at)
    page.locator(f"label[for=players-{players}]").click()
    if effort:
        page.locator("#effort-1").select_option(effort)
    page.get_by_text("Reproduce a game").click()
    page.get_by_label("Seed", exact=True).fill(str(seed))
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#board svg")


def number(page: Page) -> int:
    """Return how many actions were carried out, as far as the page knows."""
    return int(page.locator("#place").get_attribute("max") or 0)


def place_of_board(page: Page) -> float:
    """Return where on the screen the board begins.

    The browser changes how far the page is scrolled to keep the board there while lines above it
    come and go.
    """
    return float(page.evaluate("document.querySelector('#board').getBoundingClientRect().top"))


def confirm(page: Page) -> None:
    """Confirm an action that gives something up, if the page asks."""
    if page.locator("#sure").is_visible():
        page.locator("#sure-yes").click()


def answers(page: Page) -> Locator:
    """Return the buttons that choose, after choosing all items of a payment."""
    while page.locator("#pay:disabled").count():
        page.locator("[data-step='1']:not(:disabled)").first.click()
    return page.locator("#choices button:not([data-step])")


def await_change(page: Page, before: int) -> None:
    """Wait until the game has gone on, and it is your turn or nobody's any more."""
    page.wait_for_function(
        """before => Number(document.querySelector("#place").max) !== before
            && ["yours", "finished"].includes(document.querySelector("#dock").dataset.status)""",
        arg=before,
    )


def finished(page: Page) -> bool:
    """Return whether the game is over."""
    return page.locator("#dock").get_attribute("data-status") == "finished"
