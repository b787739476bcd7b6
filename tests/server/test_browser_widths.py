"""No page is wider than the screen of a phone."""

from pathlib import Path

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page

from tests.server.browser import (
    NARROW,
    answers,
    await_change,
    confirm,
    finished,
    number,
    shoot,
    tab,
)
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.play.table import Table
from wistar_env.replay_page import write

PLAYERS: dict[type[Game], int] = {RatsOfWistar: 2, LabRats: 3}
#: What may be wider than its place: the cards at hand, which are one line, and tables.
SCROLLS = "#held, .scroll"
WIDER = """(scrolls) => [document.documentElement, ...document.querySelectorAll("body *")]
    .filter((each) => each.checkVisibility() && !each.closest("svg") && !each.matches(scrolls))
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .filter((each) => each === document.documentElement
        || ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
    .map((each) => `${each.tagName}#${each.id}.${each.className}`)"""


def check(page: Page, name: str) -> None:
    """Find nothing on a page that is wider than the screen."""
    shoot(page, f"width-{name}")
    assert page.evaluate(WIDER, SCROLLS) == []


@pytest.mark.parametrize("game", PLAYERS)
def test_no_page_is_wider_than_a_phone(
    browser: Browser, at: str, game: type[Game], tmp_path: Path
) -> None:
    name, players = game.spec.name, PLAYERS[game]
    table = Table(game, ["greedy"] * players, seed=8)
    while not table.game.finished:
        table.answer()
    replay = table.replay()
    body = {"game": name, "chairs": [{"who": "you"}, *[{"who": "greedy"}] * (players - 1)]}
    with tab(browser, NARROW, has_touch=True) as page:
        page.goto(at)
        page.locator(f"label[for=game-{name}]").click()
        page.locator(f"label[for=players-{players}]").click()
        check(page, f"{name}-start")
        state = page.request.post(f"{at}/api/games", data={**body, "seed": 8}).json()
        page.goto(f"{at}/games/{state['id']}")
        page.wait_for_selector("#choices button")
        for _ in range(3):
            before = number(page)
            check(page, f"{name}-game-{before}")
            answers(page).first.dispatch_event("click")
            confirm(page)
            await_change(page, before)
        headers = {"Content-Type": "application/x-ndjson"}
        stored = page.request.post(f"{at}/api/replays", data=replay.to_text(), headers=headers)
        shown = f"{at}/games/{stored.json()['id']}"
        page.goto(shown)
        page.wait_for_selector("#board svg")
        assert finished(page)
        check(page, f"{name}-end")
        page.goto(f"{shown}/analysis#9")
        page.wait_for_selector("#choices button")
        check(page, f"{name}-analysis")
        file = tmp_path / "replay.html"
        write(replay, file, title="A game of several bots with a long title")
        page.goto(file.as_uri())
        page.wait_for_selector("#stage svg")
        check(page, f"{name}-replay")
