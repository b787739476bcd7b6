"""Pictures of the pages of ``wistar serve`` for README and ``docs/play.md``.

``python -m tests.server.page_pictures`` writes ``docs/images/table.png`` of a part of a scripted
game, and ``review.png`` and ``analysis.png`` of a whole one.
"""

import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests.docs import ROOT
from tests.server.browser import address, chromium, number
from tests.server.whole_game import READY, begin, click
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays.replay import Replay
from wistar_env.play.review import review, reviewer
from wistar_env.play.review_data import review_of
from wistar_env.play.table import Table
from wistar_env.replay_page import write

FOLDER: Final = ROOT / "docs" / "images"
#: The size of the picture of the table, and what comes before it at least: so many decisions, and
#: so many choices are offered.
TABLE: Final = (1920, 1080)
DECISIONS: Final = 150
CHOICES: Final = 8
#: What reviews the game of the picture of a review, and the size of that picture.
SEARCH: Final = "mcts:simulations=400,network=wistar"
REVIEW: Final = (1440, 1100)
#: The position of the picture of the analysis board, and its size.
ANALYSED: Final = 96
ANALYSIS: Final = (1920, 1080)


def take_table(browser: Browser, at: str) -> None:
    """Play a part of a game and take the picture of its page."""
    width, height = TABLE
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    actions, _ = begin(page, at, "rats-of-wistar")
    choices = page.locator("#choices [data-choice]")
    while (before := number(page)) < DECISIONS or choices.count() < CHOICES:
        click(page, actions[before:])
        page.wait_for_function(READY, arg=before)
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    page.screenshot(path=FOLDER / "table.png")
    page.close()


def played() -> Replay[RatsOfWistar]:
    """Return a game of two bots."""
    table = Table(RatsOfWistar, ["greedy", "network:wistar"], seed=3)
    while not table.game.finished:
        table.answer()
    return table.replay()


def take_review(browser: Browser, replay: Replay[RatsOfWistar]) -> None:
    """Take the picture of a review, at the worst decision of a game."""
    found = review_of(replay, SEARCH, review(replay, reviewer(SEARCH, RatsOfWistar.spec)))
    width, height = REVIEW
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "review.html")
        write(replay, file, title="Greedy and a network", review=found)
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(file.as_uri())
        page.locator("#review .worst button").first.click()
        page.locator("#review .worst button").nth(1).scroll_into_view_if_needed()
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=FOLDER / "review.png")


def take_analysis(browser: Browser, at: str, replay: Replay[RatsOfWistar]) -> None:
    """Take the picture of the analysis board, with a search and an alternative."""
    width, height = ANALYSIS
    page = browser.new_page(viewport={"width": width, "height": height})
    headers = {"Content-Type": "application/x-ndjson"}
    text = replay.to_text()
    stored = page.request.post(f"{at}/api/replays", data=text, headers=headers).json()
    page.goto(f"{at}/games/{stored['id']}/analysis#{ANALYSED}")
    page.locator("#choices button").last.click()
    page.locator("#to-main").click()
    page.locator("#engine").click()
    page.get_by_text("10,000 of 10,000 simulations").wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=FOLDER / "analysis.png")
    page.close()


def main() -> None:
    """Take all pictures."""
    replay = played()
    with address() as at, chromium() as browser:
        take_table(browser, at)
        take_review(browser, replay)
        take_analysis(browser, at, replay)


if __name__ == "__main__":
    main()
