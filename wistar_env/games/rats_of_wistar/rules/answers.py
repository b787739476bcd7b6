"""The answers to the open choice: each kind has its function in its part of the game."""

from wistar_env.compiled.jit import unit
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
from wistar_env.games.rats_of_wistar.rules.types import Entry, Game, Tables


@unit
def answer(t: Tables, g: Game, e: Entry, action: int) -> None:
    """Answer a choice with a legal action."""
    kind = e.kind
    if kind == decisions.TURN:
        turn.take_turn(t, g, e, action)
    elif kind == decisions.EXPLORE:
        farm.explore(t, g, e, action)
    elif kind == decisions.PLAY_INVENTION:
        inventions.play(t, g, e, action)
    elif kind == decisions.COMPLETE_MISSION:
        missions.complete(t, g, e, action)
    elif kind == decisions.DEVELOP_PROJECTS:
        projects.develop(t, g, e, action)
    elif kind == decisions.DIG_ROOMS:
        lair.dig(t, g, e, action)
    elif kind == decisions.BUILD_BEDS:
        lair.build(t, g, e, action)
    elif kind == decisions.MOVE_WORKERS:
        lair.move_workers(t, g, e, action)
    elif kind == decisions.DEPLOY_WORKERS:
        lair.deploy(t, g, e, action)
    elif kind == decisions.CHOOSE_POTION:
        turn.choose_potion(t, g, e, action)
    elif kind == decisions.CHOOSE_MAIN_ACTION:
        turn.choose_main(t, g, e, action)
    elif kind == decisions.USE_DISCOUNT:
        inventions.use_discount(t, g, e, action)
    elif kind == decisions.PAY_ITEMS:
        fast_actions.pay_items(t, g, e, action)
    elif kind == decisions.DISCARD_CARDS:
        inventions.discard_cards(t, g, e, action)
    elif kind == decisions.REMOVE_CUBE:
        abilities.remove_cube(t, g, e, action)
    elif kind == decisions.CHOOSE_HERO:
        abilities.choose_hero(t, g, e, action)
    elif kind == decisions.CHOOSE_SKILL_TOKEN:
        abilities.choose_skill_token(t, g, e, action)
    elif kind == decisions.CHOOSE_OPTION:
        guards.choose_option(t, g, e, action)
    elif kind == decisions.ACCEPT_COST:
        guards.accept_cost(t, g, e, action)
    elif kind == decisions.TAKE_OF_TYPE:
        projects.take_type(t, g, e, action)
    elif kind == decisions.RECOVER_CARD:
        fast_actions.recover_card(t, g, e, action)
    elif kind == decisions.COPY_ONCE:
        fast_actions.copy_once(t, g, e, action)
    elif kind == decisions.PLAY_DRAWN:
        projects.play_drawn(t, g, e, action)
    elif kind == decisions.GIVE_ITEM:
        fast_actions.give_item(t, g, e, action)
    elif kind == decisions.RECEIVE_ITEM:
        fast_actions.receive_item(t, g, e, action)
    elif kind == decisions.OPEN_ANY_DOOR:
        farm.open_any_door(t, g, e, action)
    elif kind == decisions.FLY:
        farm.fly(t, g, e, action)
    elif kind == decisions.PITCH_TENT:
        farm.pitch_tent(t, g, e, action)
    elif kind == decisions.ACCEPT_GUEST:
        guests.accept_guest(t, g, e, action)
    elif kind == decisions.DISCARD_GUEST:
        guests.discard_guest(t, g, e, action)
    elif kind == decisions.KEEP_OBJECTIVE:
        objectives.keep_objective(t, g, e, action)
    elif kind == decisions.BOT_TAKES_GUEST:
        ratobot_exploring.bot_guest(t, g, e, action)
    elif kind == decisions.CHOOSE_PAIR:
        rounds.choose_pair(t, g, e, action)
