"""Tutorials: games that begin with lessons."""

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final

from wistar_env.kit.game import Game
from wistar_env.kit.game.presentation_parts import Exercise, Tutorial
from wistar_env.kit.replays import Replay
from wistar_env.play.history import HistoryEntry
from wistar_env.play.server import responses
from wistar_env.play.server.offers import Offer
from wistar_env.play.server.problems import RejectedError
from wistar_env.play.server.requests import NewGame, Player
from wistar_env.play.table import Table

#: The text shown after an action other than the lesson's.
_LEFT: Final = "You have left the lessons. Continue freely, or start again."


def request(game: type[Game], name: str) -> NewGame:
    """Return the request for the tutorial of a game.

    Raises RejectedError if it has none.
    """
    tutorial = game.presentation.tutorial()
    if tutorial is None:
        raise RejectedError(HTTPStatus.NOT_FOUND, f"{name} has no tutorial")
    return NewGame(
        game=name,
        seats=[Player(who=who) for who in tutorial.seats],
        options=dict(tutorial.options),
        seed=tutorial.seed,
    )


def exercise_of(game: type[Game], name: str) -> Exercise:
    """Return an exercise of a game.

    Raises RejectedError if it has no exercise with this name.
    """
    found = {each.name: each for each in game.presentation.exercises()}
    if name not in found:
        raise RejectedError(
            HTTPStatus.NOT_FOUND,
            f"{game.spec.name}: lesson must be one of {[*found]}, found {name!r}",
        )
    return found[name]


def opened(offer: Offer, exercise: Exercise) -> Replay[Any]:
    """Return the replay of the actions before an exercise, which its bot plays in all seats."""
    bot = exercise.seats[1]
    table = Table(offer.game, [bot] * len(exercise.seats), exercise.seed, {}, offer.data)
    while table.position < exercise.opening:
        table.answer()
    replay = table.replay()
    return replace(replay, players=exercise.seats, explanations={})


def exercise_lesson(game: Game, name: str) -> responses.Lesson:
    """Return an exercise's text and, once its goal is reached, the next exercise."""
    all_of_them = [*game.presentation.exercises()]
    exercise = exercise_of(type(game), name)
    place, reached = all_of_them.index(exercise), exercise.goal(game)
    following = all_of_them[place + 1] if reached and place + 1 < len(all_of_them) else None
    return responses.Lesson(
        title=f"{exercise.title}: done" if reached else exercise.title,
        text=exercise.done if reached else exercise.text,
        action=None,
        choice="",
        next=None if following is None else _course(following),
        again=name,
    )


def course(game: type[Game]) -> list[responses.CourseLesson]:
    """Return the lessons after the tutorial."""
    return [_course(each) for each in game.presentation.exercises()]


def _course(exercise: Exercise) -> responses.CourseLesson:
    return responses.CourseLesson(name=exercise.name, title=exercise.title)


def lesson(
    game: Game,
    tutorial: Tutorial,
    history: Sequence[HistoryEntry],
    actions: Sequence[int],
    you: int,
) -> responses.Lesson | None:
    """Return the lesson at a decision of yours; None once the game continues without lessons."""
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
        return responses.Lesson(
            title="No lesson", text=_LEFT, action=None, choice="", next=None, again=""
        )
    if number == len(lessons):
        following = course(type(game))
        return responses.Lesson(
            title="The end of the tutorial",
            text=tutorial.farewell,
            action=None,
            choice="",
            next=following[0] if following else None,
            again="",
        )
    wanted = lessons[number]
    for item in game.presentation.menu():
        if game.describe(item.action) == wanted.action:
            return responses.Lesson(
                title=f"Lesson {number + 1} of {len(lessons)}",
                text=wanted.text,
                action=item.action,
                choice=item.text,
                next=None,
                again=None,
            )
    return None
