"""What a whole game costs at the table: clicks, scrolls and seconds of the same scripted player.

``python -m tests.server.whole_game`` plays each game in a browser as ``greedy`` would, and prints
the table of ``docs/play.md``.
"""

import time
from collections import Counter
from itertools import takewhile
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page

from tests.server.browser import (
    NARROW,
    address,
    chromium,
    confirm,
    finished,
    number,
    place_of_board,
)
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.play.table import Table

DESKTOP: Final = {"width": 1440, "height": 900}
#: By name: the game and its seats, the first of which is played in the browser.
GAMES: Final[dict[str, tuple[type[Game], int]]] = {
    "rats-of-wistar": (RatsOfWistar, 2),
    "lab-rats": (LabRats, 3),
}
SEED: Final = 8
#: The page jumped if the board moved on the screen by more pixels than this.
JUMP: Final = 200
READY: Final = """before => Number(document.querySelector("#place").max) !== before
    && ["yours", "finished"].includes(document.querySelector("#dock").dataset.status)
    && !document.querySelector("#dock").hasAttribute("aria-busy")"""


class Cost(NamedTuple):
    """What a game took."""

    decisions: int
    clicks: int
    jumps: int
    seconds: float


def script(game: type[Game], seats: int) -> tuple[list[int], list[bool]]:
    """Return the actions of a game of ``greedy`` bots, and which are those of the first seat."""
    table = Table(game, ["greedy"] * seats, seed=SEED)
    own = []
    while not table.game.finished:
        own.append(table.game.seat == 0)
        table.answer()
    return table.replay().actions, own


def pay(page: Page, actions: list[int], due: int) -> int:
    """Pay what is due as some actions do, from what the page proposes; return the clicks."""
    rows = {int(row.get_attribute("data-pays") or 0): row for row in page.locator(".pays").all()}
    wanted = Counter(takewhile(rows.__contains__, actions[:due]))
    clicks = 0
    for by in (-1, 1):
        for action, row in rows.items():
            more = wanted[action] - int(row.locator("output").inner_text())
            # What has no choice is not among the actions, but may be proposed.
            while by * more > 0 and (by > 0 or sum(wanted.values()) == due):
                row.locator(f"[data-step='{by}']").dispatch_event("click")
                clicks, more = clicks + 1, more - by
    page.locator("#pay").dispatch_event("click")
    return clicks + 1


def click(page: Page, actions: list[int]) -> int:
    """Play the next action, and those behind it if one click can; return the clicks."""
    rest = page.locator("#rest")
    if rest.is_visible():
        planned = [int(each) for each in str(rest.get_attribute("data-actions")).split()]
        # In another order it is the same turn: nothing in it is chosen or drawn.
        if Counter(actions[: len(planned)]) == Counter(planned):
            rest.dispatch_event("click")
            return 1
    payment = page.locator("#choices [data-due]")
    if payment.count():
        return pay(page, actions, int(payment.get_attribute("data-due") or 0))
    choice = page.locator(f"#choices [data-choice='{actions[0]}']")
    folded = not choice.is_visible()
    choice.dispatch_event("click")
    asked = page.locator("#sure").is_visible()
    confirm(page)
    return 1 + folded + asked


def begin(page: Page, at: str, name: str) -> tuple[list[int], list[bool]]:
    """Open a game against ``greedy``, and return its ``script``."""
    game, seats = GAMES[name]
    others = [{"who": "greedy"}] * (seats - 1)
    wanted: dict[str, Any] = {"game": name, "seats": [{"who": "you"}, *others], "seed": SEED}
    state = page.request.post(f"{at}/api/games", data=wanted).json()
    page.goto(f"{at}/games/{state['id']}")
    page.wait_for_selector("#choices button")
    return script(game, seats)


def play(page: Page, at: str, name: str) -> Cost:
    """Play a whole game."""
    actions, own = begin(page, at, name)
    clicks = jumps = 0
    start = time.perf_counter()
    while not finished(page):
        before, place = number(page), place_of_board(page)
        clicks += click(page, actions[before:])
        page.wait_for_function(READY, arg=before)
        # At the end the page shows the result, which stands above the board.
        jumps += not finished(page) and abs(place_of_board(page) - place) > JUMP
    assert number(page) == len(actions), "the browser played another game"
    return Cost(sum(own), clicks, jumps, time.perf_counter() - start)


def measure(browser: Browser, at: str) -> None:
    """Print the costs as a table."""
    print("| game | window | decisions | clicks | jumps | seconds |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for name in GAMES:
        for viewport in (DESKTOP, NARROW):
            context = browser.new_context(viewport=viewport, reduced_motion="reduce")  # type: ignore[arg-type]
            cost = play(context.new_page(), at, name)
            context.close()
            size = f"{viewport['width']} x {viewport['height']}"
            print(
                f"| {name} | {size} | {cost.decisions} | {cost.clicks} | {cost.jumps} "
                f"| {cost.seconds:.0f} |",
                flush=True,
            )


def main() -> None:
    """Play all games."""
    with address(game=RatsOfWistar, others=[LabRats]) as at, chromium() as browser:
        measure(browser, at)


if __name__ == "__main__":
    main()
