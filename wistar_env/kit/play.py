"""What the compiled code of the kit does with a game, whichever it is."""

from typing import Final

from wistar_env.compiled.jit import inline
from wistar_env.compiled.late_binding import bound_call, copy_bytes, words_at
from wistar_env.compiled.types import MaskArray, ShortArray
from wistar_env.kit.head import FINE, NOBODY, Game, GameArray
from wistar_env.kit.protocol import RULES, SIGNATURES, Legal, Tables

_calls: Final = {name: bound_call(RULES, name, signature) for name, signature in SIGNATURES.items()}
begin: Final = _calls["begin"]
find_legal: Final = _calls["find_legal"]
play_on: Final = _calls["play_on"]
reshuffle_hidden: Final = _calls["reshuffle_hidden"]
score_game: Final = _calls["score_game"]
rank_of: Final = _calls["rank_of"]
total_of: Final = _calls["total_of"]
points_of: Final = _calls["points_of"]
encode: Final = _calls["encode"]
seat_after: Final = _calls["seat_after"]
evaluate: Final = _calls["evaluate"]
play_ahead: Final = _calls["play_ahead"]
value_after: Final = _calls["value_after"]
choose_options: Final = _calls["choose_options"]
write_report: Final = _calls["write_report"]


@inline
def over(g: Game) -> bool:
    """Whether nobody decides any more: the game is finished, or cannot go on."""
    return bool(g.finished == 1 or g.fault != FINE)


@inline
def deciding(g: Game) -> int:
    """Return the seat that decides, NOBODY when the game is over."""
    return NOBODY if over(g) else int(g.mover)


@inline
def is_legal(legal: Legal, action: int) -> bool:
    """Whether an action is among the legal ones."""
    for k in range(1, legal[0] + 1):
        if legal[k] == action:
            return True
    return False


@inline
def final_score(t: Tables, scores: ShortArray, seat: int) -> int:
    """Return the final score of a seat in the table that ``score_game`` wrote."""
    return int(scores[int(t.columns) * seat + int(t.total_column)])


@inline
def copy_game(t: Tables, games: GameArray, i: int, g: Game) -> None:
    """Copy a game into a row of games."""
    copy_bytes(games[i], g, int(t.game_bytes))


@inline
def words_of(g: Game) -> ShortArray:
    """Return a game as 16-bit words, in which features are read."""
    return words_at(g)


@inline
def encode_mask(legal: Legal, mask: MaskArray) -> None:
    """Write 1 for each legal action, 0 for all others."""
    mask[:] = 0
    for k in range(legal[0]):
        mask[legal[k + 1]] = 1
