"""With any cards, turns end and nothing leaves its range (BOUND-01 to BOUND-06)."""

import pytest

from tests.builder import Position
from tests.scenes import plain_card
from wistar_env.games.rats_of_wistar.rules import actions, core, decisions, farm, faults
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES
from wistar_env.games.rats_of_wistar.tables import codes, limits


def printed(position: Position, effects: list[str], timing: str) -> list[str]:
    """Print each effect on a plain card; return the cards' names."""
    names = position.words.names["cards"][: len(effects)]
    for name, effect in zip(names, effects, strict=True):
        plain_card(position, name, effect=effect, timing=timing)
    return names


def depths(position: Position, action: int) -> list[int]:
    """Take an action step by step; return the depth of the stack after each step."""
    found = []
    core.respond_only(position._tables, position._games, 0, action)
    while core.run_one(position._tables, position._games, 0, position._legal):
        found.append(int(position.game["depth"]))
    position.check()
    return found


@pytest.mark.interpreted
@pytest.mark.ledger("BOUND-03")
def test_an_endless_turn_ends_when_it_has_had_all_its_decisions() -> None:
    position = Position()
    position.player(0).plays(*printed(position, ["on use_movement: movement 1"], "permanent"))
    position.player(0).workers(forest=1).has(movement=1)
    began = int(position.game["decisions"])
    while position.seat == 0 and position.can("USE_MOVEMENT"):
        position.do("USE_MOVEMENT")
        if position.decision == "move workers":
            position.do("PASS")
    assert position.game["decisions"] - began in range(
        limits.TURN_DECISIONS, limits.TURN_DECISIONS + 3
    )
    assert position[0].chiefs == 3
    assert {text.split()[0] for text in position.texts()} == {"PLACE", "HUT"}
    position.idle_place()
    assert position.seat == 1


@pytest.mark.ledger("BOUND-03", "GEN-06")
def test_an_exhausted_turn_declines_what_may_be_declined_and_pays_what_must_be_paid() -> None:
    position = Position()
    position.player(0).workers(farm=5).has(wood=5, metal=5)
    position.place("explore", bonus="play").do("BUY_WILD", "PAY wood")
    position.game["turn_began"] = position.game["decisions"] - limits.TURN_DECISIONS + 1
    position.do("PAY metal")
    assert position.decision == "pay items"
    position.do("PAY metal")
    assert position[0].wild == 1
    assert position.seat == 1


@pytest.mark.ledger("BOUND-03")
def test_the_next_turn_has_all_its_decisions_again() -> None:
    position = Position()
    position.player(1).has(wood=5)
    position.game["turn_began"] = position.game["decisions"] - limits.TURN_DECISIONS
    position.idle_place()
    assert position.seat == 1
    assert position.can("BUY_WILD")


@pytest.mark.interpreted
@pytest.mark.ledger("BOUND-04", "AMB-18")
def test_many_effects_that_answer_each_other_fall_silent_and_do_not_hang() -> None:
    position = Position()
    position.player(0).plays(*printed(position, ["on score_vp: vp 1"] * 12, "permanent"))
    name = position.words.names["cards"][60]
    plain_card(position, name, effect="vp 1").player(0).hand(name)
    position.play(name)
    assert position[0].vp == 10 + 1 + limits.TURN_ANSWERS
    position.end_turn()
    assert position.game["answers"] == 0


@pytest.mark.ledger("BOUND-04", "BOUND-05")
def test_an_effect_that_answers_each_of_many_tokens_stays_within_the_stack() -> None:
    position = Position()
    effects = ["on take_wild: wild 20"] * 4
    position.player(0).plays(*printed(position, effects, "permanent"))
    position.place("wood", bonus="wild")
    wild = actions.BONUS + codes.BONUS_WILD
    assert max(depths(position, wild)) < limits.STACK
    assert 1 < position[0].wild <= limits.MOST


@pytest.mark.ledger("BOUND-02", "BOUND-05", "GEN-10")
def test_drawing_more_cards_than_there_are_loses_none() -> None:
    position = Position()
    (drawer,) = printed(position, ["per inventions: draw basic 20"], "immediate")
    watchers = position.words.names["cards"][10:20]
    for name in watchers:
        plain_card(position, name, effect="on take_card: vp 1", timing="permanent")
    position.player(0).plays(*watchers).hand(drawer)
    position.playable()
    left = int(position.game["deck_size"][0])
    assert max(depths(position, actions.PLAY + position.words.card(drawer))) < 12
    assert len(position[0].hand) == min(left, limits.MOST_STEPS)
    assert position[0].vp == 10 + 10 * len(position[0].hand)


@pytest.mark.interpreted
@pytest.mark.ledger("BOUND-05", "CARD-E77")
@pytest.mark.parametrize("effect", ["wood 1, copy_once", "copy_once, copy_once, copy_once"])
def test_cards_that_copy_in_part_do_not_copy_each_other_without_end(effect: str) -> None:
    position = Position()
    position.player(0).plays(*printed(position, [effect] * 3, "once")).has(wood=0)
    for text in sorted(position.legal("USE")):
        position.do(f"USE {text}")
    assert position[0].wood in (0, 3)
    assert position.decision == "turn"


@pytest.mark.ledger("BOUND-05")
def test_what_begins_when_the_stack_is_crowded_is_forgone() -> None:
    position = Position()
    names = printed(position, ["play_free any, vp 1"] * 100, "immediate")
    position.player(0).hand(*names)
    position.playable()
    deepest = 0
    while position.legal("PLAY"):
        action = min(a for a in position.actions() if actions.PLAY <= a < actions.USE)
        deepest = max([deepest, *depths(position, action)])
    assert limits.CROWDED <= deepest < limits.STACK
    assert position.decision == "turn"
    # Each card that was played let the next one be played, but for the last one's effect.
    assert position[0].vp == 10 + len(position[0].played) - 1


@pytest.mark.interpreted
@pytest.mark.ledger("BOUND-06")
def test_a_full_stack_is_an_error_and_nothing_is_written_behind_it() -> None:
    position = Position()
    bottom = position.game["stack"][0].copy()
    for k in range(limits.STACK):
        position.game["stack"][k] = bottom
    last = position.game["stack"][limits.STACK - 1]
    last["kind"] = decisions.EXPLORE
    for name, value in {"left": 2, "allowed": farm.ANY}.items():
        last["numbers"][NAMED_PLACES[name]] = value
    position.game["depth"] = limits.STACK
    deck = position.game["deck"].tobytes()
    position.mission("D1", "The kitchen shelves", revealed=False).player(0).explorer("D")
    core.respond_only(
        position._tables, position._games, 0, actions.REVEAL + position.words.place("D1")
    )
    assert position.game["fault"] == faults.STACK_FULL
    assert position.game["depth"] == limits.STACK
    assert position.game["deck"].tobytes() == deck


@pytest.mark.interpreted
@pytest.mark.ledger("BOUND-06")
def test_an_open_choice_without_a_legal_action_is_an_error_and_not_an_old_action() -> None:
    position = Position()
    position.player(0).has(wood=2, metal=1)
    position.do("BUY_WILD", "PAY wood")
    position.player(0).has(wood=0, metal=0).hand()
    core.run_one(position._tables, position._games, 0, position._legal)
    assert position.game["fault"] == faults.NO_LEGAL_ACTION
