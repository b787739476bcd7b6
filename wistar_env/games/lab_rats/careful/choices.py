"""How ``careful`` chooses at each kind of decision."""

from typing import Annotated, Any, TypeAlias

import numpy as np

from wistar_env.compiled.jit import entry, inline, pointer, unit
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.types import LongArray, MaskArray, MaskTable
from wistar_env.games.lab_rats.actions import (
    DISCARD,
    INJURY,
    OPEN,
    PASS,
    SPEND,
    STOP,
    TRY_EXIT,
)
from wistar_env.games.lab_rats.careful.exploring import (
    alive_value,
    compute_values,
    exit_value,
    exploring_value,
    hurt_value,
    own_value,
    point,
    unknown_value,
)
from wistar_env.games.lab_rats.careful.hands import (
    copy_hand,
    exit_share,
    least_needed,
)
from wistar_env.games.lab_rats.careful.laying import choose_door
from wistar_env.games.lab_rats.careful.plan import (
    Plan,
    PlanArray,
    prepare_plan,
    read_table,
)
from wistar_env.games.lab_rats.careful.seat_view import SeatView, SeatViewArray
from wistar_env.games.lab_rats.careful.weights import Weights, WeightsArray
from wistar_env.games.lab_rats.kinds import POTION_KINDS
from wistar_env.games.lab_rats.state import (
    BEGIN_TURN,
    CONFUSED,
    GO_ON,
    HAND_LIMIT,
    INJURED,
    KEEP_POTIONS,
    NEW_DOORS,
    NO_CARD,
    PAY_EXIT,
    SLOTS,
    Tables,
)

TablesArray: TypeAlias = Annotated[Any, "lab rats tables array"]


@inline
def asked_of(s: SeatView) -> int:
    """Return the number of the current decision, 0 if there is none."""
    for decision in range(BEGIN_TURN, KEEP_POTIONS + 1):
        if s.decision[decision - 1] != 0:
            return decision
    return 0


@inline
def first_legal(mask: MaskArray, num_actions: int) -> int:
    """Return the first legal action; 0 if there is none."""
    for action in range(num_actions):
        if mask[action] != 0:
            return action
    return 0


@unit
def unknown_door(s: SeatView, mask: MaskArray) -> int:
    """Return the action that opens an unknown Door: from the deck, then unexchanged, then any."""
    best, most = OPEN, -1
    for number in range(SLOTS - 1, 0, -1):
        if mask[OPEN + number] != 0:
            from_deck = number >= s.seats
            trust = 2 if from_deck else 1 - int(s.exchanged[number])
            if trust > most:
                best, most = OPEN + number, trust
    return best


@unit
def begin_turn(w: Weights, s: SeatView, p: Plan, mask: MaskArray) -> int:
    """Return the best action at the start of a turn: try an Exit, or open a Door."""
    own = 0 if p.own == NO_CARD else 1
    if mask[TRY_EXIT] != 0 and exit_value(w, p) >= exploring_value(w, p):
        return TRY_EXIT
    unknown = int(p.unknown)
    if own and (
        unknown == 0
        or own_value(w, p, unknown, 0, 0, 0) >= unknown_value(w, p, unknown, own, 0, 0, 0)
    ):
        return OPEN
    return unknown_door(s, mask)


@unit
def go_on(w: Weights, s: SeatView, p: Plan, mask: MaskArray) -> int:
    """Return the best action after a Door: stop, or open another."""
    unknown, own = int(p.unknown), 0 if p.own == NO_CARD else 1
    injured = int(s.condition[0, INJURED])
    best, action = alive_value(w, p, SLOTS - unknown - own, 0, injured, 0), STOP
    if own:
        opening = own_value(w, p, unknown, 0, injured, 0)
        if opening > best:
            best, action = opening, OPEN
    if unknown > 0 and unknown_value(w, p, unknown, own, 0, injured, 0) > best:
        action = unknown_door(s, mask)
    return action


@inline
def share_with_another(t: Tables, s: SeatView, p: Plan, spent: int) -> float:
    """Return the expected share of payable Exits after spending a Potion and drawing one."""
    hand = empty(POTION_KINDS, np.uint8)
    copy_hand(s, hand)
    hand[spent] -= 1
    share, total = 0.0, 0
    for kind in range(POTION_KINDS):
        left = int(t.potions[kind]) - int(s.potion_discards[kind]) - int(s.potions[0, kind])
        if left > 0:
            hand[kind] += 1
            share += left * exit_share(t, pointer(hand), int(p.specimen))
            hand[kind] -= 1
            total += left
    return share / max(total, 1)


@unit
def face_obstacle(t: Tables, w: Weights, s: SeatView, p: Plan, mask: MaskArray) -> int:
    """Return the best action: beat an obstacle with a Potion, or take the injury (AMB-31)."""
    spent = least_needed(t, w, s, SPEND, mask)
    if mask[SPEND + spent] == 0:  # none is legal
        return INJURY
    unknown, own = int(p.unknown), 0 if p.own == NO_CARD else 1
    injured = int(s.condition[0, INJURED])
    gain = w.chance * (share_with_another(t, s, p, spent) - p.exits)
    beaten = float(p.value[point(unknown, own, 0, injured, 0)]) + gain
    if beaten >= hurt_value(w, p, unknown, own, 0, injured, 0):
        return SPEND + spent
    return INJURY


@unit
def decide(t: Tables, w: Weights, s: SeatView, p: Plan, mask: MaskArray) -> int:
    """Return the action for the current decision."""
    asked = asked_of(s)
    if asked == NEW_DOORS:
        return choose_door(t, w, s, p, mask)
    if asked == CONFUSED:
        return PASS + least_needed(t, w, s, PASS, mask)
    if asked == HAND_LIMIT or asked == KEEP_POTIONS:
        return DISCARD + least_needed(t, w, s, DISCARD, mask)
    if asked == PAY_EXIT:
        return SPEND + least_needed(t, w, s, SPEND, mask)
    prepare_plan(t, w, s, p)
    read_table(s, p)
    compute_values(w, p)
    if asked == BEGIN_TURN:
        return begin_turn(w, s, p, mask)
    if asked == GO_ON:
        return go_on(w, s, p, mask)
    return face_obstacle(t, w, s, p, mask)


@entry
def choose(
    tables: TablesArray,
    weights: WeightsArray,
    views: SeatViewArray,
    masks: MaskTable,
    plans: PlanArray,
    actions: LongArray,
) -> None:
    """Write an action for each view."""
    for i in range(len(views)):
        mask = pointer(masks[i])
        actions[i] = decide(tables[0], weights[0], views[i], plans[0], mask)
        if masks[i, actions[i]] == 0:  # not a real position, but a bot must return a legal action
            actions[i] = first_legal(masks[i], masks.shape[1])
