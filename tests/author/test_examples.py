"""The examples: small games that pass all checks and agree with known results."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from examples.connect_four import ConnectFour
from examples.dominoes import Dominoes
from examples.jewels import Jewels
from examples.kuhn import Kuhn
from examples.leduc import Leduc
from examples.nim import Nim
from examples.sealed_tricks import SealedTricks
from examples.tile_walls import COPIES, MIDDLE, N, Tiles
from tests.author.checking import problems_of
from tests.docs import ROOT
from wistar_env.kit.game import Game

#: Non-blank lines that an example may have.
LINES = {
    "connect_four": 40,
    "dominoes": 85,
    "jewels": 125,
    "kuhn": 29,
    "leduc": 56,
    "nim": 35,
    "sealed_tricks": 132,
    "tile_walls": 127,
}
#: What the first player wins with the higher card, by the sequence of actions.
STAKES = {"pp": 1, "pbb": 2, "pbp": None, "bb": 2, "bp": None}


@pytest.mark.parametrize("name", LINES)
def test_an_example_is_short(name: str) -> None:
    text = (ROOT / "examples" / f"{name}.py").read_text("utf-8")
    assert sum(bool(line.strip()) for line in text.splitlines()) <= LINES[name]


@pytest.mark.parametrize(
    "game", [ConnectFour, Dominoes, Jewels, Kuhn, Leduc, Nim, SealedTricks, Tiles]
)
def test_an_example_passes_the_checks_of_games(game: type[Game]) -> None:
    assert problems_of(game) == []


def dealt(cards: tuple[int, int]) -> Any:
    """Return a game of Kuhn poker with these cards."""
    game = Kuhn.new(2, seed=0)
    game.record["card"][0] = cards
    game.record["card_left"][0] = [0, *(card not in cards for card in (1, 2, 3))]
    return Kuhn.from_bytes(game.to_bytes())


@pytest.mark.parametrize("cards", [*permutations((1, 2, 3), 2)])
def test_kuhn_has_the_published_payoffs(cards: tuple[int, int]) -> None:
    for moves, stake in STAKES.items():
        game = dealt(cards)
        for move in moves:
            assert game.legal_actions().tolist() == [0, 1]
            game.step("pb".index(move))
        assert game.finished
        # A pass after a bet folds: the other player wins one chip.
        folded = {"pbp": -1, "bp": 1}.get(moves, 0)
        won = folded or (stake or 0) * (1 if cards[0] > cards[1] else -1)
        assert game.scores() == [{"total": won}, {"total": -won}]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_tile_is_lost(players: int) -> None:
    game, rng = Tiles.new(players, seed=players), np.random.default_rng(1)
    while not game.finished:
        game.step(int(rng.choice(game.legal_actions())))
        record = game.record[0]
        for colour in range(N):
            walls = sum(record["wall"][:, row, (row + colour) % N].sum() for row in range(N))
            rows = record["rows"][record["colours"] == colour].sum()
            stock = record["bag"][colour] + record["box"][colour]
            assert stock + record["shops"][:, colour].sum() + rows + walls == COPIES


@pytest.mark.parametrize(
    ("neighbours", "points"),
    [([], 1), ([(0, 1)], 2), ([(1, 0), (2, 0)], 3), ([(0, 1), (1, 0), (2, 0)], 5), ([(0, 2)], 1)],
)
def test_a_tile_scores_the_lines_that_it_lengthens(
    neighbours: list[tuple[int, int]], points: int
) -> None:
    game = Tiles.new(2, seed=1)
    record = game.record[0]
    record["shops"] = 0
    record["shops"][MIDDLE, 0], record["first"] = 1, 1
    for row, column in neighbours:
        record["wall"][0, row, column] = 1
    game = Tiles.from_bytes(game.to_bytes())
    assert game.describe(MIDDLE * N * (N + 1)) == "take blue from the middle to row 1"
    game.step(MIDDLE * N * (N + 1))
    assert game.record["points"][0].tolist() == [points, 0, 0, 0]
    assert int(game.seat) == 1
