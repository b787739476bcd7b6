"""A turn of Rat-o-bot: Chief, Worker, action and bonuses, in this order (B3, B4)."""

from typing import Final

from tests.independent.printed import ActionCard
from tests.independent.table import BOT
from tests.independent.walk_farm import complete_mission, explore
from tests.independent.walk_lair import (
    Turn,
    Walk,
    build_bed,
    dig,
    finds_cheese,
    take_cheese,
    take_guest_from,
    take_guest_of_round,
)
from tests.independent.walk_tracks import advance
from wistar_env.games.rats_of_wistar.rules.state import AT_BOT_PILE, NONE
from wistar_env.games.rats_of_wistar.tables.codes import TIER_ADVANCED, TIER_BASIC

MOST_WORKERS_IN_AN_AREA: Final = 3
FULL_STRENGTH: Final = 3
CARDS_TAKEN: Final = 2


def take_turn(turn: Turn, card: ActionCard) -> Walk:
    """Carry out an Action card (BOT-30)."""
    turn.table.bot.chiefs -= 1
    if card.position is None:
        turn.table.hut.append(BOT)  # BOT-34
        assert card.skill
        turn.seen["action alchemist"] += 1
        yield from _mission_or_advance(turn, card.skill)  # BOT-47
    else:
        position = _place_chief(turn, card.position)
        area = turn.printed.areas[position]
        if card.worker:
            _place_worker(turn, area)
        yield from _main_action(turn, turn.printed.mains[position], turn.table.bot.workers[area])
    for kind, skill in card.bonuses:  # BOT-50
        yield from _bonus(turn, kind, skill)


def _place_chief(turn: Turn, position: int) -> int:
    """Place the Chief in the Sector shown or the next valid one clockwise; return where.

    The outermost free space (BOT-31, BOT-32, BOT-33).
    """
    table = turn.table
    wanted = position
    while True:
        sector = table.wheel[position]
        spaces = table.chiefs[sector][: turn.printed.spaces_with_2[sector]]
        if NONE in spaces and BOT not in spaces:
            break
        turn.seen["blocked by its own Chief" if BOT in spaces else "blocked Sector"] += 1
        position = (position + 1) % len(table.wheel)
        assert position != wanted
    turn.seen["two free spaces"] += spaces.count(NONE) > 1
    table.chiefs[sector][spaces.index(NONE)] = BOT
    return position


def _place_worker(turn: Turn, area: int) -> None:
    """Add a Worker to an Area that has not 3 yet (BOT-35, BOT-36)."""
    table = turn.table
    if table.bot.workers[area] == MOST_WORKERS_IN_AN_AREA:
        turn.seen["Area full"] += 1
    elif not table.stock:
        turn.seen["no Worker left"] += 1
    else:
        table.stock -= 1
        table.bot.workers[area] += 1


def _main_action(turn: Turn, main: str, strength: int) -> Walk:
    """Perform the Main action of the Sector used (BOT-37, BOT-40 to BOT-48)."""
    full = strength == FULL_STRENGTH
    turn.seen[f"action {main}, {'full' if full else 'less'}"] += 1
    times = 2 if full else 1
    if main in ("wood", "metal"):
        turn.table.bot.vp += strength
    elif main == "projects":
        _take_cards(turn, TIER_BASIC)
        if full:
            _take_cards(turn, TIER_ADVANCED)
    elif main == "beds":
        for _ in range(times):
            build_bed(turn)
    elif main == "dig":
        for _ in range(times):
            dig(turn)
    else:
        assert main == "explore"
        for _ in range(times):
            yield from explore(turn)


def _take_cards(turn: Turn, tier: int) -> None:
    """Take the 2 leftmost cards left in a row of the display (BOT-45, BOT-51)."""
    table = turn.table
    row = table.display[tier]
    slots = [slot for slot, card in enumerate(row) if card != NONE][:CARDS_TAKEN]
    for slot in slots:
        table.card_at[row[slot]] = AT_BOT_PILE
        row[slot] = NONE
        table.pile += 1


def _mission_or_advance(turn: Turn, skill: str) -> Walk:
    if not complete_mission(turn):
        yield from advance(turn, skill)


def _bonus(turn: Turn, kind: str, skill: str) -> Walk:
    """Take a bonus of the Action card (BOT-51 to BOT-55)."""
    turn.seen[f"bonus {kind}"] += 1
    if kind == "mission":
        yield from _mission_or_advance(turn, skill)
        return
    if kind == "cards":
        _take_cards(turn, TIER_ADVANCED)
    elif kind == "guest":
        take_guest_of_round(turn)
    elif kind == "cheese":
        room = turn.table.bot.explorer
        if finds_cheese(turn):
            take_cheese(turn)
            return
        if turn.table.room_guests[room]:
            take_guest_from(turn, room)
            return
    else:
        assert kind == "advance"
    yield from advance(turn, skill)
