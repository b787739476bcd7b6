"""Every piece on a board can be read, in a real browser: by mouse, finger and keyboard."""

from typing import Any

import pytest

pytest.importorskip("playwright")

import numpy as np
from playwright.sync_api import Browser, Page, expect

from tests.server.browser import (
    NARROW,
    await_change,
    number,
    shoot,
    tab,
)
from tests.server.test_browser_aids import DESKTOP, begun_game, open_game
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game

#: Pieces with something over them that takes their pointer, but marks with a title of their own.
COVERED = """() => [...document.querySelectorAll("[data-piece]")].flatMap((piece) => {
    const { x, y, width, height } = piece.getBoundingClientRect();
    const places = [0.25, 0.5, 0.75].flatMap((u) => [0.25, 0.5, 0.75].map((v) => [u, v]));
    const over = places.flatMap(([u, v]) => {
        const all = document.elementsFromPoint(x + u * width, y + v * height);
        const mark = all[0]?.closest("g:has(> title)");
        const told = mark && !mark.matches("[data-action]") && !mark.contains(piece);
        const covered = all.some((each) => piece.contains(each));
        return covered && !all[0].closest("[data-piece]") && !told ? [all[0].outerHTML] : [];
    });
    return over.length ? [[piece.dataset.piece, over[0]]] : [];
})"""
#: Every so many decisions a position is looked at.
EVERY = 10


@pytest.mark.parametrize(("game", "players"), [(RatsOfWistar, 2), (LabRats, 3)])
def test_nothing_that_lies_over_a_piece_takes_its_pointer(
    browser: Browser, game: type[Game], players: int
) -> None:
    playing, chances = game.new(players, 3), np.random.default_rng(1)
    with tab(browser, {"width": 1200, "height": 3000}) as page:
        for decision in range(10_000):
            if playing.finished:
                break
            if decision % EVERY == 0:
                picture = playing.presentation.page_picture(
                    playing.seat, playing.presentation.seat_names, choices=True, narrow=False
                )
                page.set_content(f"<body style='margin: 0'>{picture}")
                assert page.evaluate(COVERED) == [], f"decision {decision}"
            busy = [action for action in playing.legal_actions().tolist() if action > 1]
            playing.step(int(chances.choice(busy or playing.legal_actions())))
    assert playing.finished


def titles_of_pair(page: Page, at: str) -> list[str]:
    """Return what is printed on the cards of the first starting pair."""
    names = page.locator("#board [data-action]:has([data-piece^=invention])").first.locator(
        "[data-piece]"
    )
    found: list[dict[str, Any]] = [
        page.request.get(f"{at}/api/pieces/{name}?game=rats-of-wistar").json()
        for name in names.evaluate_all("all => all.map((each) => each.dataset.piece)")
    ]
    assert len(found) == 2
    return [each["title"] for each in found]


def test_each_card_of_a_starting_pair_can_be_read_by_mouse_keyboard_and_in_the_list(
    browser: Browser, at: str
) -> None:
    with tab(browser, DESKTOP) as page:
        open_game(page, begun_game(page, at, "rats-of-wistar", 0))
        titles, shown = titles_of_pair(page, at), page.locator("#piece h2")
        pair = page.locator("#board [data-action]:has([data-piece^=invention])").first
        for card, title in enumerate(titles):
            pair.locator("[data-piece]").nth(card).hover()
            expect(shown).to_have_text([title])
        shoot(page, "pair-hovered")
        page.mouse.move(3, 3)
        expect(page.locator("#piece")).to_be_hidden()
        page.keyboard.press("c")
        while not pair.evaluate("each => each === document.activeElement"):
            page.keyboard.press("c")
        expect(shown).to_have_text(titles)
        for title in titles:
            expect(page.locator("#choices button").first).to_contain_text(f"{title}:")
        shoot(page, "pair-focused")


def test_a_tap_reads_a_pair_and_a_second_control_plays_it(browser: Browser, at: str) -> None:
    with tab(browser, NARROW, has_touch=True) as page:
        open_game(page, begun_game(page, at, "rats-of-wistar", 0))
        titles = titles_of_pair(page, at)
        page.wait_for_timeout(300)  # what is chosen from scrolls into sight
        pair = page.locator("#board [data-action]:has([data-piece^=invention])").first
        pair.locator("[data-piece]").first.tap()
        expect(page.locator("#piece h2")).to_have_text(titles)
        assert number(page) == 0
        shoot(page, "pair-tapped")
        page.locator("#piece button").tap()
        await_change(page, 0)
        expect(page.locator("#piece")).to_be_hidden()


@pytest.mark.parametrize("viewport", [DESKTOP, NARROW], ids=["desktop", "phone"])
def test_hand_and_objectives_stay_in_sight_and_can_be_read(
    browser: Browser, at: str, viewport: dict[str, int]
) -> None:
    with tab(browser, viewport, has_touch=viewport is NARROW) as page:
        where = begun_game(page, at, "rats-of-wistar", 2)
        open_game(page, where)
        state = page.request.get(where.replace("/games/", "/api/games/")).json()
        assert {each["group"] for each in state["held"]} == {"Hand", "Objectives"}
        for place in (0, 10_000):
            page.evaluate("(top) => scrollTo(0, top)", place)
            card = page.locator("#held button").first
            expect(card).to_be_in_viewport(ratio=1)
            expect(card).to_have_text(state["held"][0]["title"])
        page.wait_for_timeout(300)
        card.tap() if viewport is NARROW else card.hover()
        expect(page.locator("#piece h2")).to_have_text(state["held"][0]["title"])
        shoot(page, f"held-{viewport['width']}")
