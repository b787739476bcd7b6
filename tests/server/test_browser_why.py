"""Why not? What is not offered says which rule forbids it, in a real browser."""

import re

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect

from tests.server.browser import NARROW, number, shoot, tab
from tests.server.test_browser_aids import DESKTOP, begun_game, open_game

GAMES = {"rats-of-wistar": r"[A-Z]+-\d+", "lab-rats": r"LAB-\d+"}


@pytest.mark.parametrize("viewport", [DESKTOP, NARROW], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", [*GAMES])
def test_a_click_on_what_is_not_offered_names_the_rule_that_forbids_it(
    browser: Browser, at: str, game: str, viewport: dict[str, int]
) -> None:
    with tab(browser, viewport) as page:
        open_game(page, begun_game(page, at, game, 20))
        before = number(page)
        rejected = page.locator("#board [data-rejected]")
        assert rejected.count()
        rejected.first.dispatch_event("click")
        expect(page.locator("#why")).to_have_text(
            re.compile(rf"^Why not\? [A-Z][^.]*\.( {GAMES[game]})+$")
        )
        expect(page.locator("#why")).to_be_in_viewport(ratio=1)
        assert number(page) == before
        shoot(page, f"why-{game}-{viewport['width']}")
        link = page.locator("#why a").first
        name, href = link.inner_text(), str(link.get_attribute("href"))
        page.goto(f"{at}{href}")
        expect(page.locator(f"[id='{name}']")).to_be_in_viewport()


def test_what_is_offered_has_no_reason_and_neither_has_what_does_not_exist(
    browser: Browser, at: str
) -> None:
    with tab(browser, DESKTOP) as page:
        where = begun_game(page, at, "rats-of-wistar", 20)
        path = where.replace("/games/", "/api/games/")
        state = page.request.get(path).json()
        offered = state["decision"]["choices"][0]["action"]
        for action, status in ((offered, 409), (10**6, 422)):
            asked = page.request.get(f"{path}/why-not/{action}?number={state['number']}")
            assert asked.status == status
        stale = page.request.get(f"{path}/why-not/0?number={state['number'] - 1}")
        assert stale.status == 409
