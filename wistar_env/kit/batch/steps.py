"""The entry points of a batch in compiled code: step, observe, choose.

They work on the batch's record (``kit.batch.context``). Threads share a ``progress``, each with its
own number, and claim chunks of games: those of its share first, which are in the cache of its core.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.streams import FOR_DATA_SET, below, following, stream
from wistar_env.compiled.types import FloatTable, LongArray, MaskTable, Seed, ShortArray
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
from wistar_env.kit.batch.context import (
    BYTES,
    ENTRIES,
    FLOAT_CHANGES,
    NO_OUTPUT,
    Context,
    Contexts,
    chosen_of,
    commands_of,
    counts_of,
    done_of,
    final_of,
    final_scores_of,
    games_of,
    illegal_of,
    indices_of,
    legal_of_games,
    limit_of,
    mask_of,
    options_of,
    pool_of,
    raw_of,
    reports_of,
    reward_of,
    reward_spec_of,
    reward_states_of,
    rows_of,
    scale_of,
    scaled_of,
    scratch_of,
    seats_of,
    set_ends_of,
    sets_of,
    shown_of,
    tables_of,
    used_of,
    values_of,
    weights_of,
)
from wistar_env.kit.batch.games import (
    add_step_reward,
    advance_seed,
    finish_game,
    play_others,
    random_action,
    restart_rewards,
    start,
)
from wistar_env.kit.batch.observation_writers import (
    TOO_MANY,
    write_all,
    write_changes,
    write_entries,
)
from wistar_env.kit.batch.prefetch import prefetch_counts, prefetch_entries, prefetch_game
from wistar_env.kit.batch.rows import ALL_SEATS, Command, GameRow, Policy
from wistar_env.kit.head import FINE, NOBODY, Game
from wistar_env.kit.play import deciding, encode, encode_mask, find_legal, is_legal, play_on
from wistar_env.kit.policies.greedy import best_action
from wistar_env.kit.protocol import Tables

# As plain integers, which are constants in compiled code.
_ALL_SEATS = int(ALL_SEATS)
_OUTSIDE = int(Policy.OUTSIDE)
_SHOW, _START, _LEAVE = int(Command.SHOW), int(Command.START), int(Command.LEAVE)
#: The kinds of tasks that threads begin by themselves.
_STEP: Final = 1
_CHOOSE: Final = 2
#: Results of a step, other than the number of illegal actions.
FAULTS: Final = -1
UNFINISHED: Final = -2


@inline
def set_of_seed(set_ends: LongArray, seed: Seed) -> int:
    """Return the data set that the game of a seed is played with, drawn by weights."""
    drawn = below(stream(seed, FOR_DATA_SET), int(set_ends[len(set_ends) - 1]))
    number = 0
    while set_ends[number] <= drawn:
        number += 1
    return number


@inline
def draw_set(c: Context, i: int, seed: Seed) -> None:
    """Draw the data set of a game from its seed, if the batch has several."""
    if c.num_sets > 1:
        sets_of(c)[i] = set_of_seed(set_ends_of(c), seed)


@inline
def tables_for(c: Context, i: int) -> Tables:
    """Return the tables that a game is played with."""
    return tables_of(c)[sets_of(c)[i] if c.num_sets > 1 else 0]


@inline
def store_final_observation(c: Context, i: int, g: Game, row: GameRow) -> None:
    """Store the learner's observation of a finished game."""
    if c.has_learner == 1:
        counts, limit = final_of(c)[i], limit_of(c)
        viewer_seat = max(0, int(row.learner))
        encode(tables_for(c, i), g, viewer_seat, pointer(counts), int(c.width), pointer(limit))


@inline
def step_row(c: Context, i: int, command: int, thread: int) -> bool:
    """Execute a command with all consequences; False while an outside policy decides."""
    games = games_of(c)
    g, row, legal, reward = games[i], rows_of(c)[i], legal_of_games(c)[i], reward_of(c)[i]
    options = options_of(c)[i]
    pool, reward_spec, reward_state = pool_of(c), reward_spec_of(c)[0], reward_states_of(c)[i]
    weights, scratch = weights_of(c), scratch_of(c)[2 * thread : 2 * thread + 2]
    if row.pending_policy == 0:
        row.done = 0
        reward[:] = 0
    if command == _SHOW:
        return True
    if command == _START:
        draw_set(c, i, row.seed)
    t = tables_for(c, i)
    if command == _START:
        start(t, g, row, options, pool, legal, reward_spec, reward_state)
        row.done = 1
    else:
        play_on(t, g, command, legal)
    row.pending_policy = 0
    who = play_others(t, g, row, legal, weights, scratch)
    if g.finished == 1:
        report, scores = reports_of(c)[i], final_scores_of(c)[i]
        finish_game(t, g, row, report, scores, reward_spec, reward_state, reward)
        store_final_observation(c, i, g, row)
        if c.autoreset == 1:
            advance_seed(row)
            draw_set(c, i, row.seed)
            t = tables_for(c, i)
            start(t, g, row, options, pool, legal, reward_spec, reward_state)
            who = play_others(t, g, row, legal, weights, scratch)
    if who >= _OUTSIDE:
        row.pending_policy = who
        return False
    if c.dense == 1:
        add_step_reward(t, g, row, reward_spec, reward_state, reward)
    return True


@inline
def viewer(g: Game, row: GameRow) -> int:
    """Return the observing seat: the learner, or the one that decides."""
    return int(row.learner) if row.learner != _ALL_SEATS else max(0, deciding(g))


@inline
def write_dense(c: Context, i: int, thread: int) -> None:
    """Write the dense observation of a game."""
    t, g = tables_for(c, i), games_of(c)[i]
    size, limit, scale = int(c.width), limit_of(c), scale_of(c)
    viewer_seat = viewer(g, rows_of(c)[i])
    if c.output == BYTES:
        encode(t, g, viewer_seat, pointer(raw_of(c)[i]), size, pointer(limit))
        return
    if c.output == FLOAT_CHANGES:
        prefetch_counts(shown_of(c), i)
    counts, out = counts_of(c)[2 * thread : 2 * thread + 2], scaled_of(c)[i]
    new = pointer(counts[0])
    encode(t, g, viewer_seat, new, size, pointer(limit))
    if c.output == FLOAT_CHANGES:
        write_changes(new, pointer(shown_of(c)[i]), pointer(scale), pointer(out), size)
    else:
        write_all(new, pointer(counts[1]), pointer(scale), pointer(out), size)


@inline
def write_sparse(c: Context, i: int, thread: int) -> bool:
    """Write the sparse observation of a game; False if it has too many entries."""
    t, g, size, width = tables_for(c, i), games_of(c)[i], int(c.width), int(c.max_entries)
    new, limit = pointer(counts_of(c)[2 * thread]), limit_of(c)
    indices, values, used = indices_of(c)[i], values_of(c)[i], used_of(c)
    encode(t, g, viewer(g, rows_of(c)[i]), new, size, pointer(limit))
    known = int(used[i]) if c.output == ENTRIES else width
    used[i] = write_entries(new, size, pointer(indices), pointer(values), width, known)
    return bool(used[i] != TOO_MANY)


@inline
def play_chunk(c: Context, first: int, count: int, thread: int, progress: Progress) -> None:
    """Execute the commands of a chunk of games."""
    games, rows, commands = games_of(c), rows_of(c), commands_of(c)
    done, seat = done_of(c), seats_of(c)
    t = tables_of(c)[0]
    front = int(t.front_bytes + c.seats * t.seat_bytes)
    for i in range(first, first + count):
        if i + 1 < c.num_games:
            prefetch_game(games, i + 1, front)
        if commands[i] != _LEAVE and step_row(c, i, int(commands[i]), thread):
            done[i] = rows[i].done | games[i].finished
            seat[i] = deciding(games[i])
        if games[i].fault != FINE:
            report_fault(progress)


@inline
def prefetch_output(c: Context, i: int) -> None:
    """Prefetch the output of a row; the counts to compare are prefetched later."""
    if c.output == BYTES:
        prefetch_counts(raw_of(c), i)
    elif c.output >= ENTRIES:
        prefetch_entries(indices_of(c), values_of(c), i, int(used_of(c)[i]))


@inline
def observe_chunk(c: Context, first: int, count: int, thread: int, progress: Progress) -> None:
    """Write observations of a chunk of games, and masks unless they are sparse."""
    rows, commands, legal, mask = rows_of(c), commands_of(c), legal_of_games(c), mask_of(c)
    for i in range(first, first + count):
        if i + 1 < first + count:
            prefetch_output(c, i + 1)
        if commands[i] == _LEAVE or rows[i].pending_policy != 0:
            continue
        if c.output >= ENTRIES:
            if not write_sparse(c, i, thread):
                report_fault(progress)
        else:
            write_dense(c, i, thread)
            encode_mask(legal[i], mask[i])


@inline
def mark_illegal(c: Context, waiting: int) -> int:
    """Flag the games whose command is not a legal action, and return their number.

    Skips finished games and, with ``waiting`` = 1, games that do not wait for an outside policy. It
    reads ``seat`` rather than the games, which are far apart in memory.
    """
    seat, rows, legal = seats_of(c), rows_of(c), legal_of_games(c)
    commands, illegal = commands_of(c), illegal_of(c)
    count = 0
    for i in range(c.num_games):
        illegal[i] = 0
        if seat[i] == NOBODY or (waiting == 1 and rows[i].pending_policy == 0):
            continue
        if not is_legal(legal[i], int(commands[i])):
            illegal[i] = 1
            count += 1
    return count


@inline
def set_commands(c: Context, actions: LongArray) -> int:
    """Set the commands to these actions, flag illegal ones, and return their number.

    Actions of games that are over, and stay so, are ignored.
    """
    commands, seat = commands_of(c), seats_of(c)
    for i in range(c.num_games):
        commands[i] = actions[i] if seat[i] != NOBODY else _SHOW
    return mark_illegal(c, 0)


@entry
def find_illegal(contexts: Contexts, waiting: int) -> int:
    """Flag the games whose command is illegal, and return their number; see ``mark_illegal``."""
    return mark_illegal(contexts[0], waiting)


@entry
def accept(contexts: Contexts, actions: LongArray) -> int:
    """Set the commands, and return the number of illegal ones; see ``set_commands``."""
    return set_commands(contexts[0], actions)


@inline
def next_step(c: Context, progress: Progress, thread: int) -> int:
    """Claim a chunk of games to step; return -1 after all.

    Each step has the reverse order of the one before, in which the last games are still in the
    cache; each thread keeps its share.
    """
    chunks = (c.num_games + c.chunk_size - 1) // c.chunk_size
    last = c.scratch_slots // 2 - 1
    chunk = claim_chunk(progress, chunks, last - thread if c.reverse_order == 1 else thread)
    return chunks - 1 - chunk if chunk >= 0 and c.reverse_order == 1 else chunk


@inline
def step_chunks(c: Context, progress: Progress, thread: int) -> None:
    """Execute commands and write observations, chunk by chunk, until all are claimed."""
    chunk = next_step(c, progress, thread)
    while chunk >= 0:
        first = chunk * c.chunk_size
        count = min(c.chunk_size, c.num_games - first)
        play_chunk(c, first, count, thread, progress)
        # In a second pass, so that the code of rules and encoder stays in the instruction cache.
        if c.output != NO_OUTPUT:
            observe_chunk(c, first, count, thread, progress)
        finish_rows(progress, count)
        chunk = next_step(c, progress, thread)


@inline
def choose_chunks(c: Context, progress: Progress, thread: int, chosen: LongArray) -> None:
    """Choose random actions, chunk by chunk, until all are claimed."""
    rows, legal, seat = rows_of(c), legal_of_games(c), seats_of(c)
    chunks = (c.num_games + c.chunk_size - 1) // c.chunk_size
    chunk = claim_chunk(progress, chunks, thread)
    while chunk >= 0:
        first = chunk * c.chunk_size
        count = min(c.chunk_size, c.num_games - first)
        for i in range(first, first + count):
            row = rows[i]
            row.choice_rng = following(row.choice_rng)
            chosen[i] = _SHOW if seat[i] == NOBODY else random_action(row.choice_rng, legal[i])
        finish_rows(progress, count)
        chunk = claim_chunk(progress, chunks, thread)


@inline
def begin_step(c: Context, progress: Progress, actions: LongArray) -> int:
    """Make actions the commands, and return the number of illegal ones; without any, step."""
    illegal = set_commands(c, actions) if len(actions) > 0 else 0
    if illegal == 0:
        c.reverse_order = 1 - c.reverse_order
        restart(progress)
    return illegal


@inline
def result_of(progress: Progress) -> int:
    """Return the result of a finished step."""
    return FAULTS if progress[FAULTY] != 0 else 0


@entry
def step(contexts: Contexts, progress: Progress, actions: LongArray) -> int:
    """Play actions, or execute the commands if there are none, and write the observations.

    Returns the number of illegal actions, with which nothing changes, or FAULTS if a game is
    invalid.
    """
    c = contexts[0]
    illegal = begin_step(c, progress, actions)
    if illegal > 0:
        return illegal
    step_chunks(c, progress, 0)
    return result_of(progress)


@entry
def step_together(
    contexts: Contexts, progress: Progress, calls: Calls, actions: LongArray, patience: int
) -> int:
    """Step together with the threads that listen; UNFINISHED if some still work."""
    c = contexts[0]
    illegal = begin_step(c, progress, actions)
    if illegal > 0:
        return illegal
    call(calls, _STEP)
    step_chunks(c, progress, 0)
    return result_of(progress) if are_done(progress, c.num_games, patience) else UNFINISHED


@entry
def result(progress: Progress) -> int:
    """Return the result of a step that was unfinished."""
    return result_of(progress)


@entry
def choose_random(contexts: Contexts, progress: Progress, actions: LongArray) -> None:
    """Write a random legal action of each game, SHOW where the game is over."""
    c = contexts[0]
    restart(progress)
    choose_chunks(c, progress, 0, actions)


@entry
def choose_random_together(
    contexts: Contexts, progress: Progress, calls: Calls, patience: int
) -> bool:
    """Choose random actions together with the threads that listen; False if some still work."""
    c = contexts[0]
    restart(progress)
    call(calls, _CHOOSE)
    choose_chunks(c, progress, 0, chosen_of(c))
    return are_done(progress, c.num_games, patience)


@entry
def listen(
    contexts: Contexts,
    steps: Progress,
    choices: Progress,
    thread: int,
    calls: Calls,
    spins: int,
) -> None:
    """Take part in steps and random choices until there are none for some time."""
    c = contexts[0]
    set_listening(calls, thread, True)
    seen = number_of_calls(calls)
    while seen >= 0 and kind_of_call(calls) != OTHER:
        if kind_of_call(calls) == _STEP:
            step_chunks(c, steps, thread)
        else:
            choose_chunks(c, choices, thread, chosen_of(c))
        seen = next_call(calls, seen, spins)
    set_listening(calls, thread, False)


@entry
def observe_rows(
    contexts: Contexts, which: LongArray, seat: int, scaled: FloatTable, mask: MaskTable
) -> None:
    """Write the observations of a seat, or of the deciding one (-1), in the rows ``which``."""
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
def choose_greedily(
    contexts: Contexts, progress: Progress, thread: int, actions: LongArray
) -> None:
    """Write the action of ``greedy`` for each row, SHOW where the game is over."""
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


@entry
def reset_reward_states(contexts: Contexts) -> None:
    """Reset the reward states to the current positions, after loading games of other rewards."""
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
    """Write the data set that the game of each seed is played with; see ``set_of_seed``."""
    for i in range(len(seeds)):
        sets[i] = set_of_seed(set_ends, np.uint64(seeds[i]))


@entry
def find_decisions(contexts: Contexts) -> None:
    """Recompute set, deciding seat and legal actions of each row, after loading games."""
    c = contexts[0]
    for i in range(c.num_games):
        draw_set(c, i, rows_of(c)[i].seed)
        find_legal(tables_for(c, i), games_of(c)[i], legal_of_games(c)[i])
        seats_of(c)[i] = deciding(games_of(c)[i])
