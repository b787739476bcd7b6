"""Positions, and changes to them before they are loaded."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tests.forging import saved_as
from tests.games import positions
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES, number

Change = Callable[[Any], None]


def put(place: str, value: int) -> Change:
    """Return a change that writes a value to a place such as ``players.1.vp``."""
    *outer, last = [int(part) if part.isdecimal() else part for part in place.split(".")]
    if last in NAMED_PLACES and "stack" in outer:
        outer, last = [*outer, "numbers"], NAMED_PLACES[str(last)]

    def change(record: Any) -> None:
        found = record[0]
        for part in outer:
            found = found[part]
        found[last] = value

    return change


def together(*changes: Change) -> Change:
    """Return a change that makes several, one after the other."""

    def change(record: Any) -> None:
        for each in changes:
            each(record)

    return change


def pending(kind: int, **numbers: int) -> Change:
    """Return a change that puts an entry of the player whose turn it is on the stack."""

    def change(record: Any) -> None:
        game = record[0]
        entry = game["stack"][int(game["depth"])]
        seat = int(game["stack"][1]["seat"])
        entry["kind"], entry["act"], entry["numbers"] = kind, 1, 0
        entry["seat"] = numbers.get("seat", seat)
        for name in numbers.keys() & NAMED_PLACES.keys():
            entry["numbers"][NAMED_PLACES[name]] = numbers[name]
        game["depth"] += 1

    return change


def everybody(field: str, value: int) -> Change:
    """Return a change of a field of all players."""

    def change(record: Any) -> None:
        record["players"][field] = value

    return change


@cache
def in_turn(num_players: int = 2) -> RatsOfWistar:
    """Return a game in round 3, at a turn whose Chief is placed, with cards in all hands."""

    def reached(game: RatsOfWistar) -> bool:
        hands = game.record["players"]["hand"][0, :num_players]
        placed = number(game.record["stack"][0, 1], "chief_at") >= 0
        return game.round == 3 and game.decision == "turn" and bool(placed) and min(hands) >= 0

    for seed in range(20):
        game = RatsOfWistar.new(num_players, seed, level=4 if num_players == 1 else None)
        for at in positions(game, seed):
            if reached(at):
                return at
    raise AssertionError("no such game")


def changed(game: RatsOfWistar, change: Change) -> Any:
    """Return the record of a game after a change."""
    record = game.record.copy()
    change(record)
    return record


def loaded(game: RatsOfWistar, record: Any) -> RatsOfWistar:
    """Load a record as if it had been saved."""
    return RatsOfWistar.from_bytes(saved_as(game, record.tobytes()))
