"""Block dominoes: join a tile to an open end of the line; the first to empty their hand wins."""

from wistar_env.author import (
    NONE,
    SEAT,
    Actions,
    Declared,
    State,
    cards,
    end,
    field,
    next_seat,
    number_at,
)
from wistar_env.kit.game.spec_records import ScoreSpec

PIPS, HAND, BONEYARD, LINE = 7, 7, -1, -2
LOW = tuple(low for low in range(PIPS) for high in range(low, PIPS))
HIGH = tuple(high for low in range(PIPS) for high in range(low, PIPS))
TILES = len(LOW)
PASS = 3 * TILES
NAMES = [f"{low}-{high}" for low, high in zip(LOW, HIGH, strict=True)]


class Dominoes(Declared, scores=ScoreSpec(zero_sum=True)):
    """Block dominoes."""

    players = 2
    actions = {
        "begin with": NAMES,
        "join": [f"{name} by its {half} half" for name in NAMES for half in ("first", "second")],
        "pass": [""],
    }
    place = cards(
        TILES, each=HAND, hidden=(BONEYARD,), shown=(LINE,), where="may_hold", reveal=True
    )
    ends = field(2, range=(NONE, PIPS - 1), start=NONE, show="onehot", meaning="the open ends")
    lacks = field(SEAT, range=(0, 2**PIPS - 1), show="bits", meaning="pips that a seat has not")
    passes = field(range=(0, 2), show=None)

    def may_hold(g: State, seat: int, tile: int) -> bool:
        return (g.lacks[seat] >> LOW[tile]) & 1 == 0 and (g.lacks[seat] >> HIGH[tile]) & 1 == 0

    def is_open(g: State, pips: int) -> bool:
        return pips == g.ends[0] or pips == g.ends[1]

    def legal(g: State) -> Actions:
        n = 0
        for tile in range(TILES):
            if g.place[tile] == g.mover and g.ends[0] == NONE:
                yield tile
                n += 1
        for tile in range(TILES):
            if g.place[tile] == g.mover and g.is_open(LOW[tile]):
                yield TILES + 2 * tile
                n += 1
            if g.place[tile] == g.mover and g.is_open(HIGH[tile]) and LOW[tile] != HIGH[tile]:
                yield TILES + 2 * tile + 1
                n += 1
        if n == 0:
            yield PASS

    def apply(g: State, action: int) -> None:
        seat = g.mover
        next_seat(g)
        if action == PASS:
            g.lacks[seat] |= (1 << g.ends[0]) | (1 << g.ends[1])
            g.passes += 1
            if g.passes == g.seats:
                end(g)
            return
        g.passes = 0
        if action < TILES:
            g.place[action] = LINE
            g.ends[0], g.ends[1] = LOW[action], HIGH[action]
        else:
            tile, half = (action - TILES) // 2, (action - TILES) % 2
            g.place[tile] = LINE
            joined = LOW[tile] if half == 0 else HIGH[tile]
            g.ends[0 if g.ends[0] == joined else 1] = LOW[tile] + HIGH[tile] - joined
        if number_at(g.place, seat) == 0:
            end(g)

    def pips(g: State, seat: int) -> int:
        n = 0
        for tile in range(TILES):
            if g.place[tile] == seat:
                n += LOW[tile] + HIGH[tile]
        return n

    def score(g: State, seat: int) -> int:
        mine, theirs = g.pips(seat), g.pips(1 - seat)
        return theirs if mine < theirs else -mine if mine > theirs else 0

    def sound(g: State) -> bool:
        begun = number_at(g.place, LINE) > 0
        return begun == (g.ends[0] != NONE) and begun == (g.ends[1] != NONE)
