"""Arranges positions for tests, and plays actions by their texts."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.kinds import COLOURS, DOOR_NAMES, POTION_NAMES
from wistar_env.games.lab_rats.state import (
    BEGIN_TURN,
    DEAD,
    HEALTHY,
    INJURED,
    NO_CARD,
    NOTHING,
    OF_DOORS,
    OF_POTIONS,
)

CONDITIONS = {"healthy": HEALTHY, "injured": INJURED, "dead": DEAD}
#: Doors with little effect, for places of the table that do not matter to a test.
QUIET = ("red", "green", "blue", "purple", "orange", "yellow")


def _take(supply: Any, names: Sequence[str], all_names: Sequence[str]) -> list[int]:
    counts = [0] * len(all_names)
    for name in names:
        kind = all_names.index(name)
        assert supply[kind] > 0, f"no {name} is left"
        supply[kind] -= 1
        counts[kind] += 1
    return counts


def _clear(record: Any) -> None:
    """Remove all cards and choices."""
    for name in ("door_deck", "door_discards", "potion_deck", "potion_discards", "aside"):
        record[name] = 0
    for name in ("sealed_open", "sealed_made", "sealed_choice", "opened", "exchanged", "to_pay"):
        record[name] = 0
    record["table"] = NO_CARD
    for name in ("potions", "put_by", "doors", "known", "turns", "condition", "unpaid"):
        record["players"][name] = 0


def begin_histories(record: Any) -> None:
    """Start the histories at the current position, without earlier events."""
    histories, seats = record["histories"], record["players"]
    for field in ("num_events", "events", "held", "discards", "aside"):
        histories[field] = 0
    histories[OF_POTIONS]["held"][:] = seats["potions"] + seats["put_by"]
    histories[OF_POTIONS]["discards"] = record["potion_discards"]
    histories[OF_DOORS]["held"][:, : len(DOOR_NAMES)] = seats["doors"]
    for place, kind in enumerate(record["table"]):
        if kind != NO_CARD:
            histories[OF_DOORS]["held"][place, kind] += 1
    histories[OF_DOORS]["discards"][: len(DOOR_NAMES)] = record["door_discards"]
    histories[OF_DOORS]["aside"][: len(DOOR_NAMES)] = record["aside"]
    for kind in record["pending"][: record["num_pending"]]:
        histories[OF_DOORS]["aside"][kind] += 1


def arrange(
    num_players: int = 3,
    *,
    active: int = 0,
    specimens: Sequence[str] = (),
    hands: Mapping[int, Sequence[str]] | None = None,
    doors: Mapping[int, Sequence[str]] | None = None,
    table: Sequence[str] = QUIET[:5],
    potion_deck: Sequence[str] | None = None,
    door_deck: Sequence[str] | None = None,
    conditions: Mapping[int, str] | None = None,
    turns: int = 0,
    exits: Sequence[int] = (),
    seed: int = 1,
    data: Any = None,
    **numbers: Mapping[int, int],
) -> LabRats:
    """Return a game in which a player begins a turn.

    Parameters
    ----------
    num_players, seed, data
        As for ``LabRats.new``.
    active
        Whose turn it is.
    specimens
        Colours, in the order of seats.
    hands, doors
        Potions and Doors in hands, by seat; by default no Potions and one Door.
    table
        The five Doors.
    potion_deck, door_deck
        The cards of a deck, with all remaining cards discarded; by default all remaining cards.
    conditions
        Specimens that are not healthy, by seat.
    turns
        Turns that every player has taken in this round.
    exits
        The first Exits of the row, by number.
    numbers
        Numbers of seats by the name of their field, such as ``crumbs={0: 9}``.
    """
    numbers = {"from_crumbs": numbers.get("cheese", {}), **numbers}
    game = LabRats.new(num_players, seed, data=data)
    record, tables = game.record[0], game.cards.tables[0]
    _clear(record)
    potions, all_doors = tables["potions"].copy(), tables["doors"].copy()
    record["table"] = [DOOR_NAMES.index(name) for name in table]
    _take(all_doors, table, DOOR_NAMES)
    for seat in range(num_players):
        player = record["players"][seat]
        player["specimen"] = COLOURS.index(specimens[seat]) if specimens else seat
        player["turns"] = turns
        player["potions"] = _take(potions, (hands or {}).get(seat, ()), POTION_NAMES)
        default = [max(zip(all_doors, DOOR_NAMES, strict=True))[1]]
        player["doors"] = _take(all_doors, (doors or {}).get(seat, default), DOOR_NAMES)
        player["num_potions"], player["num_doors"] = player["potions"].sum(), player["doors"].sum()
        player["condition"] = CONDITIONS[(conditions or {}).get(seat, "healthy")]
        for name, values in numbers.items():
            player[name] = values.get(seat, 0)
    for sort, left, names, deck in (
        ("potion", potions, POTION_NAMES, potion_deck),
        ("door", all_doors, DOOR_NAMES, door_deck),
    ):
        in_deck = left.copy() if deck is None else np.array(_take(left, deck, names))
        record[f"{sort}_deck"] = in_deck
        record[f"num_{sort}_deck"] = in_deck.sum()
        record[f"{sort}_discards"] = 0 if deck is None else left
    rest = [card for card in range(8) if card not in exits]
    record["exits"] = [*exits, *rest]
    record["active"] = record["coming"] = record["starter"] = record["mover"] = active
    record["asked"], record["facing"] = BEGIN_TURN, 0
    for name in ("at_exit", "stopped", "rewarded", "num_pending", "num_aside", "own_opened"):
        record[name] = 0
    assert record["asked"] != NOTHING
    begin_histories(record)
    return LabRats.from_bytes(game.to_bytes(), data)


def words(game: LabRats) -> list[str]:
    """Return the texts of the legal actions."""
    return [game.describe(action) for action in game.legal_actions()]


def do(game: LabRats, *answers: str) -> None:
    """Play actions, given by the beginnings of their texts."""
    for answer in answers:
        found = [a for a in game.legal_actions() if game.describe(a).startswith(answer)]
        assert len(found) == 1, f"{answer!r} at {game.decision!r} of {game.seat}: {words(game)}"
        game.step(int(found[0]))


def do_first(game: LabRats, decision: str) -> None:
    """Answer all following decisions with this name by the first legal action."""
    while game.decision == decision:
        game.step(int(game.legal_actions()[0]))


def player(game: LabRats, seat: int) -> Any:
    """Return the record of a seat."""
    return game.record[0]["players"][seat]


def potions(game: LabRats, seat: int) -> list[str]:
    """Return the Potions in a hand."""
    return _names(player(game, seat)["potions"], POTION_NAMES)


def doors(game: LabRats, seat: int) -> list[str]:
    """Return the Doors in a hand."""
    return _names(player(game, seat)["doors"], DOOR_NAMES)


def discards(game: LabRats, sort: str) -> list[str]:
    """Return the discarded Potions or Doors: ``sort`` is ``"potion"`` or ``"door"``."""
    names = POTION_NAMES if sort == "potion" else DOOR_NAMES
    return _names(game.record[0][f"{sort}_discards"], names)


def table(game: LabRats) -> list[str]:
    """Return the Doors of the table; an empty text where there is none."""
    return [DOOR_NAMES[kind] if kind >= 0 else "" for kind in game.record[0]["table"]]


def condition(game: LabRats, seat: int) -> str:
    """Return how a Specimen is."""
    return list(CONDITIONS)[int(player(game, seat)["condition"])]


def numbers(game: LabRats, name: str) -> list[int]:
    """Return a number of each seat."""
    return [int(value) for value in game.record[0]["players"][name][: game.num_players]]


def _names(counts: Any, names: Sequence[str]) -> list[str]:
    return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
