"""A game as JSON values, action by action, for the page."""

from collections.abc import Sequence
from typing import Any

from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay


def step_of(game: Game, action: int, viewer: int | None, names: Sequence[str]) -> dict[str, Any]:
    """Return an action as JSON values: seat, time, decision and events, with names of the seats.

    The id of an action may reveal hidden cards, so a viewer gets those of the own seat only.
    """
    return {
        "seat": game.seat,
        "stage": game.presentation.stage,
        "turn": game.presentation.turn_in_words,
        "decision": game.decision,
        **({"action": action} if viewer in (None, game.seat) else {}),
        "events": list(
            game.presentation.narrate(game.presentation.events_of(action, [viewer])[0], names)
        ),
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


def totals_of(game: Game) -> list[int]:
    """Return the points of each seat, as if the game ended now."""
    total = game.spec.score_columns[game.spec.scores.total_column]
    return [score[total] for score in game.scores()]


def result_of(game: Game) -> dict[str, Any]:
    """Return the score by category, as if the game ended now."""
    found = game.presentation.breakdown()
    return {
        "finished": game.finished,
        "unit": found.unit,
        "ranking": list(found.ranking),
        "rows": [[title, list(points)] for title, points in found.rows],
        "totals": list(found.totals),
    }
