"""What is asked for is in sight, and what is written can be read, in a real browser."""

import io
import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

pytest.importorskip("playwright")

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.server.browser import (
    NARROW,
    await_change,
    confirm,
    number,
    shoot,
    tab,
)
from tests.server.test_browser_aids import (
    DESKTOP,
    GREEDY,
    SEATS,
    WIDEST,
    begun_game,
    open_game,
)

#: The least contrast of letters, and the least opacity of what is printed on things that are done:
#: dark letters of this opacity on paper have a contrast of 5.
LEAST = 4.5
LEAST_OPACITY = 0.68
#: Letters on the board that nothing covers: what, where, and their colour.
LETTERS = """() => [...document.querySelectorAll("#board > svg text")].flatMap((text) => {
    const { x, y, width, height } = text.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!top?.closest("#board") || text.closest("[opacity]")) return [];
    const box = [x, y + height * 0.25, width, height * 0.5];
    return [[text.textContent, box, getComputedStyle(text).fill]];
})"""
DIM = """() => [...document.querySelectorAll("#board > svg [opacity]")]
    .filter((each) => each.querySelector("text"))
    .map((each) => Number(each.getAttribute("opacity")))"""
HIDDEN = "#board svg text { fill: transparent !important; stroke: transparent !important }"
#: Whether what has a mark on the board is in sight, between the line of scores and the dock.
SEEN = """(mark) => {
    const dock = document.querySelector("#dock").getBoundingClientRect();
    const roof = document.querySelector("#line").getBoundingClientRect().bottom;
    const floor = dock.left > innerWidth / 2 ? innerHeight : dock.top;
    const box = document.querySelector(`#board .${mark}`).getBoundingClientRect();
    return box.top >= roof - 1 && box.bottom <= floor + 1;
}"""


def luminance(colour: npt.NDArray[np.float64]) -> float:
    share = colour / 255
    linear = np.where(share <= 0.03928, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def faint(page: Page) -> list[tuple[str, float]]:
    """Return letters of the board in sight whose contrast to what is drawn below is too low."""
    letters: list[tuple[str, list[float], str]] = page.evaluate(LETTERS)
    style = page.add_style_tag(content=HIDDEN)
    ground = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), float)
    style.evaluate("(style) => style.remove()")
    found = []
    for words, (x, y, width, height), fill in letters:
        rows = slice(max(0, round(y)), round(y + height) + 1)
        below = ground[rows, max(0, round(x)) : round(x + width) + 1].reshape(-1, 3)
        if not len(below):
            continue
        colour = np.array([float(each) for each in re.findall(r"[\d.]+", fill)[:3]])
        ratio = contrast(colour, np.median(below, axis=0))
        if ratio < LEAST:
            found.append((words, round(ratio, 2)))
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", [*SEATS])
def test_letters_on_the_board_stand_out_from_what_they_are_on(
    browser: Browser, at: str, game: str, scheme: str
) -> None:
    with tab(browser, DESKTOP, color_scheme=scheme, bypass_csp=True) as page:
        open_game(page, begun_game(page, at, game, 70))
        height = page.evaluate("document.documentElement.scrollHeight")
        for place in range(0, height, DESKTOP["height"] - 150):
            page.evaluate("(top) => scrollTo(0, top)", place)
            assert faint(page) == []
        assert min(page.evaluate(DIM), default=1) >= LEAST_OPACITY


def learn(page: Page, at: str, game: str) -> None:
    page.goto(at)
    page.locator(f"label[for=game-{game}]").click()
    page.get_by_role("button", name="Learn it in five minutes").click()
    expect(page.locator("#lesson h3")).to_contain_text("Lesson 1 of")


@pytest.mark.parametrize("game", [*SEATS])
def test_a_lesson_has_what_it_asks_for_in_sight_on_a_phone(
    browser: Browser, at: str, game: str
) -> None:
    with tab(browser, NARROW, has_touch=True) as page:
        learn(page, at, game)
        for _ in range(10):
            now = page.locator("#lesson .now")
            expect(now).to_be_in_viewport(ratio=1)
            if page.locator("#board .taught").count():
                assert page.evaluate(SEEN, "taught")
            before = number(page)
            now.tap()
            confirm(page)
            await_change(page, before)
        expect(page.locator("#lesson h3")).to_contain_text("Lesson 11 of")
        shoot(page, f"lesson-{game}-390")


def test_the_whole_board_fits_into_the_window_if_that_is_wanted(browser: Browser, at: str) -> None:
    wanted = {"game": "rats-of-wistar", "seats": [{"who": "you"}, GREEDY, GREEDY, GREEDY]}
    for viewport in (DESKTOP, WIDEST):
        with tab(browser, viewport) as page:
            state = page.request.post(f"{at}/api/games", data=wanted | {"seed": 8}).json()
            open_game(page, f"{at}/games/{state['id']}")
            drawn = page.locator("#board > svg")
            expect(drawn).not_to_be_in_viewport(ratio=1)
            page.keyboard.press("f")
            expect(drawn).to_be_in_viewport(ratio=1)
            page.reload()
            expect(drawn).to_be_in_viewport(ratio=1)
            shoot(page, f"fit-{viewport['width']}")
            page.get_by_role("button", name="Fit", exact=True).click()
            expect(drawn).not_to_be_in_viewport(ratio=1)


def scale(sheet: dict[str, Any], room: dict[str, str]) -> float:
    """Return how large a sheet is drawn in a room."""
    return float(min(int(room["width"]) / sheet["width"], int(room["height"]) / sheet["height"]))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_board_that_fits_is_arranged_to_be_as_large_as_possible(
    browser: Browser, at: str, players: int
) -> None:
    seats = [{"who": "you"}, *([GREEDY] * (players - 1))]
    wanted = {"game": "rats-of-wistar", "seats": seats, "seed": 8}
    for viewport in (DESKTOP, WIDEST):
        with tab(browser, viewport) as page:
            state = page.request.post(f"{at}/api/games", data=wanted).json()
            path = f"{at}/api/games/{state['id']}"
            open_game(page, f"{at}/games/{state['id']}")
            with page.expect_response(re.compile("height=")) as answer:
                page.keyboard.press("f")
            expect(page.locator("#board > svg")).to_be_in_viewport(ratio=1)
            room = dict(parse_qsl(urlsplit(answer.value.url).query))
            fitted = page.request.get(f"{path}?width={room['width']}&height={room['height']}")
            widths = 700, 900, 1300, 1600, 2100
            others = [page.request.get(f"{path}?width={width}") for width in widths]
            best = max(scale(each.json()["sheet"], room) for each in others)
            assert scale(fitted.json()["sheet"], room) == best
            drawn = page.evaluate("document.querySelector('#board > svg').getScreenCTM().a")
            assert drawn >= best * 0.98
            shoot(page, f"fit-{players}-{viewport['width']}")


def test_a_narrow_window_is_laid_out_as_ever_though_a_wide_one_fits(
    browser: Browser, at: str
) -> None:
    with tab(browser, DESKTOP) as page:
        open_game(page, begun_game(page, at, "rats-of-wistar", 20))
        layout = "() => document.querySelector('#board > svg').viewBox.baseVal.width"
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_function(f"{layout} < 400")
        phone = page.evaluate(layout)
        page.set_viewport_size({"width": 1440, "height": 900})
        page.keyboard.press("f")
        page.wait_for_function(f"{layout} > 1000")
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_function(f"{layout} < 1000")
        assert page.evaluate(layout) == phone


def test_a_hint_scrolls_to_what_it_lights(browser: Browser, at: str) -> None:
    with tab(browser, DESKTOP) as page:
        open_game(page, begun_game(page, at, "lab-rats", 40))
        page.set_viewport_size({"width": 1440, "height": 500})
        page.evaluate("scrollTo(0, 0)")
        page.keyboard.press("h")
        expect(page.locator("#choices .best")).to_be_visible()
        assert page.evaluate(SEEN, "hinted")


def finish(page: Page, at: str) -> dict[str, Any]:
    """Play a game to its end without the page."""
    wanted = {"game": "rats-of-wistar", "seats": [{"who": "you"}, GREEDY], "seed": 8}
    state: dict[str, Any] = page.request.post(f"{at}/api/games", data=wanted).json()
    path = f"{at}/api/games/{state['id']}"
    while state["status"] != "finished":
        if state["status"] == "yours":
            choice = state["decision"]["choices"][-1]
            body = {"number": state["number"], "action": choice["action"]}
            state = page.request.post(f"{path}/actions", data=body).json()
        else:
            page.wait_for_timeout(50)
            state = page.request.get(path).json()
    return state


def test_the_end_and_the_smallest_window_show_no_empty_panel_and_no_problem(
    browser: Browser, at: str
) -> None:
    with tab(browser, DESKTOP) as page:
        state = finish(page, at)
        page.goto(f"{at}/games/{state['id']}")
        expect(page.locator("#end-title")).to_be_visible()
        page.wait_for_selector("#board > svg > [data-panel]")
        empty = page.evaluate(
            "() => [...document.querySelectorAll('#board > svg > [data-panel]')]"
            ".filter((each) => each.querySelectorAll('*').length < 3)"
            ".map((each) => each.dataset.panel)"
        )
        assert empty == []
        with page.expect_response(re.compile(r"/api/games/[^/]+\?width=")) as answer:
            page.set_viewport_size({"width": 90, "height": 400})
        assert answer.value.ok
        expect(page.locator("#problem")).to_be_hidden()


def test_the_display_that_replaces_the_starting_pairs_is_not_lit_as_what_others_did(
    browser: Browser, at: str
) -> None:
    with tab(browser, DESKTOP) as page:
        wanted = {"game": "rats-of-wistar", "seats": [{"who": "you"}], "seed": 3}
        state = page.request.post(f"{at}/api/games", data=wanted).json()
        open_game(page, f"{at}/games/{state['id']}")
        page.locator("#choices button").first.click()
        await_change(page, 0)
        page.wait_for_selector("#board .moves", state="attached")
        shoot(page, "first-position")
        lit = page.evaluate(
            """() => {
                const panel = document.querySelector("#board [data-panel=cards]");
                const cards = panel.getBoundingClientRect();
                return [...document.querySelectorAll("#board .moves rect")]
                    .map((each) => each.getBoundingClientRect())
                    .filter((box) => box.top >= cards.top && box.bottom <= cards.bottom
                        && box.left >= cards.left && box.right <= cards.right).length;
            }"""
        )
        assert lit == 0
