"""Error messages for illegal and invalid actions, which list the legal ones."""

import reprlib
from typing import Final

from wistar_env.errors import IllegalActionError
from wistar_env.kit.game.position import Position

_NAMED_CHOICES: Final = 8


def not_legal(game: Position, action: int) -> str:
    """Return the message for an illegal action, with up to eight legal ones."""
    words = f" ({game.describe(action)})" if 0 <= action < game.spec.num_actions else ""
    return f"action {action}{words} is not legal: {_to_decide(game)}"


def check_legal(game: Position, action: int) -> None:
    """Raise IllegalActionError unless an action is legal."""
    if action not in game.legal_actions():
        raise IllegalActionError(not_legal(game, action))


def no_action(game: Position, action: object) -> str:
    """Return the message for an action that is not an integer, with up to eight legal ones."""
    found = reprlib.repr(action)
    return (
        f"an action must be an integer from 0 to {game.spec.num_actions - 1}, found {found} of "
        f"type {type(action).__name__}: {_to_decide(game)}"
    )


def _to_decide(game: Position) -> str:
    """Return the deciding seat, its decision and up to eight legal actions in words."""
    legal = game.legal_actions()
    named = [f"{k} ({game.describe(k)})" for k in legal[:_NAMED_CHOICES].tolist()]
    more = f" and {len(legal) - len(named)} more" if len(legal) > len(named) else ""
    what = f" {game.decision!r}" if game.decision else ""
    return f"seat {game.seat} has to decide{what}; legal actions: {', '.join(named)}{more}"
