"""Two browsers at one table: links, a short game against each other, reconnecting, bots."""

import re

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import (
    NARROW,
    WIDE,
    address,
    answers,
    confirm,
    number,
    shoot,
    tab,
)
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.play.server import live_game

#: How many players, and decisions that are played of a game.
SHORT = {"rats-of-wistar": (2, 24), "lab-rats": (3, 16)}
SEED = "4"
#: What can be planned without anything hidden being revealed: in Lab Rats little else can.
PLANNED = re.compile("Take the injury")
CHANGED_OR_ASKS = """before => document.querySelector("#sure").open
    || Number(document.querySelector("#place").max) !== before"""
STATUS = """() => document.querySelector("#dock").dataset.status"""


def begin(page: Page, at: str, game: str) -> list[str]:
    """Begin a game with a person by link in the second seat; return the links."""
    page.goto(at)
    page.locator(f"label[for=game-{game}]").click()
    page.locator(f"label[for=players-{SHORT[game][0]}]").click()
    page.locator("#who-1").select_option("link")
    for seat in range(2, SHORT[game][0]):
        page.locator(f"#who-{seat}").select_option("random")
    page.get_by_text("Reproduce a game").click()
    page.get_by_label("Seed", exact=True).fill(SEED)
    shoot(page, f"link-new-{game}")
    page.get_by_role("button", name="Begin").click()
    fields = page.locator("#links input")
    expect(fields).to_have_count(2)
    page.get_by_role("button", name="Copy the link of Person").click()
    expect(page.get_by_role("button", name="Copy the link of Person")).to_have_text("Copied")
    shoot(page, f"links-{game}")
    links = [field.input_value() for field in fields.all()]
    page.get_by_role("button", name="Take your seat").click()
    page.wait_for_selector("#board svg")
    assert page.url == links[0]
    return links


def play(pages: list[Page], decisions: int) -> list[int]:
    """Play decisions of whoever is to move; return who decided."""
    decided: list[int] = []
    while len(decided) < decisions:
        for place, page in enumerate(pages):
            if page.evaluate(STATUS) != "yours":
                continue
            before = number(page)
            offered = answers(page)
            planned = offered.filter(has_text=PLANNED)
            (planned if planned.count() else offered).first.dispatch_event("click")
            while number(page) == before:
                page.wait_for_function(CHANGED_OR_ASKS, arg=before)
                confirm(page)
            decided.append(place)
        pages[0].wait_for_timeout(50)
    return decided


@pytest.mark.parametrize("game", SHORT)
def test_two_people_play_against_each_other_by_link(browser: Browser, game: str) -> None:
    with (
        address(others=[LabRats], game=RatsOfWistar) as at,
        tab(browser, WIDE) as mine,
        tab(browser, NARROW) as other,
    ):
        links = begin(mine, at, game)
        other.goto(links[1])
        other.wait_for_selector("#board svg")
        assert links[0].partition("#")[2] not in other.content()
        decided = play([mine, other], SHORT[game][1])
        assert {*decided} == {0, 1}
        shoot(mine, f"seat-0-{game}")
        shoot(other, f"seat-1-{game}")
        known = number(other)
        other.goto("about:blank")
        other.goto(links[1])
        other.wait_for_selector("#board svg")
        assert number(other) >= known
        play([mine, other], 2)


def drop(page: Page, at: str) -> None:
    """Delete the only game of the list."""
    page.goto(at)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete", exact=True).last.click()


def test_without_a_link_a_page_says_how_to_open_the_game_and_nobody_can_delete_it(
    browser: Browser,
) -> None:
    with address(others=[LabRats]) as at, tab(browser, WIDE) as mine:
        links = begin(mine, at, "rats-of-wistar")
        with tab(browser, WIDE, rejections=2) as stranger:
            stranger.goto(links[1].partition("#")[0])
            expect(stranger.locator("#problem")).to_contain_text("open the link of your seat")
            shoot(stranger, "link-rejected")
            drop(stranger, at)
            expect(stranger.locator("#games-problem")).to_contain_text("open the link of your seat")
        drop(mine, at)
        expect(mine.locator("#none")).to_be_visible()


def test_a_bot_plays_for_a_person_who_is_away_or_wishes_it(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_game, "AWAY", 0.0)
    with address(others=[LabRats]) as at, tab(browser, WIDE) as mine:
        links = begin(mine, at, "rats-of-wistar")
        mine.get_by_role("button", name="Let a bot play for Person").click()
        expect(mine.locator("#people")).to_contain_text("A bot plays for Person")
        play([mine], 12)
        assert "Person" in mine.locator("#log-box").inner_text() or number(mine) > 12
        with tab(browser, NARROW) as other:
            other.goto(links[1])
            other.get_by_role("button", name="Take your seat back").click()
            expect(other.get_by_role("button", name="Let a bot play for me")).to_be_visible()
            shoot(other, "people-phone")
            expect(mine.locator("#people")).not_to_contain_text("A bot plays for Person.")


@pytest.mark.parametrize("game", SHORT)
def test_others_see_a_turn_when_it_is_confirmed(browser: Browser, game: str) -> None:
    with address(others=[LabRats]) as at, tab(browser, WIDE) as mine, tab(browser, NARROW) as other:
        links = begin(mine, at, game)
        other.goto(links[1])
        other.wait_for_selector("#board svg")
        planned = mine.locator("#turn").get_by_text("Planned")
        for _ in range(40):
            play([mine, other], 1)
            if "Planned" in mine.locator("#turn").inner_text():
                break
        else:
            raise AssertionError("no turn is planned")
        expect(planned).to_be_visible()
        expect(mine.get_by_label("Plan turns")).to_be_checked()
        shoot(mine, f"planned-{game}")
        assert number(other) < number(mine)
        while planned.is_visible():
            play([mine], 1)
        expect(planned).to_be_hidden()
        other.wait_for_function(
            "known => Number(document.querySelector('#place').max) >= known", arg=number(mine)
        )
