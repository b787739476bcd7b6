"""Games with one typical fault each, which the checks must find."""

from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tests.kit import kuhn, nim
from tests.kit.kuhn import BET, MOVES, PASS, Kuhn, State
from tests.kit.kuhn import Tables as KuhnTables
from tests.kit.nim import BareNim, Record, Tables
from wistar_env.compiled.jit import unit
from wistar_env.compiled.types import ByteArray, Seed, ShortArray
from wistar_env.errors import ReplayError
from wistar_env.kit.bind import bind
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.game import FixedData, Game, GameSpec
from wistar_env.kit.game.save_checks import check_fields
from wistar_env.kit.game.spec_records import ActionSpec, SaveSpec

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
    """A mask reveals a hidden card, but only in one phase of the game."""

    spec = replace(
        BareNim.spec, name="leaking-phase", open_data=FixedData(nim.tables(), _leaking_rules).open
    )
    __slots__ = ()


def planted(game: type[Game], **functions: Any) -> GameSpec:
    """Return the spec of a game of Kuhn poker with other functions."""

    def bind_tables(of: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return bind({**kuhn.FUNCTIONS, **functions}, game=kuhn.STATE, tables=of, sizes=kuhn.SIZES)

    data = FixedData(np.zeros(1, kuhn.TABLES), bind_tables)
    return replace(game.spec, open_data=data.open)


class LongKuhn(Kuhn):
    """The declared range of decisions includes the number at which a game is over."""

    spec = replace(
        Kuhn.spec,
        name="long-kuhn",
        record_ranges=(*Kuhn.spec.record_ranges, ("decisions", (0, MOVES))),
    )
    __slots__ = ()


class WideKuhn(Kuhn):
    """The declared range of cards exceeds the limit of the observation."""

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


class NeverBets(SoundKuhn):
    """The declaration rules out a legal action."""

    spec = replace(
        SoundKuhn.spec,
        name="never-bets",
        actions=ActionSpec(possible=lambda data, num_players: np.arange(2) < 1),
    )
    __slots__ = ()


@unit
def play_without_end(t: KuhnTables, g: State, action: int, legal: ShortArray) -> None:
    """Take turns for ever."""
    g.decisions += 1
    g.mover = 1 - g.mover


class EndlessKuhn(SoundKuhn):
    """A game never ends."""

    spec = planted(SoundKuhn, play_on=play_without_end)
    __slots__ = ()


@unit
def play_and_loop(t: KuhnTables, g: State, action: int, legal: ShortArray) -> None:
    """Search for a seat that does not exist."""
    kuhn.play_on(t, g, action, legal)
    seat = 0
    while seat != g.seats + 1:
        seat = (seat + 1) % int(g.seats)


class LoopingKuhn(SoundKuhn):
    """Its rules loop for ever."""

    spec = planted(SoundKuhn, play_on=play_and_loop)
    __slots__ = ()


@unit
def play_beyond(t: KuhnTables, g: State, action: int, legal: ShortArray) -> None:
    """Read the move after the last one."""
    kuhn.play_on(t, g, action, legal)
    if g.moves[int(g.decisions)] == BET:
        g.moves[0] = PASS


class BeyondKuhn(SoundKuhn):
    """A function reads past the end of an array."""

    spec = planted(SoundKuhn, play_on=play_beyond)
    __slots__ = ()


@unit
def encode_with_gaps(
    t: KuhnTables, g: State, viewer: int, out: ByteArray, size: int, limit: ByteArray
) -> None:
    """Write no 0 for a hidden card."""
    first = max(0, viewer)
    out[0] = g.cards[first]
    if viewer == NOBODY or g.finished:
        out[1] = g.cards[1 - first]
    for i in range(MOVES):
        out[2 + i] = g.moves[i]


class GapsKuhn(SoundKuhn):
    """The function `encode` does not write the whole observation."""

    spec = planted(SoundKuhn, encode=encode_with_gaps)
    __slots__ = ()


@unit
def score_swapped(g: State, t: KuhnTables, scores: ShortArray) -> None:
    """Take the parameters in another order."""
    scores[0] = g.moves[0]


class SwappedKuhn(SoundKuhn):
    """A function has the wrong signature."""

    spec = planted(SoundKuhn, score_game=score_swapped)
    __slots__ = ()
