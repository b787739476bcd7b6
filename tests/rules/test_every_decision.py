"""Every kind of decision can be answered, and every kind of step has an effect.

A choice without its row in ``rules.choices`` ends the import; a step without its branch in
``rules.engine`` comes back for ever.
"""

from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.builder import Position
from tests.plenty import CARD, against_the_bot, alike, both_with_plenty, due, outcome, playing
from tests.scenes import plain_card
from wistar_env.games.rats_of_wistar.rules import actions, decisions
from wistar_env.games.rats_of_wistar.rules.state import NONE


def by_effect(line: str, *answers: str) -> Callable[[], Position]:
    return lambda: playing(line, "immediate", *answers)


def paying_with_a_discount() -> Position:
    position = both_with_plenty("play_cheaper any either 1")
    plain_card(position, "Robot Snail", cost="wood 1, metal 1").player(0).hand(CARD, "Robot Snail")
    return position.play(CARD).do("PLAY Robot Snail")


def bot_beside_two_tents() -> Position:
    solo = against_the_bot().card("explore").explores("guest")
    solo.bot.explorer("F").tent("D", "E")
    solo.guest_in("F")
    return solo.bot_turn()


#: How each kind of choice comes up.
OPENED: dict[int, Callable[[], Position]] = {
    decisions.CHOOSE_PAIR: lambda: Position(chosen=False),
    decisions.TURN: lambda: due(playing(""), "wood"),
    decisions.CHOOSE_POTION: by_effect("potion"),
    decisions.DIG_ROOMS: by_effect("dig 1"),
    decisions.BUILD_BEDS: by_effect("build_bed 1"),
    decisions.DEVELOP_PROJECTS: by_effect("project 2"),
    decisions.EXPLORE: by_effect("explore 1"),
    decisions.MOVE_WORKERS: by_effect("move_workers 1"),
    decisions.DEPLOY_WORKERS: by_effect("deploy 1"),
    decisions.PLAY_INVENTION: by_effect("play_free any"),
    decisions.USE_DISCOUNT: paying_with_a_discount,
    decisions.PAY_ITEMS: by_effect("pay item 1: vp 1", "ACCEPT"),
    decisions.DISCARD_CARDS: by_effect("pay card 1: vp 1", "ACCEPT"),
    decisions.COMPLETE_MISSION: by_effect("complete_mission"),
    decisions.REMOVE_CUBE: by_effect("remove_cube any"),
    decisions.CHOOSE_HERO: by_effect("hero"),
    decisions.CHOOSE_SKILL_TOKEN: by_effect("skill_token"),
    decisions.CHOOSE_MAIN_ACTION: by_effect("main any"),
    decisions.CHOOSE_OPTION: by_effect("wood 1 or metal 1"),
    decisions.ACCEPT_COST: by_effect("pay wood 1: vp 1"),
    decisions.TAKE_OF_TYPE: by_effect("take_type tool basic"),
    decisions.RECOVER_CARD: by_effect("recover"),
    decisions.COPY_ONCE: by_effect("copy_once"),
    decisions.PLAY_DRAWN: by_effect("draw_and_play basic"),
    decisions.GIVE_ITEM: by_effect("exchange"),
    decisions.RECEIVE_ITEM: by_effect("exchange", "PAY wood"),
    decisions.OPEN_ANY_DOOR: by_effect("open_any_door"),
    decisions.FLY: by_effect("fly"),
    decisions.PITCH_TENT: by_effect("pitch_tent_anywhere"),
    decisions.ACCEPT_GUEST: by_effect("guest home"),
    decisions.DISCARD_GUEST: by_effect("pay guest 1: vp 1", "ACCEPT"),
    decisions.KEEP_OBJECTIVE: by_effect("private_objective"),
    decisions.BOT_TAKES_GUEST: bot_beside_two_tents,
}


@pytest.mark.ledger("GEN-06")
@pytest.mark.parametrize("kind", range(decisions.CHOICES), ids=decisions.NAMES.__getitem__)
def test_every_answer_to_every_choice_does_something_else(kind: int) -> None:
    position = OPENED[kind]()
    assert position.kind == kind
    answered = {"not answered": outcome(position)}
    for text in position.texts():
        answered[text] = outcome(deepcopy(position).do(text))
    assert len(answered) > 2
    assert alike(answered) == set()


def test_every_block_of_actions_is_offered_by_some_choice() -> None:
    camping = both_with_plenty("pitch_tent_anywhere")
    camping.player(0).tent("B", "E")
    positions = [Position(), camping.play(CARD), *(opened() for opened in OPENED.values())]
    found = {text.split()[0] for position in positions for text in position.texts()}
    assert found == {block.name for block in actions.ACTION_BLOCKS}


@pytest.mark.parametrize(
    "kind", sorted(set(decisions.NAMES) - set(OPENED)), ids=decisions.NAMES.__getitem__
)
def test_every_step_does_something(kind: int) -> None:
    position = playing("")
    g = position.game
    step = g["stack"][g["depth"]]
    step["kind"], step["seat"], step["act"] = kind, 0, 0
    step["numbers"] = (1, 1, NONE, NONE, 0, NONE)
    g["depth"] += 1
    before = outcome(position)
    assert position.run_one()
    assert outcome(position) != before
