"""Rat-o-bot's lair: rooms, Beds and Guests, and digging instead (B2, B3)."""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from tests.independent.printed import Printed
from tests.independent.table import Table
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.tables import codes

ROOMS_AT_START: Final = 3
UNDERGROUND_TILES: Final = 6
BED_TILES: Final = 6
MOST_TENTS: Final = 2

#: A walk asks for a choice by the actions to choose from, and is told the one chosen.
Walk = Generator[list[int], int, None]
Chosen = Generator[list[int], int, int]
Done = Generator[list[int], int, bool]


@dataclass
class Turn:
    """The table that a walk changes, what is printed, and what occurred in all walks."""

    table: Table
    printed: Printed
    seen: Counter[str]
    discarded: bool = False


def choose(actions: list[int]) -> Chosen:
    """Let the human choose, where there is something to choose from."""
    if len(actions) == 1:
        return actions[0]
    return (yield actions)


def has_free_room(turn: Turn) -> bool:
    """Whether a room of the Automaton Board is unoccupied (DIG-04)."""
    bot = turn.table.bot
    return bot.beds + len(bot.guests) < ROOMS_AT_START + bot.rooms_dug


def dig(turn: Turn) -> bool:
    """Dig a room; False if all are dug (BOT-44, AMB-20)."""
    if turn.table.bot.rooms_dug == UNDERGROUND_TILES:
        turn.seen["nothing left to dig"] += 1
        return False
    turn.table.bot.rooms_dug += 1
    return True


def build_bed(turn: Turn) -> None:
    """Build the lowest Bed, or dig a room instead (BOT-24, BOT-43, AMB-50)."""
    bot = turn.table.bot
    if not has_free_room(turn):
        turn.seen["dug instead of a bed"] += dig(turn)
    elif bot.beds_built < BED_TILES:
        bot.beds_built += 1
        bot.beds += 1
    else:
        turn.seen["no bed left"] += 1


def house(turn: Turn, tile: int) -> None:
    """Put a Guest or Cheese into a free room; it has no effect (BOT-22)."""
    turn.table.bot.guests.append(tile)
    turn.table.bot.guest_kinds[turn.printed.guest_kind[tile]] += 1


def dug_instead_of_guest(turn: Turn) -> bool:
    """Dig a room instead of taking a tile, which stays; False if there is no more (AMB-51)."""
    dug = dig(turn)
    turn.seen["dug instead of a guest"] += dug
    return dug


def finds_cheese(turn: Turn) -> bool:
    """Whether the Explorer is with the Cheese."""
    return bool(turn.table.cheese) and turn.table.bot.explorer == turn.printed.cheese_room


def take_cheese(turn: Turn) -> bool:
    """Take the Cheese if the Explorer is with it (BOT-55, BOT-67)."""
    table = turn.table
    if not finds_cheese(turn):
        return False
    if not has_free_room(turn):
        return dug_instead_of_guest(turn)
    house(turn, table.cheese.pop())
    table.bot.cheese = 1
    turn.seen["cheese"] += 1
    return True


def take_guest_from(turn: Turn, room: int) -> bool:
    """Take a Guest from a room that has one. They lie face down: any is as good as another."""
    if not has_free_room(turn):
        return dug_instead_of_guest(turn)
    house(turn, turn.table.room_guests[room].pop())
    turn.seen["guest of a room"] += 1
    return True


def take_guest_of_round(turn: Turn) -> None:
    """Take the Guest of the round, else one from the Basement supply (BOT-52, AMB-62)."""
    table = turn.table
    supply = table.supply[codes.KIND_BASEMENT]
    left = table.round_guest != NONE or bool(supply)
    turn.seen["no guest left"] += not left
    if not has_free_room(turn):
        turn.seen["no guest and no room left"] += not left
        dug_instead_of_guest(turn)
    elif not left:
        return
    elif table.round_guest != NONE:
        house(turn, table.round_guest)
        table.round_guest = NONE
        turn.seen["guest of the round"] += 1
    else:
        house(turn, supply.pop())
        turn.seen["guest of the supply"] += 1
