"""Games of ``greedy`` with a record of its decisions, for ``python -m experiments.calibration``."""

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.streams import FOR_MANY_CHOICES, FOR_MANY_GAMES, following, mixed, stream
from wistar_env.compiled.types import DoubleArray, LongArray, Seed
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE
from wistar_env.games.rats_of_wistar.rules.interface import play_on
from wistar_env.games.rats_of_wistar.rules.stack import top
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, GameArray, TablesArray
from wistar_env.games.rats_of_wistar.tables.limits import CARDS, OBJECTIVES_SHOWN
from wistar_env.kit.common_fields import GameArray as CommonArray
from wistar_env.kit.game_calls import begin, over
from wistar_env.kit.policies.greedy import best_action
from wistar_env.kit.rules_interface import TablesArray as RulesArray


@inline
def note_hand(g: Game, seat: int, seen: LongArray) -> None:
    """Mark the cards of a hand."""
    card = int(g.players[seat].hand)
    while card != NONE:
        seen[card] = 1
        card = int(g.next[card])


@inline
def note_end(g: Game, seen: LongArray, held: LongArray, played: LongArray) -> None:
    """Count the cards that were in a hand, and how many of them were played."""
    for seat in range(int(g.seats)):
        card = int(g.players[seat].played)
        while card != NONE:
            played[card] += seen[card]
            card = int(g.next[card])
    for card in range(CARDS):
        held[card] += seen[card]
        seen[card] = 0


@entry
def record_games(
    rules: RulesArray,
    tables: TablesArray,
    games: GameArray,
    heads: CommonArray,
    seed: Seed,
    weights: DoubleArray,
    scratch: CommonArray,
    taken: LongArray,
    held: LongArray,
    played: LongArray,
    shown: LongArray,
) -> None:
    """Play like ``greedy.play_games`` and count actions, cards and Objectives.

    ``heads`` are the heads of ``games``. ``taken`` counts each action; ``held`` and ``played``
    count the games in which each card was in a hand, and was played from it; ``shown`` counts the
    games in which each Objective was face up.
    """
    t, bound = tables[0], rules[0]
    legal = zeros(LEGAL_SIZE, np.int16)
    seen = zeros(CARDS, np.int64)
    seeds, x = stream(seed, FOR_MANY_GAMES), stream(seed, FOR_MANY_CHOICES)
    for i in range(len(games)):
        g = games[i]
        seeds = following(seeds)
        begin(bound, heads[i], mixed(seeds), pointer(legal))
        for k in range(OBJECTIVES_SHOWN):
            shown[g.objectives[k]] += 1
        while not over(g):
            note_hand(g, int(top(g).seat), seen)
            x = following(x)
            action = best_action(bound, heads[i], legal, x, weights, scratch)
            taken[action] += 1
            play_on(t, g, action, pointer(legal))
        note_end(g, seen, held, played)
