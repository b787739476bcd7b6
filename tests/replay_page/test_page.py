"""The page of a replay: self-contained, small, complete, and without hidden information."""

import base64
import dataclasses
import hashlib
import json
import re
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hidden import hidden_names
from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays import Replay
from wistar_env.play.review import Reviewed, in_words, review, reviewer
from wistar_env.play.review_data import review_of
from wistar_env.play.table import Table
from wistar_env.replay_page import write
from wistar_env.replay_page.page import page, page_data

MOST = 1_000_000
#: Actions of a four-player game; the longest of 20 games of greedy and networks had 566.
MAX_SECONDS = 800


def played(players: list[str], actions: int, level: int | None = None) -> Replay[RatsOfWistar]:
    table = Table(RatsOfWistar, players, seed=4, options={"level": level})
    while table.position < actions and not table.game.finished:
        table.answer()
    return table.replay()


@pytest.fixture(scope="module")
def short() -> Replay[RatsOfWistar]:
    return played(["network:wistar", "random"], 40)


@pytest.fixture(scope="module")
def flawed() -> Replay[RatsOfWistar]:
    return played(["greedy", "greedy"], 60)


def unpacked(text: str) -> Any:
    found = re.search(r'id="replay">([^<]+)<', text)
    assert found
    return json.loads(zlib.decompress(base64.b64decode(found[1])))


def test_a_page_asks_for_nothing_and_runs_no_script_but_its_own(
    short: Replay[RatsOfWistar],
) -> None:
    text = page(short)
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!data:,|#)""", text)
    assert not re.search(r"url\((?!data:)", text)
    assert not re.search("https?:", text.replace("http://www.w3.org/2000/svg", ""))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy
    assert "default-src 'none'" in policy[1]
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy[1]


def test_a_page_holds_every_position_action_score_and_explanation(
    short: Replay[RatsOfWistar],
) -> None:
    found = unpacked(page(short))
    count = len(short.actions)
    assert [step["action"] for step in found["steps"]] == short.actions
    assert [len(found[name]) for name in ("wide", "narrow", "scores")] == [count + 1] * 3
    assert {int(k) for k in found["explanations"]} == {*short.explanations}
    assert all(step["events"] for step in found["steps"])
    assert found["scores"][-1] == [score["total"] for score in short.resume().scores()]
    assert [seat["name"] for seat in found["seats"]] == ["network:wistar", "random"]
    assert found["result"]["totals"] == found["scores"][-1]


#: The spec of a search, and its results.
Review = tuple[str, list[Reviewed]]


@pytest.fixture(scope="module")
def reviewed(flawed: Replay[RatsOfWistar]) -> Review:
    spec = "mcts:simulations=16,network=wistar"
    return spec, review(flawed, reviewer(spec, RatsOfWistar.spec))


def test_a_page_holds_a_review(flawed: Replay[RatsOfWistar], reviewed: Review) -> None:
    spec, found = reviewed
    shown = unpacked(page(flawed, review=review_of(flawed, *reviewed)))["review"]
    assert shown["search"] == spec
    assert [int(number) for number in shown["decisions"]] == [each.number for each in found]
    assert [each["seat"] for each in shown["seats"]] == [0, 1]
    assert {type(each["chance"]) for each in shown["seats"]} == {float}
    marked = [each for each in found if each.mark]
    assert marked
    for each in found:
        told = shown["decisions"][str(each.number)]
        assert told["seat"] == each.seat
        assert told["value"] - told["loss"] == pytest.approx(each.played, abs=1e-3)
        assert told["expected"] == pytest.approx(each.expected, abs=0.05)
        assert told.get("mark", "") == each.mark
        assert ("line" in told) == bool(each.mark)
        assert not re.search(r"\bS\d\b", json.dumps(told)), "a code of a place"
    assert unpacked(page(flawed))["review"] is None


def test_a_review_for_one_seat_tells_nothing_of_the_decisions_of_others(
    flawed: Replay[RatsOfWistar], reviewed: Review
) -> None:
    shown = unpacked(page(flawed, 1, review=review_of(flawed, *reviewed, 1)))["review"]
    own = [each.number for each in reviewed[1] if each.seat == 1]
    assert [int(number) for number in shown["decisions"]] == own
    assert [each["seat"] for each in shown["seats"]] == [1]


def test_a_page_for_one_seat_tells_no_more_than_it_may_know(short: Replay[RatsOfWistar]) -> None:
    everything = json.dumps(page_data(short, None)["steps"])
    shown = page_data(short, 1)
    own = shown["steps"]
    assert short.explanations
    assert shown["explanations"] == {}
    drew = [
        line for step in own if step["seat"] == 0 for line in step["events"] if " drew " in line
    ]
    assert all("drew a" in line or re.search(r"drew \d", line) for line in drew)
    assert json.dumps(own) != everything


@pytest.mark.parametrize("players", [["random"], ["random", "greedy", "random"]], ids=len)
def test_a_page_for_one_seat_holds_nothing_from_which_hidden_cards_follow(
    players: list[str],
) -> None:
    """It contains neither the seed nor secret actions of others nor cards never seen."""
    seed = 2**52 + 12_345
    table = Table(RatsOfWistar, players, seed)
    while table.position < 24:
        table.answer()
    replay = table.replay()
    for seat in range(len(players))[:2]:
        written = page(replay, seat)
        contents = json.dumps(unpacked(written), ensure_ascii=False)
        never = set.intersection(*(hidden_names(game, seat) for game, _ in replay.positions()))
        assert never
        assert not [each for each in never if each in contents]
        assert str(seed) not in written + contents
        seen = unpacked(written)
        mine = {k for k, step in enumerate(seen["steps"]) if step["seat"] == seat}
        assert {k for k, step in enumerate(seen["steps"]) if "action" in step} == mine
    assert str(seed) in page(replay)


def test_a_title_that_is_no_unicode_text_is_written_all_the_same(
    short: Replay[RatsOfWistar],
) -> None:
    few = Replay(RatsOfWistar, 2, 4, actions=short.actions[:2])
    assert "game-?.jsonl" in page(few, title="game-\udce9.jsonl").encode().decode()


def test_a_title_is_text_and_nothing_else(short: Replay[RatsOfWistar]) -> None:
    few = Replay(RatsOfWistar, 2, 4, actions=short.actions[:2])
    assert "<b>&" not in page(few, title="<b>&")
    assert "<title>&lt;b&gt;&amp;</title>" in page(few, title="<b>&")


def test_progress_is_reported_after_every_position(short: Replay[RatsOfWistar]) -> None:
    drawn: list[int] = []
    page(Replay(RatsOfWistar, 2, 4, actions=short.actions[:3]), on_progress=drawn.append)
    assert drawn == [1, 2, 3, 4]


def test_a_replay_that_cannot_be_played_becomes_no_page(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="action number 1"):
        write(Replay(RatsOfWistar, 2, 4, actions=[970]), tmp_path / "x.html")
    assert not (tmp_path / "x.html").exists()


def test_the_page_of_the_longest_game_is_small() -> None:
    replay = played(["random", "network"] * 2, 90)
    sizes = [len(page(replay_of(replay, actions)).encode()) for actions in (30, 90)]
    each = (sizes[1] - sizes[0]) / 60
    assert sizes[1] + each * (MAX_SECONDS - 90) < MOST


def replay_of(replay: Replay[RatsOfWistar], actions: int) -> Replay[RatsOfWistar]:
    """Return the beginning of a replay."""
    explanations = {k: explanation for k, explanation in replay.explanations.items() if k < actions}
    cut = replay.actions[:actions]
    return dataclasses.replace(replay, actions=cut, explanations=explanations)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("needs Chromium, such as from 'apt-get install chromium'")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844)])
def test_a_browser_goes_to_the_worst_decisions(
    flawed: Replay[RatsOfWistar],
    reviewed: Review,
    browser: Any,
    tmp_path: Path,
    width: int,
    height: int,
) -> None:
    write(flawed, tmp_path / "x.html", review=review_of(flawed, *reviewed))
    tab = browser.new_page(viewport={"width": width, "height": height})
    problems: list[str] = []
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.goto((tmp_path / "x.html").as_uri())
    tab.wait_for_selector("#review .worst button")
    marked = sorted((each for each in reviewed[1] if each.mark), key=lambda each: -each.loss)
    # It opens at the worst decision whose mark was confirmed.
    assert tab.inner_text("#place") == f"{marked[0].number} / {len(flawed.actions)}"
    assert marked[0].mark.capitalize() in tab.inner_text("#verdict .kind")
    assert tab.locator("#review .worst button").count() == min(10, len(marked))
    assert tab.locator("#review circle").count() == len(marked)
    assert tab.locator("#log b").count() == len(marked)
    assert "NaN" not in tab.inner_text("#review table")
    assert tab.locator("#expected svg polyline, #expected svg path").count() >= 2
    assert tab.locator("#review + #expected + #log").count() == 1
    tops = tab.locator("nav button").evaluate_all("all => all.map((each) => each.offsetTop)")
    assert len(set(tops)) == 1  # the buttons are in one row, also on a phone
    for item, each in enumerate(marked[:10]):
        told = tab.locator("#review .worst button").nth(item).inner_text()
        assert "Missed: " in told
        assert in_words(flawed, each)[1][0] in told
    tab.click("#review .worst button >> nth=0")
    seen = "document.querySelector('#verdict .better').getBoundingClientRect()"
    assert tab.evaluate(f"{seen}.top >= 0 && {seen}.top < innerHeight")
    assert tab.inner_text("#place") == f"{marked[0].number} / {len(flawed.actions)}"
    assert marked[0].mark.capitalize() in tab.inner_text("#verdict .kind")
    assert tab.locator("#verdict .better li").count() == len(marked[0].line)
    unmarked = next(each for each in reviewed[1] if not each.mark)
    tab.evaluate(f"() => {{ location.hash = '#{unmarked.number}' }}")
    tab.wait_for_selector("#verdict", state="hidden")
    assert tab.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert problems == []


def test_a_browser_shows_the_page_and_its_keys_work(
    short: Replay[RatsOfWistar], browser: Any, tmp_path: Path
) -> None:
    write(short, tmp_path / "x.html")
    tab = browser.new_page(viewport={"width": 1400, "height": 900})
    problems: list[str] = []
    asked: list[str] = []
    tab.on("console", lambda message: problems.append(message.text))
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto((tmp_path / "x.html").as_uri() + "#3")
    tab.wait_for_selector("#stage svg")
    last = len(short.actions)

    def place() -> str:
        return str(tab.inner_text("#place"))

    def board() -> str:
        return str(tab.inner_html("#stage"))

    assert place() == f"3 / {last}"
    seen: dict[int, str] = {}
    for key, at in [
        ("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last),
    ]:  # fmt: skip
        tab.keyboard.press(key)
        assert place() == f"{at} / {last}"
        assert seen.setdefault(at, board()) == board()
    tab.fill("#slider", "7")
    assert place() == f"7 / {last}"
    after = board()
    tab.click("#log button >> nth=0")
    assert place() == f"1 / {last}"
    assert board() == seen[1]
    tab.goto((tmp_path / "x.html").as_uri() + "#7")
    tab.reload()
    tab.wait_for_selector("#stage svg")
    assert board() == after
    tab.keyboard.press("Space")
    tab.wait_for_selector(f"#place:text-is('8 / {last}')")
    tab.keyboard.press("Space")
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = tab.evaluate(ground)
    tab.get_by_role("button", name="Dark").click()
    assert tab.evaluate(ground) != light, "the page has the themes of the table"
    tab.set_viewport_size({"width": 390, "height": 800})
    tab.wait_for_selector('#stage svg[viewBox^="0 0 4"]')
    assert tab.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert problems == []
    assert all(url.startswith(("file:", "data:")) for url in asked)
