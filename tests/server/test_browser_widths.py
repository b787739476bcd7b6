"""On the screen of a phone, no page is too wide, no slider short, and no two buttons touch."""

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
from wistar_env.play.review import review, reviewer
from wistar_env.play.review_data import review_of
from wistar_env.play.table import Table
from wistar_env.replay_page import write

PLAYERS: dict[type[Game], int] = {RatsOfWistar: 2, LabRats: 3}
SEARCH = "mcts:simulations=8"
#: What may be wider than its place: the cards at hand, which are one line, and tables.
SCROLLS = "#held, .scroll"
WIDER = """(scrolls) => [document.documentElement, ...document.querySelectorAll("body *")]
    .filter((each) => each.checkVisibility() && !each.closest("svg") && !each.matches(scrolls))
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .filter((each) => each === document.documentElement
        || ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
    .map((each) => `${each.tagName}#${each.id}.${each.className}`)"""

#: The sliders that take less than two thirds of their row.
SHORT = """() => [...document.querySelectorAll("input[type=range]")]
    .filter((each) => each.checkVisibility())
    .filter((each) => 3 * each.clientWidth < 2 * each.parentElement.clientWidth)
    .map((each) => `#${each.id}: ${each.clientWidth} of ${each.parentElement.clientWidth}`)"""

BUTTONS = ":is(button, .button, select):not(.plain)"
#: Buttons beside or above each other with next to nothing between them.
TOUCHING = """(buttons) => [...document.querySelectorAll(buttons)]
    .filter((each) => each.checkVisibility() && parseFloat(getComputedStyle(each).borderTopWidth))
    .flatMap((one) => [...one.parentElement.children].map((other) => [one, other]))
    .filter(([one, other]) => one !== other && other.matches(buttons))
    .filter(([, other]) => other.checkVisibility())
    .filter(([one, other]) => {
        const [a, b] = [one, other].map((each) => each.getBoundingClientRect());
        return b.left - a.right < 3 && a.left - b.right < 3
            && b.top - a.bottom < 3 && a.top - b.bottom < 3;
    })
    .map((pair) => pair.map((each) => `#${each.id} ${each.innerText}`).join(" and "))"""


def check(page: Page, name: str) -> None:
    """Find nothing on a page that is too wide, too short or too close to something else."""
    shoot(page, f"width-{name}")
    assert page.evaluate(WIDER, SCROLLS) == []
    assert page.evaluate(SHORT) == []
    assert page.evaluate(TOUCHING, BUTTONS) == []


@pytest.mark.parametrize("game", PLAYERS)
def test_each_page_fits_a_phone(
    browser: Browser, at: str, game: type[Game], tmp_path: Path
) -> None:
    name, players = game.spec.name, PLAYERS[game]
    table = Table(game, ["greedy"] * players, seed=8)
    while not table.game.finished:
        table.answer()
    replay = table.replay()
    body = {"game": name, "seats": [{"who": "you"}, *[{"who": "greedy"}] * (players - 1)]}
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
        page.wait_for_selector("#timeline:not([hidden])")
        check(page, f"{name}-end")
        page.goto(f"{shown}/analysis#9")
        page.wait_for_selector("#choices button")
        check(page, f"{name}-analysis")
        file = tmp_path / "replay.html"
        found = review(replay, reviewer(SEARCH, game.spec))
        for kind, reviewed in {"replay": None, "review": review_of(replay, SEARCH, found)}.items():
            write(replay, file, title="A game of several bots with a long title", review=reviewed)
            page.goto(file.as_uri())
            page.wait_for_selector("#stage svg")
            assert page.locator("#review").is_visible() is (kind == "review")
            check(page, f"{name}-{kind}")
