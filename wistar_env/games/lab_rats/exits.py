"""Trying an Exit (LAB-30 to LAB-34)."""

from wistar_env.compiled.jit import inline
from wistar_env.games.lab_rats.amounts import FOR_EXIT
from wistar_env.games.lab_rats.cheese import gain_cheese
from wistar_env.games.lab_rats.history import FAILED, card_event, note
from wistar_env.games.lab_rats.injuries import kill
from wistar_env.games.lab_rats.kinds import EXITS
from wistar_env.games.lab_rats.potions import asked_of, pays
from wistar_env.games.lab_rats.state import OF_POTIONS, PAY_EXIT, State, Tables, roll


@inline
def shuffle_exits(g: State, first: int) -> None:
    """Shuffle the Exits from ``first`` on; the first three Exits lie on the table."""
    for k in range(EXITS - 1, first, -1):
        other = first + roll(g, k - first + 1)
        card = g.exits[k]
        g.exits[k] = g.exits[other]
        g.exits[other] = card


@inline
def escape(g: State) -> None:
    """Give the active player the cheese for passing an Exit (LAB-32)."""
    seat = int(g.active)
    g.players[seat].from_exits += FOR_EXIT
    gain_cheese(g, seat, FOR_EXIT)


@inline
def fail_exit(g: State, card: int) -> None:
    """Kill the active player, who cannot pay an Exit, and shuffle all Exits (LAB-33, AMB-35)."""
    seat = int(g.active)
    kill(g, seat)
    p = g.players[seat]
    p.unpaid |= 1 << card
    note(g.histories[OF_POTIONS], card_event(FAILED, seat, card))
    shuffle_exits(g, 0)


@inline
def flip_exit(t: Tables, g: State) -> None:
    """Turn up the first Exit (AMB-98): a player who can pay must do so (AMB-84), any other dies."""
    seat, card = int(g.active), int(g.exits[0])
    p = g.players[seat]
    g.at_exit = 1
    colours = asked_of(t, p, card)
    if pays(p.potions, colours):
        g.to_pay = colours
        g.asked = PAY_EXIT
        g.mover = seat
    else:
        fail_exit(g, card)
