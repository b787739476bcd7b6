"""The page of a game in a real browser: nothing is lost by a slip, and nothing is out of sight."""

import json
import random
import re
from typing import Any

import pytest

pytest.importorskip("playwright")

import numpy as np
from playwright.sync_api import Browser, Page, expect

from tests.server.browser import (
    NARROW,
    WIDE,
    answers,
    await_change,
    begin,
    confirm,
    finished,
    number,
    place_of_board,
    shoot,
    tab,
)
from wistar_env.games.rats_of_wistar import RatsOfWistar

END = '#choices button[data-declines]:has-text("End the turn")'
#: The address of a game's state, not of one of its positions.
POLL = re.compile(r"/api/games/[^/]+\?width=")
#: Of the pieces to choose from, how many are in sight between the line of scores and the dock, and
#: whether all would be.
IN_SIGHT = """() => {
    const pieces = [...document.querySelectorAll("#board [data-action]:not(.wistar-button)")]
        .map((each) => each.getBoundingClientRect());
    const dock = document.querySelector("#dock").getBoundingClientRect();
    const roof = document.querySelector("#line").getBoundingClientRect().bottom;
    const floor = dock.left > innerWidth / 2 ? innerHeight : dock.top;
    const seen = pieces.filter((box) => box.top >= roof - 1 && box.bottom <= floor + 1).length;
    const tops = pieces.map((box) => box.top), bottoms = pieces.map((box) => box.bottom);
    return [pieces.length, seen, Math.max(...bottoms) - Math.min(...tops) < floor - roof - 40];
}"""
#: Pixels that the board has on a screen of 390.
BOARD_OF_A_PHONE = 382
#: The smaller edge of everything that can be touched.
SMALLEST = """() => Math.min(...[...document.querySelectorAll(
        "#board [data-action], button, select, input, summary")]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect())
    .map((box) => Math.min(box.width, box.height)))"""


def play_on(page: Page, rng: random.Random) -> None:
    """Choose anything but what declines, if there is something else."""
    before = number(page)
    found = answers(page)
    words = found.and_(page.locator(":not([data-declines])"))
    words = words if words.count() else found
    words.nth(rng.randrange(words.count())).click()
    confirm(page)
    await_change(page, before)


def with_something_left(page: Page, at: str) -> None:
    """Play until ending the turn would give something up."""
    rng = random.Random(2)
    begin(page, at, players=2, seed=8)
    while not page.locator(END).count():
        play_on(page, rng)


def test_ending_a_turn_is_the_last_button_and_asks_while_something_is_left(
    browser: Browser, at: str
) -> None:
    with tab(browser, WIDE) as page:
        with_something_left(page, at)
        before = number(page)
        expect(page.locator("#choices button").last).to_have_text("End the turn")
        page.locator(END).click()
        expect(page.get_by_role("dialog", name="End the turn?")).to_contain_text("give up the")
        expect(page.locator("#sure").get_by_role("button", name="Cancel")).to_be_focused()
        shoot(page, "sure")
        page.keyboard.press("Enter")
        expect(page.locator("#sure")).to_be_hidden()
        assert number(page) == before
        page.locator(END).focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_function("n => Number(document.querySelector('#place').max) > n", arg=before)


def test_the_focus_goes_neither_to_the_end_of_the_turn_nor_to_nothing(
    browser: Browser, at: str
) -> None:
    rng = random.Random(5)
    with tab(browser, WIDE) as page:
        begin(page, at, players=2, seed=8)
        for _ in range(25):
            before = number(page)
            open_ = page.locator("#board [data-action]")
            if open_.count() and rng.random() < 0.5:
                open_.nth(rng.randrange(open_.count())).focus()
            else:
                words = answers(page).and_(page.locator(":not([data-declines])"))
                words.nth(rng.randrange(words.count())).focus()
            page.keyboard.press("Enter")
            if page.locator("#chooser").is_visible():
                page.locator("#chooser-list button").first.press("Enter")
            if page.locator("#sure").is_visible():
                page.locator("#sure-yes").press("Enter")
            await_change(page, before)
            where = page.evaluate(
                "() => { const at = document.activeElement;"
                " return [at.tagName, at.hasAttribute('data-declines')]; }"
            )
            assert where[0] != "BODY"
            assert not where[1]


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_what_is_chosen_from_is_in_sight_and_large_enough_to_touch(
    browser: Browser, at: str, viewport: dict[str, int]
) -> None:
    rng = random.Random(4)
    with tab(browser, viewport, has_touch=viewport is NARROW) as page:
        begin(page, at, players=2, seed=3)
        for turn in range(30):
            pieces, seen, _ = page.evaluate(IN_SIGHT)
            asked = page.locator("#asked").inner_text() != "Your turn"
            if asked or not page.locator("#undo").is_visible():
                # In the middle of a turn, the list has what is left of it.
                assert seen or not pieces
            assert page.evaluate(SMALLEST) >= 24
            if turn in (4, 12, 20):
                shoot(page, f"sight-{viewport['width']}-{turn}")
            play_on(page, rng)


def test_a_poll_leaves_what_has_not_changed_alone(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        begin(page, at, players=2, seed=8)
        play_on(page, random.Random(1))
        page.evaluate("document.querySelector('#board svg').pressed = true")
        page.evaluate("document.querySelector('#choices button').pressed = true")
        with page.expect_request(POLL) as polled:
            pass
        answer = polled.value.response()
        assert answer is not None
        assert answer.status == 304
        same = page.evaluate(
            "() => [...document.querySelectorAll('#board svg, #choices button')]"
            ".filter((each) => each.pressed).length"
        )
        assert same == 2


def test_arrows_look_back_only_with_the_slider_in_sight(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        begin(page, at, players=2, seed=8)
        play_on(page, random.Random(1))
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#asked")).not_to_have_text("Looking back")
        page.get_by_role("button", name="Look back").click()
        expect(page.locator("#asked")).to_have_text("Looking back")


def test_the_slider_of_a_wide_screen_is_as_wide_as_the_dock(browser: Browser, at: str) -> None:
    with tab(browser, {"width": 1920, "height": 1080}) as page:
        begin(page, at, players=2, seed=8)
        play_on(page, random.Random(1))
        page.get_by_role("button", name="Look back").click()
        expect(page.locator("#place")).to_be_visible()
        box = page.locator("#place").bounding_box()
        assert box is not None
        assert box["width"] > 300
        shoot(page, "slider-1920")


def test_an_unknown_address_is_a_page_that_leads_to_the_games(browser: Browser, at: str) -> None:
    with tab(browser, WIDE, rejections=1) as page:
        page.goto(f"{at}/nowhere")
        expect(page.get_by_role("alert")).to_contain_text("GET /nowhere")
        shoot(page, "unknown")
        page.get_by_role("link", name="To the list of games").click()
        page.wait_for_selector("#seats li")
        found = page.request.get(f"{at}/api/nowhere")
        assert json.loads(found.text())["status"] == 404


def test_seats_look_on_the_start_page_as_on_the_board(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        page.goto(at)
        page.locator("label[for=players-4]").click()
        shapes = page.locator("#seats .drawn svg").evaluate_all(
            "all => all.map((each) => each.querySelector('circle, rect, polygon').tagName)"
        )
        assert shapes == ["circle", "rect", "polygon", "polygon"]
        page.locator("#who-1").select_option("mcts")
        page.locator("#effort-1").select_option("1000 simulations")
        shoot(page, "start-seats")
        page.locator("label[for=game-lab-rats]").click()
        expect(page.locator("#seats .mark")).to_have_text(["0", "1", "2"])


def test_every_kind_of_action_is_large_enough_to_touch_on_a_phone(browser: Browser) -> None:
    seen: set[str] = set()
    wanted = {"COMPLETE", "MOVE_WORKER", "OPEN", "PLACE", "REVEAL", "TAKE"}
    chances = np.random.default_rng(1)
    with tab(browser, NARROW) as page:
        for seed in range(40):
            game = RatsOfWistar.new(1 + seed % 4, seed)
            while not game.finished and not wanted <= seen:
                decision = game.presentation.scene(game.seat).decision
                assert decision is not None
                blocks = {choice.block for choice in decision.choices}
                if not blocks <= seen:
                    seen |= blocks
                    picture = game.presentation.svg(narrow=True, width=BOARD_OF_A_PHONE)
                    page.set_content(f"<body style='margin: 0'>{picture}")
                    assert page.evaluate(SMALLEST) >= 24, blocks
                busy = [action for action in game.legal_actions().tolist() if action > 1]
                game.step(int(chances.choice(busy or game.legal_actions())))
    assert wanted <= seen


def paying(page: Page, at: str) -> dict[str, Any]:
    """Play to a payment of several items, and return the state of the game."""
    rng = random.Random(2)
    begin(page, at, players=2, seed=8)
    while not page.locator("#pay").count():
        play_on(page, rng)
    state: dict[str, Any] = page.request.get(page.url.replace("/games/", "/api/games/")).json()
    return state


def test_a_payment_says_what_it_is_for_and_takes_one_click(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        state = paying(page, at)
        asked = page.locator("#asked")
        expect(asked).to_have_text(re.compile(r"Pay \d items for (a Wild token|Electricity|[A-Z])"))
        expect(page.locator("#pay")).to_have_text(asked.inner_text())
        shoot(page, "payment")
        due = state["decision"]["due"]
        page.keyboard.press("1")
        await_change(page, state["number"])
        assert state["number"] < number(page) <= state["number"] + due
        after = page.request.get(page.url.replace("/games/", "/api/games/")).json()
        assert after["decision"]["name"] != "pay items"


def test_other_items_are_chosen_by_steps_and_no_more_than_are_due(
    browser: Browser, at: str
) -> None:
    with tab(browser, WIDE) as page:
        state = paying(page, at)
        page.locator("[data-step='-1']:not(:disabled)").first.click()
        expect(page.locator("#pay")).to_be_disabled()
        expect(page.locator("#pay")).to_have_text(re.compile("^Choose 1 more to pay "))
        page.locator("[data-step='1']:not(:disabled)").last.click()
        expect(page.locator("#pay")).to_be_enabled()
        expect(page.locator("[data-step='1']:not(:disabled)")).to_have_count(0)
        chosen = {
            int(row.get_attribute("data-pays") or 0): int(row.locator("output").inner_text())
            for row in page.locator(".pays").all()
        }
        assert sum(chosen.values()) == state["decision"]["due"]
        page.locator("#pay").click()
        await_change(page, state["number"])
        log = page.request.get(page.url.replace("/games/", "/api/games/")).json()["log"]
        assert state["number"] < len(log) <= state["number"] + state["decision"]["due"]


def test_actions_in_a_row_are_all_legal_or_none_is_played(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        state = paying(page, at)
        path = page.url.replace("/games/", "/api/games/")
        item = state["decision"]["proposal"][0]
        body = {"number": state["number"], "action": item, "then": [0]}
        rejected = page.request.post(f"{path}/actions", data=body)
        assert rejected.status == 422
        assert page.request.get(path).json()["number"] == state["number"]


def test_forced_moves_play_themselves_if_that_is_wished_and_undo_skips_them(
    browser: Browser, at: str
) -> None:
    with tab(browser, WIDE) as page:
        seats = [{"who": "you"}, *({"who": "greedy"} for _ in range(3))]
        wanted = {"game": "lab-rats", "seats": seats, "seed": 8}
        state = page.request.post(f"{at}/api/games", data=wanted).json()
        path, rng, skipped, undone = f"{at}/api/games/{state['id']}", random.Random(2), 0, 0
        page.goto(f"{at}/games/{state['id']}")
        page.wait_for_selector("#choices button")
        page.get_by_label("Play forced moves").check()
        while not (skipped and undone) and not finished(page):
            before = number(page)
            play_on(page, rng)
            page.wait_for_function(
                "() => document.querySelector('#choices button:nth-of-type(1)')"
                " && document.querySelectorAll('#choices button').length !== 1"
                " || document.querySelector('#dock').dataset.status === 'finished'"
            )
            state = page.request.get(path).json()
            if state["status"] != "yours" or state["decision"]["forced"]:
                continue
            own = [line["number"] for line in state["log"][before:] if line["seat"] == state["you"]]
            skipped += len(own) > 1
            points = [point["number"] for point in state["undo"]]
            if len(own) > 1 and before in points and number(page) == state["number"]:
                page.get_by_role("button", name="Undo", exact=True).click()
                page.wait_for_function(
                    "n => Number(document.querySelector('#place').max) === n", arg=before
                )
                undone += 1
        assert skipped
        assert undone


def test_a_decision_scrolls_only_if_less_than_half_of_it_is_in_sight(
    browser: Browser, at: str
) -> None:
    with tab(browser, WIDE) as page:
        rng, stayed = random.Random(2), 0
        begin(page, at, players=2, seed=8)
        for _ in range(12):
            # A click of the test itself would scroll, too.
            buttons = answers(page).and_(page.locator(":not([data-declines])"))
            before, place, scrolled = number(page), place_of_board(page), page.evaluate("scrollY")
            buttons.nth(rng.randrange(buttons.count())).dispatch_event("click")
            confirm(page)
            await_change(page, before)
            page.wait_for_timeout(50)
            moved = place_of_board(page) - place
            if abs(moved) <= 1 or page.evaluate("scrollY") == scrolled:
                stayed += 1
                continue
            page.evaluate("by => scrollBy(0, by)", moved)
            pieces, seen, _ = page.evaluate(IN_SIGHT)
            assert 2 * seen < pieces
            page.evaluate("by => scrollBy(0, -by)", moved)
        assert stayed


def test_a_finished_game_is_played_again_with_the_same_players(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        seats = [{"who": "greedy"}, {"who": "you"}, {"who": "random"}]
        state = page.request.post(f"{at}/api/games", data={"seats": seats, "seed": 8}).json()
        path = f"{at}/api/games/{state['id']}"
        while state["status"] != "finished":
            if state["status"] == "yours":
                action = state["decision"]["choices"][-1]["action"]
                body = {"number": state["number"], "action": action}
                state = page.request.post(f"{path}/actions", data=body).json()
            else:
                page.wait_for_timeout(50)
                state = page.request.get(path).json()
        page.goto(f"{at}/games/{state['id']}")
        page.get_by_role("button", name="Play again").click()
        page.wait_for_url(lambda url: "/games/" in url and state["id"] not in url)
        again = page.request.get(page.url.replace("/games/", "/api/games/")).json()
        assert again["title"] == state["title"]
        assert again["you"] == 1


def test_what_is_left_of_a_turn_is_played_at_once_and_undone_at_once(
    browser: Browser, at: str
) -> None:
    rng = random.Random(2)
    with tab(browser, WIDE) as page:
        begin(page, at, players=2, seed=8)
        rest, path = page.locator("#rest"), page.url.replace("/games/", "/api/games/")
        while True:
            state = page.request.get(path).json()
            found = (state["turn"] or {}).get("rest")
            if found and found["ends"]:
                break
            play_on(page, rng)
        expect(rest).to_contain_text(f"All at once: {found['text']}")
        shoot(page, "rest")
        before, turn = state["number"], state["log"][-1]["number"]
        page.keyboard.press("e")
        await_change(page, before)
        after = page.request.get(path).json()
        own = [line["number"] for line in after["log"][before:] if line["seat"] == state["you"]]
        assert own[: len(found["actions"])] == [before + k for k in range(len(found["actions"]))]
        assert after["turn"] is None
        assert turn < before
        stale = page.request.post(f"{path}/rest", data={"number": before})
        assert stale.status == 409
