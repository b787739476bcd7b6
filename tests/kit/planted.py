"""Games with one fault each, as authors make them; the checks must find it."""

from dataclasses import replace
from typing import Any, Final

import numpy.typing as npt

from tests.kit import nim
from tests.kit.kuhn import MOVES, Kuhn
from tests.kit.nim import BareNim, Record, Tables
from wistar_env.compiled.jit import unit
from wistar_env.compiled.types import Seed, ShortArray
from wistar_env.errors import ReplayError
from wistar_env.kit.bind import bind
from wistar_env.kit.game import FixedData
from wistar_env.kit.game.save_checks import check_fields
from wistar_env.kit.game.spec_records import SaveSpec

#: The decision of a game at which the mask leaks.
_PHASE: Final = 3


@unit
def legal_by_hidden_card(t: Tables, g: Record, legal: ShortArray) -> None:
    """Allow one action only, in one phase, if the next seat has the lowest card."""
    nim.find_legal(t, g, legal)
    if g.decisions == _PHASE and g.cards[(g.mover + 1) % g.seats] == 0:
        legal[0] = min(1, int(legal[0]))


@unit
def begin_by_hidden_card(t: Tables, g: Record, seed: Seed, legal: ShortArray) -> None:
    """Begin as usual."""
    nim.begin(t, g, seed, legal)
    legal_by_hidden_card(t, g, legal)


@unit
def play_by_hidden_card(t: Tables, g: Record, action: int, legal: ShortArray) -> None:
    """Play as usual."""
    nim.play_on(t, g, action, legal)
    legal_by_hidden_card(t, g, legal)


def _leaking_rules(of: npt.NDArray[Any]) -> npt.NDArray[Any]:
    functions = {
        **nim.REQUIRED,
        "find_legal": legal_by_hidden_card,
        "begin": begin_by_hidden_card,
        "play_on": play_by_hidden_card,
    }
    return bind(functions, game=nim.NIM, tables=of, sizes=nim.NEEDED)


class LeakingPhase(BareNim):
    """A mask that tells a hidden card, in one phase of the game only."""

    spec = replace(
        BareNim.spec, name="leaking-phase", open_data=FixedData(nim.tables(), _leaking_rules).open
    )
    __slots__ = ()


class LongKuhn(Kuhn):
    """Its range of decisions includes the number at which a game is over."""

    spec = replace(
        Kuhn.spec,
        name="long-kuhn",
        record_ranges=(*Kuhn.spec.record_ranges, ("decisions", (0, MOVES))),
    )
    __slots__ = ()


class WideKuhn(Kuhn):
    """Its cards may be higher than an observation counts."""

    spec = replace(
        Kuhn.spec,
        name="wide-kuhn",
        record_ranges=(("cards", (1, 300)), ("decisions", (0, MOVES - 1))),
    )
    __slots__ = ()


def _check(data: Any, records: npt.NDArray[Any], what: str) -> None:
    check_fields(SoundKuhn.spec, records, what)
    for i, g in enumerate(records):
        if g["finished"] == 0 and g["decisions"] >= MOVES:
            raise ReplayError(f"{what.format(i)} is over after {g['decisions']} decisions")


class SoundKuhn(Kuhn):
    """Kuhn poker without a fault."""

    spec = replace(Kuhn.spec, name="sound-kuhn", saves=SaveSpec(check=_check))
    __slots__ = ()
