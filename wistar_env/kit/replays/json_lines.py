"""The text of a replay file: one JSON object per line, a header and then the actions."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from wistar_env.arguments import shown

#: The maximum number of characters of a value in a message, within one line.
LONGEST: Final = 60
#: The name of an explanation in a line, and the one in older files.
_EXPLANATION: Final = ("explanation", "thought")
#: What the header of a results file has, and that of a replay has not.
_OF_RESULTS: Final = ("kind", "settings", "rules")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; duplicate keys are refused."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"duplicate key {shown(twice, LONGEST)}")
    return found


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number")


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a text, one per line; a ValueError has the invalid line."""
    lines = text.removesuffix("\n").split("\n")
    for number, line in enumerate(lines, start=1):
        try:
            found = json.loads(line, object_pairs_hook=_once, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number} is not JSON ({error})") from error
        if not isinstance(found, dict):
            raise ValueError(f"line {number} is not a JSON object: {shown(found, LONGEST)}")
        yield found


def read(text: str) -> dict[str, Any]:
    """Return the contents of a file as ``Replay.to_dict``, with the ``texts`` of its lines.

    Raises
    ------
    ValueError
        If the text is not that of a replay; the message names the line.
    """
    header, *moves = _objects(text)
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
            str(k): move[name]
            for k, move in enumerate(moves)
            for name in _EXPLANATION
            if name in move
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
