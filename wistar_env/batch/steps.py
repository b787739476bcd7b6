"""What Python calls: entries that step, show or choose.

Threads call ``step`` and ``choose`` with the same ``progress`` and take ``share`` rows at a time.
``commands`` has an action or a ``Command`` for each row; ``pool`` the policies of other seats;
``final`` takes the counts of the learner's observation of a game that ended, and has no rows if
nobody wants them.
"""

from wistar_env.batch.ahead import ask_counts, ask_game
from wistar_env.batch.games import (
    follow,
    pay,
    play_others,
    random_action,
    settle,
    start,
)
from wistar_env.batch.rows import ALL_SEATS, Command, Payment, Policy, Row, Rows
from wistar_env.batch.sharing import Progress, finish, note_fault, take
from wistar_env.batch.shows import write_all, write_changes
from wistar_env.policies.greedy import best_action
from wistar_env.rules.core import is_legal, over, play_on
from wistar_env.rules.faults import FINE
from wistar_env.rules.jit import entry, inline, pointer
from wistar_env.rules.legal import legal_of
from wistar_env.rules.stack import top
from wistar_env.rules.streams import following
from wistar_env.rules.types import (
    ByteArray,
    ByteTable,
    DoubleArray,
    FloatArray,
    FloatTable,
    Game,
    GameArray,
    Legal,
    LongArray,
    MaskTable,
    ShortArray,
    ShortBlock,
    ShortTable,
    Tables,
    TablesArray,
)
from wistar_env.spaces.encode import encode, encode_mask

# As plain integers, which compiled code takes for constants.
_ALL_SEATS, _VP = int(ALL_SEATS), int(Payment.VP)
_RANDOM, _OUTSIDE = int(Policy.RANDOM), int(Policy.OUTSIDE)
_SHOW, _START, _LEAVE = int(Command.SHOW), int(Command.START), int(Command.LEAVE)
_NOBODY = -1


@inline
def step_row(
    t: Tables,
    games: GameArray,
    i: int,
    row: Row,
    command: int,
    legal: Legal,
    pool: ShortArray,
    tracks: ShortBlock,
    weights: DoubleArray,
    scratch: GameArray,
    payment: int,
    autoreset: int,
    limit: ByteArray,
    final: ByteTable,
    reward: FloatArray,
) -> bool:
    """Carry out a command and all that follows; False while an outside policy has to decide."""
    g = games[i]
    if row.waits == 0:
        row.done = 0
        reward[:] = 0
    if command == _SHOW:
        return True
    if command == _START:
        start(t, games, i, row, pool, tracks, legal)
        row.done = 1  # what others score before the first decision is paid with the first step
    else:
        play_on(t, g, command, legal)
    row.waits = 0
    who = play_others(t, g, row, legal, weights, scratch)
    if g.finished == 1:
        settle(t, g, row, payment, reward)
        if len(final) > 0:
            shown = final[i]
            size = len(limit)
            encode(t, g, max(0, int(row.learner)), pointer(shown), size, pointer(limit))
        if autoreset == 1:
            follow(row)
            start(t, games, i, row, pool, tracks, legal)
            who = play_others(t, g, row, legal, weights, scratch)
    if who >= _OUTSIDE:
        row.waits = who
        return False
    if payment == _VP and row.done == 0:
        pay(g, row, reward)
    return True


@inline
def deciding(g: Game) -> int:
    """Return the seat that decides, NOBODY when the game is over."""
    return _NOBODY if over(g) else int(top(g).seat)


@inline
def viewer(g: Game, row: Row) -> int:
    """Return the seat that a game is shown to: the learner or the one that decides."""
    return int(row.learner) if row.learner != _ALL_SEATS else max(0, deciding(g))


@inline
def show(
    t: Tables,
    g: Game,
    row: Row,
    i: int,
    limit: ByteArray,
    scale: FloatArray,
    counts: ByteTable,
    shown: ByteTable,
    scaled: FloatTable,
    raw: ByteTable,
) -> None:
    """Write the observation of row ``i`` into whichever array has rows.

    ``counts`` is room for an observation, and a second row that stays zero.
    """
    size, eye = len(limit), viewer(g, row)
    if len(raw) > 0:
        encode(t, g, eye, pointer(raw[i]), size, pointer(limit))
        return
    if len(shown) > 0:
        ask_counts(shown, i)
    new = pointer(counts[0])
    encode(t, g, eye, new, size, pointer(limit))
    if len(shown) > 0:
        write_changes(new, pointer(shown[i]), pointer(scale), pointer(scaled[i]), size)
    else:
        write_all(new, pointer(counts[1]), pointer(scale), pointer(scaled[i]), size)


@entry
def step(
    tables: TablesArray,
    games: GameArray,
    rows: Rows,
    legal: ShortTable,
    progress: Progress,
    share: int,
    backwards: int,
    commands: LongArray,
    pool: ShortArray,
    tracks: ShortBlock,
    weights: DoubleArray,
    scratch: GameArray,
    counts: ByteTable,
    payment: int,
    autoreset: int,
    limit: ByteArray,
    scale: FloatArray,
    reward: FloatTable,
    done: ByteArray,
    seat: LongArray,
    final: ByteTable,
    shown: ByteTable,
    scaled: FloatTable,
    raw: ByteTable,
    mask: MaskTable,
) -> None:
    """Carry out the commands and show the games, with ``backwards`` = 1 the last ones first.

    The observations go into ``scaled`` (float32) or ``raw`` (uint8), whichever has rows, and
    nowhere if ``mask`` has none. ``shown`` has the counts that ``scaled`` shows, or no rows if its
    contents are unknown. ``scratch`` is room for two games, ``counts`` for an observation, with a
    second row of zeros; each thread has its own.
    """
    t = tables[0]
    seats = int(games[0].seats)
    taken = take(progress, share)
    while taken < len(commands):
        count = min(share, len(commands) - taken)
        first = len(commands) - taken - count if backwards == 1 else taken
        for i in range(first, first + count):
            if i + 1 < len(commands):
                ask_game(games, i + 1, seats)
            if commands[i] != _LEAVE and step_row(
                t,
                games,
                i,
                rows[i],
                int(commands[i]),
                legal[i],
                pool,
                tracks,
                weights,
                scratch,
                payment,
                autoreset,
                limit,
                final,
                reward[i],
            ):
                done[i] = rows[i].done | games[i].finished
                seat[i] = deciding(games[i])
            if games[i].fault != FINE:
                note_fault(progress)
        # Only now, so that the code of rules and encoder stays in the cache while it is needed.
        for i in range(first, first + count if len(mask) > 0 else first):
            # What is written over is needed at once, what is compared only after encoding.
            if len(raw) > 0 and i + 1 < first + count:
                ask_counts(raw, i + 1)
            if commands[i] != _LEAVE and rows[i].waits == 0:
                show(t, games[i], rows[i], i, limit, scale, counts, shown, scaled, raw)
                encode_mask(legal[i], mask[i])
        finish(progress, count)
        taken = take(progress, share)


@entry
def observe_rows(
    tables: TablesArray,
    games: GameArray,
    legal: ShortTable,
    which: LongArray,
    seat: int,
    limit: ByteArray,
    scale: FloatArray,
    counts: ByteTable,
    scaled: FloatTable,
    mask: MaskTable,
) -> None:
    """Write what a seat sees, or whoever decides (``seat`` = -1), of the rows ``which``."""
    t, size = tables[0], len(limit)
    for k in range(len(which)):
        g = games[which[k]]
        decides = deciding(g)
        eye = max(0, decides) if seat == _NOBODY else seat
        encode(t, g, eye, pointer(counts[0]), size, pointer(limit))
        write_all(pointer(counts[0]), pointer(counts[1]), pointer(scale), pointer(scaled[k]), size)
        if eye == decides:
            encode_mask(legal[which[k]], mask[k])
        else:
            mask[k, :] = 0


@entry
def find_illegal(
    seat: LongArray,
    rows: Rows,
    legal: ShortTable,
    actions: LongArray,
    waiting: int,
    found: ByteArray,
) -> int:
    """Mark the rows whose action is not legal with 1 and return how many there are.

    ``seat`` says who decides in each game, as ``step`` wrote it: the games lie far apart in memory.

    Of a game that is over nothing is asked, with ``waiting`` = 1 neither of a game that does not
    wait for an outside policy.
    """
    count = 0
    for i in range(len(actions)):
        found[i] = 0
        if seat[i] == _NOBODY or (waiting == 1 and rows[i].waits == 0):
            continue
        if not is_legal(legal[i], int(actions[i])):
            found[i] = 1
            count += 1
    return count


@entry
def choose(
    tables: TablesArray,
    games: GameArray,
    rows: Rows,
    legal: ShortTable,
    progress: Progress,
    share: int,
    policy: int,
    weights: DoubleArray,
    scratch: GameArray,
    seat: LongArray,
    actions: LongArray,
) -> None:
    """Write the action of a compiled policy for each row, SHOW where the game is over."""
    t = tables[0]
    first = take(progress, share)
    while first < len(actions):
        last = min(first + share, len(actions))
        for i in range(first, last):
            row, offered = rows[i], legal[i]
            row.choices = following(row.choices)
            if seat[i] == _NOBODY:
                actions[i] = _SHOW
            elif policy == _RANDOM:
                actions[i] = random_action(row.choices, offered)
            else:
                actions[i] = best_action(t, games[i], offered, row.choices, weights, scratch)
        finish(progress, last - first)
        first = take(progress, share)


@entry
def find_legal(tables: TablesArray, games: GameArray, legal: ShortTable) -> None:
    """Write the legal actions of each row anew, as after loading games."""
    t = tables[0]
    for i in range(len(games)):
        g, offered = games[i], legal[i]
        offered[0] = 0
        if not over(g):
            legal_of(t, g, top(g), pointer(offered))
