"""The pages in a real browser: played by clicking and by keys, reloaded, watched, on a phone."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from tests.server.browser import (
    NARROW,
    WIDE,
    address,
    answers,
    await_change,
    begin,
    confirm,
    finished,
    number,
    shoot,
    tab,
)
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays import Replay


@pytest.fixture(scope="module")
def at() -> Iterator[str]:
    with address() as found:
        yield found


def click_anything(page: Page, rng: random.Random) -> None:
    """Carry out a random legal action: on the board if it is there, else in words."""
    before = number(page)
    words = answers(page)
    chosen = words.nth(rng.randrange(words.count()))
    action = chosen.get_attribute("data-choice")
    on_board = page.locator(f'#board [data-action~="{action}"]')
    if on_board.count() and rng.random() < 0.7:
        on_board.first.dispatch_event("click")
        page.wait_for_function(
            """before => document.querySelector("dialog[open]") !== null
                || Number(document.querySelector("#place").max) !== before
                || document.querySelector("#dock").hasAttribute("aria-busy")""",
            arg=before,
        )
        if page.locator("#chooser").is_visible():
            page.locator(f'#chooser button[value="{action}"]').click()
    else:
        chosen.click()
    confirm(page)
    await_change(page, before)


def play_elsewhere(page: Page, rng: random.Random, until: str) -> None:
    """Play up to a part of the game without the page, which then shows it."""
    path = page.url.replace("/games/", "/api/games/")
    state = page.request.get(path).json()
    while not state["progress"].startswith(until):
        actions = [each["action"] for each in state["decision"]["choices"]]
        body = {"number": state["number"], "action": rng.choice(actions)}
        state = page.request.post(f"{path}/actions", data=body).json()
    page.reload()
    page.wait_for_selector("#choices button")
    assert number(page) == state["number"]


def test_a_solo_game_is_played_by_clicking_reloaded_and_finished(
    browser: Browser, at: str, tmp_path: Path
) -> None:
    rng = random.Random(1)
    with tab(browser, WIDE) as page:
        begin(page, at, seed=11)
        shoot(page, "begun")
        while not finished(page):
            click_anything(page, rng)
            if number(page) == 20:
                words = page.locator("#choices button").all_inner_texts()
                page.reload()
                page.wait_for_selector("#choices button")
                assert page.locator("#choices button").all_inner_texts() == words
                assert number(page) == 20
                shoot(page, "middle")
                play_elsewhere(page, rng, "round 5")
        expect(page.locator("#end-title")).to_contain_text("with")
        expect(page.locator("#end-title")).to_be_focused()
        shoot(page, "end")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the replay").click()
        file = tmp_path / "game.replay"
        download.value.save_as(file)
        replay = Replay.load(file)
        assert (replay.seed, replay.resume().finished) == (11, True)
        total = page.locator("#scores tfoot td").first.inner_text()
        assert total == str(max(score["total"] for score in replay.resume().scores()))


def test_what_was_done_is_taken_back(browser: Browser, at: str) -> None:
    rng = random.Random(3)
    with tab(browser, WIDE) as page:
        begin(page, at, seed=2)
        while page.locator("#undo-to option").count() < 4:
            click_anything(page, rng)
        before = number(page)
        page.get_by_role("button", name="Undo").click()
        await_change(page, before)
        assert number(page) == before - 1
        first = page.locator("#undo-to option").last
        value = first.get_attribute("value") or ""
        page.locator("#undo-to").select_option(value)
        await_change(page, before - 1)
        assert number(page) == int(value)


def test_a_hint_shows_what_a_search_found(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        begin(page, at, seed=4)
        click_anything(page, random.Random(1))
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector("#choices meter", timeout=60_000)  # it may be compiled
        expect(page.locator("#hinted")).to_contain_text("ran 2000 simulations")
        assert page.locator("#choices .best").count() == 1
        shoot(page, "hint")


def test_a_second_tab_sees_what_the_first_one_does(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page, tab(browser, WIDE) as other:
        begin(page, at, seed=5)
        other.goto(page.url)
        other.wait_for_selector("#choices button")
        click_anything(page, random.Random(1))
        await_change(other, 0)
        assert (
            other.locator("#choices button").all_inner_texts()
            == page.locator("#choices button").all_inner_texts()
        )


def test_bots_are_watched_step_by_step_and_running(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        page.goto(at)
        page.locator("label[for=players-3]").click()
        for seat, who in enumerate(("greedy", "random", "greedy")):
            page.locator(f"#who-{seat}").select_option(who)
        shoot(page, "new")
        page.get_by_role("button", name="Start watching").click()
        page.wait_for_selector("#board svg")
        page.get_by_role("button", name="Step").click()
        page.wait_for_function("() => document.querySelector('#place').max === '1'")
        page.locator("#pace").select_option("0")
        page.get_by_role("button", name="Run").click()
        page.wait_for_function("() => Number(document.querySelector('#place').max) > 8")
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_role("button", name="Run")).to_be_visible()
        assert page.locator("#board [data-action]").count() == 0
        shoot(page, "watched")


def replay_file(folder: Path) -> Path:
    rng = random.Random(1)
    replay = Replay(RatsOfWistar, 2, 6)
    game = replay.start()
    while not game.finished:
        replay.actions.append(rng.choice(game.legal_actions().tolist()))
        game.step(replay.actions[-1])
    replay.save(folder / "game.replay")
    return folder / "game.replay"


def test_a_replay_is_handed_in_and_stepped_through_by_keys(
    browser: Browser, at: str, tmp_path: Path
) -> None:
    with tab(browser, WIDE) as page:
        page.goto(at)
        page.locator("#replay").set_input_files(replay_file(tmp_path))
        page.wait_for_selector("#board svg")
        last = number(page)
        for key, place in (
            ("ArrowLeft", last - 1),
            ("ArrowLeft", last - 2),
            ("ArrowRight", last - 1),
        ):
            page.keyboard.press(key)
            expect(page.locator("#place-shown")).to_have_text(f"{place} of {last}")
        page.get_by_role("button", name="To the start").click()
        expect(page.locator("#news")).to_contain_text("as starting hand")
        shoot(page, "replay")


def test_what_is_no_replay_is_rejected_with_the_reason(
    browser: Browser, at: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.replay"
    file.write_text("{}")
    with tab(browser, WIDE, rejections=1) as page:
        page.goto(at)
        page.locator("#replay").set_input_files(file)
        expect(page.locator("#games-problem")).to_contain_text("the replay has no format")


def test_the_keyboard_is_enough(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        page.goto(at)
        page.wait_for_selector("#seats li")
        press_until(page, "#begin")
        page.keyboard.press("Enter")
        page.wait_for_selector("#board svg")
        press_until(page, "#choices button")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid", (
            "the focus cannot be seen"
        )
        page.keyboard.press("Enter")
        await_change(page, 0)
        assert page.evaluate("document.activeElement.closest('#choices') !== null")
        page.evaluate("document.activeElement.blur()")
        press_until(page, "#board [data-action]")
        shoot(page, "keyboard")
        page.keyboard.press("Enter")
        if page.locator("#chooser").is_visible():
            page.keyboard.press("Enter")
        await_change(page, 1)


def press_until(page: Page, wanted: str) -> None:
    """Press Tab until the focus is on an element of a kind."""
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab does not reach {wanted}")


def test_it_fits_a_narrow_screen_and_answers_to_taps(browser: Browser, at: str) -> None:
    rng = random.Random(7)
    with tab(browser, NARROW, has_touch=True) as page:
        page.goto(at)
        page.wait_for_selector("#seats li")
        assert fits(page)
        shoot(page, "narrow start")
        begin(page, at, players=2, seed=8)
        for _ in range(6):
            choices = page.locator("#choices button")
            before = number(page)
            choices.nth(rng.randrange(choices.count())).tap()
            confirm(page)
            await_change(page, before)
            assert fits(page)
        box = page.locator("#board > svg").get_attribute("viewBox", timeout=1000)
        assert str(box).startswith("0 0 3")
        shoot(page, "narrow game")


def fits(page: Page) -> bool:
    """Return whether nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_game_is_deleted_after_a_question(browser: Browser, at: str) -> None:
    with tab(browser, WIDE) as page:
        begin(page, at, seed=9)
        address_of_game = page.url
        page.goto(at)
        mine = page.locator("li", has=page.locator(f'a[href="{address_of_game.removeprefix(at)}"]'))
        mine.get_by_role("button", name="Delete").click()
        page.get_by_role("button", name="Keep it").click()
        expect(mine).to_have_count(1)
        mine.get_by_role("button", name="Delete").click()
        page.get_by_role("button", name="Delete", exact=True).last.click()
        expect(mine).to_have_count(0)
