"""Entry points for compiled policies, which choose an action in each game of a batch."""

from typing import Final

from wistar_env.compiled.jit import entry, inline
from wistar_env.compiled.streams import following
from wistar_env.compiled.types import LongArray
from wistar_env.compiled.work_sharing import (
    Calls,
    Progress,
    are_done,
    call,
    claim_chunk,
    finish_rows,
    restart,
)
from wistar_env.kit.batch.chunks import tables_for
from wistar_env.kit.batch.context import (
    CHOOSE,
    Context,
    Contexts,
    actions_of,
    games_of,
    legal_of_games,
    rows_of,
    scratch_of,
    seats_of,
    weights_of,
)
from wistar_env.kit.batch.games import random_action
from wistar_env.kit.batch.rows import Command
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.policies.greedy import best_action

_SHOW = int(Command.SHOW)
#: The number of chunks that a thread claims at once for work of a few nanoseconds per game.
SHORT_CHUNKS: Final = 4


@inline
def choose_chunks(c: Context, progress: Progress, thread: int) -> None:
    """Claim chunks of games until none is left, and write a random action for each game."""
    rows, legal, seat = rows_of(c), legal_of_games(c), seats_of(c)
    size = SHORT_CHUNKS * int(c.chunk_size)
    chunks, done = (c.num_games + size - 1) // size, 0
    chunk = claim_chunk(progress, chunks, thread)
    while chunk >= 0:
        first, actions = chunk * size, actions_of(c)
        end = min(first + size, int(c.num_games))
        for i in range(first, end):
            row = rows[i]
            row.choice_rng = following(row.choice_rng)
            actions[i] = _SHOW if seat[i] == NOBODY else random_action(row.choice_rng, legal[i])
        done += end - first
        chunk = claim_chunk(progress, chunks, thread)
    finish_rows(progress, done)


@entry
def choose_random(contexts: Contexts, progress: Progress, actions: LongArray) -> None:
    """Write a random legal action for each game; ``Command.SHOW`` for a game that is over."""
    c = contexts[0]
    c.actions_at = actions.ctypes.data
    restart(progress)
    choose_chunks(c, progress, 0)


@entry
def choose_random_together(
    contexts: Contexts, progress: Progress, calls: Calls, patience: int, actions: LongArray
) -> bool:
    """Choose random actions together with listening threads; return whether all are done."""
    c = contexts[0]
    c.actions_at = actions.ctypes.data
    restart(progress)
    call(calls, CHOOSE)
    choose_chunks(c, progress, 0)
    return are_done(progress, c.num_games, patience)


@entry
def choose_greedily(
    contexts: Contexts, progress: Progress, thread: int, actions: LongArray
) -> None:
    """Write the action of ``greedy`` for each game; ``Command.SHOW`` for a game that is over."""
    c = contexts[0]
    games, rows, legal, seat = games_of(c), rows_of(c), legal_of_games(c), seats_of(c)
    weights, scratch = weights_of(c), scratch_of(c)[2 * thread : 2 * thread + 2]
    chunks = (c.num_games + c.chunk_size - 1) // c.chunk_size
    chunk = claim_chunk(progress, chunks, thread)
    while chunk >= 0:
        first = chunk * c.chunk_size
        count = min(c.chunk_size, c.num_games - first)
        for i in range(first, first + count):
            row, offered = rows[i], legal[i]
            row.choice_rng = following(row.choice_rng)
            if seat[i] == NOBODY:
                actions[i] = _SHOW
            else:
                t = tables_for(c, i)
                actions[i] = best_action(t, games[i], offered, row.choice_rng, weights, scratch)
        finish_rows(progress, count)
        chunk = claim_chunk(progress, chunks, thread)
