"""Abilities of the player board, Skill tokens and Heroes (ABILITY)."""

import pytest

from tests.builder import Position
from tests.scenes import BOILER, CHEST, at_mission, complete, completing, plain_card
from wistar_env.games.rats_of_wistar.tables import codes

SPACES = {
    "Bed discount": ("brown", 0, 1),
    "Dig discount": ("brown", 0, 1),
    "Veranda": ("brown", 2, 0),
    "Double movement": ("brown", 1, 0),
    "Skill token": ("brown", 2, 0),
    "3 VP": ("brown", 3, 0),
    "6 VP": ("grey", 6, 0),
    "Free invention": ("grey", 1, 0),
    "Main action": ("grey", 2, 0),
    "Hero": ("grey", 0, 0),
}


def unlocking(ability: str) -> Position:
    """Seat 0 completes a Basement mission with the cube of an ability space."""
    return complete(at_mission("F1", BOILER), "F1 1", ability)


@pytest.mark.ledger("ABILITY-02", "ABILITY-01")
@pytest.mark.parametrize("name", SPACES)
def test_each_ability_space_has_its_colour_vp_and_price(name: str) -> None:
    position = Position()
    ability = position.tables["abilities"][position.words.find("abilities", name)]
    colour, vp, price = SPACES[name]
    assert ability["colour"] == codes.names("COLOUR")[colour]
    assert (ability["vp"], ability["items"]) == (vp, price)


@pytest.mark.ledger("ABILITY-01", "SETUP-14")
def test_a_game_begins_with_all_ten_cubes_in_place() -> None:
    position = Position()
    assert not any(position[0].unlocked(name) for name in SPACES)
    assert position.scores(0)["abilities"] == 0


@pytest.mark.ledger("ABILITY-03", "ABILITY-04", "MISSION-12")
@pytest.mark.parametrize("ability", ["Bed discount", "Dig discount"])
def test_unlocking_a_discount_costs_an_item_on_top_of_the_requirement(ability: str) -> None:
    position = at_mission()
    position.reprint_row(CHEST, 1, cost="metal 1")
    position.player(0).has(metal=1)
    completing(position).do("COMPLETE D1 1")
    assert ability not in position.legal("CUBE")

    position = at_mission()
    position.reprint_row(CHEST, 1, cost="metal 1")
    position.player(0).has(metal=1).hand("Hammer")
    complete(position, cube=ability)
    assert (position[0].metal, position[0].hand) == (0, [])
    assert position[0].unlocked(ability)


@pytest.mark.ledger("ABILITY-03", "ABILITY-04")
def test_the_item_may_be_wood_metal_or_a_card() -> None:
    position = at_mission()
    position.player(0).has(wood=1, metal=1).hand("Hammer")
    complete(position, cube="Bed discount")
    assert position.texts() == {"PAY wood", "PAY metal", "DISCARD Hammer"}


@pytest.mark.ledger("ABILITY-03", "ABILITY-04")
def test_with_only_discounts_left_a_mission_needs_the_item_too() -> None:
    position = at_mission()
    position.player(0).unlocked("Veranda", "Double movement", "Skill token", "3 VP")
    assert completing(position).legal("COMPLETE") == set()


@pytest.mark.ledger("ABILITY-05", "DIG-04")
def test_the_veranda_is_one_more_room() -> None:
    for ability, free in (("Double movement", False), ("Veranda", True)):
        position = at_mission()
        position.player(0).unlocked(ability).beds(3).has(wood=2).workers(lair=1)
        position.place("beds")
        if position.can("MAIN beds"):
            position.do("MAIN beds")
        assert position.can("BUILD") == free


@pytest.mark.ledger("ABILITY-06", "FAST-04")
def test_with_double_movement_a_token_moves_two_workers() -> None:
    position = at_mission()
    position.player(0).unlocked("Double movement").has(movement=1).workers(forest=2)
    position.do("USE_MOVEMENT", "MOVE_WORKER forest lair", "MOVE_WORKER forest farm")
    assert (position[0].forest, position[0].lair, position[0].farm) == (0, 1, 1)
    assert position.legal("MOVE_WORKER") == set()
    assert position[0].movement == 0


@pytest.mark.ledger("ABILITY-06", "GEN-06")
def test_the_second_worker_of_double_movement_may_stay() -> None:
    position = at_mission()
    position.player(0).unlocked("Double movement").has(movement=1).workers(forest=2)
    position.do("USE_MOVEMENT", "MOVE_WORKER forest lair", "PASS")
    assert (position[0].forest, position[0].lair) == (1, 1)


@pytest.mark.ledger("ABILITY-06", "BONUS-01")
def test_double_movement_does_not_help_the_bonus_of_a_sector() -> None:
    position = at_mission()
    position.player(0).unlocked("Double movement").workers(forest=3)
    position.place("explore", bonus="move1").do("BONUS move1", "MOVE_WORKER forest lair")
    assert position.legal("MOVE_WORKER") == set()
    assert (position[0].forest, position[0].lair) == (2, 1)


@pytest.mark.ledger("ABILITY-07", "SETUP-12")
def test_a_skill_token_of_choice_gives_its_icon_for_good() -> None:
    position = at_mission()
    position.player(1).skill("agility")
    complete(position, cube="Skill token")
    assert position.legal("SKILL") == {"strength", "perception", "intelligence", "stamina"}
    position.do("SKILL stamina")
    assert position[0].icon("stamina") == 1
    position.next_round()
    assert position[0].icon("stamina") == 1


@pytest.mark.ledger("ABILITY-08", "ABILITY-09", "ABILITY-10", "SCORE-01")
@pytest.mark.parametrize(
    ("cubes", "vp"), [(["3 VP"], 3), (["6 VP"], 6), (["3 VP", "6 VP"], 11), (["Veranda"], 2)]
)
def test_the_two_vp_spaces_score_two_more_as_a_pair(cubes: list[str], vp: int) -> None:
    position = Position()
    position.player(0).unlocked(*cubes)
    assert position.scores(0)["abilities"] == vp


@pytest.mark.ledger("ABILITY-11", "CARD-13")
def test_the_free_invention_ignores_every_requirement_and_takes_effect() -> None:
    position = at_mission("F1", BOILER)
    cost = {"cost": "wood 4, movement 1", "needs": "agility 3, electricity 2"}
    plain_card(position, "Sonic Jet", **cost, effect="metal 2", icons="strength 1", vp=3)
    position.player(0).hand("Sonic Jet")
    complete(position, "F1 1", "Free invention").do("PLAY Sonic Jet")
    assert position[0].played == ["Sonic Jet"]
    assert (position[0].metal, position[0].icon("strength")) == (2, 1)
    assert position.scores(0)["inventions"] == 3


@pytest.mark.ledger("ABILITY-11", "GEN-06")
def test_the_free_invention_may_be_declined_and_does_not_come_back() -> None:
    position = at_mission("F1", BOILER)
    plain_card(position, "Hammer")
    position.player(0).hand("Hammer")
    complete(position, "F1 1", "Free invention").do("PASS")
    assert position[0].hand == ["Hammer"]
    assert not position.can("PLAY Hammer")


@pytest.mark.ledger("ABILITY-12", "WHEEL-05", "WHEEL-07")
def test_any_main_action_may_be_done_besides_that_of_the_sector() -> None:
    position = at_mission("F1", BOILER)
    position.player(0).workers(lair=2, forest=1)
    complete(position, "F1 1", "Main action")
    assert {"metal", "wood"} <= position.legal("MAIN")
    position.do("MAIN metal", "MAIN wood")
    assert (position[0].metal, position[0].wood) == (2, 1)


@pytest.mark.ledger("ABILITY-13", "SETUP-12")
def test_a_hero_scores_each_icon_of_its_skill_and_gives_two() -> None:
    position = at_mission("F1", BOILER)
    position.player(0).skill("strength").has(vp=10)
    position.player(1).hero("agility")
    complete(position, "F1 1", "Hero")
    assert position.legal("HERO") == {"strength", "perception", "intelligence", "stamina"}
    position.do("HERO strength")
    assert position[0].vp == 10 + 3
    assert position[0].icon("strength") == 3


@pytest.mark.ledger("ABILITY-13")
def test_a_taken_hero_is_no_longer_available() -> None:
    position = at_mission("F1", BOILER)
    complete(position, "F1 1", "Hero").do("HERO strength")
    assert position[0].heroes == 1 << list(position.tables["heroes"]["skill"]).index(0)
    assert not position.game["heroes_left"] & position[0].heroes


@pytest.mark.ledger("VEC-11", "ABILITY-13", "CARD-09")
def test_the_example_of_gwir_the_scientist() -> None:
    position = at_mission("F1", BOILER)
    plain_card(position, "Hammer", icons="intelligence 2")
    plain_card(position, "Archive", icons="intelligence 1")
    position.player(0).plays("Hammer", "Archive").has(vp=10)
    complete(position, "F1 1", "Hero").do("HERO intelligence")
    assert position[0].vp == 10 + 5
    assert position[0].icon("intelligence") == 5


@pytest.mark.ledger("ABILITY-14", "CARD-E55")
def test_a_card_that_removes_a_cube_offers_brown_spaces_and_unlocks_them() -> None:
    position = at_mission()
    plain_card(position, "Sailing Cart", effect="remove_cube brown")
    position.player(0).hand("Sailing Cart").unlocked("3 VP").beds(3)
    position.place("beds", bonus="play").do("BONUS play", "PLAY Sailing Cart")
    assert position.legal("CUBE") == {"Veranda", "Double movement", "Skill token"}
    position.do("CUBE Veranda")
    assert position[0].unlocked("Veranda")
    assert position[0].extra_rooms == 1
    assert position[0].mission_cubes == 0


@pytest.mark.ledger("ABILITY-14", "CARD-E55")
def test_a_cube_removed_by_a_card_still_costs_its_item() -> None:
    position = at_mission()
    plain_card(position, "Sailing Cart", effect="remove_cube brown")
    position.player(0).hand("Sailing Cart").has(wood=1)
    position.place("beds", bonus="play").do("BONUS play", "PLAY Sailing Cart", "CUBE Bed discount")
    assert position[0].wood == 0
    assert position[0].unlocked("Bed discount")


@pytest.mark.ledger("ABILITY-02", "ABILITY-13")
def test_unlocking_a_vp_space_gives_nothing_at_once() -> None:
    position = unlocking("6 VP")
    assert position[0].vp == 10
    assert position[0].unlocked("6 VP")
