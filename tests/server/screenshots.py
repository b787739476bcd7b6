"""Pictures of the table: both games at three sizes, light and dark, and those of docs/play.md.

``python -m tests.server.screenshots`` writes them into ``screenshots``, which git ignores, and two
of them and those of a review and of the analysis board into ``docs/images``.
"""

import random
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tests.docs import ROOT
from tests.server.browser import SCREENSHOTS, address, chromium
from wistar_env.games import lab_rats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.play.review import review, reviewer
from wistar_env.play.review_data import review_of
from wistar_env.play.table import Table
from wistar_env.replay_page import write

IMAGES: Final = ROOT / "docs" / "images"
SIZES: Final = ((390, 844), (1440, 900), (1920, 1080))
#: By game: who else plays, the seed, and the decisions before the picture.
GAMES: Final = {
    "rats-of-wistar": (["greedy"], 8, 130),
    "lab-rats": (["greedy", "greedy", "greedy"], 4, 40),
}
#: The pictures of the documentation, by game, width and scheme.
SHOWN: Final = {
    ("rats-of-wistar", 1920, "light"): "table",
    ("lab-rats", 1440, "dark"): "table-dark",
}
#: What reviews the game of the picture of a review, and the size of that picture.
SEARCH: Final = "mcts:simulations=400,network=wistar"
REVIEW: Final = (1440, 1100)
#: The position of the picture of the analysis board, and its size.
ANALYSED: Final = 96
BOARD: Final = (1920, 1080)


def played(page: Page, at: str, game: str) -> str:
    """Play a game for a while; return the address of its page."""
    others, seed, decisions = GAMES[game]
    seats = [{"who": "you"}, *({"who": who} for who in others)]
    state = page.request.post(
        f"{at}/api/games", data={"game": game, "seats": seats, "seed": seed}
    ).json()
    path, rng = f"{at}/api/games/{state['id']}", random.Random(5)
    while state["status"] != "finished":
        if state["status"] == "yours":
            choices: list[dict[str, Any]] = state["decision"]["choices"]
            if state["number"] >= decisions and len(choices) > 2:
                break
            busy = [each for each in choices if not each["declines"]] or choices
            body = {"number": state["number"], "action": rng.choice(busy)["action"]}
            state = page.request.post(f"{path}/actions", data=body).json()
        else:
            time.sleep(0.05)
            state = page.request.get(path).json()
    return f"{at}/games/{state['id']}"


def shoot(browser: Browser, address_of_page: str, game: str, width: int, height: int) -> None:
    """Take the pictures of a game at a size."""
    for scheme in ("light", "dark"):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(address_of_page)
        page.wait_for_selector("#choices button")
        page.wait_for_load_state("networkidle")
        if width > SIZES[0][0]:
            page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=SCREENSHOTS / f"table-{game}-{width}-{scheme}.png")
        if name := SHOWN.get((game, width, scheme)):
            page.screenshot(path=IMAGES / f"{name}.png")
        context.close()


def shoot_review(browser: Browser) -> None:
    """Take the picture of a review, at the worst decision of a game."""
    table = Table(RatsOfWistar, ["greedy", "network:wistar"], seed=3)
    while not table.game.finished:
        table.answer()
    replay = table.replay()
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
        page.screenshot(path=IMAGES / "review.png")


def shoot_analysis(browser: Browser, at: str) -> None:
    """Take the picture of the analysis board, with a search and an alternative."""
    table = Table(RatsOfWistar, ["greedy", "network:wistar"], seed=3)
    while not table.game.finished:
        table.answer()
    width, height = BOARD
    page = browser.new_page(viewport={"width": width, "height": height})
    headers = {"Content-Type": "application/x-ndjson"}
    text = table.replay().to_text()
    stored = page.request.post(f"{at}/api/replays", data=text, headers=headers).json()
    page.goto(f"{at}/games/{stored['id']}/analysis#{ANALYSED}")
    page.locator("#choices button").last.click()
    page.locator("#to-main").click()
    page.locator("#engine").click()
    page.get_by_text("10,000 of 10,000 simulations").wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=IMAGES / "analysis.png")
    page.close()


def main() -> None:
    """Take all pictures."""
    SCREENSHOTS.mkdir(exist_ok=True)
    with address(game=RatsOfWistar, others=[lab_rats.LabRats]) as at, chromium() as browser:
        shoot_review(browser)
        shoot_analysis(browser, at)
        page = browser.new_page()
        for game in GAMES:
            shown = played(page, at, game)
            for width, height in SIZES:
                shoot(browser, shown, game, width, height)


if __name__ == "__main__":
    main()
