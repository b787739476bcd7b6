"""What helps at the table, in a real browser: large, lit, explained, by keys, light and dark."""

import json
import random
import re
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, TimeoutError, expect

from tests.server.browser import (
    NARROW,
    answers,
    await_change,
    confirm,
    number,
    shoot,
    tab,
)

#: Milliseconds: long enough for a machine that does much else.
expect.set_options(timeout=60_000)
DESKTOP = {"width": 1440, "height": 900}
WIDEST = {"width": 1920, "height": 1080}
SIZES = {390: NARROW, 1440: DESKTOP, 1920: WIDEST}
GREEDY = {"who": "greedy"}
SEATS = {"rats-of-wistar": [GREEDY], "lab-rats": [GREEDY, GREEDY, GREEDY]}
#: The addresses of games that are not gone on with, by server, game and decisions.
KEPT: dict[tuple[str, str, int], str] = {}
#: The share of the letters on the board that are so small or smaller, in pixels.
SMALL = """(most) => {
    const sizes = [...document.querySelectorAll("#board > svg text")].map((text) => {
        const { a, b } = text.getScreenCTM();
        return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    });
    return sizes.filter((size) => size <= most).length / sizes.length;
}"""
#: Notes what is animated with a symbol.
FLIGHTS = """
    window.flights = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
        const symbol = this.querySelector("use");
        if (symbol) window.flights.push(symbol.getAttribute("href"));
        return animate.apply(this, args);
    };
"""
#: Texts of the page and of the grounds of panels whose contrast is below 4.5.
FAINT = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const rgb = (colour, under) => {
        canvas.fillStyle = under; canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (c) => {
        const [r, g, b] = c.map((v) => v / 255)
            .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (one, other) => {
        const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
    };
    const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!/, 0\\)$|transparent/.test(colour)) return colour;
        }
        return "white";
    };
    const faint = [];
    for (const element of document.querySelectorAll(
        "h1, h2, h3, p, button, a, label, summary, small, li > span, .figure > span, .who, dt, dd"
    )) {
        const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
        if (!own || !element.checkVisibility() || element.closest(".unseen, .skip")) continue;
        const under = ground(element);
        const found = ratio(rgb(getComputedStyle(element).color, under), rgb(under, "white"));
        if (found < 4.5) faint.push([element.textContent, found]);
    }
    for (const text of document.querySelectorAll("#board .wistar-bare")) {
        const panel = text.closest("[data-panel]");
        const fill = getComputedStyle(panel.querySelector("rect")).fill;
        const found = ratio(rgb(getComputedStyle(text).fill, fill), rgb(fill, "white"));
        if (found < 4.5) faint.push([text.textContent, found]);
    }
    return faint;
}"""


def open_kept(page: Page, at: str, game: str, moves: int) -> None:
    """Open a game that tests look at without going on with it; it is begun once."""
    if (at, game, moves) not in KEPT:
        KEPT[at, game, moves] = begun_game(page, at, game, moves)
    open_game(page, KEPT[at, game, moves])


def begun_game(page: Page, at: str, game: str, moves: int) -> str:
    """Begin a game, make some decisions in it, and return its address."""
    wanted = {"game": game, "seats": [{"who": "you"}, *SEATS[game]], "seed": 8}
    state = page.request.post(f"{at}/api/games", data=wanted).json()
    rng = random.Random(3)
    path = f"{at}/api/games/{state['id']}"
    while state["number"] < moves or state["status"] != "yours":
        if state["status"] == "yours":
            choices: list[dict[str, Any]] = state["decision"]["choices"]
            busy = [each for each in choices if not each["declines"]] or choices
            body = {"number": state["number"], "action": rng.choice(busy)["action"]}
            state = page.request.post(f"{path}/actions", data=body).json()
        else:
            page.wait_for_timeout(100)
            state = page.request.get(path).json()
    return f"{at}/games/{state['id']}"


def open_game(page: Page, address: str) -> None:
    """Open the page of a game."""
    page.goto(address)
    page.wait_for_selector("#board > svg")
    page.wait_for_selector("#choices button")


@pytest.mark.parametrize("game", [*SEATS])
def test_letters_are_large_and_the_line_and_choices_stay_in_sight(
    browser: Browser, at: str, game: str
) -> None:
    for width, viewport in SIZES.items():
        with tab(browser, viewport, has_touch=viewport is NARROW) as page:
            open_kept(page, at, game, 20)
            page.evaluate("document.fonts.ready")
            assert page.evaluate(SMALL, 11) <= 0.2
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for place in (0, 10_000):
                page.evaluate("(top) => scrollTo(0, top)", place)
                expect(page.locator("#scoreboard .you .points")).to_be_in_viewport()
                expect(page.locator("#choices button").first).to_be_in_viewport()
            page.evaluate("scrollTo(0, 0)")
            dock, board = (
                page.locator("#dock").bounding_box(),
                page.locator("#board").bounding_box(),
            )
            assert dock is not None
            assert board is not None
            beside = dock["x"] >= board["x"] + board["width"] - 1
            assert beside == (width > 1000)
            shoot(page, f"table-{game}-{width}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", [*SEATS])
def test_everything_can_be_read_in_light_and_in_dark(
    browser: Browser, at: str, game: str, scheme: str
) -> None:
    with tab(browser, DESKTOP, color_scheme=scheme) as page:
        open_kept(page, at, game, 30)
        expect(page.locator("#theme")).to_have_attribute(
            "aria-pressed", str(scheme == "dark").lower()
        )
        assert page.evaluate(FAINT) == []
        shoot(page, f"table-{game}-1440-{scheme}")
        before = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
        page.keyboard.press("d")
        after = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
        assert before != after
        assert page.evaluate(FAINT) == []
        page.reload()
        page.wait_for_selector("#board > svg")
        assert after == page.evaluate(
            "getComputedStyle(document.body.parentElement).backgroundColor"
        )


def test_keys_choose_undo_hint_and_are_listed(browser: Browser, at: str) -> None:
    with tab(browser, DESKTOP) as page:
        open_game(page, begun_game(page, at, "rats-of-wistar", 3))
        before = number(page)
        page.keyboard.press("1")
        confirm(page)
        await_change(page, before)
        undo = page.get_by_role("button", name="Undo", exact=True)
        while not undo.is_visible():
            before = number(page)
            page.keyboard.press("1")
            confirm(page)
            await_change(page, before)
        before = number(page)
        page.keyboard.press("u")
        await_change(page, before)
        assert number(page) < before
        page.keyboard.press("h")
        expect(page.locator("#hinted")).to_contain_text("Your chance of winning")
        expect(page.locator("#hinted")).to_contain_text("VP")
        expect(page.locator("#choices .best")).to_contain_text("to win")
        expect(page.locator("#board .hinted").first).to_be_attached()
        shoot(page, "hint")
        page.keyboard.press("?")
        keys = page.get_by_role("dialog", name="Keys")
        for key in "1HUBLDC?":
            expect(keys.locator("kbd", has_text=key).first).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("l")
        legend = page.get_by_role("dialog", name="Symbols")
        expect(legend).to_contain_text("Wild token")
        shoot(page, "legend")


@pytest.mark.parametrize(
    ("game", "kind"), [("rats-of-wistar", "invention"), ("lab-rats", "potion")]
)
def test_a_piece_grows_on_hover_on_focus_and_on_a_tap(
    browser: Browser, at: str, game: str, kind: str
) -> None:
    piece = f"#board [data-piece^={kind}]"
    with tab(browser, DESKTOP) as page:
        open_kept(page, at, game, 4)
        box, shown = page.locator(piece).first, page.locator("#piece")
        name = str(box.get_attribute("data-piece"))
        title = page.request.get(f"{at}/api/pieces/{name}?game={game}").json()["title"]
        box.hover()
        expect(shown).to_contain_text(title)
        size = shown.locator("svg").bounding_box()
        assert size is not None
        assert size["height"] > 250
        shoot(page, f"piece-{game}")
        page.mouse.move(3, 3)
        expect(shown).to_be_hidden()
        page.keyboard.press("c")
        expect(shown).to_be_visible()
        assert page.evaluate("document.activeElement.closest('#board') !== null")
        page.keyboard.press("Escape")
        expect(shown).to_be_hidden()
    with tab(browser, NARROW, has_touch=True) as page:
        open_kept(page, at, game, 4)
        free = page.locator(f"{piece}[tabindex]").first
        free.scroll_into_view_if_needed()
        page.wait_for_timeout(300)
        free.tap()
        expect(page.locator("#piece")).to_be_visible()
        shoot(page, f"piece-{game}-390")


def is_lit(page: Page) -> bool:
    """Return whether moves are lit on the board, or will be soon: it is drawn after the dock."""
    try:
        page.locator(".moves rect").first.wait_for(state="attached", timeout=1000)
    except TimeoutError:
        return False
    return True


def test_what_bots_did_is_lit_and_played_back_at_the_speed_chosen(
    browser: Browser, at: str
) -> None:
    with tab(browser, DESKTOP) as page:
        page.emulate_media(reduced_motion="no-preference")
        open_game(page, begun_game(page, at, "lab-rats", 0))
        expect(page.locator("#pace")).to_have_value("350")
        seen = []
        page.on("request", lambda asked: seen.append(asked.url))
        for _ in range(12):
            before = number(page)
            page.locator("#choices button").first.click()
            confirm(page)
            await_change(page, before)
            if any("/positions/" in url for url in seen) and is_lit(page):
                break
        expect(page.locator(".moves rect")).not_to_have_count(0)
        shoot(page, "lit")
        page.locator("#pace").select_option("800")
        page.reload()
        expect(page.locator("#pace")).to_have_value("800")


def test_tokens_move_from_where_they_were(browser: Browser, at: str) -> None:
    with tab(browser, DESKTOP) as page:
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(FLIGHTS)
        open_game(page, begun_game(page, at, "rats-of-wistar", 0))
        for _ in range(20):
            before = number(page)
            answers(page).first.click()
            confirm(page)
            await_change(page, before)
            if page.evaluate("() => window.flights.some((href) => href.includes('chief'))"):
                break
        flown = {each.rpartition("-")[0] for each in page.evaluate("() => window.flights")}
        assert "#w-chief" in flown
        tokens = {"chief", "worker", "explorer", "tent", "cube", "disc"}
        assert flown <= {f"#w-{token}" for token in tokens}


def test_reduced_motion_shows_moves_at_once(browser: Browser, at: str) -> None:
    with tab(browser, DESKTOP) as page:
        open_kept(page, at, "lab-rats", 0)
        expect(page.locator("#pace")).to_have_value("0")
        assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("game", "words"), [("rats-of-wistar", "colony"), ("lab-rats", "Door")])
def test_a_tutorial_begins_on_the_first_page(
    browser: Browser, at: str, game: str, words: str
) -> None:
    with tab(browser, DESKTOP) as page:
        page.goto(at)
        page.locator(f"label[for=game-{game}]").click()
        title = {"rats-of-wistar": "Rats of Wistar", "lab-rats": "Lab Rats"}[game]
        expect(page).to_have_title(title)
        page.get_by_role("button", name="Learn it in five minutes").click()
        expect(page.locator("#lesson")).to_contain_text("Lesson 1 of")
        expect(page.locator("#lesson")).to_contain_text(words)
        shoot(page, f"lesson-{game}")
        for lesson in (2, 3):
            expect(page.locator("#choices .taught")).to_be_visible()
            page.locator("#choices .taught").click()
            confirm(page)
            expect(page.locator("#lesson")).to_contain_text(f"Lesson {lesson} of")


def test_lessons_after_the_tutorial_begin_on_the_first_page(browser: Browser, at: str) -> None:
    with tab(browser, DESKTOP) as page:
        page.goto(at)
        page.locator("#course").get_by_role("button", name="Objectives").click()
        expect(page.locator("#lesson h3")).to_have_text("Objectives")
        expect(page.locator("#lesson")).to_contain_text("Claim an Objective in this turn.")
        page.locator("#choices button", has_text="Claim ").first.click()
        expect(page.locator("#lesson h3")).to_have_text("Objectives: done")
        shoot(page, "lesson-done")
        page.get_by_role("button", name="Next lesson: The end").click()
        expect(page.locator("#lesson h3")).to_have_text("The end")


def test_rules_open_at_what_is_decided(browser: Browser, at: str) -> None:
    with tab(browser, DESKTOP) as page:
        open_kept(page, at, "lab-rats", 0)
        href = page.get_by_role("link", name="Rules").get_attribute("href")
        assert href == "/rules/lab-rats?players=4#the-end-of-a-round"
        page.goto(f"{at}{href}")
        expect(page.locator("#the-end-of-a-round")).to_be_in_viewport()
        shoot(page, "rules")
        assert json.loads(page.request.get(f"{at}/rules/hats").text())["status"] == 422


def test_the_line_has_the_points_of_the_board_and_what_they_would_add_up_to(
    browser: Browser, at: str
) -> None:
    with tab(browser, NARROW, has_touch=True) as page:
        where = begun_game(page, at, "rats-of-wistar", 90)
        open_game(page, where)
        state = page.request.get(where.replace("/games/", "/api/games/")).json()
        points = next(each for each in state["scoreboard"] if each["seat"] == state["you"])[
            "points"
        ]
        *parts, ended = points["parts"]
        assert ended["points"] == sum(part["points"] for part in parts)
        track = next(part["points"] for part in parts if part["name"] == "VP track")
        assert (points["name"], int(points["value"])) == ("VP now", track)
        own = page.locator("#scoreboard .you .points")
        expect(own).to_have_attribute(
            "title", re.compile("VP now: .*VP track.*If the game ended now")
        )
        own.tap()
        shown = page.locator(".sum:popover-open")
        expect(shown.locator("dt")).to_have_text([part["name"] for part in points["parts"]])
        shoot(page, "points-tapped")
