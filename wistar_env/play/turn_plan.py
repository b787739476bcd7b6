"""The rest of a turn: the due actions that need no choice, and the end of the turn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from wistar_env.kit.game import Game
from wistar_env.kit.game.presentation_parts import MenuItem
from wistar_env.play.history import reveals


@dataclass(frozen=True)
class TurnPlan:
    """The rest of a turn, up to the next action that is left to the player."""

    items: tuple[MenuItem, ...]  # the actions, in order
    ends: bool  # whether the last action ends the turn
    before_end: Game  # the position before the turn ends

    @property
    def actions(self) -> list[int]:
        """The ids of the actions, in order."""
        return [item.action for item in self.items]


def rest_of_turn(game: Game) -> TurnPlan:
    """Return the actions of the rest of a turn that need no choice.

    Actions that reveal hidden information or give nothing are left to the player, and then the turn
    does not end. The game itself does not change.
    """
    copy, items = game.clone(), list[MenuItem]()
    while (item := next(_simple(copy), None)) is not None:
        items.append(item)
        copy.step(item.action)
    left = copy.presentation.turn_actions
    ending = [item for item in copy.presentation.menu() if item.action == left.end]
    if left.due or not ending or ending[0].gives_up:
        return TurnPlan((*items,), ends=False, before_end=copy)
    return TurnPlan((*items, *ending), ends=True, before_end=copy)


def _simple(game: Game) -> Iterator[MenuItem]:
    """Yield the due actions that need no choice, reveal nothing and give something."""
    due = game.presentation.turn_actions.due
    for item in game.presentation.menu() if due else ():
        if item.action not in due or item.gives_up:
            continue
        after = game.clone()
        after.step(item.action)
        stays = (after.seat, after.turn, after.decision) == (game.seat, game.turn, game.decision)
        if not after.finished and stays and not reveals(game, item.action):
            yield item


def step_of_turn(game: Game, actions: Iterable[int]) -> Literal["stays", "reveals", "ends"]:
    """Return the effect of actions on the turn of their seat.

    The actions end the turn, reveal hidden information to the seat, or leave a turn that can still
    be planned.
    """
    after, revealed = game.clone(), False
    for action in actions:
        revealed = revealed or reveals(after, action)
        after.step(action)
    if after.finished or (after.seat, after.turn) != (game.seat, game.turn):
        return "ends"
    return "reveals" if revealed else "stays"


def changes(before: Game, after: Game, seat: int) -> list[tuple[str, int]]:
    """Return which of a seat's points and goods differ between two positions, and by how much."""
    then, now = _figures(before, seat), _figures(after, seat)
    return [
        (name, value - then[key][1])
        for key, (name, value) in now.items()
        if key in then and value != then[key][1]
    ]


def _figures(game: Game, seat: int) -> dict[str, tuple[str, int]]:
    """Return the names and numbers of a seat's points and goods, by symbol if they have one.

    Names may be singular or plural, so they are keys only where there is no symbol.
    """
    return {
        figure.symbol or figure.name: (figure.name, int(figure.value))
        for line in game.presentation.scoreboard(seat)
        if line.seat == seat
        for figure in (line.points, *line.figures)
        if figure.value.lstrip("-").isdecimal()
    }
