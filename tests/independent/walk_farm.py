"""Rat-o-bot on the Farm: Exploration cards (B5) and Missions (B6)."""

from typing import Final

from tests.independent.printed import ExplorationCard
from tests.independent.table import BOT
from tests.independent.walk_lair import (
    MOST_TENTS,
    Done,
    Turn,
    Walk,
    choose,
    has_free_room,
    take_cheese,
    take_guest_from,
)
from wistar_env.games.rats_of_wistar.rules.actions import BOT_GUEST
from wistar_env.games.rats_of_wistar.rules.state import NONE

ENTRANCE: Final = 0
CUBES: Final = 7


def top_card(turn: Turn) -> ExplorationCard:
    """Return the Exploration card on top of the deck, or the last one (BOT-69)."""
    return turn.printed.explorations[turn.table.explorations[turn.table.drawn]]


def explore(turn: Turn) -> Walk:
    """Resolve one Exploration card; the last one stays, and one step of it is done.

    BOT-60, BOT-61, BOT-62, BOT-68, AMB-58.
    """
    card = top_card(turn)
    turn.table.drawn += not card.last
    turn.seen["last Exploration card"] += card.last
    for word, room in card.rows[turn.table.bot.explorer]:
        done = yield from _step(turn, word, room)
        turn.seen[f"step {word}"] += done
        if card.last and done:
            turn.seen[f"last card: {word}"] += 1
            return


def _step(turn: Turn, word: str, room: int) -> Done:
    """Carry out a step of an Exploration card; False if it cannot be applied."""
    if word == "move":
        return _move(turn, room)
    if word == "reveal":
        return _reveal(turn)
    if word == "tent":
        return _pitch_tent(turn)
    if word == "cheese":
        return take_cheese(turn)
    assert word == "guest"
    return (yield from _take_guest(turn))


def _move(turn: Turn, room: int) -> bool:
    """Move to a room; a Door in between is taken, without its bonus (BOT-63, AMB-26)."""
    table, bot = turn.table, turn.table.bot
    if bot.explorer == room:
        return False
    ways = frozenset((bot.explorer, room))
    for passage, ends in enumerate(turn.printed.passages):
        if ends == ways and table.doors[passage] != NONE:
            table.doors[passage] = NONE
            bot.doors += 1
            turn.seen["door"] += 1
    turn.seen["leap"] += ways not in turn.printed.passages
    bot.explorer = room
    return True


def _reveal(turn: Turn) -> bool:
    """Reveal the best face-down Mission of the Explorer's room, without its bonus (BOT-64)."""
    table = turn.table
    hidden = [
        place
        for place in _in_order(turn)
        if turn.printed.mission_rooms[place] == table.bot.explorer and not table.mission_open[place]
    ]
    if hidden:
        table.mission_open[hidden[0]] = 1
        turn.seen["two missions to reveal"] += len(hidden) > 1
    return bool(hidden)


def _in_order(turn: Turn) -> list[int]:
    """Return the places of Mission cards in the order of the floorplan (BOT-69)."""
    floorplan = top_card(turn).floorplan
    cards = turn.table.mission_card
    assert {place for place, card in enumerate(cards) if card != NONE} == set(floorplan)
    return list(floorplan)


def _pitch_tent(turn: Turn) -> bool:
    """Pitch a Tent in the Explorer's room: at most 2, in different rooms (BOT-65, AMB-08)."""
    bot = turn.table.bot
    if bot.explorer in (ENTRANCE, *bot.tents) or bot.tents.count(NONE) == 0:
        return False
    bot.tents[MOST_TENTS - bot.tents.count(NONE)] = bot.explorer
    return True


def _take_guest(turn: Turn) -> Done:
    """Take a Guest of the Explorer's room, else of a Tent's; the human chooses which (BOT-66)."""
    table = turn.table
    rooms = [table.bot.explorer]
    if not table.room_guests[table.bot.explorer]:
        rooms = sorted(tent for tent in table.bot.tents if tent != NONE and table.room_guests[tent])
    if not rooms:
        return False
    if len(rooms) == 1 or not has_free_room(turn):
        return take_guest_from(turn, rooms[0])
    turn.seen["choice between Tents"] += 1
    action = yield from choose([BOT_GUEST + room for room in rooms])
    return take_guest_from(turn, action - BOT_GUEST)


def complete_mission(turn: Turn) -> bool:
    """Complete the best Mission where the Explorer or a Tent is: its topmost free row.

    BOT-70, BOT-71, BOT-72, BOT-73, AMB-28.
    """
    table = turn.table
    if table.cubes_gone == CUBES:
        turn.seen["no cube left"] += 1
        return False
    rooms = {table.bot.explorer, *table.bot.tents}
    open_ones = [
        place
        for place in _in_order(turn)
        if turn.printed.mission_rooms[place] in rooms
        and table.mission_open[place]
        and NONE in table.mission_cubes[place]
    ]
    if not open_ones:
        return False
    rows = table.mission_cubes[open_ones[0]]
    rows[rows.index(NONE)] = BOT
    table.cubes_gone += 1
    table.bot.mission_cubes += 1
    turn.seen["mission"] += 1
    turn.seen["several missions"] += len(open_ones) > 1
    return True
