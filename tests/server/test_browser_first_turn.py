"""The first turn in a real browser: what a newcomer sees without scrolling, and is told."""

import re
from typing import Any, Final

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import NARROW, await_change, begin, number, shoot, tab

DESKTOP: Final = {"width": 1440, "height": 900}
#: Of an element: the contrast of its letters with its ground, as WCAG has it.
CONTRAST: Final = """each => {
    const style = getComputedStyle(each);
    const light = (colour) => {
        const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((value) => {
            const part = value / 255;
            return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [one, other] = [light(style.color), light(style.backgroundColor)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}"""


def first_turn(page: Page, at: str) -> None:
    """Begin a solo game, and choose the first pair of cards."""
    begin(page, at)
    before = number(page)
    page.locator("#choices button").first.click()
    await_change(page, before)


def in_sight(page: Page) -> list[str]:
    """Return the words of the lines of the list that are in sight."""
    lines: list[Any] = page.locator("#choices > li").evaluate_all(
        """every => every
            .map((each) => [each.innerText, each.getBoundingClientRect().bottom])
            .filter(([, bottom]) => bottom <= innerHeight + 1)
            .map(([text]) => text)"""
    )
    return [str(line) for line in lines]


def test_a_new_game_opens_at_the_top_and_says_what_to_do(browser: Browser, at: str) -> None:
    with tab(browser, DESKTOP) as page:
        begin(page, at)
        expect(page.locator("#due")).to_contain_text("Pick two cards that you can pay for")
        assert page.evaluate("scrollY") == 0
        expect(page.get_by_role("link", name="Rules")).to_be_in_viewport()


@pytest.mark.parametrize(("viewport", "least"), [(DESKTOP, 7), (NARROW, 4)])
def test_workers_come_first_and_idle_spaces_are_one_line(
    browser: Browser, at: str, viewport: dict[str, int], least: int
) -> None:
    with tab(browser, viewport, unfolds=False) as page:
        first_turn(page, at)
        expect(page.locator("#due")).to_contain_text("1 deploy Workers, 2 place a Chief")
        expect(page.locator("#scoreboard .you")).to_contain_text("Workers at the entrance: 2")
        seen = in_sight(page)
        shoot(page, f"first-turn-{viewport['width']}")
        assert len(seen) >= least, seen
        assert [line.split("\n")[0].split()[0] for line in seen[:3]] == ["Deploy"] * 3
        assert re.fullmatch(r"\d+ spaces with Strength 0", seen[3])
        page.locator(".folded summary").click()
        expect(page.locator(".folded button").first).to_be_visible()


def test_a_payment_that_is_not_complete_can_be_read(browser: Browser, at: str) -> None:
    for scheme in ("light", "dark"):
        with tab(browser, DESKTOP, color_scheme=scheme) as page:
            first_turn(page, at)
            page.locator("#choices").get_by_text("Buy a Wild token").click()
            expect(page.locator("#pay")).to_be_visible()
            page.locator("[data-step='-1']:enabled").first.click()
            expect(page.locator("#pay")).to_have_text(re.compile("^Choose 1 more to pay 3 items"))
            assert page.locator("#pay").evaluate(CONTRAST) >= 4.5


def test_the_start_page_says_what_the_game_is_and_teaches_first(browser: Browser, at: str) -> None:
    with tab(browser, DESKTOP) as page:
        page.goto(at)
        expect(page.locator("#about")).to_contain_text("You lead a family of rats")
        expect(page.locator("#pieces svg")).to_have_count(3)
        learn = page.get_by_role("button", name="Learn it in five minutes")
        expect(learn).to_have_class("primary")
        shoot(page, "start-first")
        page.evaluate("localStorage.setItem('wistar-learned', 'yes')")
        page.reload()
        expect(page.locator("#about")).to_contain_text("You lead a family of rats")
        expect(page.locator("#begin")).to_have_class("primary")
        expect(learn).not_to_have_class("primary")


def test_who_leaves_the_lessons_starts_them_again_by_a_button(browser: Browser, at: str) -> None:
    with tab(browser, DESKTOP, unfolds=False) as page:
        page.goto(at)
        page.get_by_role("button", name="Learn it in five minutes").click()
        expect(page.locator("#lesson")).to_contain_text("Lesson 1 of")
        expect(page.locator("#choices > li > button")).to_have_count(1)
        page.get_by_text("1 other choice, which leaves the lessons").click()
        before = number(page)
        page.locator(".folded button").first.click()
        await_change(page, before)
        expect(page.locator("#lesson")).to_contain_text("You have left the lessons")
        page.get_by_role("button", name="Start again").click()
        expect(page.locator("#lesson")).to_contain_text("Lesson 1 of")
