"""What Python calls: entries that step, show or choose.

What they work on is in the batch's record (``wistar_env.batch.context``). Threads call ``step`` and
``choose`` with the same ``progress``, each with its own number, and take a share of the rows at a
time.
"""

from wistar_env.batch.ahead import ask_counts, ask_entries, ask_game
from wistar_env.batch.context import (
    BYTES,
    CHANGES,
    ENTRIES,
    NOTHING,
    Context,
    Contexts,
    accounts_of,
    commands_of,
    contract_of,
    counts_of,
    done_of,
    final_of,
    games_of,
    illegal_of,
    indices_of,
    legal_of_games,
    limit_of,
    mask_of,
    pool_of,
    raw_of,
    reward_of,
    rows_of,
    scale_of,
    scaled_of,
    scratch_of,
    seats_of,
    shown_of,
    tables_of,
    used_of,
    values_of,
    weights_of,
)
from wistar_env.batch.games import (
    follow,
    open_anew,
    pay,
    play_others,
    random_action,
    settle,
    start,
)
from wistar_env.batch.rows import ALL_SEATS, Command, GameRow, Policy
from wistar_env.batch.shows import TOO_MANY, write_all, write_changes, write_entries
from wistar_env.compiled.jit import entry, inline, pointer
from wistar_env.compiled.sharing import Progress, finish, note_fault, take
from wistar_env.compiled.streams import following
from wistar_env.compiled.types import FloatTable, LongArray, MaskTable
from wistar_env.gate.play import (
    FINE,
    NOBODY,
    Game,
    deciding,
    encode,
    encode_mask,
    find_legal,
    is_legal,
    play_on,
)
from wistar_env.policies.greedy import best_action

# As plain integers, which compiled code takes for constants.
_ALL_SEATS = int(ALL_SEATS)
_RANDOM, _OUTSIDE = int(Policy.RANDOM), int(Policy.OUTSIDE)
_SHOW, _START, _LEAVE = int(Command.SHOW), int(Command.START), int(Command.LEAVE)


@inline
def keep_final(c: Context, i: int, g: Game, row: GameRow) -> None:
    """Keep what the learner sees of a game that is over."""
    if c.learns == 1:
        counts, limit = final_of(c)[i], limit_of(c)
        eye = max(0, int(row.learner))
        encode(tables_of(c)[0], g, eye, pointer(counts), int(c.width), pointer(limit))


@inline
def step_row(c: Context, i: int, command: int, thread: int) -> bool:
    """Carry out a command and all that follows; False while an outside policy has to decide."""
    t, games = tables_of(c)[0], games_of(c)
    g, row, legal, reward = games[i], rows_of(c)[i], legal_of_games(c)[i], reward_of(c)[i]
    pool, contract, account = pool_of(c), contract_of(c)[0], accounts_of(c)[i]
    weights, scratch = weights_of(c), scratch_of(c)[2 * thread : 2 * thread + 2]
    if row.waits == 0:
        row.done = 0
        reward[:] = 0
    if command == _SHOW:
        return True
    if command == _START:
        start(t, games, i, row, pool, legal, contract, account)
        row.done = 1
    else:
        play_on(t, g, command, legal)
    row.waits = 0
    who = play_others(t, g, row, legal, weights, scratch)
    if g.finished == 1:
        settle(t, games, i, row, contract, account, reward)
        keep_final(c, i, g, row)
        if c.autoreset == 1:
            follow(row)
            start(t, games, i, row, pool, legal, contract, account)
            who = play_others(t, g, row, legal, weights, scratch)
    if who >= _OUTSIDE:
        row.waits = who
        return False
    if c.dense == 1:
        pay(games, i, row, contract, account, reward)
    return True


@inline
def viewer(g: Game, row: GameRow) -> int:
    """Return the seat that a game is shown to: the learner or the one that decides."""
    return int(row.learner) if row.learner != _ALL_SEATS else max(0, deciding(g))


@inline
def show(c: Context, i: int, thread: int) -> None:
    """Write the observation of a game where it is shown."""
    t, g = tables_of(c)[0], games_of(c)[i]
    size, limit, scale = int(c.width), limit_of(c), scale_of(c)
    eye = viewer(g, rows_of(c)[i])
    if c.shows == BYTES:
        encode(t, g, eye, pointer(raw_of(c)[i]), size, pointer(limit))
        return
    if c.shows == CHANGES:
        ask_counts(shown_of(c), i)
    counts, out = counts_of(c)[2 * thread : 2 * thread + 2], scaled_of(c)[i]
    new = pointer(counts[0])
    encode(t, g, eye, new, size, pointer(limit))
    if c.shows == CHANGES:
        write_changes(new, pointer(shown_of(c)[i]), pointer(scale), pointer(out), size)
    else:
        write_all(new, pointer(counts[1]), pointer(scale), pointer(out), size)


@inline
def show_entries(c: Context, i: int, thread: int) -> bool:
    """Write the observation of a game as entries; False if there are too many."""
    t, g, size, width = tables_of(c)[0], games_of(c)[i], int(c.width), int(c.entries)
    new, limit = pointer(counts_of(c)[2 * thread]), limit_of(c)
    indices, values, used = indices_of(c)[i], values_of(c)[i], used_of(c)
    encode(t, g, viewer(g, rows_of(c)[i]), new, size, pointer(limit))
    known = int(used[i]) if c.shows == ENTRIES else width
    used[i] = write_entries(new, size, pointer(indices), pointer(values), width, known)
    return bool(used[i] != TOO_MANY)


@inline
def play_rows(c: Context, first: int, count: int, thread: int, progress: Progress) -> None:
    """Carry out the commands of some games."""
    games, rows, commands = games_of(c), rows_of(c), commands_of(c)
    done, seat = done_of(c), seats_of(c)
    for i in range(first, first + count):
        if i + 1 < c.num_games:
            ask_game(games, i + 1, int(c.seats))
        if commands[i] != _LEAVE and step_row(c, i, int(commands[i]), thread):
            done[i] = rows[i].done | games[i].finished
            seat[i] = deciding(games[i])
        if games[i].fault != FINE:
            note_fault(progress)


@inline
def ask_shown(c: Context, i: int) -> None:
    """Ask for what will be written over in a row; what is compared is needed after encoding."""
    if c.shows == BYTES:
        ask_counts(raw_of(c), i)
    elif c.shows >= ENTRIES:
        ask_entries(indices_of(c), values_of(c), i, int(used_of(c)[i]))


@inline
def show_rows(c: Context, first: int, count: int, thread: int, progress: Progress) -> None:
    """Show some games, and what is legal in them: of sparse ones the caller has a list."""
    rows, commands, legal, mask = rows_of(c), commands_of(c), legal_of_games(c), mask_of(c)
    for i in range(first, first + count):
        if i + 1 < first + count:
            ask_shown(c, i + 1)
        if commands[i] == _LEAVE or rows[i].waits != 0:
            continue
        if c.shows >= ENTRIES:
            if not show_entries(c, i, thread):
                note_fault(progress)
        else:
            show(c, i, thread)
            encode_mask(legal[i], mask[i])


@inline
def mark_illegal(c: Context, waiting: int) -> int:
    """Flag the games whose command is not a legal action, and return how many there are.

    ``seat`` says who decides: the games lie far apart in memory. Of a game that is over nothing is
    asked, with ``waiting`` = 1 neither of a game that does not wait for an outside policy.
    """
    seat, rows, legal = seats_of(c), rows_of(c), legal_of_games(c)
    commands, illegal = commands_of(c), illegal_of(c)
    count = 0
    for i in range(c.num_games):
        illegal[i] = 0
        if seat[i] == NOBODY or (waiting == 1 and rows[i].waits == 0):
            continue
        if not is_legal(legal[i], int(commands[i])):
            illegal[i] = 1
            count += 1
    return count


@inline
def take_up(c: Context, actions: LongArray) -> int:
    """Make these actions the commands, flag those that are not legal, and return how many are not.

    The action of a game that is over, and stays so, is ignored.
    """
    commands, seat = commands_of(c), seats_of(c)
    for i in range(c.num_games):
        commands[i] = actions[i] if seat[i] != NOBODY else _SHOW
    return mark_illegal(c, 0)


@entry
def find_illegal(contexts: Contexts, waiting: int) -> int:
    """Flag the games whose command is not legal and return how many; see ``mark_illegal``."""
    return mark_illegal(contexts[0], waiting)


@entry
def accept(contexts: Contexts, actions: LongArray) -> int:
    """Make these actions the commands and return how many are not legal; see ``take_up``."""
    return take_up(contexts[0], actions)


@entry
def step(contexts: Contexts, progress: Progress, thread: int, actions: LongArray) -> int:
    """Carry out the commands and show the games, with ``backwards`` = 1 the last ones first.

    A thread that is alone may hand over the ``actions``, which then become the commands; if some
    are not legal, nothing happens but that their number is returned.
    """
    c = contexts[0]
    if len(actions) > 0:
        progress[:] = 0
        illegal = take_up(c, actions)
        if illegal > 0:
            return illegal
        c.backwards = 1 - c.backwards
    at_once = int(c.rows_at_once)
    taken = take(progress, at_once)
    while taken < c.num_games:
        count = min(at_once, int(c.num_games) - taken)
        first = int(c.num_games) - taken - count if c.backwards == 1 else taken
        play_rows(c, first, count, thread, progress)
        # Only now, so that the code of rules and encoder stays in the cache while it is needed.
        if c.shows != NOTHING:
            show_rows(c, first, count, thread, progress)
        finish(progress, count)
        taken = take(progress, at_once)
    return 0


@entry
def observe_rows(
    contexts: Contexts, which: LongArray, seat: int, scaled: FloatTable, mask: MaskTable
) -> None:
    """Write what a seat sees, or whoever decides (``seat`` = -1), of the rows ``which``."""
    c = contexts[0]
    t, games, legal = tables_of(c)[0], games_of(c), legal_of_games(c)
    size, limit, scale, counts = int(c.width), limit_of(c), scale_of(c), counts_of(c)
    for k in range(len(which)):
        g = games[which[k]]
        decides = deciding(g)
        eye = max(0, decides) if seat == NOBODY else seat
        encode(t, g, eye, pointer(counts[0]), size, pointer(limit))
        write_all(pointer(counts[0]), pointer(counts[1]), pointer(scale), pointer(scaled[k]), size)
        if eye == decides:
            encode_mask(legal[which[k]], mask[k])
        else:
            mask[k, :] = 0


@entry
def choose(
    contexts: Contexts, progress: Progress, thread: int, policy: int, actions: LongArray
) -> None:
    """Write the action of a compiled policy for each row, SHOW where the game is over.

    Random actions are for a thread that is alone: they are drawn before another one wakes up.
    """
    c = contexts[0]
    if policy == _RANDOM:
        progress[:] = 0
    t, games, rows, legal, seat = (
        tables_of(c)[0],
        games_of(c),
        rows_of(c),
        legal_of_games(c),
        seats_of(c),
    )
    at_once, weights, scratch = (
        int(c.rows_at_once),
        weights_of(c),
        scratch_of(c)[2 * thread : 2 * thread + 2],
    )
    first = take(progress, at_once)
    while first < len(actions):
        last = min(first + at_once, len(actions))
        for i in range(first, last):
            row, offered = rows[i], legal[i]
            row.choices = following(row.choices)
            if seat[i] == NOBODY:
                actions[i] = _SHOW
            elif policy == _RANDOM:
                actions[i] = random_action(row.choices, offered)
            else:
                actions[i] = best_action(t, games[i], offered, row.choices, weights, scratch)
        finish(progress, last - first)
        first = take(progress, at_once)


@entry
def open_accounts(contexts: Contexts) -> None:
    """Let rewards count from the positions of now on, as after loading games of other rewards."""
    c = contexts[0]
    for i in range(c.num_games):
        open_anew(games_of(c), i, rows_of(c)[i], contract_of(c)[0], accounts_of(c)[i])


@entry
def find_decisions(contexts: Contexts) -> None:
    """Write anew who decides in each row, and the legal actions, as after loading games."""
    c = contexts[0]
    for i in range(c.num_games):
        seats_of(c)[i] = deciding(games_of(c)[i])
        find_legal(tables_of(c)[0], games_of(c)[i], legal_of_games(c)[i])
