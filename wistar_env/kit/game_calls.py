"""How the compiled code of the kit calls the functions of any game."""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import inline, late_unit, pointer
from wistar_env.compiled.late_binding import bound_call, copy_bytes, words_at
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import FOR_OPTIONS, FOR_SEALED, below, following, stream
from wistar_env.compiled.types import DoubleArray, MaskArray, Seed, ShortArray
from wistar_env.kit.common_fields import FINE, NOBODY, Game, GameArray
from wistar_env.kit.limits import MAX_COLUMNS, MAX_LEGAL_SIZE, MAX_SEATS
from wistar_env.kit.rules_interface import RULES, SIGNATURES, Legal, Report, Tables
from wistar_env.kit.sealed import CHOICE, MADE

_calls: Final = {name: bound_call(RULES, name, signature) for name, signature in SIGNATURES.items()}
find_legal: Final = _calls["find_legal"]
play_on: Final = _calls["play_on"]
score_game: Final = _calls["score_game"]
encode: Final = _calls["encode"]
_reshuffle_hidden: Final = _calls["reshuffle_hidden"]
# Called through the functions of these names below, which have the defaults of optional ones.
_rank_of: Final = _calls["rank_of"]
_total_of: Final = _calls["total_of"]
_points_of: Final = _calls["points_of"]
_seat_after: Final = _calls["seat_after"]
_evaluate: Final = _calls["evaluate"]
_play_ahead: Final = _calls["play_ahead"]
_value_after: Final = _calls["value_after"]
_begin: Final = _calls["begin"]
_write_report: Final = _calls["write_report"]
_MAX_SCORES: Final = MAX_SEATS * MAX_COLUMNS


@inline
def over(g: Game) -> bool:
    """Return whether the game is finished, or has failed."""
    return bool(g.finished == 1 or g.fault != FINE)


@inline
def deciding(g: Game) -> int:
    """Return the seat that decides, NOBODY when the game is over."""
    return NOBODY if over(g) else int(g.mover)


@inline
def is_legal(legal: Legal, action: int) -> bool:
    """Return whether an action is among the legal ones."""
    for k in range(1, legal[0] + 1):
        if legal[k] == action:
            return True
    return False


@inline
def final_score(t: Tables, scores: ShortArray, seat: int) -> int:
    """Return the final score of a seat in the table that ``score_game`` wrote."""
    return int(scores[int(t.columns) * seat + int(t.total_column)])


@inline
def write_options(t: Tables, g: Game, bounds: ShortArray, seed: Seed) -> None:
    """Write the options of a new game, each drawn from its bounds."""
    words, count = words_at(g), int(t.num_options)
    x = stream(seed, FOR_OPTIONS)
    for k in range(count):
        low = int(bounds[k])
        words[int(t.options_word) + k] = low + below(x, int(bounds[count + k]) - low + 1)
        x = following(x)


@inline
def begin(t: Tables, g: Game, seed: Seed, legal: Legal) -> None:
    """Begin a game; of the record only ``seats``, ``automata`` and options are kept."""
    words, seats, automata = words_at(g), g.seats, g.automata
    first = int(t.options_word)
    for k in range(first):
        words[k] = 0
    for k in range(first + int(t.num_options), int(t.game_bytes) // 2):
        words[k] = 0
    g.seats = seats
    g.automata = automata
    _begin(t, g, seed, legal)


@inline
def copy_game(t: Tables, games: GameArray, i: int, g: Game) -> None:
    """Copy a game into a row of games."""
    copy_bytes(games[i], g, int(t.game_bytes))


@inline
def words_of(g: Game) -> ShortArray:
    """Return a game as 16-bit words, from which features are read."""
    return words_at(g)


@inline
def encode_mask(legal: Legal, mask: MaskArray) -> None:
    """Write 1 for each legal action, 0 for all others."""
    mask[:] = 0
    for k in range(legal[0]):
        mask[legal[k + 1]] = 1


@late_unit
def redraw_sealed(t: Tables, g: Game, seat: int, rng: Seed) -> None:
    """Resample the sealed choices of other seats, among their legal actions."""
    words, first, mover = words_at(g), int(t.sealed_word), g.mover
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    x = stream(rng, FOR_SEALED)
    for other in range(int(g.seats)):
        if other != seat and (int(words[first + MADE]) >> other) & 1:
            g.mover = other
            find_legal(t, g, pointer(legal))
            x = following(x)
            if legal[0] > 0:
                words[first + CHOICE + other] = legal[1 + below(x, int(legal[0]))]
    g.mover = mover


@inline
def reshuffle_hidden(t: Tables, g: Game, seat: int, rng: Seed) -> None:
    """Resample the information hidden from a seat, including sealed choices of others."""
    _reshuffle_hidden(t, g, seat, rng)
    if t.sealed_word != 0:
        redraw_sealed(t, g, seat, rng)


@inline
def shared_rank(t: Tables, g: Game, seat: int, scores: ShortArray) -> int:
    """Return the place of a seat by the final scores alone; equal scores share a place."""
    rank = 1
    for other in range(int(g.seats)):
        if final_score(t, scores, other) > final_score(t, scores, seat):
            rank += 1
    return rank


@inline
def rank_of(t: Tables, g: Game, seat: int, scores: ShortArray) -> int:
    """Return the place of a seat by these scores; 1 is the best."""
    if t.rank_of_at == 0:
        return shared_rank(t, g, seat, scores)
    return int(_rank_of(t, g, seat, scores))


@late_unit
def scored_total(t: Tables, g: Game, seat: int) -> int:
    """Return the final score of a seat by scoring the whole game."""
    scores = empty(_MAX_SCORES, np.int16)
    score_game(t, g, pointer(scores))
    return final_score(t, scores, seat)


@inline
def total_of(t: Tables, g: Game, seat: int) -> int:
    """Return the final score of a seat if the game ended now."""
    if t.total_of_at == 0:
        return int(scored_total(t, g, seat))
    return int(_total_of(t, g, seat))


@inline
def points_of(t: Tables, g: Game, seat: int) -> int:
    """Return the current points of a seat; by default its final score."""
    if t.points_of_at == 0:
        return total_of(t, g, seat)
    return int(_points_of(t, g, seat))


@inline
def seat_after(t: Tables, g: Game, seat: int, places: int) -> int:
    """Return the seat that is ``places`` places after a seat, by default in numerical order."""
    if t.seat_after_at == 0:
        return (seat + places) % int(g.seats)
    return int(_seat_after(t, g, seat, places))


@inline
def evaluate(
    t: Tables, g: Game, seat: int, viewer: int, weights: DoubleArray, features: DoubleArray
) -> float:
    """Return the heuristic value of a position for a seat; without a heuristic the final score."""
    if t.evaluate_at == 0:
        return float(total_of(t, g, seat))
    return float(_evaluate(t, g, seat, viewer, weights, features))


@inline
def play_ahead(t: Tables, g: Game, action: int, legal: Legal) -> None:
    """Play an action, up to the position to evaluate by heuristic (default: the next choice)."""
    if t.play_ahead_at == 0:
        play_on(t, g, action, legal)
    else:
        _play_ahead(t, g, action, legal)


@inline
def value_after(
    t: Tables,
    g: Game,
    action: int,
    seat: int,
    other: Game,
    legal: Legal,
    weights: DoubleArray,
    features: DoubleArray,
) -> float:
    """Return the heuristic value of the position after an action, played in the copy ``other``."""
    if t.value_after_at == 0:
        copy_bytes(other, g, int(t.game_bytes))
        play_ahead(t, other, action, legal)
        return evaluate(t, other, seat, seat, weights, features)
    return float(_value_after(t, g, action, seat, other, legal, weights, features))


@inline
def write_report(t: Tables, g: Game, report: Report) -> None:
    """Write the report of a finished game; does nothing by default."""
    if t.write_report_at != 0:
        _write_report(t, g, report)
