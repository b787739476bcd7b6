"""Training targets from search: visits, and outcomes of the games."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.networks.networks import lively
from wistar_env import BatchGame
from wistar_env.games.rats_of_wistar import RATS_OF_WISTAR, RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.categories import TOTAL
from wistar_env.kit.game import Game
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.networks.losses import MAX_LEGAL
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.search import Mcts, Report
from wistar_env.kit.vector.arrays import Sparse
from wistar_env.kit.vector.sparse import densify
from wistar_env.seeds import decision_seeds
from wistar_env.training.policy_targets import visit_distribution
from wistar_env.training.search_targets import SearchSelfPlay, SearchTargets

SIMULATIONS = 6
#: Two card sets, of which the games with seeds 12 and 14 have one each.
SETS = ["generated:v1:1", "generated:v1:2"]


def self_play(
    num_players: int,
    games: int = 2,
    threads: int = 1,
    reader: SharedNetwork | None = None,
    data: Any = None,
    **how: Any,
) -> SearchSelfPlay:
    level = (0, 9) if num_players == 1 else None
    batch = BatchGame(
        "rats-of-wistar",
        games,
        num_players,
        level=level,
        data=data,
        observation="sparse",
        autoreset_mode=AutoresetMode.DISABLED,
    )
    network = reader.network_for(num_players) if reader else lively(num_players)
    searcher = Mcts(SIMULATIONS, threads=threads, network=network)
    return SearchSelfPlay(searcher, batch, shared=reader, **how)


def searched(games: SearchSelfPlay, game: Game, seed: int) -> Report:
    """Return what search finds out about a decision of a game that began with a seed."""
    source = [(seed, int(game.record["decisions"][0]))]
    return games.searcher.search_all([game], decision_seeds(source).tolist())[0]


def check(targets: SearchTargets, row: int, game: Game, found: Report, end: Game) -> None:
    """Check a row against the decision of a game and the end of it."""
    d, shares = targets.decisions[row], targets.policy_targets[row]
    seats, n = game.num_seats, len(found.actions)
    assert d["legal"][: 1 + n].tolist() == [n, *found.actions.tolist()]
    assert d["legal"][1 + d["action_index"]] == found.best
    assert np.allclose(shares, np.append(found.visits / SIMULATIONS, np.zeros(MAX_LEGAL - n)))
    indices, values, used = targets.observations
    seen = Sparse(indices[row : row + 1], values[row : row + 1], used[row : row + 1])
    dense = densify(seen, game.layout)
    assert np.array_equal(dense[0], game.observe(game.seat))
    assert d["seat_order"][0] == game.seat
    assert sorted(d["seat_order"][:seats]) == [*range(seats)]
    now, finals = ([each["total"] for each in then.scores()] for then in (game, end))
    assert np.allclose(d["returns"][:seats], np.subtract(finals, now) / 10)
    assert d["returns"][MAX_SEATS : MAX_SEATS + seats].tolist() == [
        rank == 1 for rank in end.ranks()
    ]


@pytest.mark.parametrize(("num_players", "data"), [(1, None), (3, None), (1, SETS)])
def test_targets_are_the_visits_of_search_and_the_outcome_of_the_game(
    num_players: int, data: Any
) -> None:
    reader = (
        SharedNetwork.random(RatsOfWistar, (num_players,), (32, 16), code=8, seed=3, ids=False)
        if data
        else None
    )
    games = self_play(num_players, reader=reader, data=data, num_sampling_moves=0)
    targets, seeds = games.play([12, 14], first_game=5).targets, [12, 14]
    assert len({*targets.sets.tolist()}) == len(data or [None])
    games.envs.reset(seeds)
    for i, seed in enumerate(seeds):
        game, told = games.envs.game(i), []
        while not game.finished:
            found = searched(games, game, seed)
            told.append((game.clone(), found))
            game.step(found.best)
        several = [each for each in told if len(each[1].actions) > 1]
        rows = np.flatnonzero(targets.game == 5 + i).tolist()
        for row, (then, found) in zip(rows, several, strict=True):
            check(targets, row, then, found, game)


def test_a_view_is_what_another_seat_sees_at_a_decision_and_the_outcome_of_the_game() -> None:
    games = self_play(3, num_sampling_moves=0, value_views=1.0)
    targets = games.play([12, 14], first_game=5).targets
    decisions, views = targets.decision_rows(), targets.view_rows()
    assert np.array_equal(views, decisions + 1), "each follows its decision"
    outcomes = [targets.decisions["returns"][rows].tolist() for rows in (decisions, views)]
    assert outcomes[0] == outcomes[1]
    seats = targets.decisions["seat"]
    assert (seats[views] != seats[decisions]).all()
    assert {*((seats[views] - seats[decisions]) % 3).tolist()} == {1, 2}
    assert not targets.decisions["legal"][views].any()
    assert not targets.policy_targets[views].any()
    (row,) = views[targets.game[views] == 6][:1].tolist()
    games.envs.reset([12, 14])
    game = games.envs.game(1)
    while len(game.legal_actions()) == 1:
        game.step(int(game.legal_actions()[0]))
    indices, values, used = targets.observations
    seen = Sparse(indices[row : row + 1], values[row : row + 1], used[row : row + 1])
    assert np.array_equal(densify(seen, game.layout)[0], game.observe(int(seats[row])))
    assert targets.decisions["seat_order"][row, 0] == seats[row]


def test_a_fraction_of_the_decisions_has_views_and_a_game_alone_none() -> None:
    targets = self_play(2, value_views=0.3).play([1, 2]).targets
    assert 0.2 < len(targets.view_rows()) / len(targets.decision_rows()) < 0.4
    assert not len(self_play(1, value_views=1.0).play([1, 2]).targets.view_rows())


def test_results_are_those_of_the_players() -> None:
    games = self_play(1, games=3)
    score, wins = games.play([1, 2, 3]).results()
    assert score == pytest.approx(games.envs.final_scores[:, 0, TOTAL].mean())
    assert wins == pytest.approx((games.envs.final_ranks[:, 0] == 1).mean())


def test_each_step_reports_how_many_games_have_ended() -> None:
    told: list[int] = []
    self_play(2).play([1, 2], on_step=told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 2)


def test_any_number_of_threads_gives_the_same_targets() -> None:
    one, other = (self_play(2, threads=threads).play([3, 4]).targets.save() for threads in (1, 2))
    assert all(np.array_equal(array, other[name]) for name, array in one.items())


def test_only_the_first_moves_are_sampled() -> None:
    def lines(**how: Any) -> Any:
        return self_play(1, games=1, temperature=2.0, **how).play([1]).targets.decisions["legal"]

    settled, short, long = (
        lines(num_sampling_moves=0),
        lines(num_sampling_moves=1),
        lines(num_sampling_moves=10_000),
    )
    assert np.array_equal(settled, lines(num_sampling_moves=0))
    assert np.array_equal(settled[0], short[0])
    assert not np.array_equal(settled, long)
    assert not np.array_equal(short, long)


def test_a_low_target_temperature_sharpens_the_visits() -> None:
    plain, focused = (
        self_play(2, num_sampling_moves=0, policy_target=partial(visit_distribution, temperature=t))
        .play([5, 6])
        .targets
        for t in (1.0, 0.5)
    )
    squares = plain.policy_targets**2
    assert np.allclose(
        focused.policy_targets, squares / squares.sum(axis=1, keepdims=True), atol=1e-6
    )


def test_targets_are_saved_and_loaded_unchanged() -> None:
    targets = self_play(4, value_views=0.5).play([1, 2]).targets
    loaded = SearchTargets.load(targets.save(), RATS_OF_WISTAR, 4)
    assert loaded.observations.indices.shape == targets.observations.indices.shape
    assert loaded.save()["indices"].shape[1] < loaded.observations.indices.shape[1]
    for mine, other in zip(loaded._arrays(), targets._arrays(), strict=True):
        assert mine.dtype == other.dtype
        assert mine.tobytes() == other.tobytes()
    nothing = SearchTargets.zeros(0, RATS_OF_WISTAR, 4)
    assert len(SearchTargets.load(nothing.save(), RATS_OF_WISTAR, 4)) == 0


def test_old_games_are_left_out() -> None:
    targets = self_play(1).play([1, 2], first_game=8).targets
    assert {*targets.game.tolist()} == {8, 9}
    newest = targets.since(9)
    assert {*newest.game.tolist()} == {9}
    assert np.array_equal(newest.policy_targets, targets.policy_targets[targets.game == 9])
    joined = SearchTargets.concatenate([newest, targets])
    assert len(joined) == len(newest) + len(targets)
    assert np.array_equal(joined.observations.values[len(newest) :], targets.observations.values)
