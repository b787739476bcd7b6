"""The steps of the engine between two decisions.

Between two decisions the engine resolves effects of Inventions, Rat-o-bot's turns and new rounds.
Its single steps show the causes and the order of events.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from wistar_env.games.rats_of_wistar.components import components_of
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE
from wistar_env.games.rats_of_wistar.rules.numbers import number
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import RAT_O_BOT
from wistar_env.games.rats_of_wistar.rules.state import GAME, GUEST_SOURCE, NONE
from wistar_env.kit.game.game import Game

#: Fields that change without a visible event.
_INTERNAL: Final = (
    "rng",
    "decisions",
    "mover",
    "turn_began",
    "answers",
    "act",
    "depth",
    "stack",
)

#: Steps of Rat-o-bot, whatever the seat in their entry.
_BY_RAT_O_BOT: Final = (decisions.BOT_TURN, decisions.BOT_EXPLORE)


@dataclass(frozen=True, slots=True)
class EngineStep:
    """A position between two decisions, and the step that led to it."""

    game: Game  # the position; the object is reused for the next step
    seat: int | None  # the seat that acted, or None
    paying: bool  # whether the step was a decision, in which the seat may pay
    cause: str  # the Invention or Guest whose effect it was, or empty


def engine_steps(game: Game, action: int) -> Iterator[EngineStep]:
    """Yield the position after each visible change by an action, and then at the next decision.

    The game itself is not changed. The positions have no legal actions.

    Raises IllegalActionError, GameOverError, RulesError, TypeError as ``Game.step`` does.
    """
    # Imported here, since only this function needs these compiled functions.
    from wistar_env.games.rats_of_wistar.rules import core

    # The compiled steps below check nothing, but this call does.
    game.clone().step(action)
    record = np.frombuffer(bytearray(game.record.tobytes()), GAME)
    # Intermediate positions have no legal actions: the engine writes them elsewhere.
    copy = type(game)(game.data, record, np.zeros(LEGAL_SIZE, np.int16))
    tables, legal = components_of(game)._tables, np.zeros(LEGAL_SIZE, np.int16)
    seen = _visible(record)
    step = EngineStep(copy, copy.seat, True, "")
    core.respond_only(tables, record, 0, action)
    going = True
    while going:
        now = _visible(record)
        if now != seen:
            seen = now
            yield step
        step = _next_step(copy)
        going = bool(core.run_one(tables, record, 0, legal))
    yield EngineStep(copy, None, False, "")


def _visible(record: Any) -> bytes:
    """Return the record's bytes with internal fields cleared."""
    state = np.frombuffer(bytearray(record.tobytes()), record.dtype)
    for name in _INTERNAL:
        state[name] = 0
    return state.tobytes()


def _next_step(game: Game) -> EngineStep:
    """Return the step that the engine is about to execute."""
    g = game.record[0]
    entries = g["stack"][: g["depth"]]
    if not len(entries):
        return EngineStep(game, None, False, "")
    kind, seat = int(entries[-1]["kind"]), int(entries[-1]["seat"])
    if kind in _BY_RAT_O_BOT:
        return EngineStep(game, RAT_O_BOT, False, "")
    cause = _cause(game, entries) if kind == decisions.EFFECT else ""
    return EngineStep(game, None if seat == NONE else seat, kind < decisions.CHOICES, cause)


def _cause(game: Game, entries: Any) -> str:
    """Return in words the source of the effect on top of the stack."""
    source, labels = int(number(entries[-1], "source")), components_of(game).labels
    if source == NONE:
        return "Rat-o-bot's track" if decisions.BOT_TURN in entries["kind"] else ""
    if source < GUEST_SOURCE:
        return labels.cards[source]
    return f"Guest {labels.of('guest')[source - GUEST_SOURCE].split(' ', 1)[0]}"
