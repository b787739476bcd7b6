"""What Python calls: every function takes arrays and an index, never a bare record.

``tables`` has shape (1,) and dtype ``TABLES``, ``games`` has dtype ``GAME``; ``legal`` is
``int16[LEGAL_SIZE]``: how many actions are legal, then their ids.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.streams import (
    FOR_DETERMINIZE,
    FOR_MANY_CHOICES,
    FOR_MANY_GAMES,
    below,
    following,
    mixed,
    seed_after,
    stream,
)
from wistar_env.compiled.types import Seed, ShortArray, ShortTable
from wistar_env.kit.head import FINE
from wistar_env.kit.play import is_legal, over
from wistar_env.rules import engine
from wistar_env.rules.actions import LEGAL_SIZE
from wistar_env.rules.categories import COLUMNS
from wistar_env.rules.hidden import reshuffle_hidden
from wistar_env.rules.protocol import begin, find_legal, play_on
from wistar_env.rules.scoring import rank_of, score_game
from wistar_env.rules.types import GameArray, Legal, TablesArray
from wistar_env.tables.limits import MAX_SEATS, TRACKS

_SCORES: Final = MAX_SEATS * COLUMNS


@entry
def new_game(
    tables: TablesArray,
    games: GameArray,
    i: int,
    seats: int,
    automata: int,
    seed: Seed,
    indices: ShortArray,
    legal: Legal,
) -> None:
    """Write a fresh game into ``games[i]`` and go on to its first choice.

    ``automata`` = 1 makes seat 1 Rat-o-bot with the Track cards ``indices`` (Structure, Tool,
    Automaton; BOT-09..13).
    """
    for symbol in range(TRACKS):
        games[i].bot.indices[symbol] = indices[symbol]
    begin(tables[0], games[i], seats, automata, seed, pointer(legal))


@entry
def legal_actions(tables: TablesArray, games: GameArray, i: int, legal: Legal) -> None:
    """Write the legal actions of the open choice; none when the game is over."""
    find_legal(tables[0], games[i], pointer(legal))


@entry
def step(tables: TablesArray, games: GameArray, i: int, action: int, legal: Legal) -> bool:
    """Play one action and write the next legal ones; if it is illegal, change nothing: False.

    False too if the game cannot go on after it; then ``GAME["fault"]`` says why.
    """
    t, g = tables[0], games[i]
    find_legal(t, g, pointer(legal))
    if not is_legal(legal, action):
        return False
    play_on(t, g, action, pointer(legal))
    return bool(g.fault == FINE)


@entry
def respond_only(tables: TablesArray, games: GameArray, i: int, action: int) -> None:
    """Carry out a legal action without going on, for those who look at every step.

    ``run_one`` goes on; this and then ``run_one`` up to its end is what ``step`` does.
    """
    g = games[i]
    g.decisions += 1
    engine.respond(tables[0], g, action)


@entry
def run_one(tables: TablesArray, games: GameArray, i: int, legal: Legal) -> bool:
    """Do the next thing that needs no choice; False if there is none, with the legal actions."""
    return engine.run_step(tables[0], games[i], pointer(legal))


@entry
def score(tables: TablesArray, games: GameArray, i: int, out: ShortTable) -> None:
    """Write the scores as if the game ended now.

    ``out`` is ``int16[4, 16]``: a row for each seat, columns ``categories.CATEGORIES``.
    """
    score_game(tables[0], games[i], pointer(out.reshape(-1)))


@entry
def rank(tables: TablesArray, games: GameArray, i: int, out: ShortArray) -> None:
    """Write the place of each seat as if the game ended now, 1 is the best; ``int16[4]``."""
    g = games[i]
    scores = zeros(_SCORES, np.int16)
    score_game(tables[0], g, pointer(scores))
    for seat in range(int(g.seats)):
        out[seat] = rank_of(g, seat, scores)


@entry
def determinize(tables: TablesArray, games: GameArray, i: int, seat: int, seed: Seed) -> None:
    """Reshuffle in place everything that ``seat`` cannot know (GEN-11)."""
    reshuffle_hidden(tables[0], games[i], seat, stream(seed, FOR_DETERMINIZE))


@entry
def next_seed(seed: Seed) -> Seed:
    """Return the seed of the game that follows where no other seed is given."""
    return seed_after(seed)


@entry
def playouts(tables: TablesArray, games: GameArray, i: int, count: int, seed: Seed) -> int:
    """Play ``count`` random games one after the other from fresh setups; return the decisions."""
    t, g = tables[0], games[i]
    legal = zeros(LEGAL_SIZE, np.int16)
    seeds, x = stream(seed, FOR_MANY_GAMES), stream(seed, FOR_MANY_CHOICES)
    seats, automata = int(g.seats), int(g.automata)
    decisions = 0
    for _ in range(count):
        seeds = following(seeds)
        begin(t, g, seats, automata, mixed(seeds), pointer(legal))
        while not over(g):
            x = following(x)
            play_on(t, g, int(legal[1 + below(x, int(legal[0]))]), pointer(legal))
        decisions += int(g.decisions)
    return decisions
