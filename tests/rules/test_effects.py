"""Effects of Inventions: their six kinds and the shapes of their formulas (CARD)."""

import pytest
from numba import config

from tests.builder import Position
from tests.holding import holding
from tests.scenes import plain_card
from wistar_env.games.rats_of_wistar.rules.effects import run_gain
from wistar_env.games.rats_of_wistar.rules.faults import NO_BRANCH
from wistar_env.games.rats_of_wistar.rules.taking_ops import lose


@pytest.mark.ledger("CARD-05")
def test_an_immediate_effect_happens_once_now() -> None:
    position = holding(effect="metal 3", timing="immediate")
    position.play("Hammer")
    assert position[0].metal == 3
    position.next_round()
    assert (position[0].metal, position.can("USE Hammer")) == (3, False)


@pytest.mark.ledger("CARD-05", "FAST-05")
def test_a_1x_effect_does_not_happen_when_played_but_as_a_fast_action_of_the_same_turn() -> None:
    position = holding(effect="metal 3", timing="once")
    position.play("Hammer")
    assert position[0].metal == 0
    position.do("USE Hammer")
    assert position[0].metal == 3
    assert not position.can("USE Hammer")


@pytest.mark.ledger("CARD-05", "CONF-13")
def test_income_is_paid_when_the_card_is_played_and_in_each_later_new_round_phase() -> None:
    position = holding(effect="vp 2", timing="income")
    position.play("Hammer")
    assert position[0].vp == 12
    position.next_round()
    assert position[0].vp == 14
    position.next_round()
    assert position[0].vp == 16


@pytest.mark.ledger("CARD-05")
def test_an_endgame_effect_counts_at_the_end_only() -> None:
    position = holding(effect="per metal: vp 1", timing="endgame").player(0).has(metal=4).position
    position.play("Hammer")
    assert position[0].vp == 10
    assert position.scores(0)["endgame"] == 4


@pytest.mark.ledger("CARD-05")
def test_a_permanent_effect_happens_whenever_its_condition_is_met() -> None:
    position = holding(effect="on take_metal: vp 1", timing="permanent")
    position.player(0).workers(lair=1)
    position.play("Hammer", "metal")
    assert position[0].vp == 10
    position.do("MAIN metal")
    assert position[0].vp == 11


@pytest.mark.ledger("CARD-05", "CARD-11", "VEC-06")
def test_an_aggressive_effect_hits_opponents_with_strictly_more_once_and_now() -> None:
    position = Position(3)
    jade, danilo, simon = 0, 1, 2
    position.player(jade).hand("Spy Center").has(wood=2).opened("A-B")
    position.player(danilo).opened("A-D")
    position.player(simon).opened("B-C", "B-D")
    perception = position[jade].icon("perception")
    position.play("Spy Center")
    assert [position[seat].vp for seat in (jade, danilo, simon)] == [10, 10, 8]
    assert position[jade].wood == 0
    assert position[jade].icon("perception") == perception + 1
    assert position.scores(jade)["inventions"] == 4
    position.next_round()
    assert [position[seat].vp for seat in (jade, danilo, simon)] == [10, 10, 8]


@pytest.mark.ledger("CARD-11")
def test_an_aggressive_effect_hits_every_opponent_and_never_its_player() -> None:
    position = Position(4)
    position.player(0).hand("Spy Center").has(wood=2)
    for seat, door in enumerate(("A-B", "A-D", "B-C"), start=1):
        position.player(seat).opened(door)
    position.play("Spy Center")
    assert [position[seat].vp for seat in range(4)] == [10, 8, 8, 8]


@pytest.mark.ledger("CARD-12")
def test_the_victim_chooses_what_to_lose() -> None:
    for option, metal, vp in ((0, 1, 10), (1, 3, 7)):
        position = holding(
            effect="foes_more rooms_dug: lose_metal 2 or lose_vp 3", timing="aggressive"
        )
        position.player(1).dug(1).has(metal=3)
        position.play("Hammer")
        assert position.seat == 1
        position.do(f"OPTION {option}")
        assert (position[1].metal, position[1].vp) == (metal, vp)
        assert position.seat == 0


@pytest.mark.ledger("CARD-12", "AMB-10")
def test_a_victim_who_cannot_give_the_item_loses_the_points() -> None:
    position = holding(effect="foes_more rooms_dug: lose_metal 2 or lose_vp 3", timing="aggressive")
    position.player(1).dug(1).has(metal=1)
    position.play("Hammer")
    assert (position[1].metal, position[1].vp) == (1, 7)


@pytest.mark.ledger("CARD-12", "AMB-10")
@pytest.mark.parametrize(
    ("wood", "metal", "asked"),
    [
        (1, 1, {"0", "1"}),
        (1, 0, {"0"}),
        (0, 1, {"1"}),
        (2, 1, {"0"}),
        (2, 2, {"0", "1"}),
        (0, 0, set()),
    ],
)
def test_a_victim_who_cannot_give_all_of_anything_loses_what_there_is(
    wood: int, metal: int, asked: set[str]
) -> None:
    position = holding(effect="foes_more rooms_dug: lose_wood 2 or lose_metal 2")
    position.reprint("cards", "Hammer", timing="aggressive")
    position.player(1).dug(1).has(wood=wood, metal=metal)
    position.play("Hammer")
    if len(asked) > 1:
        assert position.legal("OPTION") == asked
        assert not position.can("PASS")
        position.do("OPTION 0")
    loses_wood = "0" in asked
    expected = (max(0, wood - 2), metal) if loses_wood else (wood, max(0, metal - 2))
    assert (position[1].wood, position[1].metal) == expected
    assert position.seat == 0


@pytest.mark.interpreted
@pytest.mark.ledger("CARD-12", "AMB-48")
@pytest.mark.parametrize("order", [[2, 0, 1, 3], [3, 2, 1, 0], [1, 3, 0, 2], [0, 3, 1, 2]])
def test_victims_choose_in_turn_order_from_the_active_player_on(order: list[int]) -> None:
    position = plain_card(
        Position(4),
        "Hammer",
        effect="foes_more rooms_dug: lose_metal 2 or lose_vp 3",
        timing="aggressive",
    )
    position.player(0).hand("Hammer")
    for seat in (1, 2, 3):
        position.player(seat).dug(2)
    position.game["order"] = order
    position.play("Hammer")
    asked = []
    while position.seat != 0:
        asked.append(position.seat)
        position.do("OPTION 1")
    at = order.index(0)
    assert asked == order[at + 1 :] + order[:at]
    assert [position[seat].vp for seat in range(4)] == [10, 7, 7, 7]


@pytest.mark.ledger("CARD-13")
def test_a_free_play_ignores_every_requirement_and_pays_nothing() -> None:
    position = plain_card(Position(), "Hammer", effect="play_free any")
    plain_card(
        position,
        "Garage",
        cost="wood 4, metal 1, movement 1, cards 1",
        needs="strength 3, electricity 2, energy 1, guests 2",
        effect="vp 2",
        vp=3,
    )
    position.player(0).hand("Hammer", "Garage", "Inn").has(wood=1, metal=1, wild=1)
    position.play("Hammer").do("PLAY Garage")
    assert (position[0].wood, position[0].metal, position[0].wild) == (1, 1, 1)
    assert position[0].hand == ["Inn"]
    assert position[0].vp == 12
    assert position.scores(0)["inventions"] == 3


@pytest.mark.ledger("CARD-13", "CARD-14")
@pytest.mark.parametrize(
    ("filter_", "offered"),
    [
        ("any", {"Garage", "Lantern", "Robot Dog"}),
        ("structure", {"Garage"}),
        ("tool", {"Lantern"}),
        ("automaton", {"Robot Dog"}),
        ("basic", {"Lantern", "Robot Dog"}),
        ("advanced", {"Garage"}),
    ],
)
def test_a_play_effect_may_be_limited_to_a_type_or_tier(filter_: str, offered: set[str]) -> None:
    position = plain_card(Position(), "Hammer", effect=f"play_free {filter_}")
    position.player(0).hand("Hammer", "Garage", "Lantern", "Robot Dog")
    position.play("Hammer")
    assert position.legal("PLAY") == offered


@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize(("electricity", "metal"), [(0, 0), (1, 2), (2, 2)])
def test_if_left_holds_right_is_gained(electricity: int, metal: int) -> None:
    position = holding(effect="if electricity 1: metal 2")
    position.player(0).has(electricity=electricity)
    position.play("Hammer")
    assert position[0].metal == metal


@pytest.mark.ledger("CARD-14", "AMB-44")
def test_give_left_to_get_right_may_be_declined() -> None:
    for answer, wood, vp in (("ACCEPT", 0, 15), ("PASS", 2, 10)):
        position = holding(effect="pay wood 2: vp 5").player(0).has(wood=2).position
        position.play("Hammer").do(answer)
        assert (position[0].wood, position[0].vp) == (wood, vp)


@pytest.mark.ledger("CARD-14")
def test_give_left_to_get_right_is_not_possible_without_left() -> None:
    position = holding(effect="pay wood 2: vp 5").player(0).has(wood=1).position
    position.play("Hammer")
    assert (position[0].wood, position[0].vp) == (1, 10)
    assert not position.can("ACCEPT")


@pytest.mark.interpreted
@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize(
    ("cost", "answers", "left"),
    [
        ("item 2", ["PAY wood", "DISCARD Inn"], (1, 1, ["Garage"])),
        ("card 1", ["DISCARD Garage"], (2, 1, ["Inn"])),
        ("basic_card 1", [], (2, 1, ["Garage"])),
        ("advanced_card 1", [], (2, 1, ["Inn"])),
        ("wood 1", [], (1, 1, ["Inn", "Garage"])),
        ("metal 1", [], (2, 0, ["Inn", "Garage"])),
    ],
)
def test_what_is_given_may_be_tokens_items_or_cards(
    cost: str, answers: list[str], left: tuple[int, int, list[str]]
) -> None:
    position = holding(effect=f"pay {cost}: vp 1")
    position.player(0).hand("Hammer", "Inn", "Garage").has(wood=2, metal=1)
    position.play("Hammer").do("ACCEPT", *answers)
    assert (position[0].wood, position[0].metal, position[0].hand) == left
    assert position[0].vp == 11


@pytest.mark.interpreted
@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize(
    "cost",
    [
        *("wood 3", "metal 2", "movement 1", "wild 1", "item 9", "card 3", "basic_card 2"),
        *("advanced_card 2", "guest 1", "bed 1"),
    ],
)
def test_what_is_given_must_be_there(cost: str) -> None:
    position = holding(effect=f"pay {cost}: vp 1")
    danilo = position.player(0).hand("Hammer", "Inn", "Garage")
    danilo.has(wood=2, metal=1, movement=0, wild=0)
    position.play("Hammer")
    assert not position.can("ACCEPT")
    assert position[0].vp == 10


@pytest.mark.ledger("CARD-14")
@pytest.mark.parametrize(("tier", "card"), [("advanced", "Inn"), ("basic", "Garage")])
def test_a_card_of_the_other_tier_cannot_be_given(tier: str, card: str) -> None:
    position = holding(effect=f"pay {tier}_card 1: vp 1").player(0).hand("Hammer", card).position
    position.play("Hammer")
    assert not position.can("ACCEPT")


@pytest.mark.interpreted
@pytest.mark.skipif(not config.DISABLE_JIT, reason="calls a part of compiled code by itself")
def test_an_op_without_a_branch_is_a_fault() -> None:
    for run in (run_gain, lambda _, *others: lose(*others)):
        position = Position()
        run(position.tables, position.game, 0, 99, 1)
        assert position.game["fault"] == NO_BRANCH


@pytest.mark.ledger("CARD-14")
def test_left_is_gained_as_many_times_as_right_is_owned() -> None:
    position = holding(effect="per rooms_dug: metal 2").player(0).dug(3).position
    position.play("Hammer")
    assert position[0].metal == 6


@pytest.mark.ledger("CARD-14")
def test_of_two_alternatives_one_is_chosen() -> None:
    for option, gained in enumerate([(2, 0), (0, 1)]):
        position = holding(effect="wood 2 or metal 1")
        position.play("Hammer").do(f"OPTION {option}")
        assert (position[0].wood, position[0].metal) == gained


@pytest.mark.ledger("CARD-14", "GEN-06", "AMB-44")
def test_of_two_gains_none_need_be_chosen() -> None:
    position = holding(effect="wood 2 or metal 1")
    position.play("Hammer").do("PASS")
    assert (position[0].wood, position[0].metal) == (0, 0)


@pytest.mark.ledger("CARD-14")
def test_a_sequence_happens_from_left_to_right() -> None:
    position = holding(effect="metal 2, dig 1, vp 1")
    position.play("Hammer").do("DIG")
    assert (position[0].rooms_dug, position[0].metal, position[0].vp) == (1, 0, 11)


@pytest.mark.ledger("CARD-18")
def test_a_condition_is_checked_each_time_the_effect_is_used() -> None:
    position = plain_card(Position(), "Hammer", effect="if electricity 1: metal 2", timing="once")
    position.player(0).plays("Hammer").has(electricity=0, metal=0)
    assert not position.can("USE Hammer")
    position.player(0).has(electricity=1)
    position.do("USE Hammer")
    assert position[0].metal == 2


@pytest.mark.ledger("VEC-07", "CARD-EU02", "CARD-EU03", "AMB-41")
def test_robot_horse_gives_one_movement_and_a_point_for_each_cube_on_missions() -> None:
    position = Position()
    danilo = position.player(0).hand("Robot Horse").plays("Anti-Cat Missile")
    danilo.has(electricity=1, metal=2, movement=0)
    danilo.completes("B", 1, cube="Veranda").completes("D1", 2, cube="3 VP")
    position.play("Robot Horse")
    assert (position[0].metal, position[0].movement, position[0].vp) == (0, 1, 12)


@pytest.mark.ledger("AMB-44", "FAST-05")
def test_using_a_1x_effect_accepts_the_cost_that_all_of_it_depends_on() -> None:
    position = holding(effect="pay metal 1: vp 2", timing="once")
    position.player(0).has(metal=2)
    position.play("Hammer").do("USE Hammer")
    assert (position[0].metal, position[0].vp) == (1, 12)


@pytest.mark.ledger("AMB-44", "FAST-05")
@pytest.mark.parametrize(("answer", "left"), [("ACCEPT", (1, 12)), ("PASS", (2, 10))])
@pytest.mark.parametrize(
    "effect",
    [
        "movement 1; pay metal 1: vp 2",
        "pay metal 1: vp 2; movement 1",
        "if wood 1: pay metal 1: vp 2",
    ],
)
def test_any_other_cost_of_a_1x_effect_may_be_declined(
    effect: str, answer: str, left: tuple[int, int]
) -> None:
    position = holding(effect=effect, timing="once")
    position.player(0).has(wood=1, metal=2)
    position.play("Hammer").do("USE Hammer", answer)
    assert (position[0].metal, position[0].vp) == left


@pytest.mark.ledger("CARD-18", "FAST-05")
@pytest.mark.parametrize(
    ("effect", "possible"),
    [
        ("if electricity 1: wild 1", False),
        ("if electricity 1: wild 1; wood 1", True),
        ("if wood 1: pay wild 1: vp 1", False),
        ("if wood 1: pay metal 1: vp 1", True),
        ("pay wild 1: vp 1; if electricity 1: vp 1", False),
    ],
)
def test_a_1x_effect_can_be_used_if_one_of_its_clauses_can_do_something(
    effect: str, possible: bool
) -> None:
    position = holding(effect=effect, timing="once")
    position.player(0).has(wood=1, metal=2)
    position.play("Hammer")
    assert position.can("USE Hammer") == possible
