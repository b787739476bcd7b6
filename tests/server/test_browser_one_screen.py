"""What is in sight at once at the first decisions, and whether its letters can be read."""

import re
from importlib.resources import files
from typing import Any, Final

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import await_change, begin, number, tab

LAPTOP: Final = {"width": 1440, "height": 900}
#: A laptop at 200%, and a phone.
ZOOMED: Final = {"width": 720, "height": 450}
PHONE: Final = {"width": 390, "height": 844}
TABLET: Final = {"width": 1024, "height": 768}
SIZES: Final = (LAPTOP, TABLET, ZOOMED, PHONE)
#: The least size of letters in pixels, and what a browser may round away.
LEAST: Final = 11 - 0.05
#: Texts of a page whose letters are smaller on the screen, whatever scales them.
SMALL: Final = """least => {
    const found = [];
    for (const each of document.querySelectorAll("body, body *")) {
        const own = each.closest("svg")
            ? each.tagName === "text" && each.textContent
            : [...each.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join("");
        const { width, height } = each.getBoundingClientRect();
        if (!own || !own.trim() || !width || !height) continue;
        const style = getComputedStyle(each);
        const scale = each.ownerSVGElement ? each.getScreenCTM() : { a: 1, b: 0 };
        const size = parseFloat(style.fontSize) * Math.hypot(scale.a, scale.b);
        if (style.visibility === "visible" && size < least) found.push([own.trim(), size]);
    }
    return found;
}"""
#: How much of the parts of the board is between the line of scores and the dock.
SEEN: Final = """() => {
    const dock = document.querySelector("#dock").getBoundingClientRect();
    const top = document.querySelector("#line").getBoundingClientRect().bottom;
    const bottom = dock.left > innerWidth / 2 ? innerHeight : dock.top;
    return Object.fromEntries([...document.querySelectorAll("[data-panel]")].map((panel) => {
        const box = panel.getBoundingClientRect();
        const high = Math.min(box.bottom, bottom) - Math.max(box.top, top);
        return [panel.dataset.panel, high / box.height];
    }));
}"""
#: All that a page says, also to screen readers and to a pointer that rests.
TOLD: Final = """() => [...document.querySelectorAll("body *")].flatMap((each) => [
    each.getAttribute("aria-label"),
    each.getAttribute("title"),
    ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
]).filter(Boolean)"""
#: The choices that are in sight as a whole.
CHOICES: Final = """() => {
    const dock = document.querySelector("#dock").getBoundingClientRect();
    return [...document.querySelectorAll("#choices button")].filter((each) => {
        const box = each.getBoundingClientRect();
        const bottom = Math.min(dock.bottom, innerHeight) + 1;
        return box.height && box.top >= dock.top && box.bottom <= bottom;
    }).length;
}"""


def placed(page: Page, at: str) -> None:
    """Begin a solo game, and choose the first pair of cards."""
    begin(page, at)
    page.wait_for_selector("#choices button")
    before = number(page)
    page.locator("#choices button").first.click()
    await_change(page, before)
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_no_letters_of_the_first_turns_are_too_small_to_read(
    browser: Browser, at: str, size: dict[str, int]
) -> None:
    with tab(browser, size) as page:
        page.goto(at)
        page.wait_for_selector("#pieces svg text", state="attached")
        assert page.evaluate(SMALL, LEAST) == []
        begin(page, at)
        page.wait_for_selector("#choices button")
        assert page.evaluate(SMALL, LEAST) == []
        before = number(page)
        page.locator("#choices button").first.click()
        await_change(page, before)
        assert page.evaluate(SMALL, LEAST) == []
        seats = [{"who": "you"}, {"who": "random"}, {"who": "random"}]
        wanted = {"game": "lab-rats", "seats": seats, "seed": 4}
        game: Any = page.request.post(f"{at}/api/games", data=wanted).json()
        page.goto(f"{at}/games/{game['id']}")
        page.wait_for_selector("#choices button")
        assert page.evaluate(SMALL, LEAST) == []


def test_the_start_page_offers_the_lessons_on_the_first_screen_of_a_low_window(
    browser: Browser, at: str
) -> None:
    with tab(browser, ZOOMED) as page:
        page.goto(at)
        expect(page.get_by_role("button", name="Learn it in five minutes")).to_be_in_viewport()


def test_wheel_farm_own_seat_and_choices_are_on_one_screen_of_a_laptop(
    browser: Browser, at: str
) -> None:
    with tab(browser, LAPTOP, unfolds=False) as page:
        placed(page, at)
        seen = page.evaluate(SEEN)
        assert seen["wheel"] > 0.99
        assert seen["farm"] > 0.99
        assert seen["seat 0"] > 0.6  # all but the hand, which is in the line at the top
        assert page.evaluate(CHOICES) >= 4
        assert page.evaluate("scrollY") == 0


def test_after_a_game_its_review_comes_first_then_another_game_then_the_file() -> None:
    page = (files("wistar_env.play.server") / "static" / "game.html").read_text("utf-8")
    places = [page.index(f'id="{name}"') for name in ("review", "again", "download")]
    assert places == sorted(places)


@pytest.mark.parametrize("game", ["rats-of-wistar", "lab-rats"])
def test_no_text_of_a_table_has_another_name_of_a_seat(
    browser: Browser, at: str, game: str
) -> None:
    with tab(browser, LAPTOP) as page:
        seats = [{"who": "you"}, {"who": "random"}, {"who": "random"}]
        state: Any = page.request.post(f"{at}/api/games", data={"game": game, "seats": seats})
        page.goto(f"{at}/games/{state.json()['id']}")
        page.wait_for_selector("#choices button")
        told = page.evaluate(TOLD)
        assert [text for text in told if re.search(r"player_\d|(seat|player) \d", text, re.I)] == []
        assert any("Random (2)" in text for text in told)


@pytest.mark.parametrize("size", [ZOOMED, PHONE], ids=["zoomed", "phone"])
def test_four_choices_and_the_wheel_are_on_one_small_screen(
    browser: Browser, at: str, size: dict[str, int]
) -> None:
    with tab(browser, size, unfolds=False) as page:
        placed(page, at)
        assert page.evaluate(CHOICES) >= 4
        assert page.evaluate(SEEN)["wheel"] > 0.75


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_the_page_stays_where_it_is_while_choices_have_the_focus_and_come_and_go(
    browser: Browser, at: str, size: dict[str, int]
) -> None:
    with tab(browser, size) as page:
        placed(page, at)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        bottom = page.evaluate("scrollY")
        assert bottom > 200
        for place in (bottom, 150):
            page.evaluate("place => scrollTo(0, place)", place)
            for button in page.locator("#choices button").all():
                button.evaluate("each => each.focus()")
                assert page.evaluate("scrollY") == place
        page.evaluate("place => scrollTo(0, place)", bottom)
        page.locator("#choices").evaluate("each => each.replaceChildren()")
        assert page.evaluate("scrollY") == bottom
