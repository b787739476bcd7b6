"""What the named Automata and Structures do (D2), apart from discounts and triggers."""

import pytest

from tests import pieces
from tests.builder import Position
from tests.holding import owning, unpaid
from tests.scenes import plain_card


@pytest.mark.ledger("CARD-E97")
def test_the_robot_cheetah_gives_the_potion() -> None:
    position = owning("Robot Cheetah").player(0).has(electricity=1).position
    position.do("USE Robot Cheetah", "POTION metal")
    assert position[0].metal == 1


@pytest.mark.ledger("CARD-E69", "CARD-13")
def test_the_wheel_calculator_plays_an_automaton_for_free() -> None:
    position = unpaid("Wheel Calculator")
    position.player(0).hand("Wheel Calculator", "Robot Horse", "Inn")
    position.play("Wheel Calculator")
    assert position.legal("PLAY") == {"Robot Horse"}
    position.do("PLAY Robot Horse")
    assert (position[0].movement, position[0].hand) == (1, ["Inn"])


@pytest.mark.ledger("CARD-E73", "BED-03")
def test_the_robot_snail_is_one_more_room() -> None:
    position = owning("Robot Snail")
    position.player(0).guests("G01", "G03", "G10").workers(lair=2).has(wood=4)
    position.place("beds").do("MAIN beds", "BUILD")
    assert not position.can("BUILD")


@pytest.mark.ledger("CARD-E75", "CARD-E114", "CARD-E165", "SETUP-11")
@pytest.mark.parametrize(
    ("card", "guest"), [("Robot Mouse", "G10"), ("Inn", "G10"), ("Genetics Laboratory", "G16")]
)
def test_a_guest_of_the_printed_kind_comes_from_the_supply(card: str, guest: str) -> None:
    position = unpaid(card).on_supply("G10").on_supply("G16")
    position.play(card).do("ACCEPT")
    assert position[0].guests == [guest]
    assert (position[0].wood, position[0].electricity) == ((2, 0) if guest == "G10" else (0, 1))


@pytest.mark.ledger("CARD-E75", "CARD-E114", "CARD-E165")
def test_a_guest_from_the_supply_needs_a_free_room() -> None:
    position = unpaid("Inn").player(0).beds(3).position
    position.play("Inn")
    assert not position.can("ACCEPT")
    assert position[0].guests == []


@pytest.mark.interpreted
@pytest.mark.ledger("CARD-E77")
def test_the_chameleon_copies_a_1x_effect_of_anybody() -> None:
    position = owning("Mechanical Chameleon")
    plain_card(position, "Lantern", effect="wood 1", timing="once")
    plain_card(position, "Hostel", effect="metal 2", timing="once")
    position.player(0).plays("Lantern")
    position.player(1).plays("Hostel", "Robot Dog")
    position.do("USE Lantern", "USE Mechanical Chameleon")
    assert position.legal("PICK") == {"Lantern", "Hostel"}
    position.do("PICK Hostel")
    assert (position[0].metal, position[1].metal) == (2, 2)
    assert not position.can("USE Mechanical Chameleon")
    position.end_turn()
    assert position.can("USE Hostel")


@pytest.mark.ledger("CARD-E77", "AMB-69", "GEN-06")
def test_the_chameleon_keeps_its_token_if_it_copies_nothing() -> None:
    position = owning("Mechanical Chameleon")
    plain_card(position, "Lantern", effect="wood 1", timing="once").player(1).plays("Lantern")
    position.do("USE Mechanical Chameleon", "PASS")
    assert position[0].wood == 0
    assert not position.can("USE Mechanical Chameleon")


@pytest.mark.ledger("CARD-E77", "AMB-70")
def test_the_chameleon_may_copy_a_card_that_carries_a_1x_token() -> None:
    position = owning("Mechanical Chameleon")
    plain_card(position, "Lantern", effect="wood 1", timing="once").player(0).plays("Lantern")
    position.do("USE Lantern", "USE Mechanical Chameleon", "PICK Lantern")
    assert position[0].wood == 2


@pytest.mark.ledger("CARD-E77")
def test_the_chameleon_never_copies_a_chameleon() -> None:
    position = owning("Mechanical Chameleon")
    plain_card(position, "Hostel", effect="copy_once", timing="once").player(1).plays("Hostel")
    assert not position.can("USE Mechanical Chameleon")


@pytest.mark.ledger("CARD-E87", "CARD-12")
def test_the_robot_mole_takes_two_metal_or_three_points() -> None:
    for option, metal, vp in ((0, 0, 10), (1, 2, 7)):
        position = unpaid("Robot Mole").player(1).dug(1).has(metal=2).position
        position.play("Robot Mole").do(f"OPTION {option}")
        assert (position[1].metal, position[1].vp) == (metal, vp)


@pytest.mark.ledger("CARD-EU10", "CARD-12")
def test_the_termite_farm_takes_two_wood_or_three_points_of_who_built_more_beds() -> None:
    for option, wood, vp in ((0, 0, 10), (1, 2, 7)):
        position = unpaid("Termite Farm").player(1).beds(1).has(wood=2).position
        position.play("Termite Farm").do(f"OPTION {option}")
        assert (position[1].wood, position[1].vp) == (wood, vp)


@pytest.mark.ledger("CARD-EU01", "VEC-06")
def test_the_spy_center_costs_two_wood_and_is_worth_four_points() -> None:
    position = Position().player(0).hand("Spy Center").has(wood=2).position
    assert position.tables["cards"][139]["icons"].sum() == 1
    position.play("Spy Center")
    assert position[0].wood == 0
    assert position.scores(0)["inventions"] == 4
    assert Position().player(0).hand("Spy Center").has(wood=1).position.playable() == set()


@pytest.mark.ledger("CARD-E91", "AMB-40")
def test_the_wooden_porcupine_scores_for_each_underground_tile_removed() -> None:
    position = unpaid("Wooden Porcupine").player(0).dug(4).position
    position.play("Wooden Porcupine")
    assert position[0].vp == 14


@pytest.mark.ledger("CARD-E136", "CARD-E143", "AMB-40")
@pytest.mark.parametrize(("card", "vp"), [("Radio Room", 14), ("Cartographer's Study", 13)])
def test_radio_room_and_cartographers_study_score_for_grey_and_brown_cubes(
    card: str, vp: int
) -> None:
    position = unpaid(card).player(0).unlocked("Veranda", "3 VP", "Skill token").position
    position.player(0).unlocked("6 VP", "Hero")
    position.play(card)
    assert position[0].vp == vp


@pytest.mark.ledger("CARD-E95", "CARD-11")
@pytest.mark.parametrize(
    "card", ["Spy Center", "Time Travel Machine", "Shuriken", "Robot Mole", "Bolas"]
)
def test_the_robot_dog_shields_from_aggressive_effects_of_others(card: str) -> None:
    position = unpaid(card)
    player = position.player(1).plays("Robot Dog").guests("G01").dug(2).opened("A-B")
    player.has(movement=5, metal=5).hand("Hammer", "Garage")
    before = position.game["players"][1].tobytes()
    position.play(card)
    assert position.game["players"][1].tobytes() == before
    assert position.seat == 0


@pytest.mark.ledger("CARD-E118", "BED-03")
def test_the_industrial_carpentry_builds_a_bed_for_one_item() -> None:
    position = owning("Industrial Carpentry").player(0).has(metal=1).position
    position.do("USE Industrial Carpentry")
    if position.legal("PAY"):
        position.do("PAY metal")
    position.do("BUILD")
    assert (position[0].metal, position[0].beds) == (0, 1)
    assert not position.can("USE Industrial Carpentry")


@pytest.mark.ledger("CARD-E118")
def test_the_industrial_carpentry_needs_an_item() -> None:
    assert not owning("Industrial Carpentry").can("USE Industrial Carpentry")


@pytest.mark.ledger("CARD-E124")
def test_the_radar_tower_completes_a_mission_with_one_skill_icon_less() -> None:
    position = unpaid("Radar Tower").mission("D1", "The kitchen shelves")
    position.reprint_row("The kitchen shelves", 1, cost="", needs="agility 2", effect="vp 1")
    position.reprint_row("The kitchen shelves", 2, cost="", needs="agility 1", needs_lock=0)
    position.reprint_row("The kitchen shelves", 3, cost="", needs="energy 1")
    position.player(0).explorer("D")
    position.play("Radar Tower")
    assert position.legal("COMPLETE") == {"D1 2"}
    position.do("COMPLETE D1 2", "CUBE Veranda")
    assert position[0].mission_cubes == 1


@pytest.mark.interpreted
@pytest.mark.ledger("CARD-E134", "CARD-13", "CARD-17")
def test_the_data_processing_center_plays_one_of_three_drawn_cards_for_free() -> None:
    position = owning("Data Processing Center").player(0).has(wood=2, metal=2).position
    plain_card(position, "Hammer", cost="wood 9", effect="vp 2")
    position.on_top("Hammer", "Inn", "Hostel")
    position.do("USE Data Processing Center", "PAY wood", "PAY metal")
    assert position.legal("PLAY") == {"Hammer", "Inn", "Hostel"}
    position.do("PLAY Hammer")
    assert (position[0].wood, position[0].metal, position[0].vp) == (1, 1, 12)
    assert position[0].played == ["Data Processing Center", "Hammer"]
    assert set(position.discards("basic")) == {"Inn", "Hostel"}


@pytest.mark.ledger("CARD-E134")
def test_the_data_processing_center_needs_two_items() -> None:
    position = owning("Data Processing Center").player(0).has(wood=1).position
    assert not position.can("USE Data Processing Center")


@pytest.mark.ledger("CARD-E137", "TURN-04")
def test_the_automated_laboratory_takes_tools_from_the_display_if_there_are_any() -> None:
    position = unpaid("Automated Laboratory")
    position.display("basic", "Hammer", "Inn", "Lantern", "Hostel")
    position.display("advanced", "Garage", "Jetpack", "Control Tower", "Radio Room")
    position.play("Automated Laboratory")
    assert position.legal("TAKE") == {"basic 0", "basic 2"}
    position.do("TAKE basic 2", "TAKE advanced 1")
    assert set(position[0].hand) == {"Lantern", "Jetpack"}
    assert position.shown("advanced")[1] is None


@pytest.mark.ledger("CARD-E137")
def test_the_automated_laboratory_searches_the_deck_if_no_tool_is_displayed() -> None:
    position = unpaid("Automated Laboratory")
    position.display("basic", "Robot Dog", "Inn", "Game Library", "Hostel")
    position.display("advanced", "Garage", "Robot Horse", "Control Tower", "Radio Room")
    position.on_top("Archive", "Merchant Stall", "Hammer").on_top("Jetpack")
    position.play("Automated Laboratory").do("TAKE basic deck", "TAKE advanced deck")
    assert set(position[0].hand) == {"Hammer", "Jetpack"}
    assert set(position.discards("basic")) == {"Archive", "Merchant Stall"}
    assert position.discards("advanced") == []


@pytest.mark.ledger("CARD-E137", "GEN-06")
def test_the_automated_laboratory_need_not_take_a_tool() -> None:
    position = unpaid("Automated Laboratory")
    position.play("Automated Laboratory").do("PASS", "PASS")
    assert position[0].hand == []
    assert position.decision == "turn"


@pytest.mark.ledger("CARD-E141", "SCORE-02", "DIG-04", "AMB-59")
def test_the_hostel_discards_a_bed_for_two_wood_and_frees_its_room() -> None:
    position = owning("Hostel").player(0).beds(3).position
    before = position.scores(0)["beds"]
    position.do("USE Hostel")
    assert (position[0].wood, position[0].beds) == (2, 2)
    assert position.scores(0)["beds"] == before
    plain_card(position, "Lantern", effect="per beds: vp 1", timing="endgame")
    position.player(0).plays("Lantern").workers(lair=1)
    assert position.scores(0)["endgame"] == 2
    position.place("beds").do("MAIN beds", "BUILD")
    assert position[0].beds == 3


@pytest.mark.ledger("CARD-E141")
def test_the_hostel_needs_a_bed() -> None:
    assert not owning("Hostel").can("USE Hostel")


@pytest.mark.ledger("CARD-E144", "CARD-E148")
@pytest.mark.parametrize(
    ("card", "kept", "other", "tier"),
    [
        ("Researcher's Tower", "Jetpack", "Garage", "advanced"),
        ("Development Room", "Inn", "Hammer", "basic"),
    ],
)
def test_the_top_card_goes_to_the_hand_if_it_has_the_wanted_type(
    card: str, kept: str, other: str, tier: str
) -> None:
    found = unpaid(card).on_top(kept).play(card)
    assert (found[0].hand, found.discards(tier)) == ([kept], [])
    missed = unpaid(card).on_top(other).play(card)
    assert (missed[0].hand, missed.discards(tier)) == ([], [other])


@pytest.mark.ledger("CARD-E156")
def test_the_archive_takes_any_card_from_either_discard_pile() -> None:
    position = owning("Archive").discarded("Hammer", "Garage", "Inn")
    position.do("USE Archive")
    assert position.legal("PICK") == {"Hammer", "Garage", "Inn"}
    position.do("PICK Garage")
    assert position[0].hand == ["Garage"]
    assert (position.discards("basic"), position.discards("advanced")) == (["Hammer", "Inn"], [])


@pytest.mark.ledger("CARD-E176", "SCORE-08")
def test_the_metal_storage_scores_for_each_metal_besides_the_leftovers() -> None:
    position = owning("Metal Storage").player(0).has(metal=5).position
    scores = position.scores(0)
    assert (scores["endgame"], scores["leftover_items"]) == (5, 1)


@pytest.mark.ledger("CARD-E177")
@pytest.mark.parametrize(
    ("given", "offered"),
    [
        ("PAY wood", {"metal", "card"}),
        ("PAY metal", {"wood", "card"}),
        ("DISCARD Hammer", {"wood", "metal"}),
    ],
)
def test_the_merchant_stall_exchanges_an_item_for_a_different_one(
    given: str, offered: set[str]
) -> None:
    position = owning("Merchant Stall").on_top("Inn")
    position.player(0).hand("Hammer").has(wood=1, metal=1)
    position.do("USE Merchant Stall", given)
    assert position.legal("GAIN") == offered
    wanted = max(offered)
    position.do(f"GAIN {wanted}")
    assert getattr(position[0], wanted) == (2 if given != f"PAY {wanted}" else 1)


@pytest.mark.ledger("CARD-E177", "AMB-71")
def test_the_merchant_stall_gives_the_top_basic_card() -> None:
    position = owning("Merchant Stall").on_top("Inn").player(0).has(wood=1).position
    position.do("USE Merchant Stall", "PAY wood", "GAIN card")
    assert (position[0].wood, position[0].hand) == (0, ["Inn"])


@pytest.mark.ledger("CARD-EU03", "CARD-01", "ELEC-03")
@pytest.mark.parametrize("lacking", ["electricity", "missile", "metal", None])
def test_the_robot_horse_costs_two_metal_and_needs_electricity_and_an_icon(
    lacking: str | None,
) -> None:
    position = Position().player(0).hand("Robot Horse").position
    position.player(0).has(electricity=int(lacking != "electricity"), wild=0)
    position.player(0).has(metal=1 if lacking == "metal" else 2)
    if lacking != "missile":
        position.player(0).plays("Anti-Cat Missile")
    assert position.playable() == (set() if lacking else {"Robot Horse"})


@pytest.mark.ledger("CARD-E177", "AMB-03", "AMB-61")
def test_the_merchant_stall_offers_no_card_when_there_is_none_to_draw() -> None:
    position = owning("Merchant Stall").player(0).has(wood=1, metal=0).hand().position
    for card in pieces.deck_of(position.game, 0):
        pieces.take_card(position.game, position.tables, card)
        pieces.put_in_play(position.game, position.tables, 1, card)
    position.do("USE Merchant Stall", "PAY wood")
    assert (position[0].wood, position[0].metal) == (0, 1)


@pytest.mark.ledger("CARD-E77")
@pytest.mark.parametrize("effect", ["wood 1, copy_once", "copy_once, wood 1", "copy_once"])
def test_nothing_that_copies_can_be_copied(effect: str) -> None:
    position = owning("Mechanical Chameleon")
    plain_card(position, "Lantern", effect=effect, timing="once")
    plain_card(position, "Hostel", effect="metal 1", timing="once")
    position.player(0).plays("Lantern", "Hostel").has(wood=0, metal=0)
    position.do("USE Mechanical Chameleon")
    assert position.legal("PICK") == {"Hostel"}
