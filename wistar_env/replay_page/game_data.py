"""A game as JSON values, action by action, for the page."""

from collections.abc import Sequence
from typing import Any, Final

from wistar_env.kit.game import Game
from wistar_env.kit.game.seat_names import with_names
from wistar_env.kit.replays import Replay

#: Number of copies with resampled hidden information; points are known if all copies agree.
_COPIES: Final = 8


def step_of(game: Game, action: int, viewer: int | None, names: Sequence[str]) -> dict[str, Any]:
    """Return an action as JSON values: seat, stage, turn, decision, action id and events in words.

    The id of an action may reveal hidden cards, so a viewer sees only those of their own seat.
    """
    return {
        "seat": game.seat,
        "stage": game.presentation.stage,
        "turn": with_names(game.presentation.turn_in_words, names),
        "decision": game.decision,
        **({"action": action} if viewer in (None, game.seat) else {}),
        "events": list(
            game.presentation.narrate(game.presentation.events_of(action, [viewer])[0], names)
        ),
    }


def explanation_of(
    replay: Replay[Any], game: Game, number: int, viewer: int | None
) -> dict[str, Any] | None:
    """Return the explanation of an action, with texts of its options.

    The options of a bot reveal its hand, so a viewer sees only those of their own seat.
    """
    explanation = replay.explanations.get(number)
    if explanation is None or viewer not in (None, game.seat):
        return None
    found, words = (
        explanation.to_dict(),
        {item.action: item.text for item in game.presentation.menu()},
    )
    for option in found["options"]:
        option["text"] = words.get(option["action"], str(option["action"]))
    return found


def totals_of(game: Game) -> list[int]:
    """Return each seat's points, as if the game ended now."""
    total = game.spec.score_columns[game.spec.scores.total_column]
    return [score[total] for score in game.scores()]


def known_totals(game: Game, viewer: int | None) -> list[int | None]:
    """Return each seat's points, or None if the viewer cannot know them."""
    if viewer is None or game.finished:
        return [*totals_of(game)]
    drawn = [totals_of(game.determinize(viewer, seed)) for seed in range(_COPIES)]
    return [points[0] if len({*points}) == 1 else None for points in zip(*drawn, strict=True)]


def result_of(game: Game, viewer: int | None) -> dict[str, Any]:
    """Return the score by category, as if the game ended now.

    If the viewer cannot know all totals, unknown ones are None, and there are no categories.
    """
    found = game.presentation.breakdown()
    totals = known_totals(game, viewer)
    if None in totals:
        ranking = [*range(len(totals))]
        known = {"finished": False, "unit": found.unit, "ranking": ranking, "rows": []}
        return {**known, "totals": totals}
    return {
        "finished": game.finished,
        "unit": found.unit,
        "ranking": list(found.ranking),
        "rows": [[title, list(points)] for title, points in found.rows],
        "totals": list(found.totals),
    }
