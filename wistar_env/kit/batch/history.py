"""The last actions of each game of a batch, as tokens (``kit.envs.history``).

A log has a row for each action, the latest last: the seat plus 1, and the token of the action. Rows
before the first action are zeros. Games with sealed choices have a log for each seat, without other
seats' sealed choices; other games have one log.
"""

from wistar_env.compiled.jit import inline, late_unit, pointer
from wistar_env.compiled.types import ShortArray
from wistar_env.kit.batch.context import (
    Context,
    compact_ids_of,
    games_of,
    logs_of,
    tokens_of,
)
from wistar_env.kit.game_calls import deciding, words_of
from wistar_env.kit.rules_interface import Tables
from wistar_env.kit.sealed import OPEN


@inline
def clear_log(c: Context, i: int) -> None:
    """Clear the log at the start of a game."""
    if c.log_words > 0:
        logs_of(c)[i, :] = 0


@late_unit
def add_to_log(c: Context, t: Tables, i: int, action: int) -> None:
    """Add the deciding seat's action to the logs, before it is played."""
    g, log, compact_id = games_of(c)[i], logs_of(c)[i], compact_ids_of(c)[action]
    seat, size = deciding(g), int(c.token_words)
    sealed = t.sealed_word != 0 and words_of(g)[int(t.sealed_word) + OPEN] != 0
    for viewer in range(int(c.log_words) // size):
        if sealed and viewer != seat:
            continue
        first = viewer * size
        for k in range(first, first + size - 2):
            log[k] = log[k + 2]
        log[first + size - 2] = 1 + seat
        log[first + size - 1] = 1 + compact_id


@inline
def note_action(c: Context, t: Tables, i: int, action: int) -> None:
    """Add an action to the log, if the batch has one."""
    if c.log_words > 0:
        add_to_log(c, t, i, action)


@late_unit
def write_tokens(c: Context, i: int, viewer: int, out: ShortArray) -> None:
    """Write the action tokens that ``viewer`` may see; seats are counted from the viewer, as 1."""
    log, size, seats = logs_of(c)[i], int(c.token_words), int(c.seats)
    first = viewer * size if c.log_words > size else 0
    for k in range(0, size, 2):
        seat = int(log[first + k])
        out[k] = 1 + (seat - 1 - viewer) % seats if seat > 0 else 0
        out[k + 1] = log[first + k + 1]


@inline
def show_tokens(c: Context, i: int, viewer: int) -> None:
    """Write the tokens that a step returns for a game, if the batch has a history."""
    if c.log_words > 0:
        write_tokens(c, i, viewer, pointer(tokens_of(c)[i]))
