"""The history of a game as one seat sees it: for the log and for undo.

A player may undo decisions of the current turn until another player decides. Since a game follows
from its seed, repeating the actions draws the same cards, which the player then knows. ``reveals``
reports such actions; undoing them is allowed. After moves of bots, players may go back to their own
last decision, unless something hidden was revealed since. Decisions of other people cannot be
undone. If people play at separate screens, actions that revealed something to their seat cannot be
undone either.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from wistar_env.errors import IllegalActionError
from wistar_env.kit.game import Game
from wistar_env.kit.game.presentation import GameEvent
from wistar_env.kit.replays import Replay

#: Determinizations in which an action is tried, to see whether it reveals hidden information.
_DETERMINIZATIONS: Final = 8


@dataclass(frozen=True)
class HistoryEntry:
    """An action that was played.

    Attributes
    ----------
    game
        The class of the game, for its events.
    seat
        The seat that decided.
    turn
        Equal for all decisions of one turn: ``Game.turn``.
    stage
        The part of the game.
    decision
        The name of the decision.
    events
        Its events, as the viewer saw them.
    """

    game: type[Game]
    seat: int
    turn: tuple[Any, ...]
    stage: str
    decision: str
    events: tuple[GameEvent, ...]

    def lines(self, names: Sequence[str]) -> list[str]:
        """Return the events in sentences."""
        return list(self.game.presentation.narrate(self.events, names))


def carry_out(game: Game, action: int, viewers: Sequence[int | None]) -> list[HistoryEntry]:
    """Play an action; return its history entry as each viewer sees it.

    Raises IllegalActionError, GameOverError if it is not legal; nothing has changed.
    """
    before = game.clone()
    game.step(action)
    about = type(game), before.seat, before.turn, before.presentation.stage, before.decision
    return [
        HistoryEntry(*about, events) for events in before.presentation.events_of(action, viewers)
    ]


def undoable(history: Sequence[HistoryEntry], game: Game) -> list[int]:
    """Return the decisions of the current turn that can be undone, as indices into the history."""
    if game.finished:
        return []
    first = len(history)
    now = game.seat, game.turn
    while first and (history[first - 1].seat, history[first - 1].turn) == now:
        first -= 1
    return list(range(first, len(history)))


def unrevealed(replay: Replay[Any], decisions: Sequence[int]) -> list[int]:
    """Return the latest decisions that can be undone without an information advantage.

    These follow the last action that revealed hidden information to the seat that played it.
    """
    if not decisions:
        return []
    now, first = replay.at(decisions[0]), decisions[0]
    for number in decisions:
        if reveals(now, replay.actions[number]):
            first = number + 1
        now.step(replay.actions[number])
    return [number for number in decisions if number >= first]


def last_own(replay: Replay[Any], game: Game, seats: Sequence[int], bots: set[int]) -> int | None:
    """Return the index of the last decision of the seat to move; None if it cannot be undone.

    It can if only bots decided since, and nothing hidden was revealed to the seat.
    """
    if game.finished or game.seat not in seats:
        return None
    own = len(seats) - 1 - seats[::-1].index(game.seat)
    if not bots.issuperset(seats[own + 1 :]):
        return None
    now = replay.at(own)
    for action in replay.actions[own:]:
        if reveals(now, action, game.seat):
            return None
        now.step(action)
    return own


def reveals(game: Game, action: int, seat: int | None = None) -> bool:
    """Return whether a legal action reveals hidden information to a seat.

    An action does if the seat's observation or legal actions after it differ between
    determinizations, or if it is illegal in one of them.

    ``seat``: the seat, by default the one that decides.
    """
    seat, after = game.seat if seat is None else seat, game.clone()
    after.step(action)
    seen = _seen(after, seat)
    for seed in range(_DETERMINIZATIONS):
        other = game.determinize(seat, seed)
        try:
            other.step(action)
        except IllegalActionError:
            return True
        if _seen(other, seat) != seen:
            return True
    return False


def _seen(game: Game, seat: int) -> tuple[bytes, bytes]:
    """Return the observation and legal actions of a seat."""
    observation, mask = game.observe_and_mask(seat)
    return observation.tobytes(), mask.tobytes()


def since_last_decision(
    history: Sequence[HistoryEntry], seat: int, names: Sequence[str]
) -> list[str]:
    """Return a summary of events from a seat's last decision on, including that decision.

    If the seat has not decided yet, it is of all events.
    """
    if not history:
        return []
    first = len(history) - 1
    while first > 0 and history[first].seat != seat:
        first -= 1
    entries = history[max(first, 0) :]
    events = [event for each in entries for event in each.events]
    return list(entries[-1].game.presentation.summarize(events, names))
