"""Checks of untrusted replays."""

from collections.abc import Mapping, Sequence
from typing import Any

from wistar_env.arguments import integer, shown
from wistar_env.errors import GameNotFoundError, ReplayError
from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game, game_of_file


def _is(value: object, known: object) -> bool:
    """Return whether two values are equal and of the same type, so that True is not version 1."""
    return type(value) is type(known) and value == known


def check_version(saved: Mapping[str, Any], name: str, known: object) -> None:
    """Check that a field of a replay has the supported value."""
    if not _is(saved[name], known):
        words = name.replace("_", " ")
        raise ReplayError(
            f"the replay was saved with {words} {shown(saved[name])}, but this installation "
            f"reads only {known!r}"
        )


def game_of(name: object, game: type[Game] | str | None) -> type[Game]:
    """Return the game of a replay: the expected one, or if None, the one that the replay names."""
    if game is not None:
        expected = find_game(game)
        if name != expected.spec.name:
            raise ReplayError(
                f"the replay is of the game {shown(name)}, not of {expected.spec.name!r}"
            )
        return expected
    try:
        found = game_of_file(name, "the replay")
    except GameNotFoundError as error:
        raise ReplayError(str(error)) from error
    return game_of(name, found)


def checked_actions(actions: object, num_actions: int) -> list[int]:
    """Validate and return the actions of a replay."""
    if not isinstance(actions, list) or any(type(action) is not int for action in actions):
        raise ReplayError(f"actions must be a list of integers, found {shown(actions)}")
    for number, action in enumerate(actions, start=1):
        if not 0 <= action < num_actions:
            raise ReplayError(
                f"action number {number} is {shown(action)}; allowed: 0 to {num_actions - 1}"
            )
    return actions


def checked_players(players: object, num_players: int) -> tuple[str, ...] | None:
    """Validate and return the players of a replay; None if they are unknown."""
    if players is None:
        return None
    if not isinstance(players, list) or len(players) != num_players:
        raise ReplayError(f"players must be a list of {num_players} names, found {shown(players)}")
    for player in players:
        if not isinstance(player, str) or not player.isprintable():
            raise ReplayError(f"a player's name must be printable text, found {shown(player)}")
    return tuple(players)


def check_texts(game: Game, actions: Sequence[int], texts: object) -> None:
    """Check that no action has the text of another action."""
    if not isinstance(texts, list):
        raise ReplayError(f"texts must be a list, found {shown(texts)}")
    if not any(isinstance(text, str) for text in texts):
        return
    known = [game.describe(action) for action in range(game.spec.num_actions)]
    for number, (action, text) in enumerate(zip(actions, texts, strict=False), start=1):
        if text != known[action] and text in known:
            raise ReplayError(
                f"action number {number} is {action}, {known[action]!r}, but has the text "
                f"{shown(text)}"
            )


def checked_explanations(
    actions: Sequence[int], num_actions: int, saved: object
) -> dict[int, Explanation]:
    """Validate and return the explanations of a replay, by the index of the action."""
    if not isinstance(saved, Mapping):
        raise ReplayError(f"explanations must be a JSON object, found {shown(saved)}")
    places = {str(place): place for place in range(len(actions))}
    explanations = {}
    for number, explanation in saved.items():
        if number not in places:
            raise ReplayError(
                f"an explanation is for action index {shown(number)}, which the replay lacks"
            )
        place = places[number]
        try:
            found = explanations[place] = Explanation.from_dict(actions[place], explanation)
            for option in found.options:
                integer("the action of an option", option.action, 0, num_actions - 1)
        except ValueError as error:
            raise ReplayError(f"the explanation at action number {place + 1}: {error}") from error
    return explanations
