"""Tutorials: games that begin with lessons."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

from wistar_env.kit.game import Game
from wistar_env.kit.game.presentation_parts import Tutorial
from wistar_env.play.history import HistoryEntry
from wistar_env.play.server import responses
from wistar_env.play.server.problems import RefusedError
from wistar_env.play.server.requests import Chair, NewGame

#: The lesson that is left when somebody has played something else.
_LEFT: Final = "You have left the lessons. Go on as you like, or undo to come back to them."


def request(game: type[Game], name: str) -> NewGame:
    """Return the request for the tutorial of a game.

    Raises
    ------
    RefusedError
        If it has none.
    """
    tutorial = game.presentation.tutorial()
    if tutorial is None:
        raise RefusedError(HTTPStatus.NOT_FOUND, f"{name} has no tutorial")
    return NewGame(
        game=name,
        chairs=[Chair(who=who) for who in tutorial.chairs],
        options=dict(tutorial.options),
        seed=tutorial.seed,
    )


def lesson(
    game: Game,
    tutorial: Tutorial,
    history: Sequence[HistoryEntry],
    actions: Sequence[int],
    you: int,
) -> responses.Lesson | None:
    """Return the lesson at a decision of yours; None once the game goes on without lessons."""
    own = [
        game.describe(action)
        for entry, action in zip(history, actions, strict=True)
        if entry.seat == you
    ]
    lessons = tutorial.lessons
    number = len(own)
    if number > len(lessons):
        return None
    if own != [each.action for each in lessons[:number]]:
        return responses.Lesson(number=number, of=len(lessons), text=_LEFT, action=None, choice="")
    if number == len(lessons):
        return responses.Lesson(
            number=number, of=len(lessons), text=tutorial.farewell, action=None, choice=""
        )
    wanted = lessons[number]
    for item in game.presentation.menu():
        if game.describe(item.action) == wanted.action:
            return responses.Lesson(
                number=number + 1,
                of=len(lessons),
                text=wanted.text,
                action=item.action,
                choice=item.text,
            )
    return None
