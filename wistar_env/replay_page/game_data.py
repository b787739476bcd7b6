"""A game as JSON values, action by action, for the page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar import Game
from wistar_env.games.rats_of_wistar.scene import Scene
from wistar_env.games.rats_of_wistar.story import breakdown, events_of, narrate
from wistar_env.kit.replays import Replay


def positions(replay: Replay[Any]) -> Iterator[tuple[Game, int | None]]:
    """Yield the game before each action, with the action, and at last the final game with None.

    Raises
    ------
    ReplayError
        If it is of another game, or an action is not legal; the message says which.
    """
    for game, action in replay.positions():
        if not isinstance(game, Game):
            raise ReplayError(
                f"a page shows games of {Game.spec.title}, and this is one of {game.spec.title}"
            )
        yield game, action


def without_choices(game: Game, viewer: int | None) -> Scene:
    """Return the scene of a position without legal actions."""
    scene = game.scene(viewer)
    if scene.decision is None:
        return scene
    return replace(scene, decision=replace(scene.decision, choices=()))


def step_of(game: Game, action: int, viewer: int | None) -> dict[str, Any]:
    """Return an action as JSON values: seat, time, decision and events.

    The id of an action may reveal hidden cards, so a viewer gets those of the own seat only.
    """
    scene = game.scene(viewer)
    return {
        "seat": game.seat,
        "round": scene.round,
        "turn": scene.turn,
        "decision": game.decision,
        **({"action": action} if viewer in (None, game.seat) else {}),
        "events": list(narrate(events_of(game, action, [viewer])[0], scene.names)),
    }


def explanations_of(
    replay: Replay[Any], seats: Sequence[int], viewer: int | None
) -> dict[int, Any]:
    """Return the explanations by action number; ``seats`` are the seats that decided.

    The options of a bot reveal its hand, so a viewer gets the explanations of the own seat only.
    """
    return {
        number: explanation.to_dict()
        for number, explanation in sorted(replay.explanations.items())
        if viewer in (None, seats[number])
    }


def result_of(game: Game) -> dict[str, Any]:
    """Return the score by category, as if the game ended now."""
    found = breakdown(game)
    return {
        "finished": game.finished,
        "ranking": list(found.ranking),
        "rows": [[title, list(vps)] for title, vps in found.rows],
        "totals": list(found.totals),
    }
