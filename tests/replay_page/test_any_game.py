"""Pages of replays of other games than Rats of Wistar."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.kit.nim import Nim
from tests.replay_page.test_page import unpacked
from wistar_env.games import lab_rats
from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay
from wistar_env.replay_page import write
from wistar_env.replay_page.page import page, page_data

MOST = 1_000_000


def played(game: type[Game], players: int, seed: int, most: int = 10**6) -> Replay[Any]:
    replay = Replay(game, players, seed)
    position, chance = replay.start(), random.Random(seed)
    while not position.finished and len(replay.actions) < most:
        replay.actions.append(chance.choice(position.legal_actions().tolist()))
        position.step(replay.actions[-1])
    return replay


@pytest.mark.parametrize(("game", "unit"), [(Nim, "points"), (lab_rats.LabRats, "cheese")])
def test_a_page_holds_a_whole_game(game: type[Game], unit: str) -> None:
    replay = played(game, 3, 1, 60)
    written = page(replay)
    found = unpacked(written)
    count = len(replay.actions)
    assert [len(found[name]) for name in ("wide", "narrow", "scores")] == [count + 1] * 3
    assert [step["action"] for step in found["steps"]] == replay.actions
    assert all(step["events"] for step in found["steps"])
    assert found["result"]["unit"] == unit
    assert found["scores"][-1] == found["result"]["totals"]
    assert len({seat["ink"] for seat in found["seats"]}) == 3
    assert f"<title>{game.spec.title}: a replay</title>" in written
    assert "3 players; seed 1; rules version 1" in written
    assert "Wistar" not in written


def test_a_page_of_lab_rats_for_one_seat_says_nothing_of_other_hands() -> None:
    replay = played(lab_rats.LabRats, 4, 2, 80)
    for seat in (0, 3):
        shown = page_data(replay, seat)
        for step in shown["steps"]:
            if step["seat"] != seat:
                assert "action" not in step
            assert not [
                line
                for line in step["events"]
                if " drew " in line
                and "(" in line
                and not line.startswith(f"player_{seat} ")
                and "drew a Potion (" in line
            ]


def test_the_page_of_a_long_game_of_lab_rats_is_small() -> None:
    sizes = [len(page(played(lab_rats.LabRats, 5, 4, most)).encode()) for most in (40, 120)]
    assert sizes[1] + (sizes[1] - sizes[0]) / 80 * (700 - 120) < MOST


def test_a_browser_shows_the_page(tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("needs Chromium, such as from 'apt-get install chromium'")
    from tests.server.browser import shoot

    replay = played(lab_rats.LabRats, 4, 2, 150)
    write(replay, tmp_path / "x.html")
    write(played(Nim, 3, 1, 4), tmp_path / "seat.html", 1)
    problems: list[str] = []
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for width, height in ((1400, 900), (390, 844)):
            tab = browser.new_page(viewport={"width": width, "height": height})
            tab.on("console", lambda message: problems.append(message.text))
            tab.on("pageerror", lambda error: problems.append(str(error)))
            tab.goto((tmp_path / "x.html").as_uri() + "#120")
            tab.wait_for_selector("#stage svg")
            assert tab.inner_text("#place") == f"120 / {len(replay.actions)}"
            tab.evaluate("() => { location.hash = '#40' }")
            tab.wait_for_function("() => document.querySelector('#place').innerText[0] === '4'")
            assert tab.inner_text("#place") == f"40 / {len(replay.actions)}"
            tab.evaluate("() => { location.hash = '#120' }")
            tab.wait_for_function("() => document.querySelector('#place').innerText[0] === '1'")
            tab.keyboard.press("PageDown")
            assert tab.inner_text("#now .when").startswith("Round ")
            assert "player_" in tab.inner_text("#now .events")
            assert tab.locator("#log li.round").count() >= 2
            assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            shoot(tab, f"lab-rats-replay-{width}")
            tab.goto((tmp_path / "seat.html").as_uri())
            tab.wait_for_selector("#scores svg")
            assert tab.inner_text("#result tfoot").split()[1:].count("?") == 2
        browser.close()
    assert problems == []


def test_a_page_for_one_seat_has_no_points_that_depend_on_hidden_cards() -> None:
    replay = played(Nim, 3, 1, 4)
    shown, everything = page_data(replay, 1), page_data(replay, None)
    cards = replay.start().record["cards"][0].tolist()
    assert [row[1] for row in shown["scores"]] == [cards[1]] * 5
    assert all(row[0] is None and row[2] is None for row in shown["scores"])
    assert shown["result"]["totals"] == shown["scores"][-1]
    assert None not in everything["scores"][-1]
    whole = played(Nim, 3, 1, 60)
    assert page_data(whole, 1)["scores"][-1] == page_data(whole, None)["scores"][-1]
