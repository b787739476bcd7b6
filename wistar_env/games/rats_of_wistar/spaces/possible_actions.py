"""Which actions can occur in games with given data, by player count.

An action is excluded only if the rules can never offer it: because the setup leaves a place empty,
a seat has no player, a card has no 1x effect, or no effect in the data leads to the decision.
Unlikely actions are not excluded.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS
from wistar_env.games.rats_of_wistar.rules.farm import ENTRANCE
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    CARDS,
    GUEST_TILES,
    GUESTS,
    MAX_DOORS,
    MAX_ROOMS,
    MISSION_ROWS,
    SPACES,
)

Flags: TypeAlias = npt.NDArray[np.bool_]
#: Number of Areas of Workers.
_AREAS: Final = 3
_PAIRS: Final = 4
_OPTIONS: Final = 4


class _Table(NamedTuple):
    """What is known about a game before it begins."""

    t: Any  # the tables of the data
    setup: Any  # the setup for this number of seats
    seats: int  # number of seats, including Rat-o-bot
    solo: bool  # whether Rat-o-bot plays

    def has_op(self, *ops: int) -> bool:
        """Return whether any effect in the data has one of these ops."""
        return bool(np.isin(self.t["ops"]["op"], ops).any())

    def rooms(self) -> Flags:
        """Return the rooms of the Farm, without the entrance: nobody moves there (EXPL-06)."""
        rooms = np.arange(MAX_ROOMS)
        found: Flags = (rooms != ENTRANCE) & (rooms < self.t["rooms"])
        return found

    def room_guests(self) -> Flags:
        """Return the rooms where the setup puts Guests; other rooms get none (SETUP-09, AMB-05)."""
        found: Flags = (self.setup["guests"] > 0) & (np.arange(MAX_ROOMS) < self.t["rooms"])
        return found

    def copying(self) -> Flags:
        """Return the cards whose effect copies another one."""
        ops, cards = self.t["ops"]["op"], self.t["cards"]
        return np.array(
            [(ops[card["start"] : card["end"]] == codes.OP_COPY_ONCE).any() for card in cards]
        )

    def once(self) -> Flags:
        """Return the cards with a 1x effect."""
        found: Flags = self.t["cards"]["timing"] == codes.TIMING_ONCE
        return found


def _places(table: _Table) -> Flags:
    found: Flags = np.arange(SPACES) < table.setup["spaces"][:, None]
    return found.ravel()


def _bonuses(table: _Table) -> Flags:
    size = len(codes.names("BONUS"))
    used = table.setup["space"]["bonus"].reshape(-1, table.setup["space"]["bonus"].shape[-1])
    return np.isin(np.arange(size), used[_places(table)])


def _doors(table: _Table) -> Flags:
    found: Flags = (table.setup["door"] == 1) & (np.arange(MAX_DOORS) < table.t["passages"])
    return found


def _missions(table: _Table) -> Flags:
    found: Flags = table.setup["mission"] == 1
    return found


def _picked(table: _Table) -> Flags:
    """Return the cards that may be taken from discards, or have a 1x effect to copy (CARD-E77)."""
    if table.has_op(codes.OP_RECOVER):
        return np.ones(CARDS, np.bool_)
    copied: Flags = table.once() & ~table.copying()
    return copied & table.has_op(codes.OP_COPY_ONCE)


def _options(table: _Table) -> Flags:
    ops = table.t["ops"]
    most = ops["a"][ops["op"] == codes.OP_CHOOSE].max(initial=0)
    found: Flags = np.arange(_OPTIONS) < most
    return found


def _expelled(table: _Table) -> Flags:
    ops = table.t["ops"]
    pays = (ops["op"] == codes.OP_PAY) & (ops["a"] == codes.PAY_GUEST)
    opened = table.has_op(codes.OP_DISCARD_GUEST) or bool(pays.any())
    found: Flags = np.arange(GUEST_TILES) < GUESTS + table.setup["cheeses"]
    return found & opened


#: Which actions of a block can occur; True: all. All actions of blocks not listed can occur.
_POSSIBLE: Final[Mapping[str, Callable[[_Table], Flags | bool]]] = MappingProxyType(
    {
        "PAIR": lambda table: np.arange(_PAIRS) < table.seats,
        "PLACE": _places,
        "BONUS": _bonuses,
        "OPEN": _doors,
        "MOVE": _Table.rooms,
        "REVEAL": _missions,
        "GUEST": _Table.room_guests,
        "CHEESE": lambda table: bool(table.setup["cheeses"] > 0),
        "COMPLETE": lambda table: np.repeat(_missions(table), MISSION_ROWS),
        "USE": _Table.once,
        "PICK": _picked,
        "REDUCE": lambda table: table.has_op(codes.OP_DISCOUNT, codes.OP_PLAY_CHEAPER),
        "GAIN": lambda table: table.has_op(codes.OP_EXCHANGE),
        "MOVE_WORKER": lambda table: ~np.eye(_AREAS, dtype=np.bool_).ravel(),
        "TENT": _Table.rooms,
        "LIFT": lambda table: table.rooms() & table.has_op(codes.OP_PITCH_TENT_ANYWHERE),
        "KEEP": lambda table: table.has_op(codes.OP_PRIVATE_OBJECTIVE),
        "HERO": lambda table: table.has_op(codes.OP_HERO),
        "SKILL": lambda table: table.has_op(codes.OP_SKILL_TOKEN),
        "OPTION": _options,
        "EXPEL": _expelled,
        "BOT_GUEST": lambda table: table.room_guests() & table.rooms() & table.solo,
    }
)


def possible_actions(tables: npt.NDArray[Any], seats: int, solo: bool) -> Flags:
    """Return which action ids can occur: bool, shape (num_actions,).

    ``tables``: the tables of the data, shape (1,), dtype ``tables.layout.TABLES``. ``seats``:
    number of seats, including Rat-o-bot. ``solo``: whether it plays.
    """
    t = tables[0]
    table = _Table(t, t["setup"][seats], seats, solo)
    found = [
        np.full(block.size, _POSSIBLE[block.name](table))
        if block.name in _POSSIBLE
        else np.ones(block.size, np.bool_)
        for block in ACTION_BLOCKS
    ]
    return np.concatenate(found)
