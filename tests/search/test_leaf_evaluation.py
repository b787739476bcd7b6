"""Evaluation of leaves: priors of the legal actions and values for each seat."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.games import TABLES, middle, sampled
from wistar_env import RatsOfWistar
from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import DoubleArray
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RATS_OF_WISTAR
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.kit.common_fields import GameArray, common_fields
from wistar_env.kit.game import Game
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.game_calls import deciding, find_legal
from wistar_env.kit.networks.network import Network
from wistar_env.kit.rules_interface import TablesArray
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.context import Searches
from wistar_env.kit.search.leaf_evaluation import (
    evaluate_by_heuristic,
    evaluate_by_network,
    evaluate_leaf,
    store_root,
)
from wistar_env.kit.search.values import terminal_values

#: Elements before and after an array that must stay as they were.
AROUND = 64


@entry
def evaluate_into(
    tables: TablesArray,
    games: GameArray,
    searches: Searches,
    priors: DoubleArray,
    values: DoubleArray,
) -> int:
    t, g, s = tables[0], games[0], searches[0]
    legal = zeros(LEGAL_SIZE, np.int16)
    seat = deciding(g)
    find_legal(t, g, legal)
    store_root(t, g, s)
    if s.has_network == 1:
        evaluate_by_network(t, g, s, seat, pointer(legal), pointer(priors), pointer(values))
    else:
        evaluate_by_heuristic(t, g, s, seat, pointer(legal), pointer(priors), pointer(values))
    return int(legal[0])


@entry
def terminal_into(
    tables: TablesArray, games: GameArray, searches: Searches, values: DoubleArray
) -> None:
    terminal_values(tables[0], games[0], searches[0], values)


def buffers(network: Network | None = None, **settings: float) -> SearchBuffers:
    usual = {"prior_temperature": 1.0, "win_weight": 0.5, "score_scale": 20.0, **settings}
    return SearchBuffers(1, network, RATS_OF_WISTAR, **usual)


def surrounded(size: int) -> npt.NDArray[np.float64]:
    return np.full(size + 2 * AROUND, 7.0)


def evaluated(
    game: RatsOfWistar, by: SearchBuffers
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return priors and values, after checking that nothing around them was written."""
    legal, seats = len(game.legal_actions()), game.num_seats
    priors, values = surrounded(LEGAL_SIZE), surrounded(MAX_SEATS)
    inner = slice(AROUND, -AROUND)
    evaluate_into(
        game.components.rules, common_fields(game.record), by.record, priors[inner], values[inner]
    )
    for array, written in ((priors, legal), (values, seats)):
        assert (array[:AROUND] == 7).all()
        assert (array[AROUND + written :] == 7).all()
    return priors[inner][:legal], values[inner][:seats]


EVALUATORS: dict[str, Callable[[int], SearchBuffers]] = {
    "heuristic": lambda _: buffers(),
    "network": lambda players: buffers(Network.random(RatsOfWistar, players)),
}


@pytest.mark.property
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", EVALUATORS)
def test_priors_add_up_to_1_and_values_lie_between_0_and_1(
    name: str, table: dict[str, Any]
) -> None:
    for game in sampled(RatsOfWistar.new(seed=4, **table), every=15, seed=4):
        if not game.finished:
            priors, values = evaluated(game, EVALUATORS[name](table["num_players"]))
            assert priors.sum() == pytest.approx(1)
            assert (priors > 0).all()
            assert ((values >= 0) & (values <= 1)).all()


def test_a_value_weight_of_1_takes_the_win_head() -> None:
    game, network = middle(3), Network.random(RatsOfWistar, 3)
    prediction = network.predict(game)
    priors, values = evaluated(
        game, buffers(network, value_weight=1, win_weight=1, prior_temperature=2)
    )
    weights = np.exp(prediction.logits / 2)
    order = np.argsort(game._legal[1 : game._legal[0] + 1])
    assert priors[order] == pytest.approx(weights / weights.sum(), rel=1e-4)
    assert values == pytest.approx(np.clip(prediction.win_probability, 0, 1), abs=1e-5)


def test_a_value_weight_of_0_takes_the_score_head() -> None:
    game, network = middle(2), Network.random(RatsOfWistar, 2)
    finals = np.array([score["total"] for score in game.scores()]) + network.predict(game).points
    _, values = evaluated(game, buffers(network, value_weight=0, win_weight=1, score_scale=10))
    lead = finals[0] - finals[1]
    assert values[0] == pytest.approx(1 / (1 + np.exp(-lead / 10)), abs=1e-5)
    assert values.sum() == pytest.approx(1)


def ended(num_players: int) -> RatsOfWistar:
    *_, game = sampled(RatsOfWistar.new(num_players, 3), 1000, seed=3)
    return game


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
@pytest.mark.parametrize("win", [0, 0.25, 1])
def test_the_value_of_a_finished_game_follows_from_its_result(num_players: int, win: float) -> None:
    game = ended(num_players)
    values = np.zeros(MAX_SEATS)
    terminal_into(
        game.components.rules, common_fields(game.record), buffers(win_weight=win).record, values
    )
    totals = np.array([score["total"] for score in game.scores()])
    for seat in range(game.num_seats):
        lead = totals[seat] - np.delete(totals, seat).max()
        won = best_first(game.ranks())[0] == seat
        expected = win * won + (1 - win) * (0.5 + max(-100, min(100, lead)) / 200)
        assert values[seat] == pytest.approx(expected)


def test_the_turn_of_what_the_rules_play_costs_nothing_by_itself() -> None:
    game = middle(1)
    before = evaluated(game, buffers(win_weight=0))[1][0]
    game.record["players"]["vp"][0, 1] += 30
    # Its total is that of the root, which is this position in both cases.
    assert evaluated(game, buffers(win_weight=0))[1][0] == pytest.approx(before - 30 / 200)


@entry
def leaf_into(
    tables: TablesArray, games: GameArray, searches: Searches, viewer: int, values: DoubleArray
) -> None:
    t, g, s = tables[0], games[0], searches[0]
    legal = zeros(LEGAL_SIZE, np.int16)
    priors = zeros(LEGAL_SIZE, np.float64)
    find_legal(t, g, legal)
    store_root(t, g, s)
    s.viewing_seat = viewer
    evaluate_leaf(t, g, s, legal, priors, values)


def seen_by(viewer: int, game: Game, by: SearchBuffers) -> list[float]:
    """Return the value for each seat, of a leaf in a search of the viewer."""
    values = np.zeros(MAX_SEATS)
    leaf_into(game.data.rules, common_fields(game.record), by.record, viewer, values)
    return values[: game.num_seats].tolist()


@pytest.mark.parametrize("by", ["heuristic", "network"])
@pytest.mark.parametrize(("kind", "players"), [(RatsOfWistar, 2), (RatsOfWistar, 4), (LabRats, 4)])
def test_cards_that_the_searching_seat_does_not_see_change_no_value_of_a_leaf(
    kind: type[Game], players: int, by: str
) -> None:
    network = Network.random(kind, players, seed=2) if by == "network" else None
    search = SearchBuffers(1, network, kind.spec, prior_temperature=1.0, value_weight=0.5)
    differ = 0
    for game in sampled(kind.new(players, 6), every=12, seed=6):
        for viewer in range(players):
            if game.finished or (viewer == game.seat and by == "heuristic"):
                continue  # greedy tries its next action, which may draw a card
            one, other = (game.determinize(viewer, seed) for seed in (1, 2))
            assert seen_by(viewer, one, search) == seen_by(viewer, other, search)
            differ += seen_by(game.seat, one, search) != seen_by(game.seat, other, search)
    assert differ, "the deciding seat should see other cards"
