"""Setting up a game, its legal actions, and their effects."""

from wistar_env.compiled.bits import clear_lowest_bit, nonzero_bits, trailing_zeros
from wistar_env.compiled.jit import inline, unit
from wistar_env.compiled.streams import FOR_GAME, stream
from wistar_env.compiled.types import Seed, ShortArray
from wistar_env.games.lab_rats.actions import (
    DISCARD,
    INJURY,
    KEEP,
    LAY,
    OPEN,
    PASS,
    SPEND,
    STOP,
    TRY_EXIT,
)
from wistar_env.games.lab_rats.amounts import PASSED
from wistar_env.games.lab_rats.confusion import pass_potions
from wistar_env.games.lab_rats.door_cards import is_open, lay_door, place_of
from wistar_env.games.lab_rats.exits import escape, flip_exit
from wistar_env.games.lab_rats.injuries import injure
from wistar_env.games.lab_rats.kinds import DOOR_KINDS, EXITS, POTION_KINDS, SPECIMENS
from wistar_env.games.lab_rats.new_round import begin_round, keep_potions, put_by
from wistar_env.games.lab_rats.potions import discard_potion, draw_potion, pays
from wistar_env.games.lab_rats.resolving import resolve
from wistar_env.games.lab_rats.state import (
    BEGIN_TURN,
    CONFUSED,
    GO_ON,
    HAND_LIMIT,
    KEEP_POTIONS,
    NEW_DOORS,
    NO_CARD,
    NOTHING,
    OBSTACLE,
    PAY_EXIT,
    SLOTS,
    State,
    Tables,
    roll,
)
from wistar_env.games.lab_rats.turns import begin_turn, run
from wistar_env.kit.sealed import clear_sealed, seal


@inline
def _add(legal: ShortArray, action: int) -> None:
    legal[0] += 1
    legal[legal[0]] = action


@inline
def _add_potions(g: State, seat: int, first: int, legal: ShortArray) -> None:
    """Add an action, numbered from ``first``, for each kind of Potion in a hand."""
    kinds = nonzero_bits(g.players[seat].potions, POTION_KINDS)
    count = int(legal[0])
    while kinds != 0:
        count += 1
        legal[count] = first + int(trailing_zeros(kinds))
        kinds = clear_lowest_bit(kinds)
    legal[0] = count


@inline
def _add_doors(g: State, seat: int, legal: ShortArray) -> None:
    """Add opening each Door that is still closed (LAB-12).

    Every Door is written but counted only if closed, which avoids mispredicted branches.
    """
    count = int(legal[0])
    for number in range(SLOTS):
        legal[count + 1] = OPEN + number
        count += int(not is_open(g, place_of(g, seat, number)))
    legal[0] = count


@inline
def _add_fitting(t: Tables, g: State, seat: int, legal: ShortArray) -> None:
    """Add spending each Potion that beats the current obstacle (LAB-13)."""
    kinds = nonzero_bits(g.players[seat].potions, POTION_KINDS)
    facing, count = int(g.facing), int(legal[0])
    while kinds != 0:
        kind = int(trailing_zeros(kinds))
        kinds = clear_lowest_bit(kinds)
        legal[count + 1] = SPEND + kind
        count += (int(t.covers[kind]) >> facing) & 1
    legal[0] = count


@inline
def _add_payment(t: Tables, g: State, seat: int, legal: ShortArray) -> None:
    """Add spending each Potion that pays the next colour and leaves the rest payable (AMB-84)."""
    p = g.players[seat]
    colours = int(g.to_pay)
    colour = colours & -colours
    for kind in range(POTION_KINDS):
        if p.potions[kind] > 0 and int(t.covers[kind]) & colour:
            p.potions[kind] -= 1
            if pays(p.potions, colours & ~colour):
                _add(legal, SPEND + kind)
            p.potions[kind] += 1


@inline
def _add_new_doors(g: State, seat: int, legal: ShortArray) -> None:
    """Add laying each Door of a hand, and keeping the Door on the table (LAB-40, LAB-41)."""
    kinds = nonzero_bits(g.players[seat].doors, DOOR_KINDS)
    while kinds != 0:
        _add(legal, LAY + int(trailing_zeros(kinds)))
        kinds = clear_lowest_bit(kinds)
    if g.table[seat] != NO_CARD:
        _add(legal, KEEP)


@unit
def find_legal(t: Tables, g: State, legal: ShortArray) -> None:
    """Write the number of legal actions of the deciding seat, followed by the actions."""
    legal[0] = 0
    seat, asked = int(g.mover), int(g.asked)
    if asked == BEGIN_TURN:
        _add_doors(g, seat, legal)
        if g.players[seat].turns > 0:  # not in the first turn of the round (LAB-11)
            _add(legal, TRY_EXIT)
    elif asked == GO_ON:
        _add_doors(g, seat, legal)
        _add(legal, STOP)
    elif asked == OBSTACLE:
        _add_fitting(t, g, seat, legal)
        _add(legal, INJURY)
    elif asked == PAY_EXIT:
        _add_payment(t, g, seat, legal)
    elif asked == HAND_LIMIT or asked == KEEP_POTIONS:
        _add_potions(g, seat, DISCARD, legal)
    elif asked == CONFUSED:
        _add_potions(g, seat, PASS, legal)
    elif asked == NEW_DOORS:
        _add_new_doors(g, seat, legal)


@inline
def _lay_doors(g: State) -> None:
    """Lay all chosen Doors (LAB-71)."""
    for seat in range(int(g.seats)):
        if g.sealed_choice[seat] != KEEP:
            lay_door(g, seat, int(g.sealed_choice[seat]) - LAY)


@unit
def carry_out_sealed(g: State, decision: int) -> None:
    """Apply the choices that seats made in secret for this decision, and continue the game."""
    g.asked = NOTHING
    if decision == CONFUSED:
        pass_potions(g)
        clear_sealed(g)
        run(g)
    elif decision == KEEP_POTIONS:
        put_by(g)
        clear_sealed(g)
        keep_potions(g)
    else:
        _lay_doors(g)
        clear_sealed(g)
        begin_turn(g)


@inline
def _pay(g: State, seat: int, kind: int) -> None:
    """Pay the next colour of an Exit; paying the last colour opens it (LAB-32)."""
    discard_potion(g, seat, kind)
    g.to_pay = int(g.to_pay) & (int(g.to_pay) - 1)
    if g.to_pay == 0:
        g.at_exit = PASSED
        escape(g)
    else:
        g.asked = PAY_EXIT


@inline
def answer_only(t: Tables, g: State, decision: int, action: int) -> None:
    """Apply an action of the active player, without continuing the turn after it."""
    seat = int(g.active)
    g.asked = NOTHING
    if action < STOP:
        place = place_of(g, seat, action - OPEN)
        g.opened |= 1 << place
        resolve(g, int(g.table[place]))
    elif action == STOP:
        g.stopped = 1
    elif action == TRY_EXIT:
        flip_exit(t, g)
    elif action == INJURY:
        injure(g, seat)
    elif decision == PAY_EXIT:
        _pay(g, seat, action - SPEND)
    elif decision == OBSTACLE:
        discard_potion(g, seat, action - SPEND)
        draw_potion(g, seat)
    else:
        discard_potion(g, seat, action - DISCARD)
    if g.asked != OBSTACLE:
        g.facing = 0


@unit
def answer(t: Tables, g: State, decision: int, action: int) -> None:
    """Apply an action of the active player, and continue up to the next decision."""
    answer_only(t, g, decision, action)
    run(g)


@unit
def play_on(t: Tables, g: State, action: int, legal: ShortArray) -> None:
    """Apply an action, continue up to the next decision, and write its legal actions."""
    g.decisions += 1
    decision = int(g.asked)
    if decision == CONFUSED or decision == NEW_DOORS or decision == KEEP_POTIONS:
        if seal(g, action):
            carry_out_sealed(g, decision)
    else:
        answer(t, g, decision, action)
    find_legal(t, g, legal)


@inline
def _deal_specimens(t: Tables, g: State) -> None:
    """Give every player a random Specimen; the rest are unused (LAB-05, AMB-97)."""
    left = (1 << SPECIMENS) - 1
    for seat in range(int(g.seats)):
        skipped = roll(g, SPECIMENS - seat)
        card = 0
        while (left >> card) & 1 == 0 or skipped > 0:
            skipped -= (left >> card) & 1
            card += 1
        left &= ~(1 << card)
        p = g.players[seat]
        p.specimen = t.specimens[card]


@unit
def begin(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    """Set up a game, up to the choice of the first Doors (LAB-05 to LAB-09)."""
    g.rng = stream(seed, FOR_GAME)
    for kind in range(POTION_KINDS):
        g.potion_deck[kind] = t.potions[kind]
        g.num_potion_deck += t.potions[kind]
    for kind in range(DOOR_KINDS):
        g.door_deck[kind] = t.doors[kind]
        g.num_door_deck += t.doors[kind]
    for card in range(EXITS):
        g.exits[card] = card
    for place in range(SLOTS):
        g.table[place] = NO_CARD
    _deal_specimens(t, g)
    g.starter = roll(g, int(g.seats))
    g.active = g.starter
    begin_round(g)
    find_legal(t, g, legal)
