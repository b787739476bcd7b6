"""Missions (MISSION) and their worked examples."""

import pytest

from tests.builder import Position
from tests.scenes import (
    BOILER,
    CHEST,
    at_mission,
    complete,
    completing,
    empty_handed,
    plain_mission,
)

GREY = ("6 VP", "Free invention", "Main action", "Hero")
BROWN = ("Bed discount", "Dig discount", "Veranda", "Double movement", "Skill token", "3 VP")


def rows(position: Position) -> set[str]:
    """Rows that the player could complete with the bonus of a Sector."""
    return completing(position).legal("COMPLETE")


@pytest.mark.ledger("MISSION-01", "EXPL-08")
def test_a_revealed_mission_in_the_room_of_the_explorer_can_be_completed() -> None:
    assert rows(at_mission()) == {"D1 1", "D1 2", "D1 3"}


@pytest.mark.ledger("MISSION-01")
def test_a_face_down_mission_cannot_be_completed() -> None:
    position = at_mission()
    position.mission("D1", CHEST, revealed=False)
    assert rows(position) == set()


@pytest.mark.ledger("MISSION-01")
def test_a_mission_in_another_room_cannot_be_completed() -> None:
    position = at_mission()
    position.player(0).explorer("E")
    position.player(1).explorer("D")
    assert rows(position) == set()


@pytest.mark.ledger("MISSION-01", "FAST-09")
def test_a_tent_is_as_good_as_the_explorer_for_completing() -> None:
    position = at_mission()
    position.player(0).explorer("E").tent("D")
    position.player(1).tent("C")
    assert rows(position) == {"D1 1", "D1 2", "D1 3"}


@pytest.mark.ledger("MISSION-02")
def test_each_of_the_three_rows_has_its_own_requirement_and_reward() -> None:
    for row, reward in ((1, "wood"), (2, "metal"), (3, "wild")):
        position = at_mission()
        for number, name in ((1, "wood"), (2, "metal"), (3, "wild")):
            position.reprint_row(CHEST, number, needs=f"doors {number}", effect=f"{name} 1")
        position.player(0).opened("A-B", "D-F", "F-G")
        complete(position, f"D1 {row}")
        assert getattr(position[0], reward) == 1
        assert position[0].wood + position[0].metal + position[0].wild == 1


@pytest.mark.ledger("MISSION-02", "MISSION-03")
def test_a_row_is_open_only_to_who_meets_its_requirement() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, needs="doors 1").reprint_row(CHEST, 2, needs="doors 2")
    position.player(0).opened("A-B")
    assert rows(position) == {"D1 1", "D1 3"}


PAID = [
    ("wood 2", {"wood": 1}, {"wood": 2}),
    ("metal 2", {"metal": 1}, {"metal": 2}),
    ("movement 2", {"movement": 1}, {"movement": 2}),
    ("items 3", {"wood": 1, "metal": 1}, {"wood": 1, "metal": 2}),
]


@pytest.mark.ledger("MISSION-03", "CARD-02", "CARD-04")
@pytest.mark.parametrize(("cost", "short", "enough"), PAID)
def test_what_a_row_asks_to_pay_must_be_there_and_is_spent(
    cost: str, short: dict[str, int], enough: dict[str, int]
) -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, cost=cost)
    position.player(0).has(**short)
    assert "D1 1" not in rows(position)

    position = at_mission()
    position.reprint_row(CHEST, 1, cost=cost)
    position.player(0).has(**enough)
    completing(position).do("COMPLETE D1 1")
    while position.legal("PAY"):
        position.do(f"PAY {min(position.legal('PAY'))}")
    position.do("CUBE Veranda")
    assert position[0].wood == position[0].metal == position[0].movement == 0


@pytest.mark.ledger("MISSION-03", "CARD-03", "CARD-17")
def test_a_row_may_ask_to_discard_cards() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, cost="cards 2")
    position.player(0).hand("Hammer").has(wood=5)
    assert "D1 1" not in rows(position)

    position = at_mission()
    position.reprint_row(CHEST, 1, cost="cards 2")
    position.player(0).hand("Hammer", "Shuriken", "Archive")
    completing(position).do("COMPLETE D1 1", "DISCARD Hammer", "DISCARD Archive", "CUBE Veranda")
    assert position[0].hand == ["Shuriken"]
    assert {"Hammer", "Archive"} <= set(position.discards("basic"))


@pytest.mark.ledger("MISSION-03", "MISSION-08")
def test_discarded_cards_do_not_count_as_items_too() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, cost="items 1, cards 1")
    position.player(0).hand("Hammer")
    assert "D1 1" not in rows(position)

    position = at_mission()
    position.reprint_row(CHEST, 1, cost="items 1, cards 1")
    position.player(0).hand("Hammer").has(wood=1)
    completing(position).do("COMPLETE D1 1")
    while not position.legal("CUBE"):
        position.act(min(position.actions()))
    assert position[0].hand == []
    assert position[0].wood == 0


@pytest.mark.ledger("MISSION-03", "CARD-02", "CARD-03", "ELEC-03", "ELEC-04")
@pytest.mark.parametrize("need", ["electricity 1", "electricity 2"])
def test_electricity_is_needed_but_not_spent(need: str) -> None:
    enough = int(need[-1])
    position = at_mission()
    position.reprint_row(CHEST, 1, needs=need)
    position.player(0).has(electricity=enough - 1)
    assert "D1 1" not in rows(position)

    position = at_mission()
    position.reprint_row(CHEST, 1, needs=need)
    position.player(0).has(electricity=2)
    complete(position)
    assert position[0].electricity == 2


@pytest.mark.ledger("MISSION-03", "CARD-02", "CARD-03")
@pytest.mark.parametrize(
    "need",
    ["guests 1", "home_guests 1", "rooms_dug 1", "beds 1", "tools 1", "advanced 1", "doors 1"],
)
def test_what_a_row_asks_to_own_must_be_owned(need: str) -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, needs=need)
    assert "D1 1" not in rows(position)

    position = at_mission()
    position.reprint_row(CHEST, 1, needs=need)
    position.player(0).guests("G10").dug(1).beds(1).plays("Sonic Jet").opened("A-B")
    assert "D1 1" in rows(position)


@pytest.mark.ledger("MISSION-03", "CARD-06")
def test_wild_tokens_replace_missing_skill_icons_and_are_spent() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, needs="agility 3")
    position.player(0).skill("agility").has(wild=1)
    assert "D1 1" not in rows(position)

    position = at_mission()
    position.reprint_row(CHEST, 1, needs="agility 3")
    position.player(0).skill("agility").has(wild=3)
    complete(position)
    assert position[0].wild == 1


@pytest.mark.ledger("CARD-06")
def test_wild_tokens_never_stand_for_energy_icons() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, needs="energy 1")
    position.player(0).has(wild=4)
    assert "D1 1" not in rows(position)


@pytest.mark.ledger("MISSION-04")
def test_completing_puts_a_cube_on_the_row_and_gives_the_reward_at_once() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 2, cost="wood 1", effect="metal 2, vp 3")
    position.player(0).has(wood=1, vp=10)
    complete(position, "D1 2")
    assert (position[0].wood, position[0].metal, position[0].vp) == (0, 2, 13)
    assert position[0].mission_cubes == 1
    assert list(position.game["mission_cubes"][position.words.place("D1")]) == [-1, 0, -1]


@pytest.mark.ledger("MISSION-05")
def test_a_row_holds_one_cube_of_whatever_player() -> None:
    position = at_mission()
    position.player(1).completes("D1", 2, cube="Veranda")
    assert rows(position) == {"D1 1", "D1 3"}


@pytest.mark.ledger("MISSION-05")
def test_one_player_may_hold_several_rows_of_a_card_one_completion_each() -> None:
    position = at_mission()
    position.player(0).completes("D1", 1, cube="Double movement")
    complete(position, "D1 3")
    assert position[0].mission_cubes == 2
    assert position.legal("COMPLETE") == set()


@pytest.mark.ledger("MISSION-06")
@pytest.mark.parametrize("row", [1, 2, 3])
def test_rows_may_be_completed_in_any_order(row: int) -> None:
    position = complete(at_mission(), f"D1 {row}")
    assert position.game["mission_cubes"][position.words.place("D1")][row - 1] == 0


def with_lock() -> Position:
    """The first row of the chest gives lock 1, the second needs it."""
    position = at_mission()
    return position.reprint_row(CHEST, 1, gives_lock=1).reprint_row(CHEST, 2, needs_lock=1)


@pytest.mark.ledger("MISSION-07")
def test_a_locked_row_waits_for_the_row_that_gives_the_lock() -> None:
    assert rows(with_lock()) == {"D1 1", "D1 3"}


@pytest.mark.ledger("MISSION-07")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_lock_is_opened_for_everybody_by_whoever_completed_its_row(seat: int) -> None:
    position = with_lock()
    position.player(seat).completes("D1", 1, cube="Double movement")
    assert rows(position) == {"D1 2", "D1 3"}


@pytest.mark.ledger("MISSION-07", "AMB-14")
def test_a_lock_of_another_card_opens_nothing() -> None:
    position = with_lock()
    plain_mission(position, "D2", "The old radio").reprint_row("The old radio", 1, gives_lock=1)
    position.player(1).completes("D2", 1, cube="Double movement")
    assert "D1 2" not in rows(position)


@pytest.mark.ledger("MISSION-07")
def test_a_lock_of_another_number_does_not_open_the_row() -> None:
    position = with_lock().reprint_row(CHEST, 3, gives_lock=2)
    position.player(1).completes("D1", 3, cube="Double movement")
    assert rows(position) == {"D1 1"}


@pytest.mark.ledger("MISSION-07")
def test_a_row_without_the_lock_does_not_open_it() -> None:
    position = with_lock()
    position.player(1).completes("D1", 3, cube="Double movement")
    assert "D1 2" not in rows(position)


@pytest.mark.ledger("MISSION-08", "AMB-42", "VEC-08")
@pytest.mark.parametrize(
    ("payment", "left"),
    [
        (["PAY wood", "PAY wood"], (0, 2, 2)),
        (["PAY wood", "DISCARD Hammer"], (1, 2, 1)),
        (["DISCARD Hammer", "DISCARD Sonic Jet"], (2, 2, 0)),
        (["PAY metal", "DISCARD Sonic Jet"], (2, 1, 1)),
    ],
)
def test_items_are_any_mix_of_wood_metal_and_hand_cards(
    payment: list[str], left: tuple[int, int, int]
) -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, cost="items 2", needs="agility 3")
    position.player(0).has(wood=2, metal=2).hand("Hammer", "Sonic Jet").hero("agility")
    position.player(0).skill("agility")
    completing(position).do("COMPLETE D1 1", *payment, "CUBE Veranda")
    assert (position[0].wood, position[0].metal, len(position[0].hand)) == left


@pytest.mark.ledger("MISSION-09", "FAST-01")
def test_completing_is_no_fast_action() -> None:
    position = at_mission()
    assert position.legal("COMPLETE") == set()
    position.place("wood", bonus="mission")
    assert position.legal("COMPLETE") == set()
    position.do("BONUS mission")
    assert position.legal("COMPLETE") == {"D1 1", "D1 2", "D1 3"}


@pytest.mark.ledger("MISSION-10", "EXPL-07")
def test_revealing_gives_the_lower_left_bonus_and_completes_nothing() -> None:
    position = at_mission()
    position.reprint("missions", CHEST, effect="wood 2")
    position.reprint_row(CHEST, 1, effect="vp 9")
    position.mission("D1", CHEST, revealed=False)
    position.player(0).workers(farm=1).has(vp=10)
    position.place("explore").do("MAIN explore", "REVEAL D1")
    assert (position[0].wood, position[0].vp, position[0].mission_cubes) == (2, 10, 0)


@pytest.mark.ledger("MISSION-11")
def test_on_a_home_card_only_cubes_of_brown_spaces_may_go() -> None:
    position = at_mission()
    position.player(0).has(wood=1)
    completing(position).do("COMPLETE D1 1")
    assert position.legal("CUBE") == set(BROWN)


@pytest.mark.ledger("MISSION-11")
def test_on_a_basement_card_any_cube_may_go() -> None:
    position = at_mission("F1", BOILER)
    position.player(0).has(wood=1)
    completing(position).do("COMPLETE F1 1")
    assert position.legal("CUBE") == {*BROWN, *GREY}


@pytest.mark.ledger("MISSION-11")
def test_with_grey_cubes_only_no_home_mission_can_be_completed() -> None:
    position = at_mission()
    position.player(0).unlocked(*BROWN).has(wood=2)
    assert rows(position) == set()

    position = at_mission("F1", BOILER)
    position.player(0).unlocked(*BROWN)
    assert rows(position) == {"F1 1", "F1 2", "F1 3"}


@pytest.mark.ledger("MISSION-12", "AMB-15")
def test_the_ability_is_unlocked_before_the_reward() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, effect="build_bed_free 1")
    position.player(0).beds(3)
    complete(position).do("BUILD")
    assert position[0].unlocked("Veranda")
    assert position[0].beds_built == 4


@pytest.mark.ledger("MISSION-12", "AMB-15")
def test_the_reward_comes_too_late_to_pay_for_the_ability() -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, cost="wood 1", effect="wood 3")
    position.player(0).has(wood=1)
    completing(position).do("COMPLETE D1 1")
    assert position.legal("CUBE") == set(BROWN) - {"Bed discount", "Dig discount"}


@pytest.mark.ledger("VEC-10", "MISSION-06", "MISSION-07", "ELEC-07")
def test_the_example_of_the_lair() -> None:
    position = Position().turn_of(0)
    lair = "There's something in the lair!"
    position.mission("D1", lair)
    position.player(1).completes("D1", 1, cube="Double movement")
    empty_handed(position).player(0).explorer("D").has(metal=2).hero("strength")
    completing(position)
    assert position.legal("COMPLETE") == {"D1 2", "D1 3"}
    position.do("COMPLETE D1 3", "CUBE Veranda")
    assert (position[0].metal, position[0].electricity) == (0, 1)


@pytest.mark.ledger("MISSION-11", "ABILITY-02")
@pytest.mark.parametrize("items", [0, 3, 250])
def test_without_a_brown_cube_no_home_mission_can_be_completed(items: int) -> None:
    position = at_mission()
    brown = position.words.names["abilities"][:6]
    position.player(0).unlocked(*brown).has(wood=items)
    completing(position)
    assert position.legal("COMPLETE") == set()
    assert position.decision == "turn"
