"""The analysis board in a real browser: lines of play, alternatives, the tree, and exercises."""

import re
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import (
    NARROW,
    answers,
    await_change,
    confirm,
    number,
    shoot,
    tab,
)
from tests.server.test_analysis import a_game
from tests.server.test_browser_aids import DESKTOP
from tests.server.test_reviews import HEADERS, a_replay
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game import Game
from wistar_env.play.server import reviews

#: The names on the bar of chances that are not readable as a whole when the first seat has 100%.
CLIPPED = """() => [...document.querySelectorAll(".chance")].flatMap((part, seat, all) => {
    all.forEach((each, k) => { each.style.flexGrow = k ? 0 : 1; });
    const own = part.firstElementChild.getBoundingClientRect();
    const bar = document.querySelector("#bar").getBoundingClientRect();
    const inside = own.left >= bar.left && own.right <= bar.right;
    return inside && part.scrollWidth <= part.clientWidth + 1 ? [] : [part.innerText];
})"""


def open_board(page: Page, at: str, text: str, where: str = "") -> None:
    answer = page.request.post(f"{at}/api/replays", data=text, headers=HEADERS)
    page.goto(f"{at}/games/{answer.json()['id']}/analysis{where}")
    page.wait_for_selector("#board svg")


def search(page: Page) -> None:
    page.locator("#budget").select_option("2000")
    page.locator("#engine").click()
    expect(page.locator("#engine")).to_have_text("Stop")
    expect(page.locator("#said")).to_contain_text("2,000 of 2,000 simulations in 4 trees")
    # What has stopped is not to be stopped.
    expect(page.locator("#engine")).to_have_text("Search", timeout=60_000)


@pytest.mark.parametrize(
    ("game", "players", "viewport"),
    [(RatsOfWistar, 2, DESKTOP), (LabRats, 3, NARROW)],
    ids=["desktop", "phone"],
)
def test_lines_are_drawn_alternatives_played_out_and_the_tree_opened(
    browser: Browser, at: str, game: type[Game], players: int, viewport: dict[str, int]
) -> None:
    replay = a_game(game, players, 40)
    number = next(k for k in range(20, 40) if len(replay.at(k).legal_actions()) > 2)
    with tab(browser, viewport) as page:
        open_board(page, at, replay.to_text(), f"#{number}")
        expect(page.locator("#place-shown")).to_have_text(f"{number} of 40")
        expect(page.locator(".chance")).to_have_count(players)
        for button in ("#back", "#forth"):
            expect(page.locator(button)).to_be_in_viewport(ratio=1)
        if viewport is NARROW:
            page.locator("#swap").click()
            expect(page.locator("#engine")).to_be_in_viewport()
        search(page)
        expect(page.locator("#said")).to_contain_text(
            re.compile(r"\d+% \(\d+ to \d+\) to win\. Search with the network [\w-]+")
        )
        assert page.evaluate(CLIPPED) == []
        assert page.locator("#lines li").count() > 1
        expect(page.locator("#board .played-lines circle").first).to_be_attached()
        page.locator("#tree-box summary").first.click()
        branch = page.locator("#tree > div > details").first
        branch.locator("summary").first.click()
        expect(branch.locator("details").first).to_be_visible()
        shoot(page, f"analysis-{game.spec.name}-{viewport['width']}")

        page.locator("#engine").click()
        played = page.locator("#choices button[data-choice]")
        other = next(
            k
            for k in range(played.count())
            if played.nth(k).get_attribute("data-choice") != str(replay.actions[number])
        )
        words = played.nth(other).locator("span").inner_text()
        played.nth(other).click()
        expect(page.locator(".variation [aria-current]")).to_have_text(words)
        assert re.search(rf"#{number}-\d+$", page.url)
        page.locator("#to-main").click()
        expect(page.locator("#place-shown")).to_have_text(f"{number} of 40")
        expect(page.locator("#moves > li:not(.stage)")).to_have_count(40)
        page.locator("#forth").click()  # into the alternative that was seen last
        expect(page.locator("#place-shown")).to_have_text(f"{number} + 1 of 40")
        page.locator(".drop").click()
        expect(page.locator(".variation")).to_have_count(0)
        expect(page.locator("#place-shown")).to_have_text(f"{number} of 40")
        line = page.locator("#position")
        expect(line).to_have_value(re.compile(rf"^{game.spec.name}/rules="))


@pytest.mark.parametrize("game", [RatsOfWistar, LabRats], ids=lambda game: game.spec.name)
def test_a_running_game_is_analysed_by_what_you_know_and_goes_on(
    browser: Browser, at: str, game: type[Game]
) -> None:
    others = [{"who": "greedy"}] * max(1, game.spec.min_players - 1)
    wanted = {"game": game.spec.name, "seats": [{"who": "you"}, *others], "seed": 4}
    with tab(browser, NARROW) as page:
        begun = page.request.post(f"{at}/api/games", data=wanted).json()
        page.goto(f"{at}/games/{begun['id']}")
        answers(page).first.click()
        confirm(page)
        await_change(page, begun["number"])
        played = number(page)
        page.get_by_role("link", name="Analysis").click()
        expect(page.locator("#place-shown")).to_have_text(f"{played} of {played}")
        expect(page.locator("#running")).to_contain_text("uses only your information")
        expect(page.locator("#position-box")).to_be_hidden()
        expect(page.locator("#review")).to_be_hidden()
        search(page)
        answers(page).first.click()
        expect(page.locator(".variation [aria-current]")).to_be_attached()
        shoot(page, f"analysis-running-{game.spec.name}")
        page.get_by_role("link", name="The game").click()
        page.wait_for_selector("#choices button")
        assert number(page) == played


def test_a_position_of_the_start_page_opens_on_the_board(browser: Browser, at: str) -> None:
    text = a_game(LabRats, 3, 10).to_string()
    with tab(browser, DESKTOP, rejections=1) as page:
        page.goto(at)
        page.get_by_text("Analyse a position").click()
        page.get_by_label("As one line of text").fill("chess/3")
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.locator("#games-problem")).to_contain_text("a position must look like")
        page.get_by_label("As one line of text").fill(text)
        page.get_by_role("button", name="Open", exact=True).click()
        page.wait_for_url("**/analysis#10")
        expect(page.locator("#position")).to_have_value(text)


def test_mistakes_of_a_review_are_retried_without_a_word_about_the_answer(
    browser: Browser, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "hint_spec", lambda *_: "mcts:simulations=16")
    with tab(browser, DESKTOP) as page:
        open_board(page, at, a_replay())
        page.get_by_role("button", name="Review the game").click()
        retry = page.locator("#retry")
        expect(retry).to_be_visible(timeout=240_000)
        expect(page.locator("#moves .mark").first).to_contain_text("Missed: ")
        assert page.locator("#chances-chart circle").count()
        retry.click()
        exercise = page.locator("#exercise")
        expect(exercise).to_contain_text("What would you play?")
        for hidden in ("#moves-box", ".engine", "#curves", "#tree-box", "#timeline"):
            expect(page.locator(hidden)).to_be_hidden()
        page.wait_for_url(re.compile(r"/analysis$"))
        answer(page)
        expect(page.locator(".verdict")).to_have_text(re.compile(r"[A-Z]"))
        shown: Any = exercise.locator("th").all_inner_texts()
        assert shown == ["You", "Best", "Played"]
        shoot(page, "analysis-exercise")
        page.locator("#next-mistake").click()
        expect(exercise).to_contain_text("Mistake 2 of")
        page.locator("#leave").click()
        expect(page.locator("#moves-box")).to_be_visible()


def answer(page: Page) -> None:
    """Answer an exercise by its first choice, or a payment of one item."""
    while page.locator("#pay:disabled").count():
        page.locator("[data-step='1']:not(:disabled)").first.click()
    page.locator("#choices button:not([data-step])").first.click()
