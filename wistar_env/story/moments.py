"""What an action sets going, one step of the engine after the other.

Between two decisions the engine may do much that asks nobody: effects of Inventions, Rat-o-bot's
turns, a new round. Looking at it step by step tells what came from what, and in which order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from wistar_env.game import Game
from wistar_env.gate.entries import core
from wistar_env.rules import decisions
from wistar_env.rules.actions import LEGAL_SIZE
from wistar_env.rules.numbers import number
from wistar_env.rules.ratobot_pieces import RAT_O_BOT
from wistar_env.rules.state import GAME, GUEST_SOURCE, NONE

#: What changes without anything happening that could be seen.
_INSIDE: Final = (
    "rng",
    "decisions",
    "mover",
    "turn_began",
    "answers",
    "act",
    "depth",
    "stack",
)

#: Steps of Rat-o-bot's, whoever's entry they are.
_BY_RAT_O_BOT: Final = (decisions.BOT_TURN, decisions.BOT_EXPLORE)


@dataclass(frozen=True, slots=True)
class Moment:
    """A position on the way from one decision to the next.

    Attributes
    ----------
    game
        The position, nobody's decision; it is used again for the next moment.
    seat
        Who acted, None if nobody did.
    paying
        Whether that was a decision, for which prices are paid.
    cause
        The Invention or Guest whose effect it was; nothing if it was none's.
    """

    game: Game
    seat: int | None
    paying: bool
    cause: str


def moments(game: Game, action: int) -> Iterator[Moment]:
    """Yield the positions that an action leads through, the next decision last.

    The game itself is left as it is. The positions have no legal actions.

    Raises
    ------
    IllegalActionError, GameOverError, RulesError, TypeError
        As ``Game.step``.
    """
    # The compiled steps below do anything that they are told to; this says what may be done.
    game.clone().step(action)
    record = np.frombuffer(bytearray(game.record.tobytes()), GAME)
    # On the way nobody has legal actions: those of the engine are kept apart.
    copy = Game(game.components, record, np.zeros(LEGAL_SIZE, np.int16))
    tables, legal = game.components._tables, np.zeros(LEGAL_SIZE, np.int16)
    seen = _visible(record)
    moment = Moment(copy, copy.seat, True, "")
    core().respond_only(tables, record, 0, action)
    going = True
    while going:
        now = _visible(record)
        if now != seen:
            seen = now
            yield moment
        moment = _due(copy)
        going = bool(core().run_one(tables, record, 0, legal))
    yield Moment(copy, None, False, "")


def _visible(record: Any) -> bytes:
    """Return all of a position that something can be seen of."""
    state = np.frombuffer(bytearray(record.tobytes()), record.dtype)
    for name in _INSIDE:
        state[name] = 0
    return state.tobytes()


def _due(game: Game) -> Moment:
    """Return the moment that the engine's next step makes."""
    g = game.record[0]
    entries = g["stack"][: g["depth"]]
    if not len(entries):
        return Moment(game, None, False, "")
    kind, seat = int(entries[-1]["kind"]), int(entries[-1]["seat"])
    if kind in _BY_RAT_O_BOT:
        return Moment(game, RAT_O_BOT, False, "")
    cause = _cause(game, entries) if kind == decisions.EFFECT else ""
    return Moment(game, None if seat == NONE else seat, kind < decisions.CHOICES, cause)


def _cause(game: Game, entries: Any) -> str:
    """Return what the effect on top comes from."""
    source, labels = int(number(entries[-1], "source")), game.components.labels
    if source == NONE:
        return "Rat-o-bot's track" if decisions.BOT_TURN in entries["kind"] else ""
    if source < GUEST_SOURCE:
        return labels.cards[source]
    return f"Guest {labels.of('guest')[source - GUEST_SOURCE].split(' ', 1)[0]}"
