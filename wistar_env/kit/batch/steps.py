"""The compiled entry points of a batch.

They work on the batch's record (``kit.batch.context``). Threads have numbers, share a ``progress``,
and claim chunks of games. A thread claims its own share first, which is in its core's cache.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.types import FloatTable, LongArray, MaskTable, ShortArray
from wistar_env.compiled.work_sharing import (
    FAULTY,
    OTHER,
    Calls,
    Progress,
    are_done,
    call,
    claim_chunk,
    finish_rows,
    kind_of_call,
    next_call,
    number_of_calls,
    report_fault,
    restart,
    set_listening,
)
from wistar_env.kit.batch.choices import SHORT_CHUNKS, choose_chunks
from wistar_env.kit.batch.chunks import (
    draw_set,
    keep_last_observation,
    observe_chunk,
    play_chunk,
    set_of_seed,
    tables_for,
)
from wistar_env.kit.batch.context import (
    CHECK,
    CHOOSE,
    NO_OUTPUT,
    STEP,
    Context,
    Contexts,
    actions_of,
    commands_of,
    counts_of,
    games_of,
    illegal_of,
    legal_of_games,
    limit_of,
    reward_spec_of,
    reward_states_of,
    rows_of,
    scale_of,
    seats_of,
)
from wistar_env.kit.batch.games import restart_rewards
from wistar_env.kit.batch.observation_writers import write_all
from wistar_env.kit.batch.rows import Command
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.game_calls import deciding, encode, encode_mask, find_legal, is_legal

_SHOW = int(Command.SHOW)  # a constant in compiled code
#: Returned by a step instead of the number of illegal actions, if a game became invalid or must be
#: skipped, or has too many entries for a sparse observation.
FAULTS: Final = -1
#: The tasks of a step: choose, check, step. A thread that missed more tasks was not running.
_TASKS_OF_A_STEP: Final = 3


@inline
def mark_illegal(c: Context, first: int, end: int, waiting: int) -> int:
    """Flag the games whose command is not a legal action, and return their number.

    Finished games are skipped and, with ``waiting`` = 1, games that do not wait for a policy
    outside compiled code. This reads the array ``seat`` instead of the games, which are far apart
    in memory.
    """
    seat, rows, legal = seats_of(c), rows_of(c), legal_of_games(c)
    commands, illegal = commands_of(c), illegal_of(c)
    count = 0
    for i in range(first, end):
        illegal[i] = 0
        if seat[i] == NOBODY or (waiting == 1 and rows[i].pending_policy == 0):
            continue
        if not is_legal(legal[i], int(commands[i])):
            illegal[i] = 1
            count += 1
    return count


@inline
def set_commands(c: Context, actions: LongArray) -> int:
    """Set the games' commands to ``actions``; flag the illegal actions and return their number.

    Actions in games that are over, and not restarted, are ignored.
    """
    commands, seat = commands_of(c), seats_of(c)
    for i in range(c.num_games):
        commands[i] = actions[i] if seat[i] != NOBODY else _SHOW
    return mark_illegal(c, 0, c.num_games, 0)


@inline
def check_chunks(c: Context, progress: Progress, thread: int) -> None:
    """Apply ``set_commands`` to the caller's actions, chunk by chunk.

    A chunk with an illegal action is reported as a fault. Each thread reads the legal actions that
    it wrote, which are in its core's cache.
    """
    seat, commands = seats_of(c), commands_of(c)
    size = SHORT_CHUNKS * int(c.chunk_size)
    chunks, done = (c.num_games + size - 1) // size, 0
    chunk = claim_chunk(progress, chunks, thread)
    while chunk >= 0:
        first, actions = chunk * size, actions_of(c)
        end = min(first + size, int(c.num_games))
        for i in range(first, end):
            commands[i] = actions[i] if seat[i] != NOBODY else _SHOW
        if mark_illegal(c, first, end, 0) > 0:
            report_fault(progress)
        done += end - first
        chunk = claim_chunk(progress, chunks, thread)
    finish_rows(progress, done)


@entry
def check_together(
    contexts: Contexts, progress: Progress, calls: Calls, patience: int, actions: LongArray
) -> bool:
    """Set the commands together with listening threads; return whether all are set."""
    c = contexts[0]
    c.actions_at = actions.ctypes.data
    restart(progress)
    call(calls, CHECK)
    check_chunks(c, progress, 0)
    return are_done(progress, c.num_games, patience)


@entry
def find_illegal(contexts: Contexts, waiting: int) -> int:
    """Flag the games whose command is illegal, and return their number; see ``mark_illegal``."""
    c = contexts[0]
    return mark_illegal(c, 0, c.num_games, waiting)


@entry
def accept(contexts: Contexts, actions: LongArray) -> int:
    """Set the commands, and return the number of illegal ones; see ``set_commands``."""
    return set_commands(contexts[0], actions)


@inline
def next_step(c: Context, progress: Progress, thread: int) -> int:
    """Claim a chunk of games to step; return -1 when none is left.

    Every step reverses the order of the previous step, whose last games are still in the cache;
    each thread keeps its share.
    """
    chunks = (c.num_games + c.chunk_size - 1) // c.chunk_size
    last = c.scratch_slots // 2 - 1
    chunk = claim_chunk(progress, chunks, last - thread if c.reverse_order == 1 else thread)
    return chunks - 1 - chunk if chunk >= 0 and c.reverse_order == 1 else chunk


@inline
def step_chunks(c: Context, progress: Progress, thread: int) -> None:
    """Execute commands and write observations, chunk by chunk, until all are claimed.

    Games are reported as done only at the end, as threads that write to one number slow each other.
    """
    done = 0
    chunk = next_step(c, progress, thread)
    while chunk >= 0:
        first = chunk * c.chunk_size
        count = min(c.chunk_size, c.num_games - first)
        play_chunk(c, first, count, thread, progress)
        # Observe in a second pass, so that the code of rules or encoder stays in the instruction
        # cache.
        if c.output != NO_OUTPUT:
            observe_chunk(c, first, count, thread, progress)
        done += count
        chunk = next_step(c, progress, thread)
    finish_rows(progress, done)


@entry
def step(contexts: Contexts, progress: Progress, actions: LongArray) -> int:
    """Play actions, or execute the commands if no actions are given, and write the observations.

    Returns the number of illegal actions (if any, no game changes), or FAULTS (see there).
    """
    c = contexts[0]
    illegal = set_commands(c, actions) if len(actions) > 0 else 0
    if illegal > 0:
        return illegal
    c.reverse_order = 1 - c.reverse_order
    restart(progress)
    step_chunks(c, progress, 0)
    return FAULTS if progress[FAULTY] != 0 else 0


@entry
def step_together(contexts: Contexts, progress: Progress, calls: Calls, patience: int) -> bool:
    """Execute the commands together with listening threads; return whether all are done."""
    c = contexts[0]
    c.reverse_order = 1 - c.reverse_order
    restart(progress)
    call(calls, STEP)
    step_chunks(c, progress, 0)
    return are_done(progress, c.num_games, patience)


@entry
def listen(
    contexts: Contexts,
    stepping: Progress,
    checking: Progress,
    choosing: Progress,
    thread: int,
    calls: Calls,
    spins: int,
) -> bool:
    """Take part in steps, checks and random choices until none comes within ``spins`` polls.

    Also ends at a task that starts from Python (``OTHER``). Returns True early if the thread missed
    tasks because another process used its core.
    """
    c = contexts[0]
    set_listening(calls, thread, True)
    number, missed = number_of_calls(calls), False
    while number >= 0 and not missed and kind_of_call(calls) != OTHER:
        kind = kind_of_call(calls)
        if kind == STEP:
            step_chunks(c, stepping, thread)
        elif kind == CHECK:
            check_chunks(c, checking, thread)
        elif kind == CHOOSE:
            choose_chunks(c, choosing, thread)
        seen = number
        number = next_call(calls, seen, spins)
        missed = number > seen + _TASKS_OF_A_STEP
    set_listening(calls, thread, False)
    return missed


@entry
def observe_rows(
    contexts: Contexts, which: LongArray, seat: int, scaled: FloatTable, mask: MaskTable
) -> None:
    """Write observations and masks of games ``which`` for a seat, or the deciding seat (-1)."""
    c = contexts[0]
    games, legal = games_of(c), legal_of_games(c)
    size, limit, scale, counts = int(c.width), limit_of(c), scale_of(c), counts_of(c)
    for k in range(len(which)):
        t, g = tables_for(c, which[k]), games[which[k]]
        decides = deciding(g)
        viewer_seat = max(0, decides) if seat == NOBODY else seat
        encode(t, g, viewer_seat, pointer(counts[0]), size, pointer(limit))
        write_all(pointer(counts[0]), pointer(counts[1]), pointer(scale), pointer(scaled[k]), size)
        if viewer_seat == decides:
            encode_mask(legal[which[k]], mask[k])
        else:
            mask[k, :] = 0


@entry
def keep_last(contexts: Contexts, which: LongArray) -> None:
    """Store the learner's final observations of games that the caller cuts off."""
    for k in range(len(which)):
        keep_last_observation(contexts[0], which[k])


@entry
def reset_reward_states(contexts: Contexts) -> None:
    """Reset reward states to the current positions, after loading games with other rewards."""
    c = contexts[0]
    for i in range(c.num_games):
        restart_rewards(
            tables_for(c, i),
            games_of(c)[i],
            rows_of(c)[i],
            reward_spec_of(c)[0],
            reward_states_of(c)[i],
        )


@entry
def draw_sets(set_ends: LongArray, seeds: LongArray, sets: ShortArray) -> None:
    """Write the index of the data set that each seed draws; see ``set_of_seed``."""
    for i in range(len(seeds)):
        sets[i] = set_of_seed(set_ends, np.uint64(seeds[i]))


@entry
def find_decisions(contexts: Contexts) -> None:
    """Recompute each row's data set, deciding seat and legal actions, after loading games."""
    c = contexts[0]
    for i in range(c.num_games):
        row, g = rows_of(c)[i], games_of(c)[i]
        draw_set(c, i, row.seed)
        find_legal(tables_for(c, i), g, legal_of_games(c)[i])
        seats_of(c)[i] = NOBODY if row.cut == 1 else deciding(g)
