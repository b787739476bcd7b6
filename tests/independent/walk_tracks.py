"""Rat-o-bot's tracks: advancing, and the effects of the spaces reached (B7)."""

from typing import Final

from tests.independent.clauses import Clause, Op
from tests.independent.printed import OBJECTIVE_PLACES, SKILLS, SYMBOLS
from tests.independent.table import HUMAN, SEATS, Board
from tests.independent.walk_farm import complete_mission, explore
from tests.independent.walk_lair import Turn, Walk, choose
from wistar_env.games.rats_of_wistar.rules.actions import DISCARD, EXPEL, OPTION
from wistar_env.games.rats_of_wistar.rules.state import AT_DISCARDS, AT_PLAY_AREA
from wistar_env.games.rats_of_wistar.tables import codes


def advance(turn: Turn, skill: str) -> Walk:
    """Advance on the track with a Skill token; at its end score VP instead (BOT-75, BOT-77)."""
    table = turn.table
    track = table.token_track[SKILLS[skill]]
    side = turn.printed.tracks[track][table.indices[track]]
    if table.positions[track] == len(side.spaces) - 1:
        table.bot.vp += side.overflow
        turn.seen["overflow"] += 1
        return
    table.positions[track] += 1
    space = side.spaces[table.positions[track]]
    name = f"space {SYMBOLS[track]} {table.indices[track]} {table.positions[track]}"
    if space.immediate:
        turn.seen[name] += 1
        yield from _immediate(turn, space.immediate)
    for clause in space.aggressive:
        if _struck(turn, clause):
            turn.seen[name] += 1
            yield from _strike(turn, clause)
    turn.seen["endgame space"] += bool(space.endgame)


def _immediate(turn: Turn, effect: str) -> Walk:
    word, *place = effect.split()
    if word == "explore":  # BOT-81
        yield from explore(turn)
    elif word == "mission":  # BOT-82
        complete_mission(turn)
    else:
        assert word == "objective"
        _claim(turn, turn.table.objectives[OBJECTIVE_PLACES.index(place[0])])


def _claim(turn: Turn, objective: int) -> None:
    """Claim an Objective without its requirement; only its VP count (BOT-80, SETUP-04)."""
    table, bot = turn.table, turn.table.bot
    if bot.claims >> objective & 1:
        turn.seen["objective claimed before"] += 1
        return
    if table.objective_claims[objective] == turn.printed.objective_spaces[SEATS]:
        turn.seen["objective full"] += 1
        return
    if not bot.discs:
        turn.seen["no disc left"] += 1
        return
    bot.discs -= 1
    bot.claims |= 1 << objective
    bot.objectives += 1
    table.objective_claims[objective] += 1
    bot.vp += turn.printed.objective_vp[objective]
    turn.seen["objective"] += 1


def _struck(turn: Turn, clause: Clause) -> bool:
    """Whether an Aggressive effect strikes the human: who has enough, and no shield (BOT-91)."""
    (guard,) = clause.guards
    assert guard.word == "if"
    if _has(turn.table.human, guard.count) < guard.number:
        turn.seen["not struck"] += 1
        return False
    shielded = _shielded(turn)
    turn.seen["shielded"] += shielded
    return not shielded


def _strike(turn: Turn, clause: Clause) -> Walk:
    """Make the human lose one of the alternatives that they can lose (BOT-83 to BOT-90)."""
    for alternatives in clause.steps:
        possible = [k for k, op in enumerate(alternatives) if _can(turn.table.human, op)]
        action = yield from choose([OPTION + k for k in possible])
        yield from _lose(turn, alternatives[action - OPTION])


def _has(human: Board, count: str) -> int:
    value = getattr(human, count)
    return len(value) if isinstance(value, list) else int(value)


def _shielded(turn: Turn) -> bool:
    """Whether the human has Robot Dog in play (BOT-91, CARD-E95)."""
    in_play = AT_PLAY_AREA + HUMAN
    inventions = turn.printed.inventions
    return any(
        at == in_play and inventions[card].shields for card, at in enumerate(turn.table.card_at)
    )


#: What each loss takes from.
_PIECES: Final = {
    "lose_wood": "wood",
    "lose_metal": "metal",
    "lose_movement": "movement",
    "lose_wild": "wild",
    "discard_card": "hand",
    "discard_guest": "guests",
}


def _can(human: Board, op: Op) -> bool:
    """Whether the human has what an alternative takes; VP can always be lost (AMB-10)."""
    return op.word == "lose_vp" or _has(human, _PIECES[op.word]) >= op.number


def _lose(turn: Turn, op: Op) -> Walk:
    human = turn.table.human
    turn.seen[f"human: {op.word}"] += 1
    if op.word == "lose_vp":
        turn.seen["VP at the bottom"] += human.vp < op.number
        human.vp = max(0, human.vp - op.number)  # AMB-02
    elif op.word == "discard_card":
        for _ in range(op.number):
            yield from _discard_card(turn)
    elif op.word == "discard_guest":
        for _ in range(op.number):
            yield from _discard_guest(turn)
    else:
        token = _PIECES[op.word]
        setattr(human, token, getattr(human, token) - op.number)


def _discard_card(turn: Turn) -> Walk:
    """Let the human discard a card to the pile of its tier (BOT-89, CARD-17)."""
    table = turn.table
    action = yield from choose(sorted(DISCARD + card for card in table.human.hand))
    card = action - DISCARD
    advanced = turn.printed.inventions[card].tier == "advanced"
    table.human.hand.remove(card)
    table.discard[codes.TIER_ADVANCED if advanced else codes.TIER_BASIC].append(card)
    table.card_at[card] = AT_DISCARDS
    turn.discarded = True


def _discard_guest(turn: Turn) -> Walk:
    """Let the human discard a Guest, out of the game (BOT-86, AMB-05)."""
    human = turn.table.human
    action = yield from choose(sorted(EXPEL + tile for tile in human.guests))
    tile = action - EXPEL
    human.guests.remove(tile)
    human.guest_kinds[turn.printed.guest_kind[tile]] -= 1
    if tile in turn.printed.cheeses:
        human.cheese = 0
    turn.discarded = True
