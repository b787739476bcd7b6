"""The history of a game as one seat sees it: for the log and for undo.

A player may undo any decisions of the current turn, as long as nobody else has decided since. A
game follows from its seed, so repeating the same actions draws the same cards: after an undo the
player knows them. ``reveals`` reports such actions; undoing them is allowed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wistar_env.errors import IllegalActionError
from wistar_env.games.rats_of_wistar import Game
from wistar_env.story import Event, events_of, narrate, summarize

#: Determinizations in which an action is tried, to see whether it reveals hidden information.
_DETERMINIZATIONS: Final = 8


@dataclass(frozen=True)
class HistoryEntry:
    """An action that was played.

    Attributes
    ----------
    seat, round, turn
        The seat that decided, and when.
    decision
        The name of the decision.
    events
        Its events, as the viewer saw them.
    """

    seat: int
    round: int
    turn: int
    decision: str
    events: tuple[Event, ...]

    def lines(self, names: Sequence[str]) -> list[str]:
        """Return what happened in sentences."""
        return list(narrate(self.events, names))


def turn_of(game: Game) -> tuple[int, int, int]:
    """Return the seat to move, the round and the turn: equal for all decisions of one turn."""
    return game.seat, game.round, int(game.record["turn"][0])


def carry_out(game: Game, action: int, viewer: int | None) -> HistoryEntry:
    """Play an action; return its history entry as the viewer sees it.

    Raises
    ------
    IllegalActionError, GameOverError
        If it is not legal; nothing has changed.
    """
    when, decision = turn_of(game), game.decision
    before = game.clone()
    game.step(action)
    return HistoryEntry(*when, decision, events_of(before, action, [viewer])[0])


def undoable(history: Sequence[HistoryEntry], game: Game) -> list[int]:
    """Return the decisions of the current turn that can be undone, as indices into the history."""
    if game.finished:
        return []
    first = len(history)
    now = turn_of(game)
    while first:
        last = history[first - 1]
        if (last.seat, last.round, last.turn) != now:
            break
        first -= 1
    return list(range(first, len(history)))


def reveals(game: Game, action: int) -> bool:
    """Return whether a legal action reveals hidden information to the seat that decides.

    It does if the observable position after it differs between determinizations.
    """
    seat, after = game.seat, game.clone()
    after.step(action)
    seen = after.scene(seat)
    for seed in range(_DETERMINIZATIONS):
        other = game.determinize(seat, seed)
        try:
            other.step(action)
        except IllegalActionError:
            return True
        if other.scene(seat) != seen:
            return True
    return False


def since_last_decision(
    history: Sequence[HistoryEntry], seat: int, names: Sequence[str]
) -> list[str]:
    """Return a summary of what happened since a seat's last decision, that decision included."""
    first = len(history) - 1
    while first > 0 and history[first].seat != seat:
        first -= 1
    events = [event for each in history[max(first, 0) :] for event in each.events]
    return list(summarize(events, names))
