"""The pages of a server with several games in a real browser; Lab Rats is played on them."""

import random

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import (
    NARROW,
    WIDE,
    address,
    await_change,
    confirm,
    finished,
    number,
    shoot,
    tab,
)
from tests.server.whole_game import play
from wistar_env.games import lab_rats
from wistar_env.games.rats_of_wistar import RatsOfWistar

LEAST_TARGET = 24
MOST_CLICKS = 25
#: Where the board can be touched; asked for at once, since the page may draw it anew.
PLACES = """() => [...document.querySelectorAll("#board [data-action]")]
    .map((each) => each.getBoundingClientRect().toJSON())"""
CLICK = """(which) => document.querySelectorAll("#board [data-action]")[which]
    .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))"""


def begin(page: Page, at: str, players: int) -> None:
    """Begin a game of Lab Rats against random bots from the first page."""
    page.goto(at)
    page.locator("label[for=game-lab-rats]").click()
    expect(page).to_have_title("Lab Rats")
    page.locator(f"label[for=players-{players}]").click()
    for seat in range(1, players):
        page.locator(f"#who-{seat}").select_option("random")
    page.get_by_text("Reproduce a game").click()
    page.get_by_label("Seed", exact=True).fill("4")


def test_the_first_page_asks_which_game(browser: Browser) -> None:
    with address(others=[lab_rats.LabRats]) as at, tab(browser, WIDE) as page:
        page.goto(at)
        expect(page).to_have_title("Rats of Wistar")
        expect(page.locator("#game label")).to_have_text(["Rats of Wistar", "Lab Rats"])
        expect(page.locator("#players label")).to_have_text(["Solo", "2", "3", "4"])
        expect(page.locator("#numbers input")).to_have_count(1)
        page.locator("label[for=game-lab-rats]").click()
        expect(page.locator("#brand")).to_have_text("Lab Rats")
        expect(page.locator("#players label")).to_have_text(["3", "4", "5"])
        expect(page.locator("#seats li")).to_have_count(3)
        expect(page.locator("#numbers input")).to_have_count(0)
        expect(page.locator("footer")).to_contain_text("Lab Rats belongs to its authors")
        shoot(page, "games-start")
        page.locator("label[for=game-rats-of-wistar]").click()
        expect(page.locator("#players label")).to_have_text(["Solo", "2", "3", "4"])


def test_a_server_of_one_game_does_not_ask(browser: Browser) -> None:
    with address(game=RatsOfWistar) as at, tab(browser, WIDE) as page:
        page.goto(at)
        expect(page.locator("#players label")).to_have_count(4)
        expect(page.locator("#game")).to_be_hidden()


@pytest.mark.parametrize(("viewport", "players"), [(WIDE, 4), (NARROW, 3)], ids=["wide", "narrow"])
def test_lab_rats_is_played_on_its_board(
    browser: Browser, viewport: dict[str, int], players: int
) -> None:
    rng = random.Random(1)
    wide = viewport["width"]
    touch = {"has_touch": True} if viewport is NARROW else {}
    with address(others=[lab_rats.LabRats]) as at, tab(browser, viewport, **touch) as page:
        begin(page, at, players)
        page.get_by_role("button", name="Begin").click()
        page.wait_for_selector("#board svg")
        shoot(page, f"lab-rats-{wide}")
        seen: set[str] = set()
        on_board = 0
        for _ in range(MOST_CLICKS):
            if finished(page):
                break
            before = number(page)
            boxes = page.evaluate(PLACES)
            for box in boxes:
                assert min(box["width"], box["height"]) >= LEAST_TARGET
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= wide
            asked = page.locator("#asked").inner_text()
            if asked not in seen:
                seen.add(asked)
                shoot(page, f"lab-rats-{wide}-{asked.lower().replace(' ', '-')}")
            if boxes:
                on_board += 1
                page.evaluate(CLICK, rng.randrange(len(boxes)))
            else:  # such as an injury that is taken: only the dock has a button for it
                page.locator("#choices button").first.click()
            confirm(page)
            await_change(page, before)
        assert len(seen) >= 3
        assert on_board >= MOST_CLICKS / 2
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        log = page.locator("#log-box")
        log.locator("summary").click()
        expect(page.locator("#log li").first).to_be_visible()
        assert "opened" in log.inner_text()
        shoot(page, f"lab-rats-{wide}-log")


def test_a_whole_game_on_a_phone_does_not_jump(browser: Browser) -> None:
    with address(others=[lab_rats.LabRats]) as at, tab(browser, NARROW) as page:
        assert play(page, at, "lab-rats").jumps == 0
