"""The text of a replay file: one JSON object per line, a header and then the actions."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from wistar_env.system.untrusted_files import parse_lines

#: A key that only the header of a results file has.
_OF_RESULTS: Final = ("kind", "settings", "rules")


def read(text: str) -> dict[str, Any]:
    """Return the contents of a file as ``Replay.to_dict``, with the ``texts`` of its lines.

    Raises ValueError if the text is not that of a replay; the message names the line.
    """
    header, *moves = parse_lines(text.removesuffix("\n").split("\n"))
    if all(name in header for name in _OF_RESULTS):
        raise ValueError("it is a results file of a ladder or arena")
    for number, move in enumerate(moves, start=2):
        if "action" not in move:
            raise ValueError(f"line {number} has no action")
    return {
        **header,
        "actions": [move["action"] for move in moves],
        "texts": [move.get("text") for move in moves],
        "explanations": {
            str(k): move["explanation"] for k, move in enumerate(moves) if "explanation" in move
        },
    }


def write(saved: Mapping[str, Any], texts: Sequence[str]) -> str:
    """Return the text of a file: what ``Replay.to_dict`` returns, and a text for each action."""
    header = dict(saved)
    actions, explanations = header.pop("actions"), header.pop("explanations", {})
    lines = [{"action": k, "text": text} for k, text in zip(actions, texts, strict=True)]
    for number, explanation in explanations.items():
        lines[int(number)]["explanation"] = explanation
    return "".join(json.dumps(line) + "\n" for line in [header, *lines])
