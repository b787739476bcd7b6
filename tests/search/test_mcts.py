"""Searches: their inputs, absence of side effects, and that they find the best ending."""

import copy
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT, pthread_kill
from threading import Timer, active_count, main_thread
from typing import Any

import numpy as np
import pytest

from tests.games import TABLES, middle, sampled
from tests.kit.nim import Nim
from wistar_env import RatsOfWistar
from wistar_env.errors import NetworkError
from wistar_env.games.rats_of_wistar.rules.actions import END_TURN
from wistar_env.kit.bots import View
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search import Flat, Mcts, Report, search
from wistar_env.kit.search.context import NONE, ROOT
from wistar_env.play.table import Table

#: Small ones, for whole tests in a second.
SEARCHERS: dict[str, Callable[[int], Mcts | Flat]] = {
    "mcts": lambda _: Mcts(60, rollout_depth=4),
    "mcts of three trees": lambda _: Mcts(61, num_trees=3, rollout_depth=0),
    "mcts with a network": lambda players: Mcts(60, network=Network.random(RatsOfWistar, players)),
    "flat": lambda _: Flat(40, rollout_depth=6),
}


@pytest.fixture(params=SEARCHERS)
def make(request: pytest.FixtureRequest) -> Callable[[int], Mcts | Flat]:
    return SEARCHERS[request.param]


@pytest.fixture
def searcher(make: Callable[[int], Mcts | Flat]) -> Mcts | Flat:
    """Return one for the games of two players that ``middle`` gives."""
    return make(2)


def told(report: Report) -> tuple[Any, ...]:
    arrays = (report.actions, report.visits, report.prior, report.value)
    return report.seat, report.best, *(array.tobytes() for array in arrays)


def undecided(table: dict[str, Any], every: int = 25) -> list[RatsOfWistar]:
    """Return positions of a game in which there is something to choose."""
    found = sampled(RatsOfWistar.new(seed=5, **table), every, seed=5)
    return [game.clone() for game in found if len(game.legal_actions()) > 1]


@pytest.mark.parametrize("table", TABLES)
def test_the_same_seed_gives_the_same_report_whatever_was_searched_before(
    make: Callable[[int], Mcts | Flat], table: dict[str, Any]
) -> None:
    searcher, games = make(table["num_players"]), undecided(table)
    first = [told(searcher.search(game, 3)) for game in games]
    again = [told(searcher.search(game, 3)) for game in reversed(games)]
    assert again[::-1] == first


def test_another_seed_gives_another_report(searcher: Mcts | Flat) -> None:
    game = middle()
    assert told(searcher.search(game, 1)) != told(searcher.search(game, 2))


@pytest.mark.parametrize("table", TABLES)
def test_a_search_depends_on_nothing_that_its_seat_cannot_know(
    make: Callable[[int], Mcts | Flat], table: dict[str, Any]
) -> None:
    searcher = make(table["num_players"])
    for game in undecided(table):
        others = [game.determinize(game.seat, seed) for seed in (1, 2)]
        assert others[0] != others[1]
        wanted = told(searcher.search(game, 7))
        assert [told(searcher.search(other, 7)) for other in others] == [wanted] * 2


def test_a_search_leaves_the_game_as_it_was(searcher: Mcts | Flat) -> None:
    game = middle()
    before = game.to_bytes()
    searcher.search(game)
    assert game.to_bytes() == before


def test_a_view_is_searched_like_its_game(searcher: Mcts | Flat) -> None:
    game = middle()
    wanted = told(searcher.search(game, 4))
    assert told(searcher.search(View(game, game.seat), 4)) == wanted
    both = searcher.search_all([game, View(game, game.seat)], [4, 4])
    assert [told(report) for report in both] == [wanted] * 2


ENDLESS: dict[str, Callable[[int, int], Mcts | Flat]] = {
    "mcts": lambda budget, threads: Mcts(budget, network="none", threads=threads),
    "network": lambda budget, threads: Mcts(
        budget, network=Network.random(Nim, 2), threads=threads
    ),
    "flat": lambda budget, threads: Flat(budget, threads=threads),
}


@contextmanager
def ctrl_c() -> Iterator[None]:
    """Press Ctrl-C after 0.2 seconds: it ends what runs."""
    press = Timer(0.2, pthread_kill, (main_thread().ident, SIGINT))
    press.start()
    with pytest.raises(KeyboardInterrupt):
        yield
    press.join()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ENDLESS)
def test_ctrl_c_ends_a_search_and_its_threads(name: str, threads: int) -> None:
    games = [Nim.new(2, seed) for seed in (1, 2)]
    ENDLESS[name](8, threads).search_all(games, [1, 2])  # compiles
    before = active_count()
    with ctrl_c():
        ENDLESS[name](10**9, threads).search_all(games, [1, 2])
    assert active_count() == before


def test_ctrl_c_ends_a_search_in_steps() -> None:
    growing = Mcts(network="none").begin(Nim.new(2, 1))
    growing.run(1)
    with ctrl_c():
        growing.run(10**9)
    assert growing.report.simulations > 1


@pytest.mark.parametrize("kind", [Mcts, Flat])
def test_threads_change_nothing(kind: Any) -> None:
    games = undecided({"num_players": 2})
    seeds = [*range(len(games))]
    settings: dict[str, Any] = {"rollout_depth": 4, **({"num_trees": 3} if kind is Mcts else {})}
    one, two = kind(50, threads=1, **settings), kind(50, threads=2, **settings)
    wanted = [told(one.search(game, seed)) for game, seed in zip(games, seeds, strict=True)]
    for searcher in (one, two):
        assert [told(report) for report in searcher.search_all(games, seeds)] == wanted


@pytest.mark.parametrize("num_trees", [1, 4, 7])
def test_all_simulations_are_visits_of_legal_actions(num_trees: int) -> None:
    game = middle(4)
    report = Mcts(50, num_trees=num_trees, rollout_depth=0).search(game)
    assert report.simulations == 50
    assert np.array_equal(report.actions, game.legal_actions())
    assert report.prior.sum() == pytest.approx(1)
    assert 0 <= report.root_value <= 1


def test_the_most_visited_action_is_best_then_that_of_highest_value_then_of_lowest_id() -> None:
    def best(visits: list[int], value: list[float]) -> int:
        actions = np.array([3, 5, 9], np.int16)
        return Report(0, actions, np.array(visits), np.ones(3) / 3, np.array(value)).best

    assert best([2, 5, 4], [0.9, 0.1, 0.5]) == 5
    assert best([5, 2, 5], [0.2, 0.9, 0.4]) == 9
    assert best([5, 5, 2], [0.4, 0.4, 0.9]) == 3
    assert best([0, 0, 0], [np.nan] * 3) == 3


def test_a_single_legal_action_needs_no_search(searcher: Mcts | Flat) -> None:
    # The rules rarely offer a single action, so nearly all others are removed.
    game = middle()
    game._legal[0] = 1
    report = searcher.search(game)
    assert report.simulations == 0
    assert [report.best] == game.legal_actions().tolist()
    assert np.isnan(report.root_value)


def test_a_finished_game_is_not_searched(searcher: Mcts | Flat) -> None:
    *_, ended = sampled(RatsOfWistar.new(seed=5), 50, seed=5)
    with pytest.raises(ValueError, match="nothing to search"):
        searcher.search(ended)


def tree_of(mcts: Mcts, game: RatsOfWistar) -> Any:
    """Return the edges of the tree that a search leaves behind."""
    mcts.search(game)
    (buffers,) = mcts._free[game.spec]
    return buffers._arrays["edges"][: int(buffers.record["num_edges"][0])]


def siblings(edges: Any, parent: int) -> list[int]:
    """Return the edges behind an edge."""
    found, edge = [], int(edges["child"][parent])
    while edge != NONE:
        found.append(edge)
        edge = int(edges["sibling"][edge])
    return found


def priors_below_the_first(game: RatsOfWistar, **settings: Any) -> list[tuple[int, float]]:
    """Return actions and priors behind the first action of the root, whatever its priors are."""
    edges = tree_of(Mcts(2, c_puct=0, rollout_depth=0, **settings), game)
    (tried,) = (edge for edge in siblings(edges, ROOT) if edges["visits"][edge])
    assert tried == int(edges["child"][ROOT])
    found = siblings(edges, tried)
    assert len(found) > 1
    return [(int(edges["action"][edge]), float(edges["prior"][edge])) for edge in found]


@pytest.mark.property
@pytest.mark.parametrize("table", TABLES)
def test_what_the_edges_count_fits_together(table: dict[str, Any]) -> None:
    for game in undecided(table, every=60):
        edges = tree_of(Mcts(300, rollout_depth=0), game)
        assert edges["visits"][ROOT] == 300
        reached = [ROOT]
        for parent in reached:
            here = siblings(edges, parent)
            reached += here
            # The visit that added the position, and visits in which the game ended, have no further
            # edges.
            further = int(edges["visits"][here].sum())
            assert further <= edges["visits"][parent]
            chosen = [(int(edges["seat"][edge]), int(edges["action"][edge])) for edge in here]
            assert len({*chosen}) == len(chosen)
            assert (edges["available"][here] >= edges["visits"][here]).all()
            assert (edges["available"][here] <= further).all()
            assert (edges["value_sum"][here] <= edges["visits"][here]).all()
        assert sorted(reached) == [*range(len(edges))]


def test_actions_of_the_root_are_always_available() -> None:
    game = middle()
    edges = tree_of(Mcts(200, rollout_depth=0), game)
    root = siblings(edges, ROOT)
    assert sorted(edges["action"][root]) == game.legal_actions().tolist()
    assert (edges["available"][root] == 200).all()


def test_other_draws_make_other_actions_available_at_a_known_position() -> None:
    edges = tree_of(Mcts(2000, rollout_depth=0), middle())
    parents = [edge for edge in range(len(edges)) if edges["visits"][edge] > 20]
    fewer = [
        parent
        for parent in parents
        if len({int(edges["available"][edge]) for edge in siblings(edges, parent)}) > 1
    ]
    assert fewer


def test_noise_is_mixed_into_the_priors_of_the_root_and_only_there() -> None:
    (game,) = undecided({"num_players": 2}, every=60)[:1]
    network = Network.random(RatsOfWistar, 2, seed=4)

    def searched(seed: int = 1, **noise: Any) -> Report:
        return Mcts(1, network=network, **noise).search(game, seed)

    plain, quarter, whole = (searched(root_noise_fraction=part) for part in (0.0, 0.25, 1.0))
    assert told(plain) == told(searched())
    np.testing.assert_allclose(quarter.prior, 0.75 * plain.prior + 0.25 * whole.prior, atol=1e-6)
    assert whole.prior.sum() == pytest.approx(1)
    assert told(searched(root_noise_fraction=1.0)) == told(whole)
    assert not np.array_equal(searched(2, root_noise_fraction=1.0).prior, whole.prior)
    flat = searched(root_noise_fraction=1.0, dirichlet_alpha=1000.0).prior
    assert flat.std() < 0.1 * whole.prior.std()
    without, noisy = (
        priors_below_the_first(game, network=network, root_noise_fraction=part) for part in (0, 1)
    )
    assert without == noisy


@pytest.mark.parametrize(
    "network", [None, Network.random(RatsOfWistar, 2, seed=4)], ids=["greedy", "net"]
)
def test_priors_of_the_root_have_a_temperature_of_their_own(network: Network | None) -> None:
    (game,) = undecided({"num_players": 2}, every=60)[:1]

    def searched(simulations: int, **settings: Any) -> Mcts:
        return Mcts(simulations, network=network, rollout_depth=0, **settings)

    sharp, flat, both = (
        searched(1, **settings)
        for settings in (
            {"prior_temperature": 0.5},
            {"prior_temperature": 2.5},
            {"prior_temperature": 0.5, "root_prior_temperature": 2.5},
        )
    )
    wanted = flat.search(game, 1).prior
    np.testing.assert_allclose(both.search(game, 1).prior, wanted, rtol=1e-4)
    assert np.abs(sharp.search(game, 1).prior - wanted).max() > 0.001
    same = searched(1, prior_temperature=0.5, root_prior_temperature=0.5)
    assert told(same.search(game, 1)) == told(sharp.search(game, 1))
    below = [
        priors_below_the_first(game, network=network, prior_temperature=tree, **root)
        for tree, root in ((0.5, {}), (0.5, {"root_prior_temperature": 2.5}), (2.5, {}))
    ]
    assert below[0] == below[1]
    assert below[0] != below[2]


def test_noise_moves_visits_to_actions_that_the_network_thinks_little_of() -> None:
    games, network = undecided({"num_players": 2}), Network.random(RatsOfWistar, 2, seed=4)
    moved = [
        np.abs(found.visits / 40 - plain.visits / 40).sum()
        for plain, found in zip(
            *(
                Mcts(40, network=network, root_noise_fraction=part).search_all(
                    games, range(len(games))
                )
                for part in (0.0, 0.5)
            ),
            strict=True,
        )
    ]
    assert np.mean(moved) > 0.05


def test_a_full_tree_continues_with_its_edges() -> None:
    game = middle()
    mcts = Mcts(500, rollout_depth=0)
    mcts._capacity = 60
    report = mcts.search(game)
    (buffers,) = mcts._free[game.spec]
    assert buffers.record["num_edges"][0] <= 60
    assert report.simulations == 500
    assert report.best in game.legal_actions()


def outcome(game: RatsOfWistar, seat: int) -> int:
    """Return the best margin that a seat can reach when all decisions left are its own."""
    if game.finished:
        totals = [scores["total"] for scores in game.scores()]
        return totals[seat] - max(totals[:seat] + totals[seat + 1 :])
    assert game.seat == seat
    return max(outcomes(game))


def outcomes(game: RatsOfWistar) -> list[int]:
    """Return the best margin that the deciding seat can reach after each legal action."""
    margins = []
    for action in game.legal_actions().tolist():
        behind = game.clone()
        behind.step(action)
        margins.append(outcome(behind, game.seat))
    return margins


@pytest.mark.parametrize(("num_players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_the_best_ending_is_found(num_players: int, seed: int) -> None:
    positions = [game.clone() for game in sampled(RatsOfWistar.new(num_players, seed), 1, seed)][
        :-1
    ]
    last = positions[-1].seat
    mattered = 0
    for game in reversed(positions):
        if game.seat != last or mattered == 3:
            break
        margins = outcomes(game)
        certain = all(outcomes(game.determinize(last, draw)) == margins for draw in range(3))
        if certain and len({*margins}) > 1:
            mattered += 1
            best = Mcts(500, network=None, c_puct=0.03, win_weight=0).search(game).best
            assert margins[[*game.legal_actions()].index(best)] == max(margins)
    assert mattered


def test_time_ends_a_search() -> None:
    game = middle()
    assert 0 < Mcts(seconds=0.05, rollout_depth=0).search(game).simulations < 1_000_000
    assert Mcts(20, seconds=100, rollout_depth=0).search(game).simulations == 20
    assert Mcts(seconds=0, rollout_depth=0).search(game).simulations > 0, "nothing was looked at"


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda mcts: pickle.loads(pickle.dumps(mcts))])
def test_a_copy_searches_with_separate_buffers(copied: Any) -> None:
    mcts, game = Mcts(40, rollout_depth=0), middle()
    wanted = told(mcts.search(game))
    other = copied(mcts)
    assert told(other.search(game)) == wanted
    assert other._free[game.spec][0] is not mcts._free[game.spec][0]


def test_a_copy_has_the_network_too() -> None:
    mcts, game = Mcts(40, network=Network.random(RatsOfWistar, 2)), middle()
    assert told(pickle.loads(pickle.dumps(mcts)).search(game)) == told(mcts.search(game))


def test_a_leaf_is_played_out_unless_a_network_judges_it() -> None:
    game, network = middle(), Network.random(RatsOfWistar, 2)
    for used, depth in ((None, None), (network, 0)):
        usual = Mcts(20, network=used).search(game)
        assert told(usual) == told(Mcts(20, network=used, rollout_depth=depth).search(game))
    heuristic = [Mcts(20, network="none", rollout_depth=depth) for depth in ("auto", 0)]
    assert told(heuristic[0].search(game)) != told(heuristic[1].search(game))


def value_after(network: Network, game: Nim, action: int, decisions: int) -> float:
    """Return who wins, or what the network expects, after an action and more of its own."""
    seat = game.seat
    game.step(action)
    for _ in range(decisions):
        if not game.finished:
            prediction = network.predict(game)
            game.step(int(prediction.actions[prediction.logits.argmax()]))
    if game.finished:
        return float(game.ranks()[seat] == 1)
    return float(network.predict(game, seat).win_probability[seat].clip(0, 1))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_rollouts_with_a_network_play_its_most_probable_actions(depth: int) -> None:
    for seed in range(8):
        network, game = Network.random(Nim, 3, (16, 16), seed=seed), Nim.new(3, seed)
        mcts = Mcts(1, network=network, rollout_depth=depth, win_weight=1, value_weight=1)
        report = mcts.search(game)
        # The simulation draws the hidden cards of the two others, three of each.
        dealt = [game.determinize(game.seat, k) for k in range(40)]
        expected = {value_after(network, each, report.best, depth) for each in dealt}
        found = report.value[report.visits == 1]
        assert np.abs(np.array([*expected]) - found).min() < 1e-6


def test_priors_of_a_network_are_flattened_at_the_root_by_default() -> None:
    game, network = middle(), Network.random(RatsOfWistar, 2)

    def searched(used: Network | None, **settings: Any) -> object:
        return told(Mcts(40, network=used, **settings).search(game))

    for used, c_puct, root in ((None, 0.3, 1), (network, 0.1, 4)):
        given = {"c_puct": c_puct, "prior_temperature": 1, "root_prior_temperature": root}
        assert searched(used) == searched(used, **given)
        for temperature in (1, 2):
            both = {"prior_temperature": temperature, "root_prior_temperature": temperature}
            assert searched(used, prior_temperature=temperature) == searched(used, **both)


def test_ending_a_turn_costs_nothing_by_itself() -> None:
    # Values from the observation of the next player, who may hold good cards, lost 0.3 here.
    table = Table(RatsOfWistar, ["greedy", "greedy"], seed=21)
    for number in range(130):
        if number in (93, 129):
            report = Mcts(400).search(table.game, 1)
            ended = float(report.value[report.actions == END_TURN][0])
            assert ended == pytest.approx(np.nanmax(report.value), abs=0.12)
        table.answer()


def test_one_decision_can_be_searched_by_a_function() -> None:
    game = middle()
    assert told(search(game, 3, simulations=30)) == told(Mcts(30).search(game, 3))
    without = Mcts(30, network=None).search(game, 3)
    assert told(search(game, 3, simulations=30, network="none")) == told(without)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"simulations": 0}, "simulations must be an integer from 1"),
        ({"simulations": 1.5}, "simulations must be an integer from 1"),
        ({"seconds": -1}, "seconds must be a finite number from 0"),
        ({"num_trees": 0}, "num_trees must be an integer from 1"),
        ({"threads": -1}, "threads must be an integer from 0"),
        ({"c_puct": "much"}, "c_puct must be a finite number"),
        ({"prior_temperature": 0}, "prior_temperature must be .* from 0.001 to 1,000, found 0"),
        ({"root_prior_temperature": 0}, "root_prior_temperature must be .* from 0.001 to 1,000"),
        ({"win_weight": 1.5}, "win_weight must be a finite number from 0 to 1"),
        ({"score_scale": 0}, "score_scale must be"),
        ({"fpu_reduction": float("nan")}, "fpu_reduction must be"),
        ({"value_weight": 2}, "value_weight must be a finite number from 0 to 1"),
        ({"rollout_depth": -1}, "rollout_depth must be an integer from 0"),
        ({"memory_mb": 0}, "memory_mb must be an integer from 1"),
        ({"root_noise_fraction": 2}, "root_noise_fraction must be a finite number from 0 to 1"),
        ({"dirichlet_alpha": 0}, "dirichlet_alpha must be a finite number from 0.001"),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        Mcts(**settings)


def test_a_network_of_another_number_of_players_is_rejected() -> None:
    mcts = Mcts(10, network=Network.random(RatsOfWistar, 1))
    with pytest.raises(NetworkError, match=r"1 players, .* 2"):
        mcts.search(middle())


def test_a_network_is_found_by_its_file(tmp_path: Path) -> None:
    network = Network.random(RatsOfWistar, 2)
    network.save(tmp_path / "own.npz")
    one = Mcts(30, network=str(tmp_path / "own.npz"))
    assert told(one.search(middle())) == told(Mcts(30, network=network).search(middle()))
