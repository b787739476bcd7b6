"""The pages of Nim in a real browser: nothing on them is of another game."""

import random

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from tests.author.early import Natural
from tests.kit.nim import Nim
from tests.server.browser import (
    NARROW,
    WIDE,
    address,
    await_change,
    begin,
    finished,
    number,
    shoot,
    tab,
)


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_game_without_pictures_is_played_to_its_end(
    browser: Browser, viewport: dict[str, int]
) -> None:
    rng = random.Random(1)
    with address(game=Nim) as at, tab(browser, viewport) as page:
        page.goto(at)
        expect(page).to_have_title("Nim with a hidden card")
        page.locator("label[for=players-3]").click()
        offered = page.locator("#who-1 option").all_inner_texts()
        assert offered == ["You", "A person by link", "Search", "Greedy", "Random"]
        assert page.locator("#numbers input").count() == 0
        page.locator("#who-1").select_option("random")
        page.locator("#who-2").select_option("greedy")
        page.locator("label[for=players-2]").click()
        shoot(page, f"nim-start-{viewport['width']}")
        begin(page, at, players=2, seed=3, effort="200 simulations")
        expect(page.locator("#board > svg")).to_contain_text("Seen by You:")
        shoot(page, f"nim-{viewport['width']}")
        while not finished(page):
            before = number(page)
            words = page.locator("#choices button")
            words.nth(rng.randrange(words.count())).click()
            await_change(page, before)
        expect(page.locator("#end-title")).to_contain_text("points")
        shoot(page, f"nim-end-{viewport['width']}")
        assert "VP" not in page.locator("body").inner_text()
        page.goto(at)
        expect(page.locator("#list")).to_contain_text("points")
        assert "round" not in page.locator("body").inner_text().lower()


def test_a_game_that_is_over_at_its_start_is_shown_with_its_result_and_review(
    browser: Browser,
) -> None:
    with address(game=Natural) as at, tab(browser, WIDE) as page:
        begin(page, at, players=2, seed=1)
        assert finished(page)
        expect(page.locator("#end-title")).to_contain_text("win with 1")
        game = page.url
        page.locator("#review").click()
        page.wait_for_url("**/review")
        expect(page.locator("body")).to_contain_text("Natural")
        page.goto(f"{game}/analysis")
        expect(page.locator("#board > svg")).to_be_visible()
