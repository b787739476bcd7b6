"""A game as data, action by action, for a page that shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from wistar_env.errors import GameOverError, ReplayError
from wistar_env.game import Game
from wistar_env.replay import Replay
from wistar_env.scene import Scene
from wistar_env.story import breakdown, deeds_of, in_words


def watched(replay: Replay) -> Iterator[tuple[Game, int | None]]:
    """Yield a game before each of its actions with the action, and at its end with None.

    Raises
    ------
    ReplayError
        If an action is not legal; the message says which.
    """
    game = replay.start()
    for number, action in enumerate(replay.actions, start=1):
        after = game.clone()
        try:
            after.step(action)
        except (GameOverError, TypeError, ValueError) as error:
            raise ReplayError(f"action number {number} cannot be replayed: {error}") from error
        yield game, action
        game = after
    yield game, None


def shown(game: Game, viewer: int | None) -> Scene:
    """Return a position to look at: without what could be chosen."""
    scene = game.scene(viewer)
    if scene.decision is None:
        return scene
    return replace(scene, decision=replace(scene.decision, choices=()))


def step_of(game: Game, action: int, viewer: int | None) -> dict[str, Any]:
    """Return what is told of an action: who, when, what they decided, and what happened.

    The action itself names cards that nobody else may see, so a viewer is told the own ones only.
    """
    scene = game.scene(viewer)
    return {
        "seat": game.seat,
        "round": scene.round,
        "turn": scene.turn,
        "decision": game.decision,
        **({"action": action} if viewer in (None, game.seat) else {}),
        "told": list(in_words(deeds_of(game, action, [viewer])[0], scene.names)),
    }


def explanations_of(replay: Replay, seats: Sequence[int], viewer: int | None) -> dict[int, Any]:
    """Return what the bots thought, by the number of the action; ``seats`` are who decided.

    What a bot could have done tells its hand, so a viewer sees the thoughts of the own seat only.
    """
    return {
        number: explanation.to_dict()
        for number, explanation in sorted(replay.explanations.items())
        if viewer in (None, seats[number])
    }


def result_of(game: Game) -> dict[str, Any]:
    """Return the score by category, as it is or would be if the game ended now."""
    found = breakdown(game)
    return {
        "finished": game.finished,
        "ranking": list(found.ranking),
        "rows": [[title, list(vps)] for title, vps in found.rows],
        "totals": list(found.totals),
    }
