"""The legal actions of the open choice: each kind has its function in its part of the game."""

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


@inline
def decline_only(legal: Legal) -> None:
    """Leave nothing but to decline, where that is possible (BOUND-03)."""
    if legal[0] > 0 and (legal[1] == A.PASS or legal[1] == A.END_TURN):
        legal[0] = 1


@unit
def legal_of(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """Write the legal actions of a choice, declining first; the frequent kinds come first."""
    kind = e.kind
    legal[0] = 0
    if kind == decisions.TURN:
        turn.turn_legal(t, g, e, legal)
    elif kind == decisions.EXPLORE:
        farm.explore_legal(t, g, e, legal)
    elif kind == decisions.PLAY_INVENTION:
        inventions.play_legal(t, g, e, legal)
    elif kind == decisions.COMPLETE_MISSION:
        missions.complete_legal(t, g, e, legal)
    elif kind == decisions.DEVELOP_PROJECTS:
        projects.projects_legal(t, g, e, legal)
    elif kind == decisions.DIG_ROOMS:
        lair.dig_legal(t, g, e, legal)
    elif kind == decisions.BUILD_BEDS:
        lair.build_legal(t, g, e, legal)
    elif kind == decisions.MOVE_WORKERS:
        lair.move_workers_legal(t, g, e, legal)
    elif kind == decisions.DEPLOY_WORKERS:
        lair.deploy_legal(t, g, e, legal)
    elif kind == decisions.CHOOSE_POTION:
        turn.potion_legal(t, g, e, legal)
    elif kind == decisions.CHOOSE_MAIN_ACTION:
        turn.choose_main_legal(t, g, e, legal)
    elif kind == decisions.USE_DISCOUNT:
        inventions.discount_legal(t, g, e, legal)
    elif kind == decisions.PAY_ITEMS:
        fast_actions.items_legal(t, g, e, legal)
    elif kind == decisions.DISCARD_CARDS:
        inventions.discard_cards_legal(t, g, e, legal)
    elif kind == decisions.REMOVE_CUBE:
        abilities.remove_cube_legal(t, g, e, legal)
    elif kind == decisions.CHOOSE_HERO:
        abilities.choose_hero_legal(t, g, e, legal)
    elif kind == decisions.CHOOSE_SKILL_TOKEN:
        abilities.choose_skill_token_legal(t, g, e, legal)
    elif kind == decisions.CHOOSE_OPTION:
        guards.choose_option_legal(t, g, e, legal)
    elif kind == decisions.ACCEPT_COST:
        guards.accept_cost_legal(t, g, e, legal)
    elif kind == decisions.TAKE_OF_TYPE:
        projects.take_type_legal(t, g, e, legal)
    elif kind == decisions.RECOVER_CARD:
        fast_actions.recover_legal(t, g, e, legal)
    elif kind == decisions.COPY_ONCE:
        fast_actions.copy_legal(t, g, e, legal)
    elif kind == decisions.PLAY_DRAWN:
        projects.play_drawn_legal(t, g, e, legal)
    elif kind == decisions.GIVE_ITEM:
        fast_actions.give_item_legal(t, g, e, legal)
    elif kind == decisions.RECEIVE_ITEM:
        fast_actions.receive_item_legal(t, g, e, legal)
    elif kind == decisions.OPEN_ANY_DOOR:
        farm.open_any_door_legal(t, g, e, legal)
    elif kind == decisions.FLY:
        farm.fly_legal(t, g, e, legal)
    elif kind == decisions.PITCH_TENT:
        farm.pitch_tent_legal(t, g, e, legal)
    elif kind == decisions.ACCEPT_GUEST:
        guests.accept_guest_legal(t, g, e, legal)
    elif kind == decisions.DISCARD_GUEST:
        guests.discard_guest_legal(t, g, e, legal)
    elif kind == decisions.KEEP_OBJECTIVE:
        objectives.keep_objective_legal(t, g, e, legal)
    elif kind == decisions.BOT_TAKES_GUEST:
        ratobot_exploring.bot_guest_legal(t, g, e, legal)
    elif kind == decisions.CHOOSE_PAIR:
        rounds.pairs_legal(t, g, e, legal)
    if exhausted(g):
        decline_only(legal)
