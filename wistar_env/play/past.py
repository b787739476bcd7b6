"""What happened in a game so far, as one seat may know it: for the log, and for taking back.

A player may take back decisions of their open turn, to any of them, as long as nobody else has
decided since. Games are what follows from a seed, so what comes after is the same again if the
same is done: whoever takes back a card that was drawn knows the card. ``reveals`` says where that
is so, for those who want to tell the player; nothing forbids it, as it is their own game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wistar_env.errors import IllegalActionError
from wistar_env.game import Game
from wistar_env.story import Deed, condensed, deeds_of, in_words

#: Draws of what is hidden in which an action is tried, to see whether it shows any of it.
_DRAWS: Final = 8


@dataclass(frozen=True)
class Past:
    """An action that was carried out.

    Attributes
    ----------
    seat, round, turn
        Who decided, and when.
    decision
        The name of the decision.
    deeds
        What happened then, as far as it was to be seen.
    """

    seat: int
    round: int
    turn: int
    decision: str
    deeds: tuple[Deed, ...]

    def lines(self, names: Sequence[str]) -> list[str]:
        """Return what happened in sentences."""
        return list(in_words(self.deeds, names))


def turn_of(game: Game) -> tuple[int, int, int]:
    """Return who decides, and the round and turn: equal for all decisions of one turn."""
    return game.seat, game.round, int(game.record["turn"][0])


def carry_out(game: Game, action: int, viewer: int | None) -> Past:
    """Carry out an action; return what happened, as the viewer may know it.

    Raises
    ------
    IllegalActionError, GameOverError
        If it is not legal; nothing has changed.
    """
    when, decision = turn_of(game), game.decision
    before = game.clone()
    game.step(action)
    return Past(*when, decision, deeds_of(before, action, [viewer])[0])


def undoable(past: Sequence[Past], game: Game) -> list[int]:
    """Return the decisions of the open turn that were taken, from which one can go on anew."""
    if game.finished:
        return []
    first = len(past)
    now = turn_of(game)
    while first and (past[first - 1].seat, past[first - 1].round, past[first - 1].turn) == now:
        first -= 1
    return list(range(first, len(past)))


def reveals(game: Game, action: int) -> bool:
    """Return whether a legal action shows who decides anything that was hidden from them.

    It does if what can be seen after it is not the same in all draws of what is hidden.
    """
    seat, after = game.seat, game.clone()
    after.step(action)
    seen = after.scene(seat)
    for seed in range(_DRAWS):
        other = game.determinize(seat, seed)
        try:
            other.step(action)
        except IllegalActionError:
            return True
        if other.scene(seat) != seen:
            return True
    return False


def since_your_last(past: Sequence[Past], seat: int, names: Sequence[str]) -> list[str]:
    """Return in few words what happened from the last decision of a seat on."""
    first = len(past) - 1
    while first > 0 and past[first].seat != seat:
        first -= 1
    deeds = [deed for each in past[max(first, 0) :] for deed in each.deeds]
    return list(condensed(deeds, names))
