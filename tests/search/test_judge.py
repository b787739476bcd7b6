"""What search thinks of positions, and what they are worth to each seat."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.games import TABLES, middle, sampled
from wistar_env import Game
from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import DoubleArray
from wistar_env.gate import LEGAL_SIZE, MAX_SEATS
from wistar_env.gate.play import GameArray, TablesArray, find_legal
from wistar_env.networks.network import Network
from wistar_env.search.context import Searches
from wistar_env.search.judge import judge_by_heuristic, judge_by_network, set_pace
from wistar_env.search.memory import Memory
from wistar_env.search.worth import weigh_end

#: Elements before and behind an array that nobody may touch.
AROUND = 64


@entry
def judge_into(
    tables: TablesArray,
    games: GameArray,
    searches: Searches,
    shares: DoubleArray,
    worths: DoubleArray,
) -> int:
    t, g, s = tables[0], games[0], searches[0]
    legal = zeros(LEGAL_SIZE, np.int16)
    find_legal(t, g, legal)
    set_pace(t, g, s)
    if s.learned == 1:
        judge_by_network(t, g, s, pointer(legal), pointer(shares), pointer(worths))
    else:
        judge_by_heuristic(t, g, s, pointer(legal), pointer(shares), pointer(worths))
    return int(legal[0])


@entry
def end_into(
    tables: TablesArray, games: GameArray, searches: Searches, worths: DoubleArray
) -> None:
    weigh_end(tables[0], games[0], searches[0], worths)


def memory(network: Network | None = None, **settings: float) -> Memory:
    usual = {"temperature": 1.0, "win": 0.5, "scale": 20.0, **settings}
    return Memory(1, network, **usual)


def surrounded(size: int) -> npt.NDArray[np.float64]:
    return np.full(size + 2 * AROUND, 7.0)


def judged(game: Game, by: Memory) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return shares and worths, after a look at what lies around them."""
    legal, seats = len(game.legal_actions()), game.num_seats
    shares, worths = surrounded(LEGAL_SIZE), surrounded(MAX_SEATS)
    inner = slice(AROUND, -AROUND)
    judge_into(game.components._tables, game.record, by.record, shares[inner], worths[inner])
    for array, written in ((shares, legal), (worths, seats)):
        assert (array[:AROUND] == 7).all()
        assert (array[AROUND + written :] == 7).all()
    return shares[inner][:legal], worths[inner][:seats]


JUDGES: dict[str, Callable[[int], Memory]] = {
    "heuristic": lambda _: memory(),
    "network": lambda players: memory(Network.random(players)),
}


@pytest.mark.property
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", JUDGES)
def test_priors_are_shares_and_worths_lie_between_0_and_1(name: str, table: dict[str, Any]) -> None:
    for game in sampled(Game.new(seed=4, **table), every=15, seed=4):
        if not game.finished:
            shares, worths = judged(game, JUDGES[name](table["num_players"]))
            assert shares.sum() == pytest.approx(1)
            assert (shares > 0).all()
            assert ((worths >= 0) & (worths <= 1)).all()


def test_a_network_is_taken_at_its_word() -> None:
    game, network = middle(3), Network.random(3)
    look = network.look(game)
    shares, worths = judged(game, memory(network, trust=1, win=1, temperature=2))
    weights = np.exp(look.logits / 2)
    order = np.argsort(game._legal[1 : game._legal[0] + 1])
    assert shares[order] == pytest.approx(weights / weights.sum(), rel=1e-4)
    assert worths == pytest.approx(np.clip(look.chances, 0, 1), abs=1e-5)


def test_without_trust_chances_follow_from_the_scores_that_it_expects() -> None:
    game, network = middle(2), Network.random(2)
    finals = np.array([score["total"] for score in game.scores()]) + network.look(game).vp
    _, worths = judged(game, memory(network, trust=0, win=1, scale=10))
    ahead = finals[0] - finals[1]
    assert worths[0] == pytest.approx(1 / (1 + np.exp(-ahead / 10)), abs=1e-5)
    assert worths.sum() == pytest.approx(1)


def ended(num_players: int) -> Game:
    *_, game = sampled(Game.new(num_players, 3), 1000, seed=3)
    return game


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
@pytest.mark.parametrize("win", [0, 0.25, 1])
def test_a_game_that_is_over_is_worth_what_came_of_it(num_players: int, win: float) -> None:
    game = ended(num_players)
    worths = np.zeros(MAX_SEATS)
    end_into(game.components._tables, game.record, memory(win=win).record, worths)
    totals = np.array([score["total"] for score in game.scores()])
    for seat in range(game.num_seats):
        ahead = totals[seat] - np.delete(totals, seat).max()
        won = game.ranking()[0] == seat
        expected = win * won + (1 - win) * (0.5 + max(-100, min(100, ahead)) / 200)
        assert worths[seat] == pytest.approx(expected)


def test_the_turn_of_what_the_rules_play_costs_nothing_by_itself() -> None:
    game = middle(1)
    before = judged(game, memory(win=0))[1][0]
    game.record["players"]["vp"][0, 1] += 30
    # Its total is noted at the root, which is here in both cases.
    assert judged(game, memory(win=0))[1][0] == pytest.approx(before - 30 / 200)
