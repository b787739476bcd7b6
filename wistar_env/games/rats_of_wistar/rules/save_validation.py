"""Validation of saved games as a whole: a valid game can be played to its end.

The package ``save_validation`` calls this module after checking the range of each number. For a
valid game, neither this code nor the rules index out of bounds, and every position has a legal
action.
"""

from typing import Final

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer, unit
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.types import ShortArray, ShortTable
from wistar_env.games.rats_of_wistar.rules import decisions, invariants
from wistar_env.games.rats_of_wistar.rules.actions import LEGAL_SIZE
from wistar_env.games.rats_of_wistar.rules.choices import legal_of
from wistar_env.games.rats_of_wistar.rules.order import place_in_order
from wistar_env.games.rats_of_wistar.rules.ratobot_pieces import RAT_O_BOT, is_bot
from wistar_env.games.rats_of_wistar.rules.save_validation_pieces import (
    bot_has_cards,
    decks_right,
    knows_hand,
    level_right,
    misplaced,
    pile_right,
    play_area_ends_right,
    tiles_right,
    wrong_card,
    wrong_claim,
    wrong_door,
    wrong_guest,
    wrong_hero,
    wrong_mission,
    wrong_objective,
    wrong_pair,
    wrong_sector,
    wrong_skill,
)
from wistar_env.games.rats_of_wistar.rules.save_validation_stack import wrong_entry
from wistar_env.games.rats_of_wistar.rules.stack import top
from wistar_env.games.rats_of_wistar.rules.state import NONE
from wistar_env.games.rats_of_wistar.rules.types import Game, GameArray, Tables, TablesArray
from wistar_env.games.rats_of_wistar.tables.limits import CHIEFS, MAX_SEATS, ROUNDS, SECTORS

#: Conditions of saved games; the braces are replaced by the second number of a result.
MUST_HOLD: Final = (
    "'order' must have every seat once, then -1 (see index {})",
    "'wheel' must have every Sector once (see position {})",
    "'round', 'turn', 'finished' and the first entry of 'stack' must be consistent (see turn {})",
    "'chiefs' must be on used spaces, at most one per seat in a Sector (see Sector {})",
    "'deck', 'discard', 'display', 'pairs', 'offered' must have cards of their tier (see card {})",
    "'pairs' must be complete, at most one per seat, and gone after round 0 (see pair {})",
    "'mission_card' must have a different card of the right kind for each place in use, else -1; "
    "only places with a card may be in 'mission_open', and only open ones may have "
    "'mission_cubes' (see place {})",
    "'doors' must be distinct tokens on passages that may have Doors (see passage {})",
    "'supply', 'round_guests' and 'room_guests' must have Guests of their kind (see Guest {})",
    "each Objective must be in exactly one of 'objectives', 'objective_deck', 'objectives_gone', "
    "the players' 'private' and the stack (see Objective {})",
    "'objective_claims' must count the players' 'claims', up to the number of spaces that are not "
    "covered (see Objective {})",
    "each Hero must be either in 'heroes_left' or in 'heroes' of one player (see Hero {})",
    "each Skill token must be in 'skills_left' or 'skill_tokens' of one player (see token {})",
    "'chiefs' of a player must be 3 minus those placed in this round (see seat {})",
    "'cheese' of a player must match 'guests', and 'beds' not exceed 'beds_built' (see seat {})",
    "'options.level' must be the sum of 'options.tracks', or 0 without Rat-o-bot; found {}",
    "'bot.cards' must count the cards that 'card_at' places in Rat-o-bot's pile; found {}",
    "'bot.actions' and 'bot.explorations' must have every card once, with the one that stays at "
    "the end, and 'bot.action_next' must count Rat-o-bot's turns in this round; it is {}",
    "Rat-o-bot must have no 'hand', 'played', 'answerers' or 'events' (see seat {})",
    "'played_last' of a player must be its last card 'played' (see seat {})",
    "'card_flags' must say that a player knows its own hand (see seat {})",
    "each entry of 'stack' must be one that can be carried out at its index (see entry {})",
    "the current decision must have a legal action (see seat {})",
)
#: Codes of results: 0 (valid), 1 and up for ``MUST_HOLD``, then those of ``rules.invariants``.
SOUND: Final = 0
(
    ORDER,
    WHEEL,
    TURNS,
    SECTOR,
    TIER,
    PAIR,
    MISSION,
    DOOR,
    GUEST,
    OBJECTIVE,
    CLAIM,
    HERO,
    SKILL,
    CHIEFS_LEFT,
    TILES,
    LEVEL,
    PILE,
    DECKS,
    BOT_CARDS,
    PLAY_AREA,
    HAND,
    ENTRY,
    NO_ACTION,
) = range(1, len(MUST_HOLD) + 1)
RULE: Final = len(MUST_HOLD)


@inline
def turns_right(g: Game) -> bool:
    """Whether round, turn and the lowest entry of the stack are consistent."""
    all_turns = CHIEFS * int(g.seats)
    if g.finished == 1:
        return bool(g.depth == 0 and g["round"] == ROUNDS and g.turn == all_turns)
    if g.depth == 0:
        return False
    lowest = g.stack[0].kind
    if lowest == decisions.START_GAME:
        return bool(g["round"] == 0 and g.turn == 0)
    if lowest == decisions.NEW_ROUND:
        return bool(g["round"] > 1 and g.turn == all_turns)
    if lowest != decisions.END_OF_TURN or g["round"] == 0 or g.turn == 0 or g.depth == 1:
        return False
    seat = int(g.order[(int(g.turn) - 1) % int(g.seats)])
    turn = decisions.BOT_TURN if is_bot(g, seat) else decisions.TURN
    return bool(g.stack[0].seat == seat and g.stack[1].seat == seat and g.stack[1].kind == turn)


@inline
def turns_begun(g: Game, seat: int) -> int:
    """Return how many turns a seat began in this round; between rounds, in the previous round."""
    seats = int(g.seats)
    return (int(g.turn) - place_in_order(g, seat) + seats - 1) // seats


@inline
def chiefs_right(g: Game, seat: int) -> bool:
    """Whether a seat has placed one Chief per turn since the last New Round Phase."""
    placed = turns_begun(g, seat)
    if g.depth > 0 and g.stack[0].kind == decisions.NEW_ROUND:
        placed = 0
    elif g.depth > 1 and g.stack[1].kind == decisions.TURN and g.stack[1].seat == seat:
        placed -= int(g.stack[1].chief_at == NONE)
    return bool(g.players[seat].chiefs == CHIEFS - placed)


@inline
def report(found: ShortArray, code: int, at: int) -> bool:
    """Store the code of a condition and where it is violated; return whether it is violated."""
    found[0] = code
    found[1] = at
    return at != NONE


@inline
def board_wrong(t: Tables, g: Game, found: ShortArray) -> bool:
    """Whether the common board has an error; the first one is stored in ``found``."""
    seats = int(g.seats)
    return (
        report(found, ORDER, misplaced(g.order, seats, MAX_SEATS))
        or report(found, WHEEL, misplaced(g.wheel, SECTORS, SECTORS))
        or report(found, TURNS, NONE if turns_right(g) else int(g.turn))
        or report(found, SECTOR, wrong_sector(t, g))
        or report(found, TIER, wrong_card(t, g))
        or report(found, PAIR, wrong_pair(g))
        or report(found, MISSION, wrong_mission(t, g))
        or report(found, DOOR, wrong_door(t, g))
        or report(found, GUEST, wrong_guest(t, g))
        or report(found, OBJECTIVE, wrong_objective(g))
        or report(found, CLAIM, wrong_claim(t, g))
        or report(found, HERO, wrong_hero(g))
        or report(found, SKILL, wrong_skill(g))
        or report(found, LEVEL, NONE if level_right(g) else int(g.options.level))
        or report(found, PILE, NONE if pile_right(g) else int(g.bot.cards))
    )


@inline
def bot_wrong(t: Tables, g: Game, found: ShortArray) -> bool:
    """Whether Rat-o-bot's decks or cards have an error; the first one is stored in ``found``."""
    if g.automata == 0:
        return False
    used = int(g.bot.action_next)
    decks = decks_right(t, g) and used == turns_begun(g, RAT_O_BOT)
    return report(found, DECKS, NONE if decks else used) or report(
        found, BOT_CARDS, RAT_O_BOT if bot_has_cards(g) else NONE
    )


@inline
def pieces_wrong(g: Game, found: ShortArray) -> bool:
    """Whether a seat's Chiefs, Cheese or Beds have an error; the first is stored in ``found``."""
    for seat in range(int(g.seats)):
        if not chiefs_right(g, seat):
            return report(found, CHIEFS_LEFT, seat)
        if not tiles_right(g, seat):
            return report(found, TILES, seat)
    return False


@inline
def chains_wrong(g: Game, found: ShortArray) -> bool:
    """Whether a seat's ``played_last`` is wrong, or the seat does not know a card of its hand.

    The first error is stored in ``found``.
    """
    for seat in range(int(g.seats)):
        if not play_area_ends_right(g, seat):
            return report(found, PLAY_AREA, seat)
        if not knows_hand(g, seat):
            return report(found, HAND, seat)
    return False


@inline
def choice_wrong(t: Tables, g: Game, found: ShortArray) -> bool:
    """Whether no action is legal though the game is not finished; store the error in ``found``."""
    if g.finished == 1:
        return False
    legal = zeros(LEGAL_SIZE, np.int16)
    legal_of(t, g, top(g), pointer(legal))
    return report(found, NO_ACTION, int(top(g).seat) if legal[0] == 0 else NONE)


@unit
def examine(t: Tables, g: Game, found: ShortArray) -> None:
    """Write the code of the first violated condition, and where; ``SOUND`` if all hold.

    Functions that follow chains run after the invariants, which check that chains end.
    """
    if board_wrong(t, g, found) or bot_wrong(t, g, found) or pieces_wrong(g, found):
        return
    broken = invariants.check_kept(t, g)
    if broken != invariants.FINE:
        found[0] = RULE + broken
        return
    if chains_wrong(g, found) or report(found, ENTRY, wrong_entry(t, g)):
        return
    if not choice_wrong(t, g, found):
        found[0] = SOUND


@entry
def examine_games(tables: TablesArray, games: GameArray, found: ShortTable) -> None:
    """Examine games whose numbers are in range; write a code and a place for each game."""
    t = tables[0]
    for i in range(len(games)):
        examine(t, games[i], pointer(found[i]))


def reason(code: int, at: int) -> str:
    """Return in words the violated condition that ``examine_games`` has found."""
    if code > RULE:
        return f"an invariant of the rules is violated: {invariants.NAMES[code - RULE]}"
    return f"a condition is violated: {MUST_HOLD[code - 1].format(at)}"
