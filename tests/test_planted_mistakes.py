"""Marks of a review: planted mistakes come first, and other play-outs confirm what is marked."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.bots.registry import load
from wistar_env.kit.networks.defaults import DefaultNetworks
from wistar_env.kit.search.play_outs import play_outs
from wistar_env.play.review import CHECKS, MARKS, Reviewed, review, reviewer
from wistar_env.play.table import Table

#: Decisions of a game that are reviewed before and after what is planted.
BEFORE, AFTER = 8, 10
END_THE_TURN = "end the turn"
PASS = "pass"


class Stretch:
    """Some decisions of a game, which a review takes for a game."""

    def __init__(self, positions: Sequence[tuple[Any, int]]) -> None:
        self._positions = positions

    def positions(self) -> Sequence[tuple[Any, int]]:
        return self._positions

    def at(self, number: int) -> Any:
        return self._positions[number][0].clone()


def preferred(game: Any) -> int:
    """Return the action of the network."""
    found = DefaultNetworks().for_game(game).predict(game)
    return int(found.actions[found.logits.argmax()])


def is_planted_at(game: Any, kind: str) -> bool:
    """Whether a mistake of a kind can be planted: the network would not make it."""
    words = [game.describe(int(action)) for action in game.legal_actions()]
    if kind == END_THE_TURN:
        return END_THE_TURN in words and game.describe(preferred(game)).startswith("Main action")
    return game.decision == kind and PASS in words and game.describe(preferred(game)) != PASS


def a_game(style: str, kind: str, seed: int) -> tuple[Stretch, int]:
    """Return decisions of a game of a style, and the number of the one that was planted."""
    game, rng = RatsOfWistar.new(2, seed), np.random.default_rng(seed)
    bots = {name: load(name) for name in ("greedy", "network", "random")}
    for bot in bots.values():
        bot.reset(1)
    positions: list[tuple[Any, int]] = []
    planted = -1
    while not game.finished and (planted < 0 or len(positions) < planted + AFTER):
        who = {"mixed": "random" if rng.random() < 0.3 else "greedy"}.get(style, style)
        number = game.num_decisions
        if planted < 0 and number >= 60 and is_planted_at(game, kind):
            planted = number
            lost = END_THE_TURN if kind == END_THE_TURN else PASS
            words = {game.describe(int(each)): int(each) for each in game.legal_actions()}
            action = words[lost]
        else:
            batch = Batch((View(game, game.seat),), np.array([number]))
            action = int(bots[who].act(batch)[0])
        positions.append((game.clone(), action))
        game.step(action)
    assert planted >= 0, "nothing could be planted"
    return Stretch(positions[planted - BEFORE :]), BEFORE


@pytest.mark.parametrize(
    ("style", "kind", "seed"),
    [
        ("network", END_THE_TURN, 5),
        ("network", END_THE_TURN, 6),
        ("greedy", END_THE_TURN, 4),
        ("mixed", END_THE_TURN, 4),
        ("mixed", END_THE_TURN, 7),
    ],
)
def test_a_lost_main_action_is_the_first_mark(style: str, kind: str, seed: int) -> None:
    marked, planted = marks_of(style, kind, seed)
    assert marked[0] == planted


@pytest.mark.parametrize(
    ("style", "kind", "seed", "missed"),
    [
        ("network", "explore", 6, "Basement"),
        ("network", "explore", 7, "Basement"),
        ("greedy", "complete mission", 4, "complete"),
        ("mixed", "explore", 5, "Explorer"),
    ],
)
def test_a_gift_is_among_the_first_marks_and_says_what_was_missed(
    style: str, kind: str, seed: int, missed: str
) -> None:
    marked, planted = marks_of(style, kind, seed)
    assert planted in marked[:3]
    game = a_game(style, kind, seed)[0].at(planted.number)
    words = {item.action: item.sentence for item in game.presentation.menu()}
    assert missed.casefold() in words[planted.best].casefold()


def marks_of(style: str, kind: str, seed: int) -> tuple[list[Reviewed], Reviewed]:
    """Return the marked decisions, the worst first, and the planted one."""
    stretch, number = a_game(style, kind, seed)
    found: Any = review(stretch, reviewer("mcts:simulations=100", RatsOfWistar.spec))  # type: ignore[arg-type]
    marked = sorted((each for each in found if each.mark), key=lambda each: -each.loss)
    assert all(each.checks >= CHECKS for each in marked)
    return marked, next(each for each in found if each.number == number)


@pytest.mark.parametrize("seed", [21, 22, 23, 24])
def test_other_play_outs_confirm_the_marks_of_a_game_of_greedy(seed: int) -> None:
    """Beginners hoard cards as ``greedy`` does, and must not be told of mistakes that are none."""
    table = Table(RatsOfWistar, ["greedy", "greedy"], seed=seed)
    while not table.game.finished:
        table.answer()
    replay, search = table.replay(), reviewer("mcts:simulations=400", RatsOfWistar.spec)
    least = {name: loss for loss, name in MARKS}
    found = review(replay, search)
    marked = [each for each in found if each.mark in ("blunder", "mistake")]
    assert 1 <= len(marked) <= 7
    ends = [each for each in marked if replay.at(each.number).describe(each.action) == END_THE_TURN]
    assert len(ends) <= 2
    for each in marked:
        assert each.checks >= CHECKS
        game = replay.at(each.number)
        known = View(game, game.seat).determinize(1000 + each.number)
        won = play_outs(known, [each.best, each.action], 100, search.network_for(game), each.number)
        lost = won[:, 0] - won[:, 1]
        error = lost.std(ddof=1) / np.sqrt(len(lost))
        assert lost.mean() + 2 * error >= least[each.mark], "refuted"
        assert lost.mean() - 2 * error > 0, "not confirmed"
