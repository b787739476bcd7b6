"""The kinds of player choices, each with the functions that list and carry out its actions."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from wistar_env.compiled.jit import inline, unit
from wistar_env.games.rats_of_wistar.rules import (
    abilities,
    decisions,
    farm,
    fast_actions,
    guards,
    guests,
    inventions,
    lair,
    missions,
    objectives,
    projects,
    ratobot_exploring,
    rounds,
    turn,
)
from wistar_env.games.rats_of_wistar.rules import actions as A
from wistar_env.games.rats_of_wistar.rules.bounds import exhausted
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Legal, Tables


class Choice(NamedTuple):
    """A kind of decision, with functions that list its legal actions and carry one out."""

    kind: int  # one of the kinds of choices in ``decisions``
    # Writes the legal actions, declining first. Arguments: tables, game, entry and ``Legal`` array.
    legal: Callable[..., Any]
    # Carries out a legal action. Arguments: tables, game, entry and action.
    apply: Callable[..., Any]


CHOICES: Final = (
    Choice(decisions.TURN, turn.turn_legal, turn.take_turn),
    Choice(decisions.EXPLORE, farm.explore_legal, farm.explore),
    Choice(decisions.PLAY_INVENTION, inventions.play_legal, inventions.play),
    Choice(decisions.COMPLETE_MISSION, missions.complete_legal, missions.complete),
    Choice(decisions.DEVELOP_PROJECTS, projects.projects_legal, projects.develop),
    Choice(decisions.DIG_ROOMS, lair.dig_legal, lair.dig),
    Choice(decisions.BUILD_BEDS, lair.build_legal, lair.build),
    Choice(decisions.MOVE_WORKERS, lair.move_workers_legal, lair.move_workers),
    Choice(decisions.DEPLOY_WORKERS, lair.deploy_legal, lair.deploy),
    Choice(decisions.CHOOSE_POTION, turn.potion_legal, turn.choose_potion),
    Choice(decisions.CHOOSE_MAIN_ACTION, turn.choose_main_legal, turn.choose_main),
    Choice(decisions.USE_DISCOUNT, inventions.discount_legal, inventions.use_discount),
    Choice(decisions.PAY_ITEMS, fast_actions.items_legal, fast_actions.pay_items),
    Choice(decisions.DISCARD_CARDS, inventions.discard_cards_legal, inventions.discard_cards),
    Choice(decisions.REMOVE_CUBE, abilities.remove_cube_legal, abilities.remove_cube),
    Choice(decisions.CHOOSE_HERO, abilities.choose_hero_legal, abilities.choose_hero),
    Choice(
        decisions.CHOOSE_SKILL_TOKEN,
        abilities.choose_skill_token_legal,
        abilities.choose_skill_token,
    ),
    Choice(decisions.CHOOSE_OPTION, guards.choose_option_legal, guards.choose_option),
    Choice(decisions.ACCEPT_COST, guards.accept_cost_legal, guards.accept_cost),
    Choice(decisions.TAKE_OF_TYPE, projects.take_type_legal, projects.take_type),
    Choice(decisions.RECOVER_CARD, fast_actions.recover_legal, fast_actions.recover_card),
    Choice(decisions.COPY_ONCE, fast_actions.copy_legal, fast_actions.copy_once),
    Choice(decisions.PLAY_DRAWN, projects.play_drawn_legal, projects.play_drawn),
    Choice(decisions.GIVE_ITEM, fast_actions.give_item_legal, fast_actions.give_item),
    Choice(decisions.RECEIVE_ITEM, fast_actions.receive_item_legal, fast_actions.receive_item),
    Choice(decisions.OPEN_ANY_DOOR, farm.open_any_door_legal, farm.open_any_door),
    Choice(decisions.FLY, farm.fly_legal, farm.fly),
    Choice(decisions.PITCH_TENT, farm.pitch_tent_legal, farm.pitch_tent),
    Choice(decisions.ACCEPT_GUEST, guests.accept_guest_legal, guests.accept_guest),
    Choice(decisions.DISCARD_GUEST, guests.discard_guest_legal, guests.discard_guest),
    Choice(decisions.KEEP_OBJECTIVE, objectives.keep_objective_legal, objectives.keep_objective),
    Choice(
        decisions.BOT_TAKES_GUEST, ratobot_exploring.bot_guest_legal, ratobot_exploring.bot_guest
    ),
    Choice(decisions.CHOOSE_PAIR, rounds.pairs_legal, rounds.choose_pair),
)


def _by_kind(functions: Sequence[Callable[..., Any]], first: int = 0) -> Callable[..., None]:
    """Return a function that calls the function for an entry's kind, found by binary search.

    Numba cannot call functions stored in a table, so each step of the search is a separate, inlined
    function.
    """
    if len(functions) == 1:
        return functions[0]
    half = len(functions) // 2
    middle = first + half
    low, high = _by_kind(functions[:half], first), _by_kind(functions[half:], middle)

    @inline
    def call(t: Tables, g: Game, e: Entry, last: Any) -> None:
        if e.kind < middle:
            low(t, g, e, last)
        else:
            high(t, g, e, last)

    return call


_BY_KIND: Final = sorted(CHOICES, key=lambda choice: choice.kind)
if [choice.kind for choice in _BY_KIND] != [*range(decisions.CHOICES)]:
    raise ValueError(
        "rules/choices.py must have exactly one entry for each kind of choice, 0 to "
        f"{decisions.CHOICES - 1}, found {[choice.kind for choice in _BY_KIND]}"
    )
_legal: Final = _by_kind([choice.legal for choice in _BY_KIND])
_apply: Final = _by_kind([choice.apply for choice in _BY_KIND])


@inline
def decline_only(legal: Legal) -> None:
    """Leave declining as the only legal action, if declining is possible (BOUND-03)."""
    if legal[0] > 0 and (legal[1] == A.PASS or legal[1] == A.END_TURN):
        legal[0] = 1


@unit
def legal_of(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """Write the legal actions of the current choice, declining first."""
    legal[0] = 0
    _legal(t, g, e, legal)
    if exhausted(g):
        decline_only(legal)


@unit
def apply(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Carry out a legal action of the current choice."""
    _apply(t, g, e, action)
