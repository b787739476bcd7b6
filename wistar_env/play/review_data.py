"""A review as JSON values for the replay page."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from wistar_env.kit.replays import Replay
from wistar_env.play.review import Reviewed, in_words, summarize


def review_of(
    replay: Replay[Any], search: str, reviewed: Sequence[Reviewed], viewer: int | None = None
) -> dict[str, Any]:
    """Return a review: the search, each decision by its number, and a summary of each seat.

    Values and actions reveal hidden information, so viewers see only those of their own seat.
    """
    shown = [each for each in reviewed if viewer in (None, each.seat)]
    return {
        "search": search,
        "decisions": {each.number: _decision_of(replay, each) for each in shown},
        "seats": [
            asdict(each) for each in summarize(replay, reviewed) if viewer in (None, each.seat)
        ],
    }


def _decision_of(replay: Replay[Any], each: Reviewed) -> dict[str, Any]:
    found: dict[str, Any] = {
        "seat": each.seat,
        "value": round(each.value, 4),
        "loss": round(each.loss, 4),
    }
    if each.expected:
        found["expected"] = [round(points, 1) for points in each.expected]
    if not each.mark:
        return found
    played, line = in_words(replay, each)
    return {**found, "mark": each.mark, "played": played, "line": line}
