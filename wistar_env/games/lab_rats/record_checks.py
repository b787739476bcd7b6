"""Checks of untrusted records: compiled code does not check indices, so they must be valid.

Each check returns the games with an impossible value, by the name of the field.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.errors import ReplayError
from wistar_env.games.lab_rats.actions import DISCARD, KEEP, LAY, PASS
from wistar_env.games.lab_rats.amounts import (
    ALL_OPEN,
    CRUMBS_OF_CHEESE,
    DEADLY,
    DEALT,
    HAND_LIMIT,
    MOST_CHEESE,
    MOST_ROUNDS,
    PASSED,
    WINS,
)
from wistar_env.games.lab_rats.history_checks import agrees
from wistar_env.games.lab_rats.kinds import ALL_COLOURS, DOOR_KINDS, DOORS, EXIT_COLOURS, EXITS
from wistar_env.games.lab_rats.state import (
    BEGIN_TURN,
    CONFUSED,
    DEAD,
    GO_ON,
    KEEP_POTIONS,
    MAX_SEATS,
    NEW_DOORS,
    NO_CARD,
    NOTHING,
    OBSTACLE,
    PAY_EXIT,
)
from wistar_env.games.lab_rats.state import HAND_LIMIT as ASK_HAND_LIMIT

Records: TypeAlias = npt.NDArray[Any]
Tables: TypeAlias = npt.NDArray[Any]
Wrong: TypeAlias = Mapping[str, npt.NDArray[np.bool_]]

_SEALED: Final = (CONFUSED, NEW_DOORS, KEEP_POTIONS)
#: The most turns of a player in a round that a save may have; real games have far fewer.
_MOST_TURNS: Final = 1000
#: The ranges of a game's numbers, in any position.
_RANGES: Final = {
    "round_number": (1, MOST_ROUNDS),
    "starter": (0, MAX_SEATS - 1),
    "active": (0, MAX_SEATS - 1),
    "coming": (0, MAX_SEATS - 1),
    "asked": (NOTHING, KEEP_POTIONS),
    "facing": (0, ALL_COLOURS.bit_length() - 1),
    "to_pay": (0, ALL_COLOURS),
    "at_exit": (0, PASSED),
    "stopped": (0, 1),
    "rewarded": (0, 1),
    "opened": (0, ALL_OPEN),
    "exchanged": (0, (1 << MAX_SEATS) - 1),
    "own_opened": (0, (1 << MAX_SEATS) - 1),
    "table": (NO_CARD, DOOR_KINDS - 1),
    "num_pending": (0, DOORS),
    "pending": (0, DOOR_KINDS - 1),
}
_SEAT_RANGES: Final = {
    "specimen": (0, ALL_COLOURS.bit_length() - 1),
    "condition": (0, DEAD),
    "turns": (0, _MOST_TURNS),
    "crumbs": (0, CRUMBS_OF_CHEESE - 1),
    "pollution": (0, DEADLY - 1),
    "cheese": (0, MOST_CHEESE),
    "from_crumbs": (0, MOST_CHEESE),
    "from_exits": (0, MOST_CHEESE),
    "from_surviving": (0, MOST_CHEESE),
    "unpaid": (0, (1 << EXITS) - 1),
}


def _outside(values: npt.NDArray[Any], low: int, high: int) -> npt.NDArray[np.bool_]:
    wrong = (values < low) | (values > high)
    return np.asarray(wrong.reshape(len(values), -1).any(axis=1))


def _active(records: Records, name: str) -> npt.NDArray[Any]:
    """Return a field of the active seat, whose number ``_ranges`` has checked."""
    rows = np.arange(len(records))
    found = records["players"][name][rows, np.clip(records["active"], 0, MAX_SEATS - 1)]
    return np.asarray(found)


def _ranges(records: Records, _: Tables) -> Wrong:
    wrong = {name: _outside(records[name], *ends) for name, ends in _RANGES.items()}
    for name in ("starter", "active", "coming"):
        wrong[name] |= records[name] >= records["seats"]
    for name in ("exchanged", "own_opened"):
        wrong[name] |= records[name] >> records["seats"] != 0
    wrong["exits"] = (np.sort(records["exits"], axis=1) != np.arange(EXITS)).any(axis=1)
    return wrong


def _seats(records: Records, _: Tables) -> Wrong:
    players = records["players"]
    wrong = {name: _outside(players[name], *ends) for name, ends in _SEAT_RANGES.items()}
    gained = players["from_crumbs"] + players["from_exits"] + players["from_surviving"]
    won = (players["cheese"] >= WINS).any(axis=1)
    wrong["cheese"] |= (gained != players["cheese"]).any(axis=1)
    wrong["cheese"] |= won & (records["finished"] == 0)
    fine = np.zeros(len(records), np.bool_)
    none = np.arange(MAX_SEATS) >= records["seats"][:, None]
    for name in players.dtype.names or ():
        values = players[name].reshape(len(records), MAX_SEATS, -1)
        wrong[name] = wrong.get(name, fine) | (values.any(axis=2) & none).any(axis=1)
    held = players["potions"].astype(np.int64) + players["put_by"]
    wrong["known"] |= (players["known"] > held[:, None]).any(axis=(1, 2, 3))
    return wrong


def _cards(records: Records, tables: Tables) -> Wrong:
    """Check that every card is in one place, and that stored totals match the cards."""
    players, many = records["players"], np.int64
    held = players["potions"].astype(many).sum(axis=2)
    put_by = players["put_by"].astype(many).sum(axis=2)
    doors = players["doors"].astype(many).sum(axis=2)
    potions = players["potions"].astype(many).sum(axis=1) + players["put_by"].sum(axis=1)
    potions = potions + records["potion_deck"] + records["potion_discards"]
    lying = records["door_deck"].astype(many) + records["door_discards"] + records["aside"]
    lying = lying + players["doors"].astype(many).sum(axis=1)
    kinds = np.arange(DOOR_KINDS)
    lying += (records["table"][:, :, None] == kinds).sum(axis=1)
    waiting = np.arange(DOORS) < records["num_pending"][:, None]
    lying += ((records["pending"][:, :, None] == kinds) & waiting[:, :, None]).sum(axis=1)
    most = HAND_LIMIT + (records["asked"] == ASK_HAND_LIMIT)
    return {
        "potions": (potions != tables["potions"][0]).any(axis=1)
        | (held + put_by > most[:, None]).any(axis=1),
        "doors": (lying != tables["doors"][0]).any(axis=1),
        "num_potions": (held != players["num_potions"]).any(axis=1),
        "num_put_by": (put_by != players["num_put_by"]).any(axis=1)
        | (put_by > HAND_LIMIT - DEALT).any(axis=1),
        "num_doors": (doors != players["num_doors"]).any(axis=1) | (doors > DEALT).any(axis=1),
        "num_potion_deck": records["num_potion_deck"]
        != records["potion_deck"].astype(many).sum(axis=1),
        "num_door_deck": records["num_door_deck"] != records["door_deck"].astype(many).sum(axis=1),
        "num_aside": records["num_aside"] != records["aside"].astype(many).sum(axis=1),
    }


def _decisions(records: Records, _: Tables) -> Wrong:
    """Check that the current decision is possible in the position."""
    asked, players = records["asked"], records["players"]
    going = records["finished"] == 0
    sealed = np.isin(asked, _SEALED)
    choosing = records["sealed_open"] | records["sealed_made"]
    empty = records["table"] == NO_CARD
    playing = np.arange(MAX_SEATS) < records["seats"][:, None]
    own_empty = empty & playing  # the places of seats come first
    laying = asked == NEW_DOORS
    in_hand = np.where(laying[:, None], 1 + own_empty, 1)
    begins = (asked == BEGIN_TURN) | (asked == GO_ON)
    between = begins | sealed & (asked != CONFUSED) | (asked == PAY_EXIT)
    colours = np.array([int(mask).bit_count() for mask in range(ALL_COLOURS + 1)])
    missing = colours[records["to_pay"] & ALL_COLOURS]
    return {
        "asked": (asked == NOTHING) == going,
        "mover": going & ~sealed & (records["mover"] != records["active"]),
        "sealed_open": going & (sealed != (records["sealed_open"] != 0)),
        "sealed_made": going & laying & (choosing != (1 << records["seats"]) - 1),
        "table": going & (np.where(laying[:, None], empty & ~playing, empty).any(axis=1)),
        "num_doors": going & ((players["num_doors"] != in_hand) & playing).any(axis=1),
        "opened": going
        & (
            ((asked == BEGIN_TURN) | laying) & (records["opened"] != 0)
            | (asked == GO_ON) & (records["opened"] == ALL_OPEN)
        ),
        "num_pending": going & between & (records["num_pending"] + records["num_aside"] != 0),
        "condition": going & begins & (_active(records, "condition") == DEAD),
        "num_potions": going
        & (
            (asked == OBSTACLE) & (_active(records, "num_potions") == 0)
            | (asked == ASK_HAND_LIMIT) & (_active(records, "num_potions") != HAND_LIMIT + 1)
            | (asked == PAY_EXIT) & (_active(records, "num_potions") < missing)
        ),
        "to_pay": going
        & (((asked == PAY_EXIT) != (records["to_pay"] != 0)) | (missing > EXIT_COLOURS)),
        "at_exit": going & ((asked == PAY_EXIT) != (records["at_exit"] == 1)) & (asked < CONFUSED),
        "sealed_choice": going & sealed & _cannot_be_chosen(records, choosing),
    }


def _cannot_be_chosen(records: Records, choosing: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Return the games in which a secret choice, made or still to be made, is impossible."""
    players, rows = records["players"], np.arange(len(records))
    wrong = np.zeros(len(records), np.bool_)
    for decision, first, cards, least in (
        (CONFUSED, PASS, "potions", 1),
        (KEEP_POTIONS, DISCARD, "potions", DEALT + 1),
        (NEW_DOORS, LAY, "doors", 1),
    ):
        asked = records["asked"] == decision
        if not asked.any():
            continue
        for seat in range(MAX_SEATS):
            concerned = asked & ((choosing >> seat) & 1 != 0)
            made = asked & ((records["sealed_made"] >> seat) & 1 != 0)
            choice = records["sealed_choice"][:, seat].astype(np.int64)
            hand = players[cards][:, seat]
            kind = choice - first
            inside = (kind >= 0) & (kind < hand.shape[1])
            held = inside & (hand[rows, np.clip(kind, 0, hand.shape[1] - 1)] > 0)
            if decision == NEW_DOORS:
                held |= (choice == KEEP) & (records["table"][:, seat] != NO_CARD)
            wrong |= made & ~held
            wrong |= concerned & (players[f"num_{cards}"][:, seat] < least)
    return wrong


def _histories(records: Records, tables: Tables) -> Wrong:
    """Check that the histories of the cards lead to their places."""
    wrong = [not agrees(tables[0], record) for record in records]
    return {"histories": np.array(wrong, np.bool_)}


def check_records(tables: Tables, records: Records, what: str) -> None:
    """Check that untrusted records can be continued.

    ``tables``: the cards, shape (1,), dtype ``state.TABLES``. ``records``: shape (n,), dtype
    ``state.GAME``, with the fields common to all games already checked. ``what``: the name of game
    ``i`` in messages, with ``{}`` in place of ``i``. Raises ReplayError if a record is invalid.
    """
    for check in (
        _ranges,
        _seats,
        _cards,
        _decisions,
        _histories,
    ):  # each relies on the ones before
        for name, games in check(records, tables).items():
            for i in np.flatnonzero(games)[:1]:
                names = records.dtype.names or ()
                value = records[name][i] if name in names else records["players"][name][i]
                fault = f"{name} cannot be {value.tolist()}"
                if name == "histories":  # too long to show
                    fault = "histories do not lead to the current cards, or to_pay cannot be paid"
                raise ReplayError(
                    f"{what.format(i)} cannot be continued: {fault} "
                    f"if seats is {records['seats'][i]}, asked is {records['asked'][i]} and "
                    f"finished is {records['finished'][i]}"
                )
