"""The measurements of searches: that they search what they report, at positions from the middle."""

import numpy as np
import pytest

from experiments.speed import searches
from wistar_env import BatchGame, RatsOfWistar
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search import Flat, Mcts
from wistar_env.kit.search.searcher import Searcher
from wistar_env.speed import timing
from wistar_env.speed.timing import Measurement, Work

ROWS = {1: "solo, level 9", 2: "2 players", 3: "3 players", 4: "4 players"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure in no time, with few games."""
    monkeypatch.setattr(timing, "SECONDS", 0.001)
    monkeypatch.setattr(searches, "GAMES", 3)
    monkeypatch.setattr(searches, "SIMULATIONS", 20)
    monkeypatch.setattr(searches, "ROLLOUTS", 4)


def by_name(measured: list[Measurement]) -> dict[str, Measurement]:
    found = {each.name: each for each in measured}
    assert len(found) == len(measured)
    return found


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_positions_are_from_the_middle_of_games_and_the_same_each_time(num_players: int) -> None:
    games = searches.positions(num_players)
    assert len({game.to_bytes() for game in games}) == 3
    for game in games:
        assert game.num_players == num_players
        assert game.level == (9 if num_players == 1 else None)
        assert game.round in (2, 3, 4)
        assert len(game.legal_actions()) > 1  # else there would be nothing to search
    assert searches.positions(num_players) == games


def test_as_many_decisions_come_before_a_position_as_after_it() -> None:
    batch = BatchGame("rats-of-wistar", 3, 2, observation=None)
    done = batch.reset(seed=1).done
    games = []
    while not done[2]:
        games.append(batch.game(2))
        done = batch.step(batch.choose("greedy")).done
    at = games.index(searches.positions(2)[2])
    assert len(games) > 100
    assert at - (len(games) - 1 - at) in (0, 1)


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_a_round_searches_every_position_once(num_players: int) -> None:
    games = searches.positions(num_players)
    before = [game.to_bytes() for game in games]
    network = searches.random_network(num_players)
    work = searches.searching(Mcts(20, network=network), games)
    assert work(1) == 3 * 20
    assert work(2) == 2 * 3 * 20
    assert [game.to_bytes() for game in games] == before


def test_rollouts_are_counted_as_they_were_made(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    search_all = Flat.search_all

    def counted(self, games, seeds):  # type: ignore[no-untyped-def]
        reports = search_all(self, games, seeds)
        searched.extend(report.simulations for report in reports)
        return reports

    monkeypatch.setattr(Flat, "search_all", counted)
    work = searches.searching(Flat(30), searches.positions(2))
    searched.clear()
    assert work(2) == sum(searched)
    assert len(searched) == 2 * 3
    assert searched[:3] == searched[3:]


def test_the_random_network_has_the_default_size_and_is_always_the_same() -> None:
    network = searches.random_network(3)
    assert network.num_players == 3
    assert network.hidden == Network(RatsOfWistar, 3).hidden == (128, 64)
    assert np.array_equal(network.weights, searches.random_network(3).weights)


def test_searches_are_those_of_one_thread_with_their_defaults() -> None:
    made = searches.searchers(2)
    assert [*made] == [
        "mcts, random network",
        "mcts, trained network",
        "mcts, rollouts",
        "flat, rollouts",
    ]
    learned, trained, played, flat = made.values()
    assert isinstance(learned, Mcts)
    assert isinstance(trained, Mcts)
    assert isinstance(played, Mcts)
    assert isinstance(flat, Flat)
    assert (learned.simulations, played.simulations, flat.rollouts) == (20, 4, 4)
    assert trained.simulations == 20
    assert trained.network_for(RatsOfWistar.new(2, 1)) is not None
    assert learned.network is not None
    assert played.network is None
    assert [each.threads for each in made.values()] == [1, 1, 1, 1]
    assert [each.num_trees for each in made.values()] == [1, 1, 1, 1]


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_costs_are_microseconds(num_players: int) -> None:
    measured = searches.costs(num_players, 2)
    row = ROWS[num_players]
    assert {*by_name(measured)} == {
        f"{row}, mcts, random network",
        f"{row}, mcts, trained network",
        f"{row}, mcts, rollouts",
        f"{row}, flat, rollouts",
    }
    for each in measured:
        assert each.unit == "µs/simulation"
        assert len(each.values) == 2
        assert all(value > 0 for value in each.values)


def test_a_cost_is_a_million_by_the_simulations_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = {"mcts, random network": (1e5, 2e5), "mcts, rollouts": (1e3, 2e3)}
    monkeypatch.setattr(searches, "race", lambda works, repeats: made_up)
    found = by_name(searches.costs(2, 2))
    assert found["2 players, mcts, random network"].values == pytest.approx((10.0, 5.0))
    assert found["2 players, mcts, rollouts"].values == pytest.approx((1000.0, 500.0))


@pytest.mark.parametrize(("cores", "counts"), [(1, [1]), (2, [1, 2]), (64, [1, 2])])
def test_two_threads_are_compared_with_one_where_there_are_two_cores(
    cores: int, counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, bool]] = []

    def fake(searcher: Searcher, games: list[object]) -> Work:
        asked.append((searcher.threads, searcher.network is not None))
        return lambda count: count

    def race(works: dict[int, Work], repeats: int) -> dict[int, tuple[float, ...]]:
        return {count: (100.0 * count**0.5, 100.0 * count) for count in works}

    monkeypatch.setattr(searches, "available_cores", lambda: cores)
    monkeypatch.setattr(searches, "searching", fake)
    monkeypatch.setattr(searches, "race", race)
    measured = searches.threads(1, 2)
    assert asked == [(count, True) for count in counts]
    found = {(each.unit, each.name, each.column): each.values for each in measured}
    rates = {
        ("simulations/s", "solo, level 9", "1 thread"): (100.0, 100.0),
        ("simulations/s", "solo, level 9", "2 threads"): (pytest.approx(141.42, 1e-4), 200.0),
        ("times", "solo, level 9", "2 threads"): (pytest.approx(1.4142, 1e-4), 2.0),
    }
    assert found == {place: rates[place] for place in rates if cores > 1 or "1 thread" in place}


def test_threads_share_the_positions_of_a_round() -> None:
    network = searches.random_network(2)
    work = searches.searching(Mcts(20, threads=2, network=network), searches.positions(2))
    assert work(2) == 2 * 3 * 20


def test_every_number_of_players_is_measured() -> None:
    parts = searches.parts()
    assert {part.section for part in parts} == {"search"}
    assert [part.label for part in parts] == [
        f"search, {players}: {what}"
        for players in ("solo", "2 players", "3 players", "4 players")
        for what in ("costs", "threads")
    ]
