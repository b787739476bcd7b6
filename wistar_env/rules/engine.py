"""The engine: it only dispatches the open choice, its answer, and the steps that run alone.

Each kind of decision has its two functions, ``..._legal`` and the answer, side by side in
the module of its part of the game.
"""

from wistar_env.rules import (
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
    ratobot,
    ratobot_exploring,
    rounds,
    turn,
)
from wistar_env.rules.jit import unit
from wistar_env.rules.stack import top
from wistar_env.rules.types import Entry, Game, Legal, Tables


@unit
def legal_of(t: Tables, g: Game, e: Entry, legal: Legal) -> None:
    """Write the legal actions of a choice; the frequent kinds come first."""
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


@unit
def run(t: Tables, g: Game, e: Entry) -> None:
    """Run a step that needs no choice."""
    kind = e.kind
    if kind == decisions.EFFECT:
        guards.run_effect(t, g, e)
    elif kind == decisions.TRIGGER:
        guards.run_trigger(t, g, e)
    elif kind == decisions.FINISH_PLAY:
        inventions.finish_play(t, g, e)
    elif kind == decisions.GRANT:
        fast_actions.grant(g, e)
    elif kind == decisions.END_OF_TURN:
        rounds.run_end_of_turn(g)
    elif kind == decisions.BOT_TURN:
        ratobot.run_bot_turn(t, g, e)
    elif kind == decisions.BOT_EXPLORE:
        ratobot_exploring.run_bot_explore(t, g, e)
    elif kind == decisions.NEW_ROUND:
        rounds.run_new_round(t, g, e)
    else:
        rounds.run_start(t, g)


@unit
def advance(t: Tables, g: Game, legal: Legal) -> None:
    """Run on to the next real choice and write its legal actions; none when the game is over.

    A choice with a single option is no choice and is taken at once; where declining is
    possible it is one of the options (GEN-06).
    """
    legal[0] = 0
    while g.finished == 0:
        if g.depth == 0:
            rounds.go_on(g)
            continue
        e = top(g)
        if e.kind >= decisions.CHOICES:
            run(t, g, e)
            continue
        legal_of(t, g, e, legal)
        if legal[0] > 1:
            return
        answer(t, g, e, int(legal[1]))
    legal[0] = 0
