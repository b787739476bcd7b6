"""The end of a round and the beginning of the next (LAB-53 to LAB-56, LAB-60)."""

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.lab_rats.actions import DISCARD
from wistar_env.games.lab_rats.amounts import ALL_OPEN, DEALT, MOST_ROUNDS
from wistar_env.games.lab_rats.cheese import end_game
from wistar_env.games.lab_rats.door_cards import deal_door, discard_doors, fill_middle
from wistar_env.games.lab_rats.exits import shuffle_exits
from wistar_env.games.lab_rats.injuries import recover
from wistar_env.games.lab_rats.kinds import POTION_KINDS
from wistar_env.games.lab_rats.potions import draw_potion, forget_one
from wistar_env.games.lab_rats.state import KEEP_POTIONS, NEW_DOORS, State
from wistar_env.kit.sealed import ask_sealed


@inline
def ask_new_doors(g: State, first: int) -> None:
    """Let all players, dead or alive, choose Doors secretly, from ``first`` on (LAB-52, LAB-71)."""
    g.asked = NEW_DOORS
    g.exchanged = 0
    ask_sealed(g, (1 << int(g.seats)) - 1, first)


@inline
def show_put_by(g: State) -> None:
    """Discard the Potions that were given up, now that all have chosen (LAB-71, LAB-76)."""
    for seat in range(int(g.seats)):
        p = g.players[seat]
        for kind in range(POTION_KINDS):
            for _ in range(int(p.put_by[kind])):
                g.potion_discards[kind] += 1
                forget_one(g, seat, kind)
            p.put_by[kind] = 0
        p.num_put_by = 0


@unit
def begin_round(g: State) -> None:
    """Begin a round or the game: deal new cards, and heal all Specimens (LAB-60)."""
    g.round_number += 1
    show_put_by(g)
    discard_doors(g, ALL_OPEN)
    shuffle_exits(g, 0)
    for seat in range(int(g.seats)):
        p = g.players[seat]
        p.turns = 0
        recover(g, seat)
        while p.num_potions < DEALT:
            draw_potion(g, seat)
        while p.num_doors < DEALT:
            deal_door(g, seat)
    fill_middle(g)
    g.own_opened = 0
    g.coming = g.starter
    ask_new_doors(g, int(g.starter))


@unit
def put_by(g: State) -> None:
    """Lay given-up Potions face down, since some players may have more to give up (LAB-71)."""
    for seat in range(int(g.seats)):
        if (int(g.sealed_made) >> seat) & 1:
            kind = int(g.sealed_choice[seat]) - DISCARD
            p = g.players[seat]
            p.potions[kind] -= 1
            p.num_potions -= 1
            p.put_by[kind] += 1
            p.num_put_by += 1


@unit
def keep_potions(g: State) -> None:
    """Let players give up Potions until all have at most two; then begin a round (LAB-55)."""
    seats = 0
    for seat in range(int(g.seats)):
        if g.players[seat].num_potions > DEALT:
            seats |= 1 << seat
    if seats == 0:
        begin_round(g)
    else:
        g.asked = KEEP_POTIONS
        ask_sealed(g, seats, int(g.starter))


@unit
def end_round(g: State) -> None:
    """Give the first-player token to the seat after the active one, dead or alive (LAB-56, AMB-88).

    Then let players give up Potions or, after ``MOST_ROUNDS`` rounds, end the game.
    """
    g.starter = (int(g.active) + 1) % int(g.seats)
    if g.round_number >= MOST_ROUNDS:
        end_game(g)
    else:
        keep_potions(g)
