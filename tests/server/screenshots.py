"""Pictures of the table to look at: both games at three sizes, light and dark.

``python -m tests.server.screenshots`` writes them into ``screenshots``, which git ignores.
"""

import random
import time
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tests.server.browser import SCREENSHOTS, address, chromium
from wistar_env.games import lab_rats
from wistar_env.games.rats_of_wistar import RatsOfWistar

SIZES: Final = ((390, 844), (1440, 900), (1920, 1080))
#: By game: who else plays, the seed, and the decisions before the picture.
GAMES: Final = {
    "rats-of-wistar": (["greedy"], 8, 130),
    "lab-rats": (["greedy", "greedy", "greedy"], 4, 40),
}


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
        context.close()


def main() -> None:
    """Take all pictures."""
    SCREENSHOTS.mkdir(exist_ok=True)
    with address(game=RatsOfWistar, others=[lab_rats.LabRats]) as at, chromium() as browser:
        page = browser.new_page()
        for game in GAMES:
            shown = played(page, at, game)
            for width, height in SIZES:
                shoot(browser, shown, game, width, height)


if __name__ == "__main__":
    main()
