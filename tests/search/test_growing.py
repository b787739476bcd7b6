"""Searches in steps: they find what a search at once finds, and their trees can be read."""

import math

import numpy as np
import pytest

from tests.kit.nim import Nim
from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.game import Game
from wistar_env.kit.search import Evaluation, Leaves, Mcts

GAMES = [LabRats.new(3, 1), Nim.new(2, 1)]


def title(game: Game) -> str:
    return game.spec.name


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_a_search_in_steps_is_the_search_at_once(game: Game) -> None:
    search = Mcts(simulations=240, num_trees=4)
    growing = search.begin(game, 5)
    for _ in range(6):
        growing.run(10)
    whole = search.search(game, 5)
    np.testing.assert_array_equal(growing.report.visits, whole.visits)
    np.testing.assert_array_equal(growing.report.value, whole.value)


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_nodes_are_those_of_the_report_and_lines_are_legal(game: Game) -> None:
    growing = Mcts(simulations=1, num_trees=3).begin(game, 1)
    growing.run(200)
    report, nodes = growing.report, growing.children()
    assert sorted(node.action for node in nodes) == report.actions.tolist()
    assert nodes[0].action == report.best
    assert nodes[0].visits == report.visits.max()
    assert sum(node.prior for node in nodes) == pytest.approx(1, abs=1e-3)
    assert [node.visits for node in nodes] == sorted((n.visits for n in nodes), reverse=True)
    line = growing.line(report.best, 4, least=1)
    assert line[0] == report.best
    assert 1 < len(line) <= 4
    assert growing.line(report.best, 4, least=10**6) == [report.best]
    below = growing.children(line[:1])
    assert 0 < sum(node.visits for node in below) <= nodes[0].visits
    assert growing.children([*line[:1], -5]) == []


def test_the_spread_of_independent_trees_is_an_interval_that_one_tree_lacks() -> None:
    game = LabRats.new(3, 1)
    several, one = Mcts(simulations=1, num_trees=4).begin(game), Mcts(simulations=1).begin(game)
    assert several.interval is None
    for search in (several, one):
        search.run(100)
    assert one.interval is None
    assert several.interval is not None
    low, high = several.interval
    assert 0 <= low < several.report.root_value < high <= 1
    values = [tree.root_edges() for tree in several.trees]
    means = [float(v["value_sum"].sum() / v["visits"].sum()) for v in values]
    half = 3.182 * float(np.std(means, ddof=1)) / math.sqrt(4)
    assert (low, high) == pytest.approx((np.mean(means) - half, np.mean(means) + half))
    best = several.interval_of(several.report.best)
    assert best is not None
    assert best[0] < best[1]
    assert several.interval_of(-5) is None


def test_a_search_in_steps_has_no_evaluator_and_something_to_decide() -> None:
    def judge(leaves: Leaves) -> Evaluation:
        raise AssertionError

    with pytest.raises(ValueError, match="evaluates leaves cannot be searched with in steps"):
        Mcts(network=judge).begin(Nim.new(2, 1))
    over = Nim.new(2, 1)
    while not over.finished:
        over.step(int(over.legal_actions()[0]))
    with pytest.raises(ValueError, match="finished"):
        Mcts().begin(over)
