"""Files of reviews in JSON Lines, so that no game is reviewed twice."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from wistar_env.arguments import shown
from wistar_env.errors import ResultsError
from wistar_env.kit.replays import Replay
from wistar_env.play.review import Reviewed, review, reviewer
from wistar_env.system.atomic_files import append_lines
from wistar_env.system.untrusted_files import read_log, reading_file

_READER: Final = TypeAdapter(list[Reviewed])


def _checked(reviewed: list[Reviewed], replay: Replay[Any]) -> list[Reviewed]:
    """Return the decisions of a saved review; raise ValueError if they do not fit the replay."""
    known = dict(enumerate(replay.positions()))
    for each in reviewed:
        game, action = known.get(each.number, (None, None))
        if game is None or (game.seat, action) != (each.seat, each.action):
            raise ValueError(f"the game has no such decision: {shown(each)}")
        if each.best not in game.legal_actions() or each.line[:1] not in ((), (each.best,)):
            raise ValueError(f"the best action of a reviewed decision is not legal: {shown(each)}")
    return reviewed


def review_file(
    path: Path,
    replay: Replay[Any],
    spec: str,
    *,
    seed: int = 1,
    on_progress: Callable[[int], None] = lambda actions: None,
) -> list[Reviewed]:
    """Return the review of a game from a file of reviews; if missing, review it and add it.

    Raises ResultsError if the file has a line that is not a review, or its review does not fit the
    game.
    """
    text = replay.to_text()
    key = {
        "replay": hashlib.blake2b(text.encode(), digest_size=16).hexdigest(),
        "bot": spec,
        "seed": seed,
    }
    with reading_file(path, "a file of reviews", ResultsError):
        for known in read_log(path) if path.exists() else []:
            if {name: known[name] for name in key} == key:
                return _checked(_READER.validate_python(known["decisions"]), replay)
    found = review(replay, reviewer(spec, replay.game.spec), seed=seed, on_progress=on_progress)
    row = {**key, "decisions": [asdict(each) for each in found]}
    append_lines(path, f"{json.dumps(row)}\n")
    return found
