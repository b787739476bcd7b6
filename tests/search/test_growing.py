"""Searches in steps: they find what a search at once finds, and their trees can be read."""

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


@pytest.mark.parametrize("batch_size", [1, 3])
def test_an_evaluator_is_searched_with_in_steps_too(batch_size: int) -> None:
    def judge(leaves: Leaves) -> Evaluation:
        seats = (len(leaves), leaves.game.num_seats)
        return Evaluation(np.zeros(leaves.action_mask.shape), np.full(seats, 0.5), np.zeros(seats))

    game = Nim.new(2, 1)
    search = Mcts(simulations=60, num_trees=2, network=judge, batch_size=batch_size)
    growing = search.begin(game, 5)
    assert sum(node.prior for node in growing.children()) == pytest.approx(1, abs=1e-3)
    for simulations in (10, 20):
        growing.run(simulations)
    if batch_size == 1:
        whole = search.search(game, 5)
        np.testing.assert_array_equal(growing.report.visits, whole.visits)
        np.testing.assert_array_equal(growing.report.value, whole.value)
    assert growing.report.simulations == 60


def test_a_search_in_steps_has_something_to_decide() -> None:
    over = Nim.new(2, 1)
    while not over.finished:
        over.step(int(over.legal_actions()[0]))
    with pytest.raises(ValueError, match="finished"):
        Mcts().begin(over)
