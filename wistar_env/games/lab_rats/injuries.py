"""Injury, death and recovery (LAB-50 to LAB-52, LAB-61)."""

from wistar_env.compiled.jit import inline
from wistar_env.games.lab_rats.amounts import DEADLY
from wistar_env.games.lab_rats.state import DEAD, HEALTHY, INJURED, State


@inline
def kill(g: State, seat: int) -> None:
    """Kill a Specimen; its player keeps everything (LAB-61)."""
    g.players[seat].condition = DEAD


@inline
def injure(g: State, seat: int) -> None:
    """Injure a Specimen; a second injury kills; no effect if dead (LAB-19, LAB-50)."""
    p = g.players[seat]
    if p.condition == HEALTHY:
        p.condition = INJURED
    else:
        kill(g, seat)


@inline
def recover(g: State, seat: int) -> None:
    """Heal or revive a Specimen; its pollution stays (LAB-21, AMB-91)."""
    g.players[seat].condition = HEALTHY


@inline
def pollute(g: State, seat: int, chips: int) -> None:
    """Add pollution to a living Specimen; 5 kill it and are returned (LAB-18, LAB-39, LAB-61)."""
    p = g.players[seat]
    p.pollution += chips
    if p.pollution >= DEADLY:
        p.pollution = 0
        kill(g, seat)
