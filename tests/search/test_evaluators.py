"""Searches with a custom leaf evaluator, batched over games, equal the compiled search."""

import copy
from typing import Any

import numpy as np
import pytest

from examples.kuhn import Kuhn
from examples.leduc import Leduc
from tests.games import TABLES, middle, sampled
from tests.kit.nim import Nim
from wistar_env import RatsOfWistar
from wistar_env.errors import NetworkError
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit import game as kit
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search import Evaluation, Leaves, Mcts, Report
from wistar_env.kit.search.side_by_side import MAX_LEAVES


class NumPyNetwork:
    """The forward pass of a network in NumPy, in double precision."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.calls: list[int] = []

    def __call__(self, leaves: Leaves) -> Evaluation:
        self.calls.append(len(leaves))
        of = self.network.parameters
        hidden = np.maximum(leaves.observation.astype(float) @ of["first"] + of["first_bias"], 0)
        hidden = np.maximum(hidden @ of["second"] + of["second_bias"], 0)
        heads = hidden @ of["heads"].T + of["heads_bias"]
        points, win = np.split(heads, 2, axis=1)
        logits = hidden @ of["policy"].T + of["policy_bias"]
        return Evaluation(logits, win, self.network.value_scale * points)


def undecided(table: dict[str, Any], every: int = 25) -> list[RatsOfWistar]:
    """Return positions of a game in which there is something to choose."""
    found = sampled(RatsOfWistar.new(seed=5, **table), every, seed=5)
    return [game.clone() for game in found if len(game.legal_actions()) > 1]


def close(one: Report, other: Report) -> None:
    assert one.seat == other.seat
    assert one.actions.tolist() == other.actions.tolist()
    assert one.visits.tolist() == other.visits.tolist()
    np.testing.assert_allclose(one.prior, other.prior, atol=1e-5)
    np.testing.assert_allclose(one.value, other.value, atol=1e-4)


@pytest.mark.parametrize("num_trees", [1, 3])
@pytest.mark.parametrize("table", TABLES)
def test_a_network_as_a_function_is_searched_like_the_network(
    table: dict[str, Any], num_trees: int
) -> None:
    network = Network.random(RatsOfWistar, table["num_players"], seed=4)
    games = undecided(table)
    seeds = list(range(len(games)))
    evaluator = NumPyNetwork(network)
    wanted = Mcts(40, num_trees=num_trees, network=network).search_all(games, seeds)
    found = Mcts(40, num_trees=num_trees, network=evaluator).search_all(games, seeds)
    for pair in zip(wanted, found, strict=True):
        close(*pair)
    assert max(evaluator.calls) == min(MAX_LEAVES, num_trees * len(games))


@pytest.mark.interpreted
def test_noise_and_flatter_priors_at_the_root_are_the_same_too() -> None:
    network, games = Network.random(RatsOfWistar, 2, seed=4), undecided({"num_players": 2})
    root: dict[str, Any] = {"root_noise_fraction": 0.5, "root_prior_temperature": 5, "num_trees": 2}
    wanted = Mcts(40, network=network, **root).search_all(games, range(len(games)))
    found = Mcts(40, network=NumPyNetwork(network), **root).search_all(games, range(len(games)))
    for pair in zip(wanted, found, strict=True):
        close(*pair)


def test_sealed_choices_are_searched_alike() -> None:
    network = Network.random(LabRats, 4, seed=2)
    game = LabRats.new(4, seed=3)
    search = Mcts(60, network=NumPyNetwork(network))
    close(Mcts(60, network=network).search(game, 1), search.search(game, 1))


def test_a_full_tree_continues_with_its_edges() -> None:
    network = Network.random(RatsOfWistar, 2, seed=4)
    reports = []
    for each, batch_size in ((network, 1), (NumPyNetwork(network), 1), (NumPyNetwork(network), 8)):
        search = Mcts(80, network=each, batch_size=batch_size)
        search._capacity = 40
        reports.append(search.search(middle(), 3))
    close(*reports[:2])
    assert [report.simulations for report in reports] == [80] * 3


@pytest.mark.interpreted
def test_leaves_of_one_tree_are_evaluated_together() -> None:
    network = Network.random(Nim, 3, (16, 16), seed=4)
    games, seeds = [Nim.new(3, seed) for seed in range(33)], range(33)
    evaluator = NumPyNetwork(network)
    search = Mcts(40, network=evaluator, batch_size=8)
    one, *_ = search.search_all(games[:1], seeds[:1])
    assert max(evaluator.calls) == 8
    assert sum(evaluator.calls) / len(evaluator.calls) > 5
    assert one.simulations == 40
    reports = search.search_all(games, seeds)
    assert max(evaluator.calls) == MAX_LEAVES
    assert reports[0].visits.tolist() == one.visits.tolist()


def test_no_virtual_loss_stays_in_a_tree() -> None:
    search = Mcts(200, network=NumPyNetwork(Network.random(Nim, 3, seed=4)), batch_size=16)
    search.search(Nim.new(3, 2), 1)
    ((buffers,),) = search._free.values()
    edges = buffers._arrays["edges"][: int(buffers.record["num_edges"][0])]
    assert edges["visits"][0] == 200
    children, edge = 0, int(edges["child"][0])
    while edge >= 0:
        children += int(edges["visits"][edge])
        edge = int(edges["sibling"][edge])
    assert children == 200
    assert (edges["visits"] >= 0).all()


def test_reports_do_not_depend_on_the_other_games_of_a_call() -> None:
    games = undecided({"num_players": 2})[:5]
    search = Mcts(30, network=NumPyNetwork(Network.random(RatsOfWistar, 2)))
    together = search.search_all(games, [7] * len(games))
    for game, report in zip(games, together, strict=True):
        assert search.search(game, 7).visits.tolist() == report.visits.tolist()


def test_games_of_other_numbers_of_players_are_evaluated_separately() -> None:
    sizes = set()

    def uniform(leaves: Leaves) -> Evaluation:
        game = leaves.game
        sizes.add((leaves.observation.shape[1], game.num_players))
        # The searching seat values every leaf; other seats are asked for priors alone.
        decides = leaves.action_mask.any(axis=1)
        assert (leaves.seat[~decides] == game.seat).all()
        assert leaves.seat.max() < game.num_players
        shape = (len(leaves), game.num_seats)
        return Evaluation(np.zeros(leaves.action_mask.shape), np.full(shape, 0.5))

    games: list[kit.Game] = [RatsOfWistar.new(players, seed=1) for players in (2, 3, 2)]
    search = Mcts(10, network=uniform, win_weight=1, value_weight=1)
    assert [each.simulations for each in search.search_all(games, [1, 2, 3])] == [10] * 3
    assert {players for _, players in sizes} == {2, 3}


def test_without_points_nothing_may_weigh_them() -> None:
    def blind(leaves: Leaves) -> Evaluation:
        shape = (len(leaves), leaves.game.num_seats)
        return Evaluation(np.zeros(leaves.action_mask.shape), np.full(shape, 0.5))

    with pytest.raises(NetworkError, match=r"no points.*win_weight=1, value_weight=1"):
        Mcts(10, network=blind).search(middle(), 1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"logits": np.zeros((1, 3))}, r"logits .* shape \(1, 971\), found \(1, 3\)"),
        ({"win_probability": np.zeros(2)}, r"win_probability .* shape \(1, 2\), found \(2,\)"),
        ({"points": np.full((1, 2), np.nan)}, "points of the evaluator must be finite"),
        ({"logits": np.full((1, 971), -np.inf)}, "logits of the evaluator must be finite"),
    ],
)
def test_a_wrong_evaluation_is_rejected(wrong: dict[str, Any], message: str) -> None:
    def evaluator(leaves: Leaves) -> Evaluation:
        right = {
            "logits": np.where(leaves.action_mask, 0, -np.inf),
            "win_probability": np.full((1, 2), 0.5),
            "points": np.zeros((1, 2)),
        }
        return Evaluation(**{**right, **wrong})

    game = middle()
    before = game.to_bytes()
    with pytest.raises(NetworkError, match=message):
        Mcts(10, network=evaluator).search(game, 1)
    assert game.to_bytes() == before


def test_time_ends_a_search() -> None:
    search = Mcts(seconds=0.05, network=NumPyNetwork(Network.random(RatsOfWistar, 2)))
    assert 1 <= search.search(middle(), 1).simulations < 10_000


def test_what_cannot_evaluate_is_rejected() -> None:
    wrong: Any = 5
    with pytest.raises(TypeError, match=r"network .* found 5"):
        Mcts(network=wrong)
    with pytest.raises(ValueError, match=r"batch_size must be 1 .* found 4"):
        Mcts(network=None, batch_size=4)
    with pytest.raises(ValueError, match="rollout_depth must be 0"):
        Mcts(network=NumPyNetwork(Network.random(RatsOfWistar, 2)), rollout_depth=3)


def test_a_copy_has_the_evaluator_too() -> None:
    search = copy.deepcopy(Mcts(10, network=NumPyNetwork(Network.random(RatsOfWistar, 2))))
    assert search.search(middle(), 1).simulations == 10


def test_games_of_two_kinds_with_equal_data_are_not_mixed_in_a_call() -> None:
    games = [Kuhn.new(2, seed=1), Leduc.new(2, seed=1)]
    assert games[0].data.fingerprint == games[1].data.fingerprint

    def even(leaves: Leaves) -> Evaluation:
        assert len(leaves) == 1, "each call has a leaf of every tree of the same game"
        logits = np.zeros((1, leaves.game.spec.num_actions))
        return Evaluation(logits, np.full((1, 2), 0.5), np.zeros((1, 2)))

    reports = Mcts(network=even, simulations=8).search_all(games, [1, 2])
    assert [len(report.actions) for report in reports] == [len(g.legal_actions()) for g in games]
