"""Games of the leaderboard are pages of the site, and each row links to its own."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.benchmark.protocol.runs import FIVE, changed_games, trial
from tests.website.test_site import broken, pages_of
from website import leaderboard_games, links
from website.leaderboard_games import FOLDER, EntryGames, draw, games_of_entries
from wistar_env.benchmark.protocol.bench import Entrant
from wistar_env.benchmark.protocol.games import units_of
from wistar_env.benchmark.protocol.tasks import TASKS
from wistar_env.kit.replays.shards import Shard


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a row of each game, of a few games."""
    folder = tmp_path_factory.mktemp("rows")
    trial(folder / "greedy", "solo-9", 5)
    trial(folder / "random", "lab-rats-3", 3, Entrant(("random",), "random"))
    return folder


def test_a_row_shows_its_median_best_and_worst_games_by_margin(rows: Path) -> None:
    games = EntryGames(rows / "greedy" / "solo-9.json")
    margins = [own - rats for own, rats in games.shard.scores.tolist()]
    assert {words: margins[number] for words, number in games.chosen.items()} == {
        "median": sorted(margins)[2],
        "best": max(margins),
        "worst": min(margins),
    }
    assert [*games.chosen] == ["median", "best", "worst"]


def test_of_equal_games_the_first_is_shown_and_none_twice(rows: Path, tmp_path: Path) -> None:
    shard = Shard.load(rows / "greedy" / "solo-9.npz")

    def chosen(*margins: int) -> dict[str, int]:
        scores = np.array([[100 + each, 100] for each in margins], np.int64)
        where = tmp_path / str(margins)
        file = changed_games(rows / "greedy", where, "solo-9", scores=scores)
        return EntryGames(file).chosen

    assert len(shard) == 5
    assert chosen(7, 3, 7, 3, 5) == {"median": 4, "best": 0, "worst": 1}
    assert chosen(2, 2, 2, 2, 2) == {"median": 2, "best": 0}
    assert chosen(2, 9, 2, 2, 2) == {"median": 3, "best": 1, "worst": 0}


def test_the_margin_is_that_of_the_bot_in_whatever_seat_it_sits(rows: Path) -> None:
    games = EntryGames(rows / "random" / "lab-rats-3.json")
    scores = games.shard.scores.tolist()
    for number, seats in enumerate(games.shard.players.tolist()):
        seat = seats.index(0)
        others = [score for k, score in enumerate(scores[number]) if k != seat]
        assert games.margin_of(number) == scores[number][seat] - max(others)
        players = games.replay(number).players
        assert players is not None
        assert players[seat] == "random"
        assert {*players} == {"random", "careful", "network:lab-rats-1"}


def test_a_game_is_replayed_to_its_recorded_scores(rows: Path) -> None:
    for file, games in games_of_entries(rows).items():
        for number in range(len(games.shard)):
            end = games.replay(number).resume()
            assert end.finished, file
            total = end.spec.score_columns[end.spec.scores.total_column]
            assert [score[total] for score in end.scores()] == games.shard.scores[number].tolist()


def test_each_game_is_of_the_data_set_that_its_place_in_the_file_says() -> None:
    """Of two bots with two deals a card set, in the order in which units are played."""
    task = TASKS["unseen-permuted"]
    games = len(task.data) * 2 * 2
    expected = [
        unit.data
        for bot in ("greedy", "random")
        for unit in units_of(task, bot, (), seed=1, deals=2)
        for _ in unit.games
    ]
    found = [leaderboard_games.data_of_game(task, 2, games, number) for number in range(games)]
    assert found == expected


def test_pages_link_to_each_other_and_are_drawn_once(
    rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, kept = tmp_path / "site", tmp_path / "kept"
    site.mkdir()
    shown = {
        file: games for file, games in games_of_entries(rows).items() if file.stem == "lab-rats-3"
    }
    ((_, games),) = shown.items()
    monkeypatch.setattr(EntryGames, "chosen", {"median": 0, "best": 1})  # two, to be quick
    draw(shown, site / FOLDER, kept)
    page = site / leaderboard_games.LEADERBOARD.partition("#")[0]
    page.write_text(f'<h2 id="leaderboard">{games.links()}</h2>')
    pages = pages_of(site)
    assert len(pages) == 1 + len(games.chosen)
    assert {str(file): broken(pages, file) for file in pages if broken(pages, file)} == {}
    assert set(pages) == {
        page,
        *(site / link for link in pages[page].leads),
    }
    monkeypatch.setattr(leaderboard_games, "_draw_entry", None)
    draw(shown, site / FOLDER, kept)
    draw({}, site / FOLDER, kept)
    assert not [*kept.iterdir()], "games that left the leaderboard are kept"
    opened(site / FOLDER / games.place("median"))


def opened(page: Path) -> None:
    """Check in a browser, where there is one, that a page from a file shows its game."""
    if find_spec("playwright") is None or find_spec("uvicorn") is None:
        return
    from tests.server.browser import CHROMIUM, NARROW, chromium

    if CHROMIUM is None:
        return
    problems: list[str] = []
    with chromium() as browser:
        tab = browser.new_page(viewport=NARROW)  # type: ignore[arg-type]
        tab.on("console", lambda message: problems.append(message.text))
        tab.goto(page.as_uri())
        tab.wait_for_selector("#stage svg")
        assert tab.locator("body").evaluate("e => e.scrollWidth <= innerWidth")
        tab.click("#last")
        tab.wait_for_function("() => document.querySelector('#place').innerText[0] !== '0'")
        tab.click("p.site a >> nth=0")
        assert tab.url.endswith(leaderboard_games.LEADERBOARD)
    assert problems == []


def test_the_site_links_a_row_to_its_games_and_keeps_its_other_links() -> None:
    file = links.ROOT / "docs" / "results.md"
    row = links.ROOT / "docs" / "benchmark.md"
    page = links.PAGES / "results.md"
    shown = links.site("https://example.org", {row: '<a href="x.html">best</a>'})
    text = shown.aimed("[mine](benchmark.md) [other](play.md)", file, page)
    assert text == '[mine](benchmark.md): <a href="x.html">best</a> [other](play.md)'


def test_a_track_counts_the_margin_of_each_of_its_bots(tmp_path: Path) -> None:
    trial(tmp_path, "solo-9", 10, Entrant(FIVE, "five", track="1M"))
    games = EntryGames(tmp_path / "solo-9.json")
    first, last = games.replay(0), games.replay(len(games.shard) - 1)
    assert (first.players, last.players) == ((FIVE[0],), (FIVE[4],))
    own, rats = games.shard.scores[-1].tolist()
    assert games.margin_of(len(games.shard) - 1) == own - rats
