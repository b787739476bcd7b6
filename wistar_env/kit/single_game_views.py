"""Reading one game from Python: scores, observations, masks; and resampling what is hidden.

The arguments are those of ``kit.single_game``.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import FOR_DETERMINIZE, stream
from wistar_env.compiled.types import ByteArray, FloatArray, MaskArray, Seed, ShortArray
from wistar_env.kit import game_calls
from wistar_env.kit.common_fields import Game, GameArray
from wistar_env.kit.limits import MAX_COLUMNS, MAX_OBSERVATION, MAX_SEATS
from wistar_env.kit.rules_interface import Legal, Tables, TablesArray

_MAX_SCORES: Final = MAX_SEATS * MAX_COLUMNS


@entry
def score(rules: TablesArray, games: GameArray, i: int, out: ShortArray) -> None:
    """Write the scores as if the game ended now: a row of ``columns`` for each seat."""
    game_calls.score_game(rules[0], games[i], pointer(out))


@entry
def rank(rules: TablesArray, games: GameArray, i: int, out: ShortArray) -> None:
    """Write each seat's place, from 1, as if the game ended now; tied seats share a place."""
    t, g = rules[0], games[i]
    scores = empty(_MAX_SCORES, np.int16)
    game_calls.score_game(t, g, pointer(scores))
    for seat in range(int(g.seats)):
        out[seat] = game_calls.rank_of(t, g, seat, scores)


@entry
def points(rules: TablesArray, games: GameArray, i: int, out: ShortArray) -> None:
    """Write the current points of each seat."""
    t, g = rules[0], games[i]
    for seat in range(int(g.seats)):
        out[seat] = game_calls.points_of(t, g, seat)


@entry
def write_report(rules: TablesArray, games: GameArray, i: int, report: ByteArray) -> None:
    """Write the bytes of the report of a finished game."""
    game_calls.write_report(rules[0], games[i], pointer(report))


@entry
def determinize(
    rules: TablesArray, games: GameArray, i: int, seat: int, seed: Seed, legal: Legal
) -> None:
    """Redraw in place everything that ``seat`` cannot know, and write the legal actions."""
    t, g = rules[0], games[i]
    game_calls.reshuffle_hidden(t, g, seat, stream(seed, FOR_DETERMINIZE))
    game_calls.find_legal(t, g, pointer(legal))


@inline
def scale_counts(counts: ByteArray, scale: FloatArray, out: FloatArray, size: int) -> None:
    """Write counts as shares of their limits."""
    for k in range(size):
        out[k] = np.float32(counts[k]) * scale[k]


@inline
def write_observation(
    t: Tables, g: Game, viewer: int, limit: ByteArray, scale: FloatArray, out: FloatArray
) -> None:
    """Write the observation of seat ``viewer`` to all of ``out``; for -1, the full state."""
    counts = empty(MAX_OBSERVATION, np.uint8)
    game_calls.encode(t, g, viewer, pointer(counts), len(out), pointer(limit))
    scale_counts(counts, scale, out, len(out))


@entry
def observe(
    rules: TablesArray,
    games: GameArray,
    i: int,
    viewer: int,
    limit: ByteArray,
    scale: FloatArray,
    out: FloatArray,
) -> None:
    """Write the observation of seat ``viewer`` of ``games[i]``; for -1, the full state.

    ``limit`` and ``scale`` are those of the layout.
    """
    write_observation(rules[0], games[i], viewer, limit, scale, out)


@entry
def observe_and_mask(
    rules: TablesArray,
    games: GameArray,
    i: int,
    seat: int,
    legal: Legal,
    limit: ByteArray,
    scale: FloatArray,
    out: FloatArray,
    mask: MaskArray,
) -> None:
    """Write the observation of a seat and its mask, which is all 0 unless the seat decides."""
    g = games[i]
    write_observation(rules[0], g, seat, limit, scale, out)
    if game_calls.deciding(g) == seat:
        game_calls.encode_mask(legal, mask)
    else:
        mask[:] = 0
