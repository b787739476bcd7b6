"""Small games whose equilibria are known."""

from dataclasses import replace
from typing import Any

import numpy as np

from tests.kit import kuhn
from tests.kit.kuhn import Kuhn
from wistar_env.author import SEAT, Actions, Declared, State, ask_sealed, end, field, seal
from wistar_env.compiled.jit import unit
from wistar_env.compiled.types import ByteArray
from wistar_env.kit.bind import bind
from wistar_env.kit.bots import Batch
from wistar_env.kit.game import FixedData

HEADS, TAILS = range(2)


class Pennies(Declared):
    """Two match pennies: two heads win the first 2 points, two tails 1, else the second wins 1.

    Of three, whoever is alone wins 3 points.
    """

    players = (2, 3)
    actions = ("heads", "tails")
    penny = field(SEAT, sealed=HEADS, range=(0, 1))
    shown = field(SEAT, range=(0, 2), meaning="1 heads, 2 tails, 0 before all have chosen")

    def begin(g: State) -> None:
        ask_sealed(g, (1 << g.seats) - 1, 0)

    def legal(g: State) -> Actions:
        yield HEADS
        yield TAILS

    def apply(g: State, action: int) -> None:
        if seal(g, action):
            for seat in range(g.seats):
                g.shown[seat] = 1 + g.sealed_choice[seat]
            end(g)

    def score(g: State, seat: int) -> int:
        heads = 0
        for each in range(g.seats):
            heads += g.shown[each] == 1
        if g.seats == 3:
            return 3 if heads == 2 - (g.shown[seat] == 1) else 0
        won = -1 if heads == 1 else 2 if heads == 2 else 1
        return won if seat == 0 else -won


@unit
def encode_forgetfully(
    t: kuhn.Tables, g: kuhn.State, viewer: int, out: ByteArray, size: int, limit: ByteArray
) -> None:
    kuhn.encode(t, g, viewer, out, size, limit)
    if g.decisions >= 2 and g.finished == 0 and viewer >= 0:
        out[0] = 0


def bind_forgetful(tables: Any) -> Any:
    functions = {**kuhn.FUNCTIONS, "encode": encode_forgetfully}
    return bind(functions, game=kuhn.STATE, tables=tables, sizes=kuhn.SIZES)


class Forgetful(Kuhn):
    """Kuhn poker, whose observation shows a seat its card at the first two decisions only."""

    __slots__ = ()
    spec = replace(
        Kuhn.spec,
        name="forgetful",
        open_data=FixedData(np.zeros(1, kuhn.TABLES), bind_forgetful).open,
    )


class Bold:
    """Always plays the last legal action."""

    def reset(self, seed: int) -> None:
        """Do nothing."""

    def act(self, batch: Batch) -> list[int]:
        """Return the last legal action of each row."""
        return [int(view.legal[-1]) for view in batch.views]
