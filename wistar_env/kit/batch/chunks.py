"""A thread's work on a chunk of games: execute their commands, and write observations."""

from wistar_env.compiled.jit import inline, late_unit, pointer
from wistar_env.compiled.streams import FOR_DATA_SET, below, stream
from wistar_env.compiled.types import LongArray, Seed
from wistar_env.compiled.work_sharing import (
    Progress,
    report_fault,
)
from wistar_env.kit.batch.context import (
    BYTES,
    ENTRIES,
    FLOAT_CHANGES,
    Context,
    commands_of,
    compact_ids_of,
    counts_of,
    done_of,
    final_of,
    final_scores_of,
    final_tokens_of,
    games_of,
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
    policy_action,
    start,
)
from wistar_env.kit.batch.history import clear_log, note_action, show_tokens, write_tokens
from wistar_env.kit.batch.observation_writers import (
    TOO_MANY,
    write_all,
    write_changes,
    write_entries,
)
from wistar_env.kit.batch.prefetch import prefetch_counts, prefetch_entries, prefetch_game
from wistar_env.kit.batch.rows import ALL_SEATS, RESTART, Command, GameRow, Policy
from wistar_env.kit.common_fields import FINE, NOBODY, Game
from wistar_env.kit.game_calls import deciding, encode, over, play_on
from wistar_env.kit.rules_interface import Tables

# As plain integers, which are constants in compiled code.
_ALL_SEATS, _RESTART = int(ALL_SEATS), int(RESTART)
_CALLER, _RANDOM = int(Policy.CALLER), int(Policy.RANDOM)
_GREEDY, _OUTSIDE = int(Policy.GREEDY), int(Policy.OUTSIDE)
_SHOW, _START, _LEAVE = int(Command.SHOW), int(Command.START), int(Command.LEAVE)


@inline
def set_of_seed(set_ends: LongArray, seed: Seed) -> int:
    """Return the index of the data set that a seed draws; ``set_ends``: cumulative weights."""
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
    """Return the data tables of a game."""
    return tables_of(c)[sets_of(c)[i] if c.num_sets > 1 else 0]


@late_unit
def start_row(c: Context, i: int) -> None:
    """Start game ``i`` with the seed in its row."""
    row = rows_of(c)[i]
    draw_set(c, i, row.seed)
    start(
        tables_for(c, i),
        games_of(c)[i],
        row,
        options_of(c)[i],
        pool_of(c),
        legal_of_games(c)[i],
        reward_spec_of(c)[0],
        reward_states_of(c)[i],
    )
    clear_log(c, i)


@inline
def play_action(c: Context, i: int, action: int) -> None:
    """Play an action of the deciding seat of a game."""
    t = tables_for(c, i)
    note_action(c, t, i, action)
    play_on(t, games_of(c)[i], action, legal_of_games(c)[i])


@inline
def play_others(c: Context, i: int, thread: int) -> int:
    """Let compiled policies play until another policy decides; return its code.

    Returns CALLER if the game is over.
    """
    t, g, row, legal = tables_for(c, i), games_of(c)[i], rows_of(c)[i], legal_of_games(c)[i]
    weights, scratch = weights_of(c), scratch_of(c)[2 * thread : 2 * thread + 2]
    while not over(g):
        who = int(row.policies[deciding(g)])
        if who not in (_RANDOM, _GREEDY):
            return who
        play_action(c, i, policy_action(t, g, row, who, legal, weights, scratch))
    return _CALLER


@late_unit
def keep_last_observation(c: Context, i: int) -> None:
    """Keep the final observation and tokens of the learner before the next game begins."""
    t, g, seat = tables_for(c, i), games_of(c)[i], max(0, int(rows_of(c)[i].learner))
    if c.has_learner == 1:
        counts, limit = final_of(c)[i], limit_of(c)
        encode(t, g, seat, pointer(counts), int(c.width), pointer(limit))
    if c.log_words > 0:
        write_tokens(c, i, seat, pointer(final_tokens_of(c)[i]))


@late_unit
def finish_row(c: Context, i: int) -> None:
    """Score and reward a finished game, and store the learner's observation."""
    t, g, row = tables_for(c, i), games_of(c)[i], rows_of(c)[i]
    report, scores = reports_of(c)[i], final_scores_of(c)[i]
    spec, state = reward_spec_of(c)[0], reward_states_of(c)[i]
    finish_game(t, g, row, report, scores, spec, state, reward_of(c)[i])
    keep_last_observation(c, i)


@late_unit
def reward_row(c: Context, i: int) -> None:
    """Add the rewards of a step in a running game."""
    spec, state = reward_spec_of(c)[0], reward_states_of(c)[i]
    g, row = games_of(c)[i], rows_of(c)[i]
    add_step_reward(tables_for(c, i), g, row, spec, state, reward_of(c)[i])


@inline
def step_row(c: Context, i: int, command: int, thread: int) -> bool:
    """Execute a command and play until the caller decides or the game is over; return True then.

    With autoreset, the next game starts when one is over. Returns False, with its code in
    ``pending_policy``, if a policy outside compiled code must decide. Also returns False, with
    ``pending_policy`` RESTART, if the game ended before the caller decided and the batch skips such
    games. Rarely needed parts are separate functions, compiled on first use.
    """
    g, row = games_of(c)[i], rows_of(c)[i]
    if row.pending_policy == 0:
        row.done = 0
        reward_of(c)[i][:] = 0
        row.steps += command >= 0
    if command == _SHOW:
        return True
    if command == _START:
        start_row(c, i)
        row.done = 1
    else:
        play_action(c, i, command)
    row.pending_policy = 0
    who = play_others(c, i, thread)
    if g.finished == 1 and (row.steps > 0 or c.skips == 0):
        finish_row(c, i)
        if c.autoreset == 1:
            advance_seed(row)
            start_row(c, i)
            who = play_others(c, i, thread)
    if g.finished == 1 and row.steps == 0 and c.skips == 1:
        row.pending_policy = _RESTART
        return False
    if who >= _OUTSIDE:
        row.pending_policy = who
        return False
    if c.dense == 1:
        reward_row(c, i)
    return True


@inline
def viewer(g: Game, row: GameRow) -> int:
    """Return the observing seat: the learner's, or the deciding seat (0 if there is none)."""
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


@late_unit
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
def write_mask(c: Context, i: int) -> None:
    """Write a game's action mask, indexed by the caller's action ids."""
    legal, mask, ids = legal_of_games(c)[i], mask_of(c)[i], compact_ids_of(c)
    mask[:] = 0
    for k in range(1, legal[0] + 1):
        if ids[legal[k]] >= 0:
            mask[ids[legal[k]]] = 1


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
        if commands[i] != _LEAVE:
            if step_row(c, i, int(commands[i]), thread):
                done[i] = rows[i].done | games[i].finished | rows[i].cut
                seat[i] = NOBODY if rows[i].cut == 1 else deciding(games[i])
                show_tokens(c, i, viewer(games[i], rows[i]))
            elif rows[i].pending_policy == _RESTART:
                report_fault(progress)
        if games[i].fault != FINE:
            report_fault(progress)


@inline
def prefetch_output(c: Context, i: int) -> None:
    """Prefetch the uint8 or sparse output of a row; for float32, ``write_dense`` prefetches."""
    if c.output == BYTES:
        prefetch_counts(raw_of(c), i)
    elif c.output >= ENTRIES:
        prefetch_entries(indices_of(c), values_of(c), i, int(used_of(c)[i]))


@inline
def observe_chunk(c: Context, first: int, count: int, thread: int, progress: Progress) -> None:
    """Write the observations of a chunk of games and, unless these are sparse, the masks."""
    rows, commands = rows_of(c), commands_of(c)
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
            write_mask(c, i)
